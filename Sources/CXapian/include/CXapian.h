// C face over Xapian: a lexical index of catalog rows with BM25, one writer, several readers, and a memory lane for
// what must be found at once. No C++ exception leaves it: every call that can fail fills an `axp_error`.
#ifndef CXAPIAN_H
#define CXAPIAN_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// What went wrong, as far as a caller can act on it. (An enum of its own, so that Swift sees plain constants.)
enum axp_code {
    AXP_OK = 0,
    AXP_DAMAGED = 1,      ///< what is on disk makes no sense
    AXP_DISK_FULL = 2,
    AXP_READ_ONLY = 3,
    AXP_NO_PERMISSION = 4,
    AXP_LOCKED = 5,       ///< another process writes it
    AXP_TIMED_OUT = 6,
    AXP_OTHER = 7
};

typedef struct {
    int32_t code;
    char message[252];
} axp_error;

/// The index: the database on disk, the table of rows and the memory lane. Calls marked [writer] come from one
/// thread at a time; all others from any.
typedef struct axp_index axp_index;
/// A reader, used by one thread at a time.
typedef struct axp_reader axp_reader;

// Writing ------------------------------------------------------------------------------------------------------

/// A term of a document: `length` bytes at `offset` of the batch's text, counted `count` times. May repeat.
typedef struct {
    uint32_t offset;
    uint32_t length;
    uint32_t count;
} axp_term;

/// A document: its terms and its sequence (for phrases) are ranges of the batch's arrays. A `deleted` one has none.
typedef struct {
    uint32_t row;
    bool deleted;
    int64_t revision;
    uint32_t length;  ///< words, weighted by field, as BM25 normalises by
    char language[8]; ///< primary subtag, zero-terminated; empty if unknown
    uint32_t terms_begin, terms_count;
    uint32_t sequence_begin, sequence_count;
} axp_document;

typedef struct {
    const char *_Nullable text;
    const axp_term *_Nullable terms;
    const uint16_t *_Nullable sequence;
    const axp_document *_Nullable documents;
    uint32_t count;
} axp_batch;

/// Opens or creates the database in the folder `path`. What is damaged, or was made of terms of another `version`, is
/// removed and begun anew: then `rebuilt` is true and `error->message` says why. NULL only if the folder cannot be used
/// at all.
axp_index *_Nullable axp_open(const char *path, uint32_t version, bool *rebuilt, axp_error *error);
/// Closes without committing what is pending; readers must be freed before.
void axp_close(axp_index *index);
/// Lets go of the database's write lock; the next write takes it again.
void axp_release(axp_index *index);

/// The `applied` of the last commit.
int64_t axp_applied(const axp_index *index);
/// [writer] Adds, replaces and deletes; searchable after `axp_commit`. Older revisions than those known are left out.
bool axp_put(axp_index *index, const axp_batch *batch, axp_error *error);
/// [writer] Documents changed and terms added since the last commit.
void axp_pending(const axp_index *index, uint64_t *documents, uint64_t *terms);
/// [writer] Commits what is pending together with `applied`; `checksums` also notes the content of every file.
/// After a failure nothing that was pending is kept.
bool axp_commit(axp_index *index, int64_t applied, bool checksums, axp_error *error);
/// [writer] Empties the index; `applied` becomes 0.
bool axp_reset(axp_index *index, axp_error *error);
/// Puts documents into the memory lane; they are searchable when it returns, and leave it with the commit that
/// contains them.
void axp_urgent(axp_index *index, const axp_batch *batch);

/// Documents that can be found.
uint64_t axp_documents(axp_index *index);
/// Visits the languages of documents and how many each has: of all, or of the rows in the bitmap `within`. Of very
/// many rows an even part is counted, so that only the shares are right.
void axp_languages(axp_index *index, const uint64_t *_Nullable within, uint64_t words, void *_Nullable context,
                   void (*visit)(void *_Nullable context, const char *language, uint64_t documents));

// Searching ----------------------------------------------------------------------------------------------------

