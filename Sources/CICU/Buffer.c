#include "Internal.h"

#include <stdlib.h>

void *almagest_reserve(almagest_buffer *buffer, size_t more) {
    if (more > SIZE_MAX / 4 || buffer->count > SIZE_MAX / 4) return NULL;
    size_t needed = buffer->count + more;
    if (needed > buffer->capacity) {
        size_t capacity = buffer->capacity < 4096 ? 4096 : buffer->capacity * 2;
        if (capacity < needed) capacity = needed;
        void *items = realloc(buffer->items, capacity);
        if (items == NULL) return NULL;
        buffer->items = items;
        buffer->capacity = capacity;
    }
    return (uint8_t *)buffer->items + buffer->count;
}

// A buffer grown by one huge text is not kept.
static void shrink(almagest_buffer *buffer) {
    buffer->count = 0;
    if (buffer->capacity > (1u << 20)) {
        free(buffer->items);
        buffer->items = NULL;
        buffer->capacity = 0;
    }
}

void almagest_reset(almagest_scanner *scanner) {
    shrink(&scanner->tokens);
    shrink(&scanner->arena);
    shrink(&scanner->utf16);
    shrink(&scanner->composed);
    shrink(&scanner->normal);
    shrink(&scanner->scalars);
    shrink(&scanner->offsets);
    shrink(&scanner->result);
    shrink(&scanner->boundaries);
}

void almagest_scanner_rest(almagest_scanner *scanner) { almagest_reset(scanner); }

almagest_scanner *almagest_scanner_new(void) {
    if (almagest_tables() != 0) return NULL;
    almagest_scanner *scanner = calloc(1, sizeof *scanner);
    if (scanner == NULL) return NULL;
    UErrorCode error = U_ZERO_ERROR;
    scanner->casefold = unorm2_getNFKCCasefoldInstance(&error);
    scanner->words = ubrk_open(UBRK_WORD, "", NULL, 0, &error);
    scanner->sentences = ubrk_open(UBRK_SENTENCE, "", NULL, 0, &error);
    if (U_FAILURE(error)) {
        almagest_scanner_delete(scanner);
        return NULL;
    }
    return scanner;
}

void almagest_scanner_delete(almagest_scanner *scanner) {
    if (scanner == NULL) return;
    if (scanner->words != NULL) ubrk_close(scanner->words);
    if (scanner->sentences != NULL) ubrk_close(scanner->sentences);
    free(scanner->tokens.items);
    free(scanner->arena.items);
    free(scanner->utf16.items);
    free(scanner->composed.items);
    free(scanner->normal.items);
    free(scanner->scalars.items);
    free(scanner->offsets.items);
    free(scanner->result.items);
    free(scanner->boundaries.items);
    free(scanner);
}
