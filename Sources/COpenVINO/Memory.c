#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "COpenVINO.h"

bool almagest_ov_native_bf16(void) {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx512bf16");
#else
    return false;
#endif
}

void almagest_ov_release_heap(void) { malloc_trim(0); }

void almagest_ov_release_pages(const char *path) {
    size_t length = strlen(path);
    FILE *maps = fopen("/proc/self/maps", "re");
    if (!maps) return;
    char line[4352];
    while (fgets(line, sizeof line, maps)) {
        unsigned long start, end;
        char rights[5];
        int name = 0;
        if (sscanf(line, "%lx-%lx %4s %*s %*s %*s %n", &start, &end, rights, &name) != 3 || name == 0) continue;
        if (strncmp(line + name, path, length) != 0) continue;
        // What was writable once may differ from the file (relocations are made read-only afterwards): of a library
        // only its code, and else only weights, which are never writable.
        bool code = rights[2] == 'x' && rights[1] != 'w';
        bool weights = rights[1] != 'w' && strstr(line + name, ".bin");
        if (code || weights) madvise((void *)start, end - start, MADV_DONTNEED);
    }
    fclose(maps);
}
