// What is written together beside its words: `inv-2024-0017`, `user@host.com`, `3.11.7`, `c++`, `.net`.
//
// Pieces joined by . - _ + & ~ (or , between digits) are an inner compound; those joined by / \ @ : = # ? %
// (`://` and `::` too) the outer one. Each is one token if it has at least two pieces and at most 64 scalars.
#include "Scan.h"

// Collects the scalars from one place to another (at most LONGEST_JOINED + a sign before and two after).
static size_t collect(
    const almagest_scan_state *state, almagest_place from, almagest_place to, UChar32 *scalars, size_t room) {
    size_t count = 0;
    while (from.byte < to.byte && count < room) scalars[count++] = almagest_next(state, &from);
    return count;
}

// `1,234.56` as `1234.56`, `u.s.a` as `usa`: the forms people search by.
static size_t simplified(const almagest_piece *pieces, uint32_t count, bool dots, UChar32 *scalars, size_t length) {
    bool letters = dots, digits = true;
    for (uint32_t k = 0; k < count; k++) {
        letters = letters && pieces[k].single && !pieces[k].digits;
        digits = digits && pieces[k].digits;
    }
    UChar32 left_out = letters ? '.' : digits ? ',' : 0;
    if (left_out == 0) return length;
    size_t to = 0;
    for (size_t k = 0; k < length; k++) {
        if (scalars[k] != left_out) scalars[to++] = scalars[k];
    }
    return to;
}

static void join(almagest_scan_state *state, uint32_t first, uint32_t count, almagest_place start, almagest_place end) {
    if (end.scalar - start.scalar > LONGEST_JOINED) return;
    UChar32 scalars[LONGEST_JOINED];
    size_t length = collect(state, start, end, scalars, LONGEST_JOINED);
    uint32_t position = state->pieces[first].position;
    almagest_emit(state, scalars, length, ALMAGEST_JOINED, start, end, position, true);
    if (state->has_prefix && first == 0 && start.byte == state->prefix.byte) return;
    size_t shorter = simplified(state->pieces + first, count, state->only_dots, scalars, length);
    if (shorter != length) almagest_emit(state, scalars, shorter, ALMAGEST_JOINED, start, end, position, true);
}

static void close_inner(almagest_scan_state *state) {
    uint32_t count = state->piece_count - state->inner;
    if (count == 0) return;
    almagest_place start = state->pieces[state->inner].start, end = state->pieces[state->piece_count - 1].end;
    if (count > 1 && count <= MOST_INNER_PIECES) join(state, state->inner, count, start, end);
    if (state->inner == 0 && state->has_prefix && count <= MOST_INNER_PIECES)
        join(state, 0, count, state->prefix, end);
}

// + ++ # right after a word, with no word behind: `C++`, `C#`, `Disney+`.
static void close_suffix(almagest_scan_state *state) {
    const almagest_piece *last = &state->pieces[state->piece_count - 1];
    almagest_place end = last->end;
    if (last->digits || end.byte >= state->length) return;
    uint8_t sign = state->source[end.byte];
    if (sign != '+' && sign != '#') return;
    end.byte++;
    end.scalar++;
    if (sign == '+' && end.byte < state->length && state->source[end.byte] == '+') {
        end.byte++;
        end.scalar++;
    }
    UChar32 c;
    almagest_class next = almagest_class_at(state, end, &c);
    bool words = next == CLASS_LETTER || next == CLASS_DIGIT;
    // `c++11` has its own joined form, and gets `c++` too.
    if ((words && end.scalar - last->end.scalar < 2) || c == '+' || c == '#') return;
    uint32_t first = words ? state->piece_count - 1 : state->inner;
    join(state, first, state->piece_count - first, state->pieces[first].start, end);
}

static void close_all(almagest_scan_state *state) {
    if (!state->overflow) {
        close_inner(state);
        if (state->inner > 0) {
            join(
                state, 0, state->piece_count, state->pieces[0].start, state->pieces[state->piece_count - 1].end);
        }
    }
    state->piece_count = 0;
    state->inner = 0;
    state->overflow = false;
    state->has_prefix = false;
}

typedef enum { GAP_NONE, GAP_INNER, GAP_OUTER } gap;

// What stands between a word and the next one, if only a connector does.
static gap gap_after(const almagest_scan_state *state, const almagest_piece *piece, bool *dot) {
    almagest_place place = piece->end;
    UChar32 c, next;
    if (almagest_class_at(state, place, &c) != CLASS_PUNCTUATION) return GAP_NONE;
    almagest_next(state, &place);
    *dot = c == '.';
    almagest_class class = almagest_class_at(state, place, &next);
    if (class == CLASS_LETTER || class == CLASS_DIGIT) {
        switch (c) {
        case '.': case '-': case '_': case '+': case '&': case '~': case '\'': case 0x2019:
        case 0x2010: case 0x2011: case 0x2012: case 0x2013: return GAP_INNER;
        case ',': return piece->digits && class == CLASS_DIGIT ? GAP_INNER : GAP_NONE;
        case '/': case '\\': case '@': case ':': case '=': case '#': case '?': case '%': return GAP_OUTER;
        default: return GAP_NONE;
        }
    }
    if ((c == '+' || c == ':') && next == c) {
        almagest_next(state, &place);
        class = almagest_class_at(state, place, &next);
        if (class == CLASS_LETTER || class == CLASS_DIGIT) return c == '+' ? GAP_INNER : GAP_OUTER;
    }
    if (c == ':' && place.byte + 2 < state->length && state->source[place.byte] == '/'
        && state->source[place.byte + 1] == '/') {
        almagest_place after = {place.byte + 2, place.scalar + 2};
        class = almagest_class_at(state, after, &next);
        if (class == CLASS_LETTER || class == CLASS_DIGIT) return GAP_OUTER;
    }
    return GAP_NONE;
}

// A sign before the first word: . # @ $ after nothing, a space or an opening sign.
static void find_prefix(almagest_scan_state *state, const almagest_piece *piece) {
    uint32_t byte = piece->start.byte;
    state->has_prefix = false;
    if (byte == 0) return;
    uint8_t sign = state->source[byte - 1];
    if (sign != '.' && sign != '#' && sign != '@' && sign != '$') return;
    if (byte > 1) {
        uint8_t before = state->source[byte - 2];
        bool open = before <= ' ' || before == '(' || before == '[' || before == '{' || before == '<' || before == '"'
                    || before == '\'' || before == ',' || before == '`';
        if (!open) return;
    }
    state->has_prefix = true;
    state->prefix = (almagest_place){byte - 1, piece->start.scalar - 1};
}

void almagest_compound_piece(almagest_scan_state *state, almagest_piece piece) {
    if (state->piece_count == 0) {
        find_prefix(state, &piece);
        state->only_dots = true;
    }
    if (state->piece_count == MOST_PIECES) {
        // Too many to be one thing: only the last inner compounds go on being found.
        state->overflow = true;
        state->piece_count = 0;
        state->inner = 0;
    }
    state->pieces[state->piece_count++] = piece;
    bool dot = false;
    gap next = gap_after(state, &piece, &dot);
    if (!state->overflow) close_suffix(state);
    if (next == GAP_NONE) {
        close_all(state);
    } else if (next == GAP_OUTER) {
        if (!state->overflow) close_inner(state);
        state->inner = state->piece_count;
    }
    if (next == GAP_INNER && !dot) state->only_dots = false;
    if (next == GAP_OUTER) state->only_dots = true;
}
