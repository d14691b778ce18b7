// Puts tokens out: both forms in the arena, the record in its place.
#include "Scan.h"

#include <string.h>

// Writes a one-to-one image of `scalars` when the tables have it. False: the slow way is needed.
static bool emit_simple(
    almagest_scan_state *state, const UChar32 *scalars, size_t count, bool *differs) {
    almagest_buffer *arena = &state->scanner->arena;
    uint8_t *to = almagest_reserve(arena, count * 3 + 4);
    if (to == NULL) {
        state->failed = true;
        return false;
    }
    int32_t length = 0;
    bool different = false;
    for (size_t k = 0; k < count; k++) {
        UChar32 c = scalars[k];
        if (c > 0xFFFF) return false;
        uint16_t exact = almagest_exact_of[c];
        if (exact == 0) return false;
        different |= exact != almagest_folded_of[c] || c == '\'' || c == '"';
        U8_APPEND_UNSAFE(to, length, exact);
    }
    arena->count += (size_t)length;
    *differs = different;
    return true;
}

static uint32_t emit_simple_folded(almagest_scan_state *state, const UChar32 *scalars, size_t count) {
    almagest_buffer *arena = &state->scanner->arena;
    uint8_t *to = almagest_reserve(arena, count * 3 + 4);
    if (to == NULL) {
        state->failed = true;
        return 0;
    }
    int32_t length = 0;
    for (size_t k = 0; k < count; k++) {
        uint16_t folded = almagest_folded_of[scalars[k]];
        if (folded == '\'' || folded == '"') continue;
        U8_APPEND_UNSAFE(to, length, folded);
    }
    arena->count += (size_t)length;
    return (uint32_t)length;
}

// Apostrophes and the quotes of Hebrew abbreviations are left out of what is matched.
static uint32_t without_quotes(uint8_t *bytes, size_t length) {
    size_t to = 0;
    for (size_t k = 0; k < length; k++) {
        if (bytes[k] != '\'' && bytes[k] != '"') bytes[to++] = bytes[k];
    }
    return (uint32_t)to;
}

static void place_token(almagest_scan_state *state, const almagest_token *token, bool insert) {
    almagest_buffer *tokens = &state->scanner->tokens;
    almagest_token *to = almagest_reserve(tokens, sizeof *token);
    if (to == NULL) {
        state->failed = true;
        return;
    }
    almagest_token *first = tokens->items;
    if (insert) {
        while (to > first && to[-1].start > token->start) {
            *to = to[-1];
            to--;
        }
    }
    *to = *token;
    tokens->count += sizeof *token;
}

void almagest_emit(
    almagest_scan_state *state, const UChar32 *scalars, size_t count, almagest_token_kind kind, almagest_place start,
    almagest_place end, uint32_t position, bool insert) {
    almagest_buffer *arena = &state->scanner->arena;
    almagest_token token = {
        .start = start.scalar, .end = end.scalar, .byte_start = start.byte, .byte_end = end.byte,
        .exact = (uint32_t)arena->count, .position = position, .group = state->group, .kind = kind,
    };
    bool differs;
    if (emit_simple(state, scalars, count, &differs)) {
        token.exact_length = (uint32_t)arena->count - token.exact;
        token.text = token.exact;
        token.text_length = token.exact_length;
        if (differs) {
            token.text = (uint32_t)arena->count;
            token.text_length = kind == ALMAGEST_SYMBOL ? token.exact_length
                                                        : emit_simple_folded(state, scalars, count);
            if (kind == ALMAGEST_SYMBOL) token.text = token.exact;
        }
    } else {
        if (state->failed) return;
        // The folded form is put together apart, then added.
        almagest_buffer folded = state->scanner->boundaries;
        state->scanner->boundaries = (almagest_buffer){0};
        size_t before = folded.count;
        int status = almagest_fold_run(state->scanner, scalars, count, arena, &folded);
        token.exact_length = (uint32_t)arena->count - token.exact;
        uint8_t *bytes = (uint8_t *)folded.items + before;
        token.text_length = (uint32_t)(folded.count - before);
        if (status == 0 && kind != ALMAGEST_SYMBOL && token.text_length > 0)
            token.text_length = without_quotes(bytes, token.text_length);
        uint8_t *to = almagest_reserve(arena, token.text_length + 1);
        if (status != 0 || to == NULL) {
            state->failed = true;
        } else {
            token.text = (uint32_t)arena->count;
            if (token.text_length > 0) memcpy(to, bytes, token.text_length);
            const uint8_t *exact = (uint8_t *)arena->items + token.exact;
            if (token.text_length == token.exact_length && memcmp(exact, to, token.text_length) == 0)
                token.text = token.exact;
            else
                arena->count += token.text_length;
        }
        folded.count = before;
        state->scanner->boundaries = folded;
        if (state->failed) return;
    }
    if (token.text_length == 0 || token.exact_length == 0) return;
    if (arena->count > UINT32_MAX / 2) {
        state->failed = true;
        return;
    }
    place_token(state, &token, insert);
}