/// How the occurrences of a term join those of its group: added, or only if they are more.
enum axp_mode { AXP_SUM = 0, AXP_MAX = 1 };

/// One form of a word. `prefix`: every term that begins so (at most `axp_query.expansions` of them).
typedef struct {
    uint32_t offset;
    uint32_t length;
    float weight; ///< multiplies the occurrences; may be below zero
    uint8_t mode;
    bool prefix;
} axp_form;

/// A word: its forms (sums before maxima) and what it counts. One that stands `beside` the others, which come before it,
/// counts where one of them is found and finds nothing alone.
typedef struct {
    uint32_t forms_begin, forms_count;
    float weight;
    bool beside;
} axp_group;

/// A condition on documents: they have every one of the terms, and the sequence of words, if any, in this order.
typedef struct {
    uint32_t terms_begin, terms_count; ///< in `axp_query.conditions_terms`
    uint32_t sequence_begin, sequence_count;
    bool negated;
} axp_condition;

typedef struct {
    const char *_Nullable text;
    const axp_form *_Nullable forms;
    const axp_group *_Nullable groups;
    uint32_t group_count;
    const axp_term *_Nullable condition_terms;
    const uint16_t *_Nullable sequence;
    const axp_condition *_Nullable conditions;
    uint32_t condition_count;
    uint32_t expansions;
    const uint64_t *_Nullable within; ///< bitmap of rows, NULL for all
    uint64_t within_words;
    /// Bitmap of the rows that frequencies, numbers, lengths and longer words are counted in, NULL for all. What other
    /// rows have changes nothing in the answer then; rows of `within` belong to it.
    const uint64_t *_Nullable reach;
    uint64_t reach_words;
    double k1, b;
    double coverage; ///< a score is multiplied by the share of the words that a row has to this power by their number
    double deadline; ///< seconds of CLOCK_MONOTONIC, 0 for none
} axp_query;

typedef struct {
    uint32_t row;
    float score;
    int64_t revision;
} axp_hit;

/// What a search learns of a word (a group).
typedef struct {
    float rarity; ///< inverse document frequency times the group's weight
    bool found;   ///< whether any of the query's rows has it
} axp_word;

axp_reader *_Nullable axp_reader_new(axp_index *index, axp_error *error);
void axp_reader_free(axp_reader *reader);

/// Runs a query. The best `depth` hits, best first, ties by row, are in memory of the reader until its next call; behind
/// them, up to `total`, stand all others in no order and without their revision.
bool axp_search(axp_reader *reader, const axp_query *query, uint32_t depth, const axp_hit *_Nullable *_Nonnull hits,
                uint32_t *count, uint64_t *total, axp_error *error);
/// The words of the last search, in the order of its groups; in memory of the reader until its next call. `coverage` is
/// the share of them, by rarity and with those that nobody has, that its best hit has.
const axp_word *_Nullable axp_words(const axp_reader *reader, uint32_t *count, float *coverage);
/// For one row: `matched[i]` for each form of the query, in order, whether the row has it.
bool axp_matched(axp_reader *reader, const axp_query *query, uint32_t row, bool *matched, axp_error *error);

/// A word, in UTF-8 and without prefix, that none of the rows `within` has (a bitmap, NULL for all), beside others that
/// the rows `together` have.
typedef struct {
    const char *text;
    uint32_t length;
    const uint64_t *_Nullable within;
    uint64_t within_words;
    const uint64_t *_Nullable together;
    uint64_t together_words;
    double deadline; ///< as in `axp_query`
} axp_misspelt;

/// The word nearest to it that one of the rows has just so: at most `capacity` bytes into `out`, 0 if none. The nearest
/// by edits of one letter and swaps of neighbours (one from four letters, two from eight); of these the one that most
/// of the rows `together` have, with the same first letter, that most rows have, that is spelt first.
bool axp_nearest_word(axp_reader *reader, const axp_misspelt *word, char *out, uint32_t capacity, uint32_t *written,
                      axp_error *error);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif
#endif
