#define _GNU_SOURCE
#include "CSystem.h"

#include <pthread.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

void almagest_thread_name(const char *name) {
    char kept[16] = {0};
    strncpy(kept, name, sizeof kept - 1);
    pthread_setname_np(pthread_self(), kept);
}

void almagest_thread_nice(int niceness) {
    // On Linux setpriority with a thread id changes that thread only.
    setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), niceness);
}

static _Thread_local void *kept;

void almagest_thread_keep(void *value) { kept = value; }

void *almagest_thread_kept(void) { return kept; }
