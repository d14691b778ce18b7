// What the files of the scan share: where it stands, and how tokens are put out.
#ifndef CICU_SCAN_H
#define CICU_SCAN_H

#include "Internal.h"

#include <stdbool.h>

// A place in the source: byte and scalar.
typedef struct {
    uint32_t byte, scalar;
} almagest_place;

// One base word of a compound such as `user@host.com`.
typedef struct {
    almagest_place start, end;
    uint32_t position;
    bool digits, single;
} almagest_piece;

enum { MOST_PIECES = 16, MOST_INNER_PIECES = 8 };

typedef struct {
    almagest_scanner *scanner;
    const uint8_t *source;
    uint32_t length;
    uint32_t options;
    almagest_place at;
    uint32_t position, ngram, group;
    // The compound being read: its pieces, where the part without / @ : began, and whether it is too long.
    almagest_piece pieces[MOST_PIECES];
    uint32_t piece_count, inner;
    bool overflow, failed;
    // Where the sign before the compound begins (`.net`, `#tag`), if there is one.
    almagest_place prefix;
    bool has_prefix, only_dots;
} almagest_scan_state;

// Puts a token out with both forms of `scalars`. Nothing happens when a form is empty. `insert` keeps the order by
// start when the token begins before the last ones.
void almagest_emit(
    almagest_scan_state *state, const UChar32 *scalars, size_t count, almagest_token_kind kind, almagest_place start,
    almagest_place end, uint32_t position, bool insert);

// Reads the scalar at a place and moves on.
static inline UChar32 almagest_next(const almagest_scan_state *state, almagest_place *place) {
    UChar32 c;
    U8_NEXT_OR_FFFD(state->source, place->byte, state->length, c);
    place->scalar++;
    return c;
}

static inline almagest_class almagest_class_at(const almagest_scan_state *state, almagest_place place, UChar32 *c) {
    if (place.byte >= state->length) {
        *c = 0;
        return CLASS_SPACE;
    }
    *c = almagest_next(state, &place);
    return (almagest_class)(almagest_class_of(*c) & CLASS_BITS);
}

// A word of letters and digits at the current place; moves past it.
void almagest_scan_word(almagest_scan_state *state);
// A run of Hangul; a run of Han, Kana, or of a script of South-East Asia.
void almagest_scan_hangul(almagest_scan_state *state);
void almagest_scan_dictionary(almagest_scan_state *state, almagest_class class);
// Emoji and flags; one other symbol.
void almagest_scan_emoji(almagest_scan_state *state);
void almagest_scan_symbol(almagest_scan_state *state);

// Adds a base word to the compound and closes the compound where no connector follows.
void almagest_compound_piece(almagest_scan_state *state, almagest_piece piece);

#endif
