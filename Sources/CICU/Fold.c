// Exact forms (compatibility composition, case folding) and folded forms (diacritics removed as well).
#include "Internal.h"

#include <stdbool.h>

// Marks that are written above, below or through letters of Latin, Greek, Cyrillic, Hebrew and Arabic and can be
// left out. Vowel signs of Indic and South-East Asian scripts and kana voicing marks are letters, and stay.
static int is_diacritic(UChar32 c) {
    return (c >= 0x0300 && c <= 0x036F) || (c >= 0x0483 && c <= 0x0489) || (c >= 0x0591 && c <= 0x05BD) || c == 0x05BF
        || c == 0x05C1 || c == 0x05C2 || c == 0x05C4 || c == 0x05C5 || c == 0x05C7 || (c >= 0x0610 && c <= 0x061A)
        || (c >= 0x064B && c <= 0x065F) || c == 0x0670 || (c >= 0x06D6 && c <= 0x06DC) || (c >= 0x06DF && c <= 0x06E4)
        || c == 0x06E7 || c == 0x06E8 || (c >= 0x06EA && c <= 0x06ED) || (c >= 0x08CA && c <= 0x08E1)
        || (c >= 0x08E3 && c <= 0x08FF) || (c >= 0x1AB0 && c <= 0x1ACE) || (c >= 0x1DC0 && c <= 0x1DFF)
        || (c >= 0x20D0 && c <= 0x20F0) || (c >= 0xFE20 && c <= 0xFE2F)
        || c == 0x093C // Devanagari nukta
        || c == 0xB7; // the dot of Catalan col·legi
}

static int pair(UChar32 image[8], UChar32 a, UChar32 b) {
    image[0] = a;
    image[1] = b;
    return 2;
}

// Letters that people write as others, though Unicode does not decompose them. 0: none, else as the result.
static int replaced(UChar32 c, UChar32 image[8]) {
    switch (c) {
    case 0xE6: return pair(image, 'a', 'e');
    case 0x153: return pair(image, 'o', 'e');
    case 0xFE: return pair(image, 't', 'h');
    case 0xDF: return pair(image, 's', 's');
    case 0xF8: image[0] = 'o'; return 1;
    case 0xF0: case 0x111: case 0x256: case 0x257: image[0] = 'd'; return 1;
    case 0x127: image[0] = 'h'; return 1;
    case 0x131: case 0x268: image[0] = 'i'; return 1; // dotless i
    case 0x237: case 0x249: image[0] = 'j'; return 1;
    case 0x138: case 0x199: image[0] = 'k'; return 1;
    case 0x142: case 0x19A: image[0] = 'l'; return 1;
    case 0x14B: case 0x272: image[0] = 'n'; return 1;
    case 0x167: image[0] = 't'; return 1;
    case 0x180: case 0x253: image[0] = 'b'; return 1;
    case 0x1B6: image[0] = 'z'; return 1;
    // Cyrillic: only what is a spelling of the same word; й and ї are letters of their own.
    case 0x450: case 0x451: image[0] = 0x435; return 1;
    case 0x45D: image[0] = 0x438; return 1;
    // Arabic: carriers of hamza and madda, final forms, and the Persian and Urdu variants of the same letter.
    case 0x622: case 0x623: case 0x625: case 0x671: case 0x672: case 0x673: image[0] = 0x627; return 1;
    case 0x624: image[0] = 0x648; return 1;
    case 0x626: case 0x649: case 0x6CC: case 0x6D2: image[0] = 0x64A; return 1;
    case 0x629: case 0x6C0: case 0x6C1: case 0x6C2: case 0x6C3: case 0x6BE: case 0x6D5: image[0] = 0x647; return 1;
    case 0x6A9: image[0] = 0x643; return 1;
    // Devanagari: nukta forms that composition keeps, candrabindu as anusvara.
    case 0x929: image[0] = 0x928; return 1;
    case 0x931: image[0] = 0x930; return 1;
    case 0x934: image[0] = 0x933; return 1;
    case 0x901: image[0] = 0x902; return 1;
    default: return 0;
    }
}

