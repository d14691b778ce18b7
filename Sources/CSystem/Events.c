#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

int almagest_epoll_create(void) {
    int fd = epoll_create1(EPOLL_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

static int control(int epoll, int operation, int fd, uint32_t flags, uint64_t token) {
    struct epoll_event event = {.events = 0, .data.u64 = token};
    if (flags & ALMAGEST_READABLE) event.events |= EPOLLIN;
    if (flags & ALMAGEST_WRITABLE) event.events |= EPOLLOUT;
    return epoll_ctl(epoll, operation, fd, &event) < 0 ? -errno : 0;
}

int almagest_epoll_add(int epoll, int fd, uint32_t flags, uint64_t token) {
    return control(epoll, EPOLL_CTL_ADD, fd, flags, token);
}

int almagest_epoll_change(int epoll, int fd, uint32_t flags, uint64_t token) {
    return control(epoll, EPOLL_CTL_MOD, fd, flags, token);
}

int almagest_epoll_remove(int epoll, int fd) { return control(epoll, EPOLL_CTL_DEL, fd, 0, 0); }

int almagest_epoll_wait(int epoll, almagest_event *events, int capacity, int milliseconds) {
    struct epoll_event found[64];
    if (capacity > 64) capacity = 64;
    int count = epoll_wait(epoll, found, capacity, milliseconds);
    if (count < 0) return errno == EINTR ? 0 : -errno;
    for (int i = 0; i < count; i++) {
        uint32_t flags = 0;
        if (found[i].events & EPOLLIN) flags |= ALMAGEST_READABLE;
        if (found[i].events & EPOLLOUT) flags |= ALMAGEST_WRITABLE;
        if (found[i].events & (EPOLLHUP | EPOLLERR)) flags |= ALMAGEST_HANGUP;
        events[i].token = found[i].data.u64;
        events[i].flags = flags;
    }
    return count;
}

int almagest_eventfd(void) {
    int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return fd < 0 ? -errno : fd;
}
