// What each character is, and its images, as tables over the BMP filled once from ICU's data.
#include "Internal.h"

#include <pthread.h>

uint8_t almagest_classes[0x10000];
uint16_t almagest_exact_of[0x10000];
uint16_t almagest_folded_of[0x10000];

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int failed = 0;

static almagest_class class_of(UChar32 c) {
    if (c < 0x80) {
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return CLASS_LETTER;
        if (c >= '0' && c <= '9') return CLASS_DIGIT;
        if (c <= 0x20 || c == 0x7F) return CLASS_SPACE;
        return CLASS_PUNCTUATION;
    }
    int8_t category = u_charType(c);
    if (u_isUWhiteSpace(c) || category == U_CONTROL_CHAR || c == 0x200B) return CLASS_SPACE;
    // Typographic apostrophes and hyphens connect words like their ASCII forms, so does the dot of col·legi.
    if (c == 0xB7 || c == 0x2018 || c == 0x2019 || (c >= 0x2010 && c <= 0x2015)) return CLASS_PUNCTUATION;
    if (u_getIntPropertyValue(c, UCHAR_LINE_BREAK) == U_LB_COMPLEX_CONTEXT) return CLASS_COMPLEX;
    int32_t word = u_getIntPropertyValue(c, UCHAR_WORD_BREAK);
    if (word == U_WB_EXTEND || word == U_WB_FORMAT || word == U_WB_ZWJ) return CLASS_MARK;
    UErrorCode error = U_ZERO_ERROR;
    UScriptCode script = uscript_getScript(c, &error);
    if (script == USCRIPT_HAN || script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA
        || u_hasBinaryProperty(c, UCHAR_IDEOGRAPHIC) || (word == U_WB_KATAKANA && c != 0x309B && c != 0x309C)) {
        return category == U_OTHER_PUNCTUATION || category == U_DASH_PUNCTUATION ? CLASS_OTHER : CLASS_CJK;
    }
    if (word == U_WB_REGIONAL_INDICATOR) return CLASS_FLAG;
    if (category == U_DECIMAL_DIGIT_NUMBER) return CLASS_DIGIT;
    if (script == USCRIPT_HANGUL && u_isalpha(c)) return CLASS_HANGUL;
    if (u_isalpha(c) || category == U_OTHER_NUMBER || category == U_LETTER_NUMBER || word == U_WB_ALETTER
        || word == U_WB_HEBREW_LETTER || word == U_WB_NUMERIC) {
        return CLASS_LETTER;
    }
    if (c >= 0x2190 && u_hasBinaryProperty(c, UCHAR_EXTENDED_PICTOGRAPHIC) && u_isdefined(c)) return CLASS_EMOJI;
    if (category == U_MATH_SYMBOL || category == U_CURRENCY_SYMBOL || category == U_OTHER_SYMBOL) return CLASS_SYMBOL;
    return CLASS_OTHER;
}

uint8_t almagest_classify(UChar32 c) {
    int32_t cluster = u_getIntPropertyValue(c, UCHAR_GRAPHEME_CLUSTER_BREAK);
    // Vowels and finals of decomposed Hangul syllables go with their initials.
    int extends = cluster == U_GCB_EXTEND || cluster == U_GCB_SPACING_MARK || cluster == U_GCB_ZWJ
                  || cluster == U_GCB_V || cluster == U_GCB_T;
    return (uint8_t)class_of(c) | (extends ? CLUSTER_EXTENDS : 0);
}

// The images of a scalar that normalization keeps apart from its neighbours and maps to one scalar.
static void fill_images(UChar32 c, const UNormalizer2 *casefold) {
    UErrorCode error = U_ZERO_ERROR;
    if (!unorm2_hasBoundaryBefore(casefold, c)) return;
    UChar source = (UChar)c, image[32];
    int32_t length = unorm2_normalize(casefold, &source, 1, image, 32, &error);
    if (U_FAILURE(error) || length != 1 || U16_IS_SURROGATE(image[0])) return;
    // What may compose with what follows is only safe if what follows has a boundary before it: every
    // scalar in this table has one, so a run of them maps scalar by scalar.
    UChar32 folded[8];
    int count = almagest_fold_scalar(image[0], folded);
    if (count != 1 || folded[0] > 0xFFFF) return;
    almagest_exact_of[c] = image[0];
    almagest_folded_of[c] = (uint16_t)folded[0];
}

static void fill(void) {
    UErrorCode error = U_ZERO_ERROR;
    const UNormalizer2 *casefold = unorm2_getNFKCCasefoldInstance(&error);
    if (U_FAILURE(error)) {
        failed = 1;
        return;
    }
    for (UChar32 c = 0; c < 0x10000; c++) {
        if (U16_IS_SURROGATE(c)) continue;
        int han = (c >= 0x3400 && c < 0x4DC0) || (c >= 0x4E00 && c <= 0x9FFC);
        int hangul = c >= 0xAC00 && c <= 0xD7A3;
        if (han || hangul) {
            almagest_classes[c] = han ? CLASS_CJK : CLASS_HANGUL;
            almagest_exact_of[c] = (uint16_t)c;
            almagest_folded_of[c] = (uint16_t)c;
            continue;
        }
        if (c >= 0xE000 && c < 0xF900) continue; // private use
        almagest_classes[c] = almagest_classify(c);
        if (c == 0x640) continue; // tatweel is left out, on the slow way
        // Apostrophes and typographic signs go the slow way, which unifies them.
        if (c >= 0x80 && (almagest_classes[c] & CLASS_BITS) == CLASS_PUNCTUATION) continue;
        fill_images(c, casefold);
    }
}

int almagest_tables(void) {
    pthread_once(&once, fill);
    return failed ? -1 : 0;
}
