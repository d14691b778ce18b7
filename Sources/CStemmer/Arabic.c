#include "CStemmer.h"

#include <stdbool.h>

// The light stemmer "light10" of Larkey, Ballesteros and Connell, "Light Stemming for Arabic Information Retrieval"
// (2007): it takes off the article with what is written to it, and the commonest endings.

enum { LONGEST = ALMAGEST_LONGEST_ARABIC_STEM / 2 };

enum {
    HAMZA_ABOVE_ALEF = 0x623, HAMZA_BELOW_ALEF = 0x625, MADDA_ALEF = 0x622, ALEF = 0x627, BEH = 0x628,
    TEH_MARBUTA = 0x629, TEH = 0x62A, FEH = 0x641, KAF = 0x643, LAM = 0x644, NOON = 0x646, HEH = 0x647, WAW = 0x648,
    ALEF_MAKSURA = 0x649, YEH = 0x64A, TATWEEL = 0x640, FIRST_MARK = 0x64B, LAST_MARK = 0x652, SUPERSCRIPT_ALEF = 0x670,
};

typedef struct {
    uint8_t length;
    uint16_t letters[3];
} affix;

// What is longer comes first. A single letter goes only from words of four letters or more.
static const affix prefixes[] = {
    {3, {WAW, ALEF, LAM}}, {3, {BEH, ALEF, LAM}}, {3, {KAF, ALEF, LAM}}, {3, {FEH, ALEF, LAM}}, {3, {WAW, LAM, LAM}},
    {2, {ALEF, LAM}},      {2, {LAM, LAM}},       {1, {WAW}},
};

// One after the other, each if the word still ends in it.
static const affix suffixes[] = {
    {2, {HEH, ALEF}}, {2, {ALEF, NOON}}, {2, {ALEF, TEH}}, {2, {WAW, NOON}}, {2, {YEH, NOON}},
    {2, {YEH, HEH}},  {1, {HEH}},        {1, {YEH}},
};

static bool stands(const affix *affix, const uint16_t *letters) {
    for (size_t k = 0; k < affix->length; k++) {
        if (affix->letters[k] != letters[k]) return false;
    }
    return true;
}

/// The letters of a word without vowel marks and with one form of alef, yeh and heh; 0 if it is no Arabic word.
static size_t normalised(const uint8_t *word, size_t length, uint16_t *letters) {
    size_t count = 0;
    for (size_t k = 0; k < length; k += 2) {
        if ((word[k] & 0xE0) != 0xC0 || k + 1 >= length) return 0;
        uint16_t letter = (uint16_t)((word[k] & 0x1F) << 6 | (word[k + 1] & 0x3F));
        if (letter < 0x600 || letter > 0x6FF) return 0;
        switch (letter) {
        case HAMZA_ABOVE_ALEF: case HAMZA_BELOW_ALEF: case MADDA_ALEF: letter = ALEF; break;
        case ALEF_MAKSURA: letter = YEH; break;
        case TEH_MARBUTA: letter = HEH; break;
        case TATWEEL: case SUPERSCRIPT_ALEF: continue;
        default: if (letter >= FIRST_MARK && letter <= LAST_MARK) continue;
        }
        if (count == LONGEST) return 0;
        letters[count++] = letter;
    }
    return count;
}

size_t almagest_stem_arabic(const uint8_t *word, size_t length, uint8_t *stem) {
    uint16_t letters[LONGEST];
    size_t end = normalised(word, length, letters);
    if (end == 0) return 0;
    size_t start = 0;
    for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++) {
        size_t left = prefixes[k].length == 1 ? 3 : 2;
        if (end < prefixes[k].length + left || !stands(&prefixes[k], letters)) continue;
        start = prefixes[k].length;
        break;
    }
    for (size_t k = 0; k < sizeof suffixes / sizeof *suffixes; k++) {
        size_t size = suffixes[k].length;
        if (end - start >= size + 2 && stands(&suffixes[k], letters + end - size)) end -= size;
    }
    for (size_t k = start; k < end; k++) {
        *stem++ = (uint8_t)(0xC0 | letters[k] >> 6);
        *stem++ = (uint8_t)(0x80 | (letters[k] & 0x3F));
    }
    return 2 * (end - start);
}
