// What Glibc's module hides from Swift.
#ifndef CSYSTEM_H
#define CSYSTEM_H

/// Names the calling thread (at most 15 bytes are kept).
void almagest_thread_name(const char *name);

/// Raises the niceness of the calling thread alone; best effort.
void almagest_thread_nice(int niceness);

#endif
