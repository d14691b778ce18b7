// Shared by the files of this target alone.
#ifndef CICU_INTERNAL_H
#define CICU_INTERNAL_H

#include "CICU.h"

#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>
#include <unicode/utf8.h>

// What a character is to the scanner.
typedef enum {
    CLASS_OTHER = 0, // nothing to find, ends a word
    CLASS_SPACE,     // white space and controls: ends a group
    CLASS_PUNCTUATION, // ASCII signs and their typographic relatives, which may connect words
    CLASS_LETTER,
    CLASS_DIGIT,
    CLASS_HANGUL,
    CLASS_CJK,     // Han, Hiragana, Katakana
    CLASS_COMPLEX, // Thai, Lao, Khmer, Burmese and their neighbours
    CLASS_MARK,    // goes with what stands before it
    CLASS_SYMBOL,
    CLASS_EMOJI,
    CLASS_FLAG, // regional indicators, in pairs
} almagest_class;

enum {
    CLASS_BITS = 0x0F,
    CLUSTER_EXTENDS = 0x80, // continues the grapheme before it
    // No base word is longer than this in scalars; the rest is another word.
    LONGEST_WORD = 1024,
    LONGEST_JOINED = 64,
};

// Per scalar of the BMP: class and cluster flag; one-to-one images, 0 where the slow way is needed.
extern uint8_t almagest_classes[0x10000];
extern uint16_t almagest_exact_of[0x10000];
extern uint16_t almagest_folded_of[0x10000];

// Fills the tables once. 0 on success.
int almagest_tables(void);
uint8_t almagest_classify(UChar32 c);
static inline uint8_t almagest_class_of(UChar32 c) {
    return c < 0x10000 ? almagest_classes[c] : almagest_classify(c);
}

// The image of one scalar of the exact form under removal of diacritics; returns how many scalars (0 to 8).
int almagest_fold_scalar(UChar32 c, UChar32 image[8]);

typedef struct {
    void *items;
    size_t count, capacity; // in bytes
} almagest_buffer;

struct almagest_scanner {
    UBreakIterator *words, *sentences;
    const UNormalizer2 *casefold;
    almagest_buffer tokens; // almagest_token
    almagest_buffer arena;  // UTF-8 of all forms
    almagest_buffer utf16, composed, normal, scalars, offsets, result, boundaries;
};

// Makes room for `more` bytes and returns where they go; NULL when memory is out. Does not change `count`.
void *almagest_reserve(almagest_buffer *buffer, size_t more);

static inline int almagest_push_scalar(almagest_buffer *buffer, UChar32 c) {
    uint8_t *to = almagest_reserve(buffer, 4);
    if (to == NULL) return -1;
    int32_t length = 0;
    U8_APPEND_UNSAFE(to, length, c);
    buffer->count += (size_t)length;
    return 0;
}

// Empties all buffers and gives back what one huge text made of them.
void almagest_reset(almagest_scanner *scanner);

// Appends the exact form of a run of scalars to `exact` and, unless NULL, the folded form to `folded`.
int almagest_fold_run(
    almagest_scanner *scanner, const UChar32 *scalars, size_t count, almagest_buffer *exact, almagest_buffer *folded);

#endif
