// A C face over libstemmer (Snowball), UTF-8 only, with a small cache (the words of a text repeat), and a light
// stemmer for Arabic beside it.
#ifndef CSTEMMER_H
#define CSTEMMER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct almagest_stemmer almagest_stemmer;

/// `language` is an ISO 639 code; NULL when there is no algorithm for it or memory is out. One thread at a time.
almagest_stemmer *almagest_stemmer_new(const char *language);
void almagest_stemmer_delete(almagest_stemmer *stemmer);

/// The stem of a case-folded word, held until the next call; NULL when memory is out or the word is over 1,024 bytes.
const uint8_t *almagest_stemmer_stem(
    almagest_stemmer *stemmer, const uint8_t *word, size_t length, size_t *stem_length);

/// Bytes of the longest stem that `almagest_stem_arabic` writes.
enum { ALMAGEST_LONGEST_ARABIC_STEM = 128 };

/// Writes the light stem of an Arabic word and returns its bytes; 0 for a word that is longer or of another script.
size_t almagest_stem_arabic(const uint8_t *word, size_t length, uint8_t *stem);

#ifdef __cplusplus
}
#endif
#endif
