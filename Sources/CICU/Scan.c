// One pass over a text: classes of characters decide which rule reads on.
#include "Scan.h"

enum { LONGEST_SIGN = 8, LONGEST_EMOJI = 32 };

// A scalar and the marks after it; returns how many were read.
static size_t read_cluster(const almagest_scan_state *state, almagest_place *place, UChar32 *scalars, size_t room) {
    size_t count = 0;
    scalars[count++] = almagest_next(state, place);
    while (count < room) {
        UChar32 c;
        if (almagest_class_at(state, *place, &c) != CLASS_MARK) break;
        scalars[count++] = almagest_next(state, place);
    }
    return count;
}

void almagest_scan_symbol(almagest_scan_state *state) {
    UChar32 scalars[8];
    almagest_place start = state->at, end = start;
    size_t count = read_cluster(state, &end, scalars, 8);
    almagest_emit(state, scalars, count, ALMAGEST_SYMBOL, start, end, state->position, false);
    state->at = end;
}

static void push_form(almagest_scan_state *state, const UChar32 *scalars, size_t count, bool tones) {
    for (size_t k = 0; k < count; k++) {
        UChar32 c = scalars[k];
        if (c == 0xFE0E || c == 0xFE0F || (!tones && c >= 0x1F3FB && c <= 0x1F3FF)) continue;
        if (almagest_push_scalar(&state->scanner->arena, c) != 0) state->failed = true;
    }
}

// Sequences joined by U+200D, skin tones and pairs of regional indicators are one emoji. The exact form keeps
// the skin tone; neither keeps the selector between text and picture.
void almagest_scan_emoji(almagest_scan_state *state) {
    UChar32 scalars[LONGEST_EMOJI];
    almagest_place start = state->at, end = start;
    UChar32 c;
    almagest_class class = almagest_class_at(state, end, &c);
    size_t count = read_cluster(state, &end, scalars, 8);
    if (class == CLASS_FLAG) {
        if (count == 1 && almagest_class_at(state, end, &c) == CLASS_FLAG)
            count += read_cluster(state, &end, scalars + count, 8);
    } else {
        while (count + 8 < LONGEST_EMOJI && scalars[count - 1] == 0x200D
               && almagest_class_at(state, end, &c) == CLASS_EMOJI) {
            count += read_cluster(state, &end, scalars + count, 8);
        }
    }
    size_t kept = count;
    while (kept > 1 && scalars[kept - 1] == 0x200D) kept--;
    almagest_buffer *arena = &state->scanner->arena;
    almagest_token token = {
        .start = start.scalar, .end = end.scalar, .byte_start = start.byte, .byte_end = end.byte,
        .position = state->position++, .group = state->group, .kind = ALMAGEST_EMOJI,
        .exact = (uint32_t)arena->count,
    };
    push_form(state, scalars, kept, true);
    token.exact_length = (uint32_t)arena->count - token.exact;
    token.text = (uint32_t)arena->count;
    push_form(state, scalars, kept, false);
    token.text_length = (uint32_t)arena->count - token.text;
    almagest_token *to = almagest_reserve(&state->scanner->tokens, sizeof token);
    if (to == NULL) state->failed = true;
    if (state->failed) return;
    state->at = end;
    // A skin tone alone.
    if (token.text_length == 0) return;
    *to = token;
    state->scanner->tokens.count += sizeof token;
}

// Where a group of nothing but ASCII signs ends (`->`, `&&`), the signs are a token.
static void close_group(almagest_scan_state *state, almagest_place start, bool signs, size_t tokens_before) {
    bool found = state->scanner->tokens.count > tokens_before;
    uint32_t count = state->at.scalar - start.scalar;
    if (!found && signs && count > 0 && count <= LONGEST_SIGN) {
        UChar32 scalars[LONGEST_SIGN];
        almagest_place place = start;
        for (uint32_t k = 0; k < count; k++) scalars[k] = almagest_next(state, &place);
        almagest_emit(state, scalars, count, ALMAGEST_SYMBOL, start, state->at, state->position, false);
        found = true;
    }
    if (found) state->group++;
}

int almagest_scan(
    almagest_scanner *scanner, const char *utf8, size_t length, uint32_t options, const almagest_token **tokens,
    size_t *count, const char **arena) {
    if (length > (1u << 30)) return -1;
    almagest_reset(scanner);
    almagest_scan_state state = {
        .scanner = scanner, .source = (const uint8_t *)utf8, .length = (uint32_t)length, .options = options,
    };
    almagest_place group = {0, 0};
    bool in_group = false, signs = true;
    size_t before = 0;
    while (state.at.byte < state.length && !state.failed) {
        UChar32 c = state.source[state.at.byte];
        almagest_place next = {state.at.byte + 1, state.at.scalar + 1};
        if (c >= 0x80) {
            next = state.at;
            c = almagest_next(&state, &next);
        }
        almagest_class class = (almagest_class)(almagest_class_of(c) & CLASS_BITS);
        if (class == CLASS_SPACE) {
            if (in_group) close_group(&state, group, signs, before);
            in_group = false;
            state.at = next;
            continue;
        }
        if (!in_group) {
            in_group = true;
            signs = true;
            group = state.at;
            before = scanner->tokens.count;
        }
        if (class != CLASS_PUNCTUATION || c >= 0x80) signs = false;
        switch (class) {
        case CLASS_LETTER:
        case CLASS_DIGIT: almagest_scan_word(&state); break;
        case CLASS_HANGUL: almagest_scan_hangul(&state); break;
        case CLASS_CJK:
        case CLASS_COMPLEX: almagest_scan_dictionary(&state, class); break;
        case CLASS_EMOJI:
        case CLASS_FLAG: almagest_scan_emoji(&state); break;
        case CLASS_SYMBOL: almagest_scan_symbol(&state); break;
        default: state.at = next;
        }
    }
    if (in_group && !state.failed) close_group(&state, group, signs, before);
    if (state.failed || almagest_reserve(&scanner->arena, 1) == NULL || almagest_reserve(&scanner->tokens, 1) == NULL)
        return -1;
    *tokens = scanner->tokens.items;
    *count = scanner->tokens.count / sizeof(almagest_token);
    *arena = scanner->arena.items;
    return 0;
}
