#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/// Runs in the grandchild, where only async-signal-safe calls are allowed. Returns only if it fails; `report` is then
/// where to say so.
static void become(const char *path, char *const *arguments, int log, int *report, int alive) {
    int input = open("/dev/null", O_RDONLY);
    if (input < 0 || dup2(input, 0) < 0 || dup2(log, 1) < 0 || dup2(log, 2) < 0) return;
    // 3 tells the starter that the program lives, 4 that it could not be started.
    int kept_alive = fcntl(alive, F_DUPFD, 10);
    int kept_report = fcntl(*report, F_DUPFD, 10);
    if (kept_alive < 0 || kept_report < 0) return;
    *report = kept_report;
    if (dup2(kept_alive, 3) < 0 || dup2(kept_report, 4) < 0) return;
    *report = 4;
    close_range(5, ~0u, 0);
    fcntl(4, F_SETFD, FD_CLOEXEC);
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (chdir("/") < 0) return;
    execve(path, arguments, environ);
}

int almagest_spawn_detached(const char *path, char *const *arguments, int log, int *alive) {
    int life[2], report[2];
    if (pipe2(life, O_CLOEXEC) < 0) return -errno;
    if (pipe2(report, O_CLOEXEC) < 0) {
        int error = errno;
        close(life[0]);
        close(life[1]);
        return -error;
    }
    pid_t child = fork();
    if (child == 0) {
        setsid();
        pid_t grandchild = fork();
        if (grandchild != 0) _exit(grandchild < 0 ? 1 : 0);
        become(path, arguments, log, &report[1], life[1]);
        int error = errno;
        _exit(write(report[1], &error, sizeof error) < 0 ? 126 : 127);
    }
    int error = child < 0 ? errno : 0;
    close(life[1]);
    close(report[1]);
    if (child > 0) {
        int status = 0;
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
        int told = 0;
        ssize_t count;
        do count = read(report[0], &told, sizeof told);
        while (count < 0 && errno == EINTR);
        if (count == sizeof told) error = told;
        else if (WIFEXITED(status) && WEXITSTATUS(status) != 0) error = EAGAIN;
    }
    close(report[0]);
    if (error != 0) {
        close(life[0]);
        return -error;
    }
    *alive = life[0];
    return 0;
}

static int prepare(
    posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes, const int descriptors[3]) {
    int error = 0;
    // The daemon has 0 to 2 open, so a pipe of its own never has one of these numbers.
    for (int number = 0; number < 3 && error == 0; number++)
        error = posix_spawn_file_actions_adddup2(actions, descriptors[number], number);
    if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(actions, 3);
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    if (error == 0) error = posix_spawnattr_setsigdefault(attributes, &all);
    if (error == 0) error = posix_spawnattr_setsigmask(attributes, &none);
    if (error == 0) error = posix_spawnattr_setpgroup(attributes, 0);
    if (error == 0)
        error = posix_spawnattr_setflags(
            attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    return error;
}

/// Starts the guard of a group, see the header. A shell, since it need do nothing but wait and send one signal; what
/// asks the group to end politely is not meant for it.
static pid_t guard_group(pid_t group, int lifeline) {
    static char *const arguments[] = {"sh", "-c", "trap '' HUP INT TERM; read -r line; kill -KILL 0", NULL};
    static char *const environment[] = {NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (posix_spawn_file_actions_init(&actions) != 0) return 0;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return 0;
    }
    pid_t guard = 0;
    int error = posix_spawn_file_actions_adddup2(&actions, lifeline, 0);
    for (int number = 1; number < 3 && error == 0; number++)
        error = posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0);
    if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    if (error == 0) error = posix_spawnattr_setsigdefault(&attributes, &all);
    if (error == 0) error = posix_spawnattr_setsigmask(&attributes, &none);
    if (error == 0) error = posix_spawnattr_setpgroup(&attributes, group);
    if (error == 0)
        error = posix_spawnattr_setflags(
            &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    if (error == 0) error = posix_spawn(&guard, "/bin/sh", &actions, &attributes, arguments, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error == 0 ? guard : 0;
}

int almagest_spawn_child(
    const char *path, char *const *arguments, char *const *environment, int input, int output, int errors,
    uint64_t memory, int lifeline, int *ended, pid_t *guard) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (posix_spawn_file_actions_init(&actions) != 0) return -ENOMEM;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return -ENOMEM;
    }
    int descriptors[3] = {input, output, errors};
    pid_t child = 0;
    int error = prepare(&actions, &attributes, descriptors);
    if (error == 0) error = posix_spawn(&child, path, &actions, &attributes, arguments, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error != 0) return -error;
    struct rlimit none = {0, 0}, most = {memory, memory};
    prlimit(child, RLIMIT_CORE, &none, NULL);
    if (memory != 0) prlimit(child, RLIMIT_DATA, &most, NULL);
    *guard = lifeline < 0 ? 0 : guard_group(child, lifeline);
    int fd = (int)syscall(SYS_pidfd_open, child, 0);
    if (fd < 0) {
        error = errno;
        kill(-child, SIGKILL);
        almagest_reap(child, *guard);
        return -error;
    }
    *ended = fd;
    return child;
}

int almagest_pipe(int *read_end, int *write_end) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0) return -errno;
    *read_end = ends[0];
    *write_end = ends[1];
    return 0;
}

int almagest_wait_child(int ended, int fd, int milliseconds) {
    struct pollfd watched[2] = {{ended, POLLIN, 0}, {fd, POLLIN, 0}};
    int count;
    do count = poll(watched, fd < 0 ? 1 : 2, milliseconds);
    while (count < 0 && errno == EINTR);
    return (watched[0].revents != 0 ? 1 : 0) | (fd >= 0 && watched[1].revents != 0 ? 2 : 0);
}

int almagest_reap(pid_t child, pid_t guard) {
    // Not taken yet, so its number, which is the group's too, cannot have gone to anybody else.
    kill(-child, SIGKILL);
    int status = 0;
    if (guard > 0) {
        while (waitpid(guard, &status, 0) < 0 && errno == EINTR) {}
    }
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) return -errno;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
