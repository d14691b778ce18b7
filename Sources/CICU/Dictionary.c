// Scripts without spaces: ICU's dictionary words with n-grams of characters beside them; and Hangul.
#include "Scan.h"

// Reads a run of one class with its marks into `scalars` and the byte offsets into `offsets`.
static size_t collect_run(almagest_scan_state *state, almagest_class wanted, almagest_place *end) {
    almagest_scanner *scanner = state->scanner;
    scanner->scalars.count = 0;
    scanner->offsets.count = 0;
    almagest_place place = state->at;
    while (place.byte < state->length) {
        almagest_place next = place;
        UChar32 c = almagest_next(state, &next);
        almagest_class class = (almagest_class)(almagest_class_of(c) & CLASS_BITS);
        if (class != wanted && class != CLASS_MARK) break;
        UChar32 *to = almagest_reserve(&scanner->scalars, sizeof c);
        uint32_t *offset = almagest_reserve(&scanner->offsets, 2 * sizeof *offset);
        if (to == NULL || offset == NULL) {
            state->failed = true;
            return 0;
        }
        *to = c;
        *offset = place.byte;
        scanner->scalars.count += sizeof c;
        scanner->offsets.count += sizeof *offset;
        place = next;
        // Hangul words are short; what is not is cut.
        if (wanted == CLASS_HANGUL && scanner->scalars.count / sizeof c >= LONGEST_WORD) break;
    }
    size_t count = scanner->scalars.count / sizeof(UChar32);
    ((uint32_t *)scanner->offsets.items)[count] = place.byte;
    *end = place;
    return count;
}

typedef struct {
    const UChar32 *scalars;
    const uint32_t *bytes;
    size_t count;
    uint32_t scalar;
} run;

static almagest_place place_in(const run *run, size_t index) {
    return (almagest_place){run->bytes[index], run->scalar + (uint32_t)index};
}

static size_t next_cluster(const run *run, size_t index) {
    index++;
    while (index < run->count && (almagest_class_of(run->scalars[index]) & CLUSTER_EXTENDS)) index++;
    return index;
}

static void emit_run(
    almagest_scan_state *state, const run *run, size_t from, size_t to, almagest_token_kind kind, uint32_t position) {
    almagest_emit(
        state, run->scalars + from, to - from, kind, place_in(run, from), place_in(run, to), position, false);
}

static bool is_han(UChar32 c) {
    if (c >= 0x4E00 && c <= 0x9FFF) return true;
    if (c >= 0x3041 && c <= 0x30FF) return false;
    UErrorCode error = U_ZERO_ERROR;
    return uscript_getScript(c, &error) == USCRIPT_HAN;
}

// Whether every character is wanted alone: all are asked for, or there is just one.
static bool wants_singles(const almagest_scan_state *state, const run *run) {
    return (state->options & ALMAGEST_SINGLES) != 0 || next_cluster(run, 0) >= run->count;
}

// Bigrams from the cluster at `from`, and the cluster alone where `single`.
static void emit_ngrams(almagest_scan_state *state, const run *run, size_t from, bool single) {
    if (state->options & ALMAGEST_NO_NGRAMS) return;
    size_t middle = next_cluster(run, from);
    almagest_buffer *tokens = &state->scanner->tokens;
    size_t before = tokens->count;
    if (single) emit_run(state, run, from, middle, ALMAGEST_NGRAM, state->ngram);
    if (tokens->count > before) ((almagest_token *)((char *)tokens->items + before))->single = 1;
    if (middle < run->count) emit_run(state, run, from, next_cluster(run, middle), ALMAGEST_NGRAM, state->ngram);
    state->ngram++;
}

void almagest_scan_hangul(almagest_scan_state *state) {
    almagest_place end;
    size_t count = collect_run(state, CLASS_HANGUL, &end);
    if (state->failed) return;
    run run = {state->scanner->scalars.items, state->scanner->offsets.items, count, state->at.scalar};
    emit_run(state, &run, 0, count, ALMAGEST_WORD, state->position++);
    // Particles follow the noun: 학교에서 is found by 학교, 책을 by 책.
    state->ngram++;
    bool singles = wants_singles(state, &run);
    for (size_t at = 0; at < count; at = next_cluster(&run, at)) emit_ngrams(state, &run, at, singles || at == 0);
    state->at = end;
}

// ICU's words of the run, as indices of its scalars, in `boundaries`.
static size_t dictionary_words(almagest_scan_state *state, const run *run) {
    almagest_scanner *scanner = state->scanner;
    scanner->utf16.count = 0;
    scanner->boundaries.count = 0;
    UChar *units = almagest_reserve(&scanner->utf16, (run->count * 2 + 1) * sizeof(UChar));
    if (units == NULL) {
        state->failed = true;
        return 0;
    }
    int32_t length = 0;
    for (size_t k = 0; k < run->count; k++) U16_APPEND_UNSAFE(units, length, run->scalars[k]);
    UErrorCode error = U_ZERO_ERROR;
    ubrk_setText(scanner->words, units, length, &error);
    size_t words = 0, index = 0;
    int32_t unit = 0, at = U_FAILURE(error) ? UBRK_DONE : ubrk_first(scanner->words);
    while (at != UBRK_DONE) {
        while (unit < at) unit += U16_LENGTH(run->scalars[index++]);
        uint32_t *to = almagest_reserve(&scanner->boundaries, sizeof *to);
        if (to == NULL) {
            state->failed = true;
            return 0;
        }
        *to = (uint32_t)index;
        scanner->boundaries.count += sizeof *to;
        words++;
        at = ubrk_next(scanner->words);
    }
    return words;
}

void almagest_scan_dictionary(almagest_scan_state *state, almagest_class class) {
    almagest_place end;
    size_t count = collect_run(state, class, &end);
    if (state->failed) return;
    run run = {state->scanner->scalars.items, state->scanner->offsets.items, count, state->at.scalar};
    bool words = (state->options & ALMAGEST_NO_DICTIONARY) == 0;
    size_t boundary_count = words ? dictionary_words(state, &run) : 0;
    if (state->failed) return;
    if (!words && (state->options & ALMAGEST_NO_NGRAMS)) {
        state->at = end;
        return;
    }
    // n-grams of different runs are no neighbours.
    state->ngram++;
    bool singles = wants_singles(state, &run);
    size_t word = 0;
    for (size_t at = 0; at < count; at = next_cluster(&run, at)) {
        // Emitting may move the buffer, never its content.
        while (word + 1 < boundary_count) {
            const uint32_t *boundaries = state->scanner->boundaries.items;
            uint32_t from = boundaries[word], to = boundaries[word + 1];
            if (from > at) break;
            emit_run(state, &run, from, to, ALMAGEST_WORD, state->position++);
            word++;
        }
        emit_ngrams(state, &run, at, singles || (class == CLASS_CJK && is_han(run.scalars[at])));
        if (state->failed) return;
    }
    while (word + 1 < boundary_count) {
        const uint32_t *boundaries = state->scanner->boundaries.items;
        emit_run(state, &run, boundaries[word], boundaries[word + 1], ALMAGEST_WORD, state->position++);
        word++;
    }
    state->at = end;
}
