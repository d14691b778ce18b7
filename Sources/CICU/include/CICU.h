// A plain C face over ICU's segmentation, normalization and character data, made for the Text module.
//
// ICU renames its symbols with every version; nothing here exposes one. Texts are UTF-8; ill-formed bytes count as
// U+FFFD. A scanner is used by one thread at a time. Results point into the scanner and hold until its next call.
#ifndef CICU_H
#define CICU_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct almagest_scanner almagest_scanner;

typedef enum {
    ALMAGEST_WORD = 0,
    ALMAGEST_NUMBER = 1,
    ALMAGEST_JOINED = 2,
    ALMAGEST_PART = 3,
    ALMAGEST_ALTERNATE = 4,
    ALMAGEST_NGRAM = 5,
    ALMAGEST_SYMBOL = 6,
    ALMAGEST_EMOJI = 7,
} almagest_token_kind;

/// One token. `text` and `exact` are UTF-8 in the scanner's arena, not terminated.
typedef struct {
    uint32_t start, end;           // Unicode scalars of the source
    uint32_t byte_start, byte_end; // UTF-8 bytes of the source
    uint32_t text, text_length;    // the matched form: offset and length in the arena
    uint32_t exact, exact_length;  // the exact form
    uint32_t position;             // ordinal for phrases
    uint32_t group;                // ordinal of the run without white space
    uint8_t kind;                  // almagest_token_kind
    uint8_t ascii;                 // both forms are ASCII
    uint8_t single;                // an n-gram of one character
} almagest_token;

enum {
    /// Leave n-grams out.
    ALMAGEST_NO_NGRAMS = 1,
    /// Add spellings such as `moebius` for `möbius`.
    ALMAGEST_ALTERNATES = 2,
    /// Leave out the words of scripts without spaces, which a dictionary has to find: n-grams alone.
    ALMAGEST_NO_DICTIONARY = 4,
    /// Give every character of a script without spaces and of Hangul alone too; else only Han ones, the first of a
    /// Hangul word, and one that stands alone.
    ALMAGEST_SINGLES = 8,
};

/// NULL when memory or ICU's data is missing.
almagest_scanner *almagest_scanner_new(void);
void almagest_scanner_delete(almagest_scanner *scanner);
/// Gives back the memory that a huge text took; results of earlier calls are gone.
void almagest_scanner_rest(almagest_scanner *scanner);

/// Finds the tokens of a text, ordered by start. Returns 0, or -1 when memory ran out or the text is over 1 GiB.
int almagest_scan(
    almagest_scanner *scanner, const char *utf8, size_t length, uint32_t options, const almagest_token **tokens,
    size_t *count, const char **arena);

/// Compatibility composition with case folding (`folded` 0), and diacritics removed as well (`folded` 1).
/// Returns 0, or -1 as `almagest_scan`.
int almagest_fold(
    almagest_scanner *scanner, const char *utf8, size_t length, int folded, const char **result, size_t *result_length);

/// Byte offsets of the boundaries of sentences, with 0 and `length`. Returns 0, or -1 as `almagest_scan`.
int almagest_sentences(
    almagest_scanner *scanner, const char *utf8, size_t length, const uint32_t **boundaries, size_t *count);

/// As `almagest_sentences`, ICU's own word boundaries: what the scanner is tested against.
int almagest_icu_words(
    almagest_scanner *scanner, const char *utf8, size_t length, const uint32_t **boundaries, size_t *count);

#ifdef __cplusplus
}
#endif
#endif
