// What the files of the kernels share.
#ifndef VECTORSCAN_INTERNAL_H
#define VECTORSCAN_INTERNAL_H

#include "CVectorScan.h"

#include <stdbool.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define VSCAN_X86 1
#define VSCAN_TARGET_AVX2 __attribute__((target("avx2,fma,popcnt")))
#define VSCAN_TARGET_AVX512 \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx512vnni,avx2,fma,popcnt")))
#else
#define VSCAN_X86 0
#endif

#define VSCAN_INLINE static inline __attribute__((always_inline))

/// The level asked for, or the best one that the processor has below it.
vscan_level vscan_usable_level(vscan_level level);

/// Adds those of a block's eight vectors that `hits` names, if the filter allows their rows.
void vscan_offer(
    const vscan_segment *segment, size_t block, uint32_t hits, const float *scores, vscan_selection *selection);

VSCAN_INLINE bool vscan_allows(const vscan_segment *segment, size_t position) {
    if (!segment->filter) return true;
    uint32_t row = segment->rows[position];
    size_t word = row >> 6;
    return word < segment->filter_words && segment->filter[word] >> (row & 63) & 1;
}

/// Blocks that are passed over together.
enum { VSCAN_GROUP = 8 };

/// Whether the filter allows none of the rows of the group that begins at `block`. Never true of the last group: behind
/// its last vector there may be no rows to be read.
VSCAN_INLINE bool vscan_excludes_group(const vscan_segment *segment, size_t block) {
    if (block % VSCAN_GROUP || block + VSCAN_GROUP >= segment->blocks) return false;
    // Rows ascend within a segment.
    size_t word = segment->rows[block * 8] >> 6, last = segment->rows[(block + VSCAN_GROUP) * 8 - 1] >> 6;
    for (; word <= last && word < segment->filter_words; word++) {
        if (segment->filter[word]) return false;
    }
    return true;
}

/// Equal scores enter too: which of them stay is told by their places, not by who came first.
VSCAN_INLINE void vscan_take(vscan_selection *selection, vscan_candidate candidate) {
    if (!(candidate.score >= selection->threshold)) return;
    selection->items[selection->count++] = candidate;
    if (selection->count == selection->capacity) vscan_trim(selection);
}

VSCAN_INLINE void vscan_enter(
    const vscan_segment *segment, size_t position, float score, vscan_selection *selection) {
    vscan_take(selection, (vscan_candidate){score, segment->segment, (uint32_t)position});
}

/// Vectors that passed the gate, waiting for their corrections to arrive from memory.
typedef struct {
    uint32_t positions[32];
    int32_t distances[32];
    unsigned count;
} vscan_pending;

/// Puts those of a block's vectors that `hits` names among the pending, if the filter allows their rows, and enters
/// all that are pending when there are many.
void vscan_offer_estimated(
    const vscan_segment *segment, size_t block, uint32_t hits, const vscan_query *query, vscan_pending *pending,
    vscan_selection *selection);

/// Enters all that are pending.
void vscan_enter_pending(
    const vscan_segment *segment, const vscan_query *query, vscan_pending *pending, vscan_selection *selection);

/// Every level turns the weighted distance into the estimate by these operations in this order.
VSCAN_INLINE float vscan_score(int32_t distance, float factor, float offset, const vscan_query *query) {
#pragma clang fp contract(off)
    float product = query->step * (float)(15 * query->dims - 2 * distance);
    product = factor * product;
    product = offset + product;
    return product + query->base;
}

#if VSCAN_X86
/// The live vectors of a block without those that the filter is seen at a glance not to allow: where eight rows follow each
/// other, which is the rule, so do their bits. Looking at the rows of hits alone costs a miss of the caches for each.
VSCAN_TARGET_AVX2 VSCAN_INLINE uint32_t vscan_perhaps_allowed(const vscan_segment *segment, size_t block) {
    uint32_t live = segment->live[block];
    // Behind the last vector there may be no rows to be read.
    if (__builtin_expect(live != 0xff, 0)) return live;
    const uint32_t *rows = segment->rows + block * 8;
    const __m256i following = _mm256_add_epi32(
        _mm256_set1_epi32((int)rows[0]), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    const __m256i same = _mm256_cmpeq_epi32(_mm256_loadu_si256((const __m256i *)rows), following);
    size_t word = rows[0] >> 6;
    if (__builtin_expect(_mm256_movemask_epi8(same) != -1 || word + 1 >= segment->filter_words, 0)) return live;
    unsigned shift = rows[0] & 63;
    return (uint32_t)(segment->filter[word] >> shift | segment->filter[word + 1] << 1 << (63 - shift)) & 0xff;
}

/// Set bits of each byte.
VSCAN_TARGET_AVX2 VSCAN_INLINE __m256i vscan_nibble_counts(__m256i x) {
    const __m256i table = _mm256_setr_epi8(
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i low = _mm256_set1_epi8(15);
    return _mm256_add_epi8(
        _mm256_shuffle_epi8(table, _mm256_and_si256(x, low)),
        _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(x, 4), low)));
}
#endif

#endif
