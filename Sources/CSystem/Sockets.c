#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

size_t almagest_socket_path_limit(void) {
    struct sockaddr_un address;
    return sizeof address.sun_path - 1;
}

static int address_of(const char *path, struct sockaddr_un *address) {
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    if (strlen(path) >= sizeof address->sun_path) return -ENAMETOOLONG;
    strcpy(address->sun_path, path);
    return 0;
}

int almagest_listen(const char *path, int backlog) {
    struct sockaddr_un address;
    int status = address_of(path, &address);
    if (status < 0) return status;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return -errno;
    // On Linux the mode of an unbound socket is that of the file which bind makes.
    if (fchmod(fd, 0600) < 0 || bind(fd, (struct sockaddr *)&address, sizeof address) < 0 || listen(fd, backlog) < 0) {
        int error = errno;
        close(fd);
        return -error;
    }
    return fd;
}

int almagest_connect(const char *path) {
    struct sockaddr_un address;
    int status = address_of(path, &address);
    if (status < 0) return status;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return -errno;
    int result;
    do result = connect(fd, (struct sockaddr *)&address, sizeof address);
    while (result < 0 && errno == EINTR);
    if (result < 0) {
        int error = errno;
        close(fd);
        return -error;
    }
    return fd;
}

int almagest_accept(int fd) {
    int accepted;
    do accepted = accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    while (accepted < 0 && (errno == EINTR || errno == ECONNABORTED));
    return accepted < 0 ? -errno : accepted;
}

int almagest_bound_path(int fd, char *path, size_t capacity) {
    struct sockaddr_un address = {0};
    socklen_t length = sizeof address;
    if (getsockname(fd, (struct sockaddr *)&address, &length) < 0) return -errno;
    size_t count = strnlen(address.sun_path, sizeof address.sun_path);
    if (address.sun_family != AF_UNIX || count + 1 > capacity) return 0;
    memcpy(path, address.sun_path, count);
    path[count] = 0;
    return (int)count;
}

int almagest_peer(int fd, almagest_credentials *credentials) {
    struct ucred found;
    socklen_t length = sizeof found;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &found, &length) < 0) return -errno;
    credentials->process = found.pid;
    credentials->user = found.uid;
    credentials->group = found.gid;
    return 0;
}

int almagest_notify(const char *path, const char *message) {
    struct sockaddr_un address;
    int status = address_of(path, &address);
    if (status < 0) return status;
    socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path));
    if (address.sun_path[0] == '@') address.sun_path[0] = 0;
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -errno;
    ssize_t sent = sendto(fd, message, strlen(message), MSG_NOSIGNAL, (struct sockaddr *)&address, length);
    int error = errno;
    close(fd);
    return sent < 0 ? -error : 0;
}
