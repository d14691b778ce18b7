// What Glibc's module hides from Swift. Calls that can fail return a negative errno, never set it alone.
#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Threads

/// Names the calling thread (at most 15 bytes are kept).
void almagest_thread_name(const char *_Nonnull name);

/// Tells the processor that the calling thread waits for another by looking again and again.
static inline void almagest_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ __volatile__("yield");
#endif
}

/// Raises the niceness of the calling thread alone; best effort.
void almagest_thread_nice(int niceness);

/// Keeps a value for the calling thread, and gives it back to it; NULL on others.
void almagest_thread_keep(void *_Nullable value);
void *_Nullable almagest_thread_kept(void);

// Memory

/// Gives freed memory back to the system; takes milliseconds.
void almagest_release_heap(void);

// Events

#define ALMAGEST_READABLE 1u
#define ALMAGEST_WRITABLE 2u
/// The other side is gone, or the descriptor is broken. Always reported.
#define ALMAGEST_HANGUP 4u

typedef struct almagest_event {
    uint64_t token;
    uint32_t flags;
} almagest_event;

int almagest_epoll_create(void);
int almagest_epoll_add(int epoll, int fd, uint32_t flags, uint64_t token);
int almagest_epoll_change(int epoll, int fd, uint32_t flags, uint64_t token);
int almagest_epoll_remove(int epoll, int fd);
/// Waits for at most `milliseconds` (-1: for ever). The number of events; 0 also after a signal.
int almagest_epoll_wait(int epoll, almagest_event *_Nonnull events, int capacity, int milliseconds);
/// A non-blocking eventfd.
int almagest_eventfd(void);

// Descriptors

int almagest_set_nonblocking(int fd);
int almagest_set_cloexec(int fd);
bool almagest_is_socket(int fd);
/// Whether it is a Unix stream socket that listens.
bool almagest_is_listening(int fd);
/// The number of bytes read, 0 at the end.
ssize_t almagest_read(int fd, void *_Nonnull bytes, size_t capacity);
/// Writes without ever raising SIGPIPE; the number of bytes written.
ssize_t almagest_write(int fd, bool is_socket, const void *_Nonnull bytes, size_t length);
/// Takes an exclusive flock without waiting; -EWOULDBLOCK if somebody has it.
int almagest_lock(int fd);

// Files

/// Whether the file system of a path notes at once when a file changed: one over a network does when it gets to it.
bool almagest_sets_times_at_once(const char *_Nonnull path);

// Unix sockets

/// How long a path may be.
size_t almagest_socket_path_limit(void);
/// A listening socket at `path`, non-blocking, mode 0600 from the first moment.
int almagest_listen(const char *_Nonnull path, int backlog);
/// A connected non-blocking socket.
int almagest_connect(const char *_Nonnull path);
/// A new connection, non-blocking.
int almagest_accept(int fd);
/// The path a socket is bound to, ended by NUL; its length, 0 for none.
int almagest_bound_path(int fd, char *_Nonnull path, size_t capacity);

typedef struct almagest_credentials {
    pid_t process;
    uid_t user;
    gid_t group;
} almagest_credentials;

/// Who is on the other side of a connected Unix socket.
int almagest_peer(int fd, almagest_credentials *_Nonnull credentials);

/// Sends one datagram to systemd; `path` may begin with `@` for the abstract namespace.
int almagest_notify(const char *_Nonnull path, const char *_Nonnull message);

// Processes

/// Starts a program in a session of its own that is nobody's child: input from /dev/null, output and errors to `log`.
/// `alive` is the read end of a pipe that ends when the program does.
int almagest_spawn_detached(
    const char *_Nonnull path, char *_Nullable const *_Nonnull arguments, int log, int *_Nonnull alive);

/// Starts a program as a child in a process group of its own, with these descriptors as its input, output and errors
/// and no others. Arguments and environment end with NULL. `memory` limits its private memory in bytes (0: no limit).
/// Returns its pid; `ended` becomes readable when it ends. `guard` is the pid of a process in the same group that ends the
/// whole group when `lifeline` (-1: none), the read end of a pipe, ends: when its writer is gone, however that went. It is 0
/// where there is none.
int almagest_spawn_child(
    const char *_Nonnull path, char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment,
    int input, int output, int errors, uint64_t memory, int lifeline, int *_Nonnull ended,
    pid_t *_Nonnull guard);

/// A pipe whose ends no child inherits.
int almagest_pipe(int *_Nonnull read_end, int *_Nonnull write_end);

/// Waits for `ended` or for input on `fd` (-1: none), at most `milliseconds` (-1: for ever). Bit 0: ended, bit 1: input
/// or the end of it.
int almagest_wait_child(int ended, int fd, int milliseconds);

/// Ends what is left of the group of a child that has ended, its guard too, and takes the child's exit status, or 128 and
/// the signal.
int almagest_reap(pid_t child, pid_t guard);

// Records of macros

/// What Swift's `@section("almagest_members")` has put into this program: from the first record to behind the last. They
/// are the same where there is none.
static inline const void *_Nullable const *_Nullable almagest_members_begin(void) {
    extern const void *const __start_almagest_members[] __attribute__((weak, visibility("hidden")));
    return __start_almagest_members;
}
static inline const void *_Nullable const *_Nullable almagest_members_end(void) {
    extern const void *const __stop_almagest_members[] __attribute__((weak, visibility("hidden")));
    return __stop_almagest_members;
}

#endif