int almagest_fold_scalar(UChar32 c, UChar32 image[8]) {
    if (c < 0x80) {
        image[0] = c;
        return 1;
    }
    if (is_diacritic(c)) return 0;
    int count = replaced(c, image);
    if (count > 0) return count;
    int32_t digit = u_charDigitValue(c);
    if (digit >= 0 && digit <= 9 && u_charType(c) == U_DECIMAL_DIGIT_NUMBER) {
        image[0] = '0' + digit;
        return 1;
    }
    image[0] = c;
    UErrorCode error = U_ZERO_ERROR;
    UScriptCode script = uscript_getScript(c, &error);
    if (script != USCRIPT_LATIN && script != USCRIPT_GREEK) return 1;
    const UNormalizer2 *nfd = unorm2_getNFDInstance(&error);
    UChar parts[32];
    int32_t length = U_FAILURE(error) ? -1 : unorm2_getDecomposition(nfd, c, parts, 32, &error);
    if (length <= 0 || U_FAILURE(error)) return 1;
    // Latin and Greek letters decompose into one base and its marks.
    int32_t index = 0;
    UChar32 base;
    U16_NEXT(parts, index, length, base);
    if (base == c) return 1;
    return almagest_fold_scalar(base, image);
}

// Composes what is not composed: case folding of U+0345 depends on the order of marks, which this settles.
// Returns the length in `*units`, which may move to `scanner->composed`; -1 when memory is out.
static int32_t compose(almagest_scanner *scanner, UChar **units, int32_t length) {
    UErrorCode error = U_ZERO_ERROR;
    const UNormalizer2 *nfc = unorm2_getNFCInstance(&error);
    if (U_FAILURE(error)) return -1;
    if (unorm2_quickCheck(nfc, *units, length, &error) == UNORM_YES && U_SUCCESS(error)) return length;
    error = U_ZERO_ERROR;
    scanner->composed.count = 0;
    // Composition makes a text at most three times as long in UTF-16.
    size_t room = (size_t)length * 3 + 16;
    UChar *composed = almagest_reserve(&scanner->composed, room * sizeof(UChar));
    if (composed == NULL) return -1;
    int32_t written = unorm2_normalize(nfc, *units, length, composed, (int32_t)room, &error);
    if (U_FAILURE(error)) return -1;
    *units = composed;
    return written;
}

// One apostrophe and one hyphen; -1 for tatweel, which only stretches a word.
static UChar32 unified(UChar32 c) {
    if (c == 0x2018 || c == 0x2019 || c == 0xFF07) return '\'';
    if (c >= 0x2010 && c <= 0x2015) return '-';
    return c == 0x640 ? -1 : c;
}

// Normalizes `scalars` to `scanner->normal` as UTF-16; returns the length or -1.
static int32_t casefold(almagest_scanner *scanner, const UChar32 *scalars, size_t count) {
    scanner->utf16.count = 0;
    UChar *source = almagest_reserve(&scanner->utf16, count * 4 + 4);
    if (source == NULL) return -1;
    int32_t length = 0;
    for (size_t k = 0; k < count; k++) {
        UChar32 c = unified(scalars[k]);
        if (c >= 0) U16_APPEND_UNSAFE(source, length, c);
    }
    length = compose(scanner, &source, length);
    if (length < 0) return -1;
    scanner->normal.count = 0;
    size_t room = (size_t)length * 2 + 64;
    for (int attempt = 0; attempt < 2; attempt++) {
        UChar *normal = almagest_reserve(&scanner->normal, room * 2);
        if (normal == NULL) return -1;
        UErrorCode error = U_ZERO_ERROR;
        int32_t written = unorm2_normalize(scanner->casefold, source, length, normal, (int32_t)room, &error);
        if (error == U_BUFFER_OVERFLOW_ERROR) {
            room = (size_t)written + 8;
            continue;
        }
        return U_FAILURE(error) ? -1 : written;
    }
    return -1;
}

