#include "CStemmer.h"

#include <libstemmer.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 4096, LONGEST_CACHED = 22, LONGEST_WORD = 1024 };

// A word and its stem, each with its length; 0 is an empty slot.
typedef struct {
    uint8_t word_length, stem_length;
    uint8_t word[LONGEST_CACHED], stem[LONGEST_CACHED + 6];
} slot;

struct almagest_stemmer {
    struct sb_stemmer *snowball;
    slot slots[SLOTS];
};

almagest_stemmer *almagest_stemmer_new(const char *language) {
    struct sb_stemmer *snowball = sb_stemmer_new(language, NULL);
    if (snowball == NULL) return NULL;
    almagest_stemmer *stemmer = calloc(1, sizeof *stemmer);
    if (stemmer == NULL) {
        sb_stemmer_delete(snowball);
        return NULL;
    }
    stemmer->snowball = snowball;
    return stemmer;
}

void almagest_stemmer_delete(almagest_stemmer *stemmer) {
    if (stemmer == NULL) return;
    sb_stemmer_delete(stemmer->snowball);
    free(stemmer);
}

static uint32_t hash(const uint8_t *word, size_t length) {
    uint32_t value = 2166136261u;
    for (size_t k = 0; k < length; k++) value = (value ^ word[k]) * 16777619u;
    return value ^ (value >> 15);
}

const uint8_t *almagest_stemmer_stem(
    almagest_stemmer *stemmer, const uint8_t *word, size_t length, size_t *stem_length) {
    if (length > LONGEST_WORD) return NULL;
    slot *place = NULL;
    if (length > 0 && length <= LONGEST_CACHED) {
        place = &stemmer->slots[hash(word, length) % SLOTS];
        if (place->word_length == length && memcmp(place->word, word, length) == 0) {
            *stem_length = place->stem_length;
            return place->stem;
        }
    }
    const uint8_t *stem = sb_stemmer_stem(stemmer->snowball, word, (int)length);
    if (stem == NULL) return NULL;
    *stem_length = (size_t)sb_stemmer_length(stemmer->snowball);
    if (place != NULL && *stem_length <= sizeof place->stem) {
        place->word_length = (uint8_t)length;
        place->stem_length = (uint8_t)*stem_length;
        memcpy(place->word, word, length);
        memcpy(place->stem, stem, *stem_length);
        return place->stem;
    }
    return stem;
}
