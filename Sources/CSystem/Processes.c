#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
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
