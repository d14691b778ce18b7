// Base words of letters and digits, and what is kept beside them.
#include "Scan.h"

static bool is_upper(UChar32 c) {
    if (c < 0x80) return c >= 'A' && c <= 'Z';
    return c < 0x10000 && almagest_exact_of[c] != 0 && almagest_exact_of[c] != c;
}

static bool is_digit(UChar32 c) { return (almagest_class_of(c) & CLASS_BITS) == CLASS_DIGIT; }

static bool is_quote(UChar32 c) { return c == '\'' || c == 0x2019 || c == 0x2018 || c == '"' || c == 0xB7; }

static bool is_apostrophe(UChar32 c) { return is_quote(c) && c != '"' && c != 0xB7; }

static almagest_place advanced(almagest_place place, const UChar32 *scalars, size_t count) {
    for (size_t k = 0; k < count; k++) place.byte += U8_LENGTH(scalars[k]);
    place.scalar += (uint32_t)count;
    return place;
}

static void emit_part(
    almagest_scan_state *state, const UChar32 *scalars, size_t from, size_t to, almagest_place start,
    uint32_t position) {
    almagest_place first = advanced(start, scalars, from);
    almagest_place last = advanced(first, scalars + from, to - from);
    almagest_emit(state, scalars + from, to - from, ALMAGEST_PART, first, last, position, true);
}

// The pieces around apostrophes: `brien` of O'Brien, `avion` of l'avion, `john` of John's, none of don't.
static void apostrophe_parts(
    almagest_scan_state *state, const UChar32 *scalars, size_t count, almagest_place start, uint32_t position) {
    size_t last = count;
    while (last > 0 && !is_apostrophe(scalars[last - 1])) last--;
    size_t tail = count - last;
    UChar32 first = last < count ? scalars[last] | 0x20 : 0;
    if (tail == 1 && first == 't') return;
    bool clitic = (tail == 1 && (first == 's' || first == 'd' || first == 'm'))
                  || (tail == 2 && ((first == 'r' || first == 'v') ? (scalars[last + 1] | 0x20) == 'e'
                                                                     : first == 'l' && (scalars[last + 1] | 0x20) == 'l'));
    size_t end = clitic ? last - 1 : count, from = 0;
    bool inside = false;
    for (size_t k = 0; k < end; k++) inside = inside || is_apostrophe(scalars[k]);
    // O'Brien of O'Brien's.
    if (clitic && inside) emit_part(state, scalars, 0, end, start, position);
    for (size_t k = 0; k <= end; k++) {
        if (k < end && !is_apostrophe(scalars[k])) continue;
        if (k - from >= 2) emit_part(state, scalars, from, k, start, position);
        from = k + 1;
    }
}

// The pieces of `getUserName`, `HTMLParser`, `10kg`, `mp3`; single letters are left out, at most eight pieces.
static void case_parts(
    almagest_scan_state *state, const UChar32 *scalars, size_t count, almagest_place start, uint32_t position) {
    if (count > LONGEST_JOINED) return;
    size_t cuts[10], cut_count = 0;
    size_t digit_changes = 0, digit_cut = 0;
    cuts[cut_count++] = 0;
    for (size_t k = 1; k < count; k++) {
        bool digit = is_digit(scalars[k]), before = is_digit(scalars[k - 1]);
        bool upper = is_upper(scalars[k]), upper_before = is_upper(scalars[k - 1]);
        bool cut = false;
        if (digit != before) {
            digit_changes++;
            digit_cut = k;
            cut = true;
        } else if (!digit && upper && !upper_before) {
            cut = true;
        } else if (!digit && upper && upper_before && k + 2 < count && !is_upper(scalars[k + 1])
                   && !is_digit(scalars[k + 1])) {
            cut = true;
        }
        if (!cut) continue;
        if (cut_count == 9) return;
        cuts[cut_count++] = k;
    }
    // Identifiers such as a3f9c2 have no parts that mean anything.
    if (cut_count == 1 || digit_changes > 2) return;
    cuts[cut_count] = count;
    // `iphone` of iPhone15, beside `phone` and `15`.
    if (digit_changes == 1 && cut_count > 2) {
        size_t from = is_digit(scalars[0]) ? digit_cut : 0, to = is_digit(scalars[0]) ? count : digit_cut;
        emit_part(state, scalars, from, to, start, position);
    }
    for (size_t k = 0; k < cut_count; k++) {
        size_t length = cuts[k + 1] - cuts[k];
        if (length >= 2 || is_digit(scalars[cuts[k]])) emit_part(state, scalars, cuts[k], cuts[k + 1], start, position);
    }
}

// `moebius` for Möbius (and ø as oe, å as aa).
static void alternate(
    almagest_scan_state *state, const UChar32 *scalars, size_t count, almagest_place start, almagest_place end,
    uint32_t position) {
    UChar32 other[LONGEST_JOINED * 2];
    size_t length = 0;
    bool found = false;
    if (count > LONGEST_JOINED) return;
    for (size_t k = 0; k < count; k++) {
        UChar32 c = scalars[k], with = 0;
        if (k + 1 < count && scalars[k + 1] == 0x308) {
            if (c == 'a' || c == 'o' || c == 'u' || c == 'A' || c == 'O' || c == 'U') with = 'e';
        }
        if (with != 0) {
            other[length++] = c;
            other[length++] = with;
            k++;
            found = true;
            continue;
        }
        switch (c) {
        case 0xE4: case 0xC4: c = 'a'; with = 'e'; break;
        case 0xF6: case 0xD6: case 0xF8: case 0xD8: c = 'o'; with = 'e'; break;
        case 0xFC: case 0xDC: c = 'u'; with = 'e'; break;
        case 0xE5: case 0xC5: c = 'a'; with = 'a'; break;
        default: break;
        }
        other[length++] = c;
        if (with != 0) {
            other[length++] = with;
            found = true;
        }
    }
    if (found) almagest_emit(state, other, length, ALMAGEST_ALTERNATE, start, end, position, true);
}

