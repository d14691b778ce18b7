// Kernels of the vector scan: sketches, their two estimators, int8 products, CRC-32C.
//
// Every kernel exists as a plain loop, for AVX2 and for AVX-512, and gives the same bits at each level: sums are
// integers, and the few float operations are done one by one in the same order. A level that the processor lacks
// falls back to the best one it has.
//
// A sketch is one bit a dimension, 1 where the vector lies at or above the centre, padded with zeros to whole
// 64-bit words. Sketches are stored in blocks of eight vectors, word by word: word w of vector l of block b is at
// [(b * words + w) * 8 + l], so that one register holds the same word of eight vectors. A block of corrections is
// eight factors and then eight offsets. One byte a block says which of its vectors are live (bit l).
#ifndef CVECTORSCAN_H
#define CVECTORSCAN_H

#include <stddef.h>
#include <stdint.h>

typedef enum {
    VSCAN_PLAIN = 0,
    VSCAN_AVX2 = 1,
    /// AVX-512 F, BW, DQ, VL, VPOPCNTDQ and VNNI.
    VSCAN_AVX512 = 2,
} vscan_level;

/// The best level of this processor.
vscan_level vscan_best_level(void);

/// A vector that step one chose. `score` is an estimate of the cosine.
typedef struct {
    float score;
    uint32_t segment;
    uint32_t position;
} vscan_candidate;

/// The best `keep` candidates so far, unordered. When `capacity` (above `keep`) is reached the worst are thrown
/// out; from then on only a score of at least `threshold` enters.
typedef struct {
    vscan_candidate *_Nonnull items;
    size_t count;
    size_t capacity;
    size_t keep;
    float threshold;
} vscan_selection;

/// Throws out all but the best `keep` candidates and sets the threshold; equal scores are told apart by segment
/// and position, so that the outcome does not depend on the order of arrival.
void vscan_trim(vscan_selection *_Nonnull selection);

/// Adds the candidates of `other`, which is left as it is.
void vscan_merge(vscan_selection *_Nonnull selection, const vscan_selection *_Nonnull other);

/// Makes a heap of the candidates, for `vscan_pop`.
void vscan_order(vscan_selection *_Nonnull selection);

/// Takes the best candidate out of a heap that is not empty.
vscan_candidate vscan_pop(vscan_selection *_Nonnull selection);

/// What a scan reads of a segment.
typedef struct {
    const uint64_t *_Nonnull sketches;
    const float *_Nonnull corrections;
    const uint8_t *_Nonnull live;
    const uint32_t *_Nonnull rows;
    /// The block that a scan begins with, and the one before which it ends.
    size_t first;
    size_t blocks;
    size_t words;
    uint32_t segment;
    /// Bitmap of the rows that may be chosen; null allows every row.
    const uint64_t *_Nullable filter;
    size_t filter_words;
} vscan_segment;

/// A query against one segment (its centre). `planes` holds 4 × words: plane j has bit j of each dimension's level.
typedef struct {
    uint64_t *_Nonnull planes;
    uint64_t *_Nonnull signs;
    float step;
    float base;
    int32_t dims;
} vscan_query;

/// Centres `query` and keeps its signs and its four-bit levels (odd multiples of `step` from -15 to 15).
void vscan_prepare(const float *_Nonnull query, const float *_Nonnull centre, size_t dims, vscan_query *_Nonnull out);

/// Signs against signs (XOR and population count) as a gate: only vectors at a Hamming distance below `limit` are
/// estimated as by `vscan_scan_levels`, while their sketch is at hand.
void vscan_scan_signs(
    vscan_level level, const vscan_segment *_Nonnull segment, const vscan_query *_Nonnull query, uint32_t limit,
    vscan_selection *_Nonnull selection);

/// Counts the Hamming distances of a sample in `histogram` (dims + 1 numbers): of every `every`th run of blocks, from
/// block `first` on, the live vectors that the filter allows. Returns how many.
size_t vscan_sample_signs(
    vscan_level level, const vscan_segment *_Nonnull segment, const vscan_query *_Nonnull query, size_t first,
    size_t every, uint32_t *_Nonnull histogram);

/// Blocks that a sample looks at in one place.
enum { VSCAN_SAMPLE_RUN = 4 };

/// The query in four bits, each vector with factor and offset: an estimate of the cosine.
/// RaBitQ's estimator (Gao and Long, SIGMOD 2024, section 3.2), without the rotation.
void vscan_scan_levels(
    vscan_level level, const vscan_segment *_Nonnull segment, const vscan_query *_Nonnull query,
    vscan_selection *_Nonnull selection);

/// The same estimate for chosen positions only.
void vscan_estimate(
    const vscan_segment *_Nonnull segment, const vscan_query *_Nonnull query, const uint32_t *_Nonnull positions,
    size_t count, vscan_selection *_Nonnull selection);

/// `codes` = round(127 * vector / largest magnitude); returns the scale that gives them the vector's length.
float vscan_quantise(const float *_Nonnull vector, size_t dims, int8_t *_Nonnull codes);

/// The query in whole numbers so wide that no sum of products with `dims` codes overflows; returns its scale.
float vscan_quantise_query(const float *_Nonnull query, size_t dims, int16_t *_Nonnull codes);

/// Writes the sketch and corrections of the vector `codes * scale` into its place.
void vscan_sketch(
    const int8_t *_Nonnull codes, float scale, const float *_Nonnull centre, size_t dims, uint64_t *_Nonnull sketches,
    float *_Nonnull corrections, size_t position);

/// Σ codes[i] * query[i].
int32_t vscan_dot(vscan_level level, const int8_t *_Nonnull codes, const int16_t *_Nonnull query, size_t dims);

/// The cosines of the records at `positions`, each `scale` times the record's own scale times the product of its codes
/// with `query`, cut off at ±1. A record, `stride` bytes, is a float, its scale, and four bytes, and then the codes.
void vscan_cosines(
    vscan_level level, const uint8_t *_Nonnull records, size_t stride, const uint32_t *_Nonnull positions, size_t count,
    const int16_t *_Nonnull query, size_t dims, float scale, float *_Nonnull cosines);

/// Asks for memory that will be read soon.
static inline void vscan_prefetch(const void *_Nonnull bytes, size_t count) {
    for (size_t at = 0; at < count; at += 64) __builtin_prefetch((const char *)bytes + at);
}

/// Σ a[i] * b[i] in single precision: the exact scan that the others are measured against. Not the same bits at
/// each level.
float vscan_dot_exact(vscan_level level, const float *_Nonnull a, const float *_Nonnull b, size_t dims);

/// Sum of all words: one pass over memory, the floor of any scan.
uint64_t vscan_pass(const uint64_t *_Nonnull words, size_t count);

/// CRC-32C (Castagnoli) of `bytes`, going on from `crc` (0 to begin).
uint32_t vscan_crc32c(uint32_t crc, const void *_Nonnull bytes, size_t count);

/// The same by table, for tests.
uint32_t vscan_crc32c_plain(uint32_t crc, const void *_Nonnull bytes, size_t count);

#endif