// The image of `scalars`, exact or folded, in `scanner->result`; 1 when it has to be normalized once more, because
// what is left after something was taken out may compose anew. -1 when memory is out.
static int pass(almagest_scanner *scanner, const UChar32 *scalars, size_t count, bool folded) {
    int32_t length = casefold(scanner, scalars, count);
    if (length < 0) return -1;
    const UChar *normal = scanner->normal.items;
    scanner->result.count = 0;
    int32_t index = 0;
    UChar32 previous = 0;
    int again = 0;
    while (index < length) {
        UChar32 c, image[8];
        U16_NEXT(normal, index, length, c);
        if (U_IS_SURROGATE(c)) c = 0xFFFD;
        int images = 1;
        image[0] = unified(c);
        // The dot of a folded İ: what is left is an i.
        if (image[0] < 0 || (c == 0x307 && previous == 'i')) images = 0;
        if (images == 1 && folded) images = almagest_fold_scalar(image[0], image);
        again |= images != 1 || image[0] != c;
        previous = c;
        UChar32 *to = almagest_reserve(&scanner->result, sizeof image);
        if (to == NULL) return -1;
        for (int k = 0; k < images; k++) to[k] = image[k];
        scanner->result.count += (size_t)images * sizeof(UChar32);
    }
    return again;
}

static int push_result(almagest_scanner *scanner, almagest_buffer *buffer) {
    const UChar32 *result = scanner->result.items;
    size_t total = scanner->result.count / sizeof(UChar32);
    for (size_t k = 0; k < total; k++) {
        if (almagest_push_scalar(buffer, result[k]) != 0) return -1;
    }
    return 0;
}

int almagest_fold_run(
    almagest_scanner *scanner, const UChar32 *scalars, size_t count, almagest_buffer *exact, almagest_buffer *folded) {
    int again = pass(scanner, scalars, count, false);
    for (int round = 0; again == 1 && round < 4; round++)
        again = pass(scanner, scanner->result.items, scanner->result.count / sizeof(UChar32), false);
    if (again < 0) return -1;
    if (exact != NULL && push_result(scanner, exact) != 0) return -1;
    if (folded == NULL) return 0;
    again = 1;
    for (int round = 0; again == 1 && round < 5; round++)
        again = pass(scanner, scanner->result.items, scanner->result.count / sizeof(UChar32), true);
    if (again < 0) return -1;
    return push_result(scanner, folded);
}

int almagest_fold(
    almagest_scanner *scanner, const char *utf8, size_t length, int folded, const char **result,
    size_t *result_length) {
    if (length > (1u << 30)) return -1;
    almagest_reset(scanner);
    UChar32 *scalars = almagest_reserve(&scanner->scalars, (length + 1) * sizeof(UChar32));
    if (scalars == NULL || almagest_reserve(&scanner->arena, 1) == NULL) return -1;
    size_t count = 0, index = 0;
    while (index < length) {
        UChar32 c;
        U8_NEXT_OR_FFFD(utf8, index, length, c);
        scalars[count++] = c;
    }
    // One-to-one images suffice for most texts.
    uint8_t *to = almagest_reserve(&scanner->arena, count * 3 + 4);
    if (to == NULL) return -1;
    const uint16_t *images = folded ? almagest_folded_of : almagest_exact_of;
    int32_t written = 0;
    size_t done = 0;
    for (; done < count; done++) {
        UChar32 c = scalars[done];
        if (c > 0xFFFF || images[c] == 0) break;
        U8_APPEND_UNSAFE(to, written, images[c]);
    }
    if (done == count) {
        *result = (const char *)to;
        *result_length = (size_t)written;
        return 0;
    }
    int status = folded ? almagest_fold_run(scanner, scalars, count, NULL, &scanner->arena)
                        : almagest_fold_run(scanner, scalars, count, &scanner->arena, NULL);
    if (status != 0) return -1;
    *result = scanner->arena.items;
    *result_length = scanner->arena.count;
    return 0;
}