// Reads on over ASCII letters and digits, writing the lower case; the commonest words of all end here.
// Returns false, having changed nothing, when the word has anything else in it.
static bool ascii_word(almagest_scan_state *state) {
    const uint8_t *source = state->source;
    uint32_t begin = state->at.byte, limit = state->length;
    if (limit - begin > LONGEST_JOINED) limit = begin + LONGEST_JOINED;
    almagest_buffer *arena = &state->scanner->arena;
    uint8_t *to = almagest_reserve(arena, LONGEST_JOINED + 8);
    if (to == NULL) {
        state->failed = true;
        return true;
    }
    uint32_t at = begin;
    uint8_t uppers = 0, digits = 0, letters = 0, class = CLASS_OTHER;
    for (; at < limit; at++) {
        uint8_t byte = source[at];
        if (byte >= 0x80) return false;
        class = almagest_classes[byte];
        if (class == CLASS_LETTER) {
            uint8_t upper = byte < 'a';
            uppers |= upper && at > begin;
            letters = 1;
            to[at - begin] = byte | 0x20;
        } else if (class == CLASS_DIGIT) {
            digits = 1;
            to[at - begin] = byte;
        } else {
            break;
        }
    }
    if (at == limit && at < state->length) return false; // long, or the end of what was looked at
    if (at < state->length && (source[at] == '\'' || source[at] == '"')) return false;
    if (at < state->length && source[at] >= 0x80) return false;
    uint32_t count = at - begin;
    almagest_place start = state->at, end = {at, start.scalar + count};
    almagest_token token = {
        .start = start.scalar, .end = end.scalar, .byte_start = begin, .byte_end = at,
        .text = (uint32_t)arena->count, .text_length = count, .exact = (uint32_t)arena->count, .exact_length = count,
        .position = state->position, .group = state->group, .kind = letters ? ALMAGEST_WORD : ALMAGEST_NUMBER,
        .ascii = 1,
    };
    arena->count += count;
    almagest_token *place = almagest_reserve(&state->scanner->tokens, sizeof token);
    if (place == NULL) {
        state->failed = true;
        return true;
    }
    *place = token;
    state->scanner->tokens.count += sizeof token;
    if (uppers || (digits && letters)) {
        UChar32 scalars[LONGEST_JOINED];
        for (uint32_t k = 0; k < count; k++) scalars[k] = source[begin + k];
        case_parts(state, scalars, count, start, state->position);
    }
    almagest_piece piece = {start, end, state->position, !letters, count == 1};
    state->position++;
    state->at = end;
    // The usual case: white space or the end follows, and nothing to connect to.
    bool alone = at == state->length || (class == CLASS_SPACE && source[at] < 0x80);
    bool signless = begin == 0 || source[begin - 1] <= ' ';
    if (state->piece_count == 0 && alone && signless) return true;
    almagest_compound_piece(state, piece);
    return true;
}

void almagest_scan_word(almagest_scan_state *state) {
    if (state->source[state->at.byte] < 0x80 && ascii_word(state)) return;
    UChar32 scalars[LONGEST_WORD + 64];
    size_t count = 0;
    almagest_place start = state->at, place = start;
    bool quotes = false, digits = true, mixed = false, umlauts = false, uppers = false;
    almagest_class previous = CLASS_OTHER;
    while (place.byte < state->length) {
        almagest_place next = place;
        UChar32 c = almagest_next(state, &next);
        almagest_class class = (almagest_class)(almagest_class_of(c) & CLASS_BITS);
        if (class == CLASS_PUNCTUATION && is_quote(c) && previous == CLASS_LETTER && c != 0x2018) {
            UChar32 after;
            if (almagest_class_at(state, next, &after) != CLASS_LETTER) break;
            // A double quote only abbreviates in Hebrew.
            if (c == '"' && !(after >= 0x5D0 && after <= 0x5EA && scalars[count - 1] >= 0x591)) break;
            quotes = true;
        } else if (class == CLASS_LETTER) {
            digits = false;
            if (count > 0) uppers |= is_upper(c);
            umlauts |= (c >= 0xC4 && c <= 0xFC);
        } else if (class == CLASS_DIGIT) {
            mixed = true;
        } else if (class != CLASS_MARK) {
            break;
        }
        if (class == CLASS_MARK) umlauts |= c == 0x308;
        if (count >= LONGEST_WORD && (class != CLASS_MARK || count == LONGEST_WORD + 64)) break;
        scalars[count++] = c;
        if (class != CLASS_MARK) previous = class;
        place = next;
    }
    // A joiner or format character at the end belongs to what follows, if anywhere.
    uint32_t position = state->position;
    almagest_emit(
        state, scalars, count, digits ? ALMAGEST_NUMBER : ALMAGEST_WORD, start, place, position, false);
    if (quotes) apostrophe_parts(state, scalars, count, start, position);
    if (!quotes && (uppers || (mixed && !digits))) case_parts(state, scalars, count, start, position);
    if (umlauts && (state->options & ALMAGEST_ALTERNATES)) alternate(state, scalars, count, start, place, position);
    state->position++;
    state->at = place;
    almagest_compound_piece(state, (almagest_piece){start, place, position, digits, count == 1});
}
