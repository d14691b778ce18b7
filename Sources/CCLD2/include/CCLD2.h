// A C face over libcld2 (Compact Language Detector 2). No C++ exception leaves it.
#ifndef CCLD2_H
#define CCLD2_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    char code[16];   // as CLD2 names it: "en", "zh-Hant", "iw"; empty when unknown
    int percent;     // of the text's letters that are in this language
    int is_reliable; // CLD2's own judgement
} almagest_language;

/// The main language of plain UTF-8 text (no markup, no control characters but white space, at most 1 MiB).
/// Returns 0, or -1 when CLD2 failed. May be called from several threads at once.
int almagest_detect_language(const char *utf8, size_t length, almagest_language *result);

#ifdef __cplusplus
}
#endif
#endif
