// ICU's boundaries as byte offsets of the UTF-8 source.
#include "Internal.h"

static int boundaries(
    almagest_scanner *scanner, UBreakIterator *iterator, const char *utf8, size_t length, const uint32_t **result,
    size_t *count) {
    if (length > (1u << 29)) return -1;
    almagest_reset(scanner);
    UChar *units = almagest_reserve(&scanner->utf16, (length + 1) * sizeof(UChar));
    uint32_t *bytes = almagest_reserve(&scanner->offsets, (length + 2) * sizeof(uint32_t));
    if (units == NULL || bytes == NULL) return -1;
    size_t index = 0;
    int32_t unit_count = 0;
    while (index < length) {
        uint32_t at = (uint32_t)index;
        UChar32 c;
        U8_NEXT_OR_FFFD(utf8, index, length, c);
        bytes[unit_count] = at;
        if (c > 0xFFFF) bytes[unit_count + 1] = at;
        U16_APPEND_UNSAFE(units, unit_count, c);
    }
    bytes[unit_count] = (uint32_t)length;
    UErrorCode error = U_ZERO_ERROR;
    ubrk_setText(iterator, units, unit_count, &error);
    if (U_FAILURE(error)) return -1;
    for (int32_t at = ubrk_first(iterator); at != UBRK_DONE; at = ubrk_next(iterator)) {
        uint32_t *to = almagest_reserve(&scanner->boundaries, sizeof *to);
        if (to == NULL) return -1;
        *to = bytes[at];
        scanner->boundaries.count += sizeof *to;
    }
    *result = scanner->boundaries.items;
    *count = scanner->boundaries.count / sizeof(uint32_t);
    return 0;
}

int almagest_sentences(
    almagest_scanner *scanner, const char *utf8, size_t length, const uint32_t **result, size_t *count) {
    return boundaries(scanner, scanner->sentences, utf8, length, result, count);
}

int almagest_icu_words(
    almagest_scanner *scanner, const char *utf8, size_t length, const uint32_t **result, size_t *count) {
    return boundaries(scanner, scanner->words, utf8, length, result, count);
}
