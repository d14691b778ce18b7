#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int almagest_set_nonblocking(int fd) {
    int flags = fcntl(fd, F_GETFL);
    if (flags < 0) return -errno;
    return fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0 ? -errno : 0;
}

int almagest_set_cloexec(int fd) { return fcntl(fd, F_SETFD, FD_CLOEXEC) < 0 ? -errno : 0; }

bool almagest_is_socket(int fd) {
    struct stat status;
    return fstat(fd, &status) == 0 && S_ISSOCK(status.st_mode);
}

static int socket_option(int fd, int name) {
    int value = -1;
    socklen_t length = sizeof value;
    return getsockopt(fd, SOL_SOCKET, name, &value, &length) < 0 ? -1 : value;
}

bool almagest_is_listening(int fd) {
    return socket_option(fd, SO_DOMAIN) == AF_UNIX && socket_option(fd, SO_TYPE) == SOCK_STREAM
        && socket_option(fd, SO_ACCEPTCONN) == 1;
}

ssize_t almagest_read(int fd, void *bytes, size_t capacity) {
    ssize_t count;
    do count = read(fd, bytes, capacity);
    while (count < 0 && errno == EINTR);
    return count < 0 ? -errno : count;
}

/// A pipe has no MSG_NOSIGNAL: SIGPIPE is held back in this thread and taken out again if the write raised it.
static ssize_t write_pipe(int fd, const void *bytes, size_t length) {
    sigset_t pipe_signal, before, pending;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigpending(&pending);
    bool was_pending = sigismember(&pending, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    ssize_t count;
    do count = write(fd, bytes, length);
    while (count < 0 && errno == EINTR);
    int error = errno;
    if (count < 0 && error == EPIPE && !was_pending) {
        struct timespec none = {0};
        while (sigtimedwait(&pipe_signal, NULL, &none) < 0 && errno == EINTR) {}
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return count < 0 ? -error : count;
}

ssize_t almagest_write(int fd, bool is_socket, const void *bytes, size_t length) {
    if (!is_socket) return write_pipe(fd, bytes, length);
    ssize_t count;
    do count = send(fd, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (count < 0 && errno == EINTR);
    return count < 0 ? -errno : count;
}

int almagest_lock(int fd) { return flock(fd, LOCK_EX | LOCK_NB) < 0 ? -errno : 0; }
