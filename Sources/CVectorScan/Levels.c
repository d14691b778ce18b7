// Step one, the query in four bits.
//
// With s the signs of a centred vector o and t those of plane j of the query, level = Σ 2^j t_j is odd, -15 … 15, and
// Σ s · level = 15 · dims - 2 · Σ 2^j popcount(s XOR plane j): no count of the vector's own bits is needed. The padding
// is 0 on both sides.
#include "VectorScanInternal.h"

VSCAN_INLINE int32_t distance_at(const uint64_t *sketch, size_t words, const uint64_t *planes) {
    uint32_t distance = 0;
    for (unsigned plane = 0; plane < 4; plane++) {
        uint32_t count = 0;
        for (size_t w = 0; w < words; w++) {
            count += (uint32_t)__builtin_popcountll(sketch[w * 8] ^ planes[plane * words + w]);
        }
        distance += count << plane;
    }
    return (int32_t)distance;
}

static void plain(const vscan_segment *segment, const vscan_query *query, vscan_selection *selection) {
    size_t words = segment->words;
    for (size_t block = segment->first; block < segment->blocks; block++) {
        uint32_t live = segment->live[block];
        if (!live) continue;
        const float *corrections = segment->corrections + block * 16;
        float scores[8];
        uint32_t hits = 0;
        for (unsigned lane = 0; lane < 8; lane++) {
            int32_t distance
                = distance_at(segment->sketches + block * words * 8 + lane, words, query->planes);
            scores[lane] = vscan_score(distance, corrections[lane], corrections[8 + lane], query);
            hits |= (uint32_t)(scores[lane] >= selection->threshold) << lane;
        }
        hits &= live;
        if (hits) vscan_offer(segment, block, hits, scores, selection);
    }
}

#if VSCAN_X86
/// Weighted distances of four vectors, as 64-bit integers.
VSCAN_TARGET_AVX2 VSCAN_INLINE __m256i avx2_distances(const uint64_t *sketch, size_t words, const uint64_t *planes) {
    const __m256i zero = _mm256_setzero_si256();
    __m256i total = zero;
    for (size_t w = 0; w < words;) {
        size_t end = words - w > 31 ? w + 31 : words;
        __m256i c0 = zero, c1 = zero, c2 = zero, c3 = zero;
        for (; w < end; w++) {
            __m256i x = _mm256_loadu_si256((const __m256i *)(sketch + w * 8));
            const uint64_t *p = planes + w;
            c0 = _mm256_add_epi8(c0, vscan_nibble_counts(_mm256_xor_si256(x, _mm256_set1_epi64x((int64_t)p[0]))));
            c1 = _mm256_add_epi8(c1, vscan_nibble_counts(_mm256_xor_si256(x, _mm256_set1_epi64x((int64_t)p[words]))));
            c2 = _mm256_add_epi8(c2, vscan_nibble_counts(_mm256_xor_si256(x, _mm256_set1_epi64x((int64_t)p[2 * words]))));
            c3 = _mm256_add_epi8(c3, vscan_nibble_counts(_mm256_xor_si256(x, _mm256_set1_epi64x((int64_t)p[3 * words]))));
        }
        total = _mm256_add_epi64(total, _mm256_sad_epu8(c0, zero));
        total = _mm256_add_epi64(total, _mm256_slli_epi64(_mm256_sad_epu8(c1, zero), 1));
        total = _mm256_add_epi64(total, _mm256_slli_epi64(_mm256_sad_epu8(c2, zero), 2));
        total = _mm256_add_epi64(total, _mm256_slli_epi64(_mm256_sad_epu8(c3, zero), 3));
    }
    return total;
}

VSCAN_TARGET_AVX2 static void avx2(
    const vscan_segment *segment, const vscan_query *query, vscan_selection *selection) {
    size_t words = segment->words;
    const __m256i low_halves = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
    const __m256i full = _mm256_set1_epi32(15 * query->dims);
    const __m256 step = _mm256_set1_ps(query->step), base = _mm256_set1_ps(query->base);
    __m256 threshold = _mm256_set1_ps(selection->threshold);
    for (size_t block = segment->first; block < segment->blocks; block++) {
        const uint64_t *sketch = segment->sketches + block * words * 8;
        const float *corrections = segment->corrections + block * 16;
        __m256i first = avx2_distances(sketch, words, query->planes);
        __m256i second = avx2_distances(sketch + 4, words, query->planes);
        __m256i distances = _mm256_blend_epi32(
            _mm256_permutevar8x32_epi32(first, low_halves), _mm256_permutevar8x32_epi32(second, low_halves), 0xf0);
        __m256i sums = _mm256_sub_epi32(full, _mm256_slli_epi32(distances, 1));
        __m256 score = _mm256_mul_ps(step, _mm256_cvtepi32_ps(sums));
        score = _mm256_mul_ps(_mm256_loadu_ps(corrections), score);
        score = _mm256_add_ps(_mm256_loadu_ps(corrections + 8), score);
        score = _mm256_add_ps(score, base);
        uint32_t hits = (uint32_t)_mm256_movemask_ps(_mm256_cmp_ps(score, threshold, _CMP_GE_OQ));
        hits &= segment->live[block];
        if (__builtin_expect(hits != 0, 0)) {
            float scores[8];
            _mm256_storeu_ps(scores, score);
            vscan_offer(segment, block, hits, scores, selection);
            threshold = _mm256_set1_ps(selection->threshold);
        }
    }
}

VSCAN_TARGET_AVX512 VSCAN_INLINE void avx512_of(
    const vscan_segment *segment, const vscan_query *query, vscan_selection *selection, size_t words) {
    const __m256i full = _mm256_set1_epi32(15 * query->dims);
    const __m256 step = _mm256_set1_ps(query->step), base = _mm256_set1_ps(query->base);
    const uint64_t *planes = query->planes;
    __m256 threshold = _mm256_set1_ps(selection->threshold);
    for (size_t block = segment->first; block < segment->blocks; block++) {
        const uint64_t *sketch = segment->sketches + block * words * 8;
        const float *corrections = segment->corrections + block * 16;
        const __m512i zero = _mm512_setzero_si512();
        __m512i c0 = zero, c1 = zero, c2 = zero, c3 = zero;
        for (size_t w = 0; w < words; w++) {
            __m512i x = _mm512_loadu_si512(sketch + w * 8);
            const uint64_t *p = planes + w;
#define VSCAN_COUNT(j) _mm512_popcnt_epi64(_mm512_xor_si512(x, _mm512_set1_epi64((int64_t)p[(j) * words])))
            c0 = _mm512_add_epi64(c0, VSCAN_COUNT(0));
            c1 = _mm512_add_epi64(c1, VSCAN_COUNT(1));
            c2 = _mm512_add_epi64(c2, VSCAN_COUNT(2));
            c3 = _mm512_add_epi64(c3, VSCAN_COUNT(3));
#undef VSCAN_COUNT
        }
        __m512i low = _mm512_add_epi64(c0, _mm512_slli_epi64(c1, 1));
        __m512i high = _mm512_add_epi64(c2, _mm512_slli_epi64(c3, 1));
        __m512i total = _mm512_add_epi64(low, _mm512_slli_epi64(high, 2));
        __m256i sums = _mm256_sub_epi32(full, _mm256_slli_epi32(_mm512_cvtepi64_epi32(total), 1));
        __m256 score = _mm256_mul_ps(step, _mm256_cvtepi32_ps(sums));
        score = _mm256_mul_ps(_mm256_loadu_ps(corrections), score);
        score = _mm256_add_ps(_mm256_loadu_ps(corrections + 8), score);
        score = _mm256_add_ps(score, base);
        uint32_t hits = _mm256_cmp_ps_mask(score, threshold, _CMP_GE_OQ) & segment->live[block];
        if (__builtin_expect(hits != 0, 0)) {
            float scores[8];
            _mm256_storeu_ps(scores, score);
            vscan_offer(segment, block, hits, scores, selection);
            threshold = _mm256_set1_ps(selection->threshold);
        }
    }
}

VSCAN_TARGET_AVX512 static void avx512(
    const vscan_segment *segment, const vscan_query *query, vscan_selection *selection) {
    if (segment->words == 6) {
        avx512_of(segment, query, selection, 6);
    } else {
        avx512_of(segment, query, selection, segment->words);
    }
}
#endif

void vscan_scan_levels(
    vscan_level level, const vscan_segment *segment, const vscan_query *query, vscan_selection *selection) {
#if VSCAN_X86
    switch (vscan_usable_level(level)) {
    case VSCAN_AVX512: avx512(segment, query, selection); return;
    case VSCAN_AVX2: avx2(segment, query, selection); return;
    case VSCAN_PLAIN: break;
    }
#endif
    plain(segment, query, selection);
}

VSCAN_INLINE float score_at(const vscan_segment *segment, const vscan_query *query, size_t position) {
    size_t words = segment->words, block = position >> 3, lane = position & 7;
    const float *corrections = segment->corrections + block * 16;
    int32_t distance = distance_at(segment->sketches + block * words * 8 + lane, words, query->planes);
    return vscan_score(distance, corrections[lane], corrections[8 + lane], query);
}

VSCAN_INLINE void estimate(
    const vscan_segment *segment, const vscan_query *query, const uint32_t *positions, size_t count,
    vscan_selection *selection) {
    for (size_t i = 0; i < count; i++) {
        vscan_enter(segment, positions[i], score_at(segment, query, positions[i]), selection);
    }
}

VSCAN_INLINE void offer_estimated(
    const vscan_segment *segment, size_t block, uint32_t hits, const vscan_query *query, vscan_pending *pending,
    vscan_selection *selection) {
    size_t words = segment->words;
    __builtin_prefetch(segment->corrections + block * 16);
    for (; hits; hits &= hits - 1) {
        size_t lane = (size_t)__builtin_ctz(hits);
        if (!vscan_allows(segment, block * 8 + lane)) continue;
        pending->positions[pending->count] = (uint32_t)(block * 8 + lane);
        const uint64_t *sketch = segment->sketches + block * words * 8 + lane;
        // A number known beforehand makes one straight run of it.
        pending->distances[pending->count++]
            = words == 6 ? distance_at(sketch, 6, query->planes) : distance_at(sketch, words, query->planes);
    }
    if (pending->count > 24) vscan_enter_pending(segment, query, pending, selection);
}

void vscan_enter_pending(
    const vscan_segment *segment, const vscan_query *query, vscan_pending *pending, vscan_selection *selection) {
    for (unsigned i = 0; i < pending->count; i++) {
        size_t position = pending->positions[i];
        const float *corrections = segment->corrections + (position >> 3) * 16 + (position & 7);
        vscan_enter(
            segment, position, vscan_score(pending->distances[i], corrections[0], corrections[8], query), selection);
    }
    pending->count = 0;
}

#if VSCAN_X86
__attribute__((target("popcnt"))) static void estimate_popcnt(
    const vscan_segment *segment, const vscan_query *query, const uint32_t *positions, size_t count,
    vscan_selection *selection) {
    estimate(segment, query, positions, count, selection);
}

__attribute__((target("popcnt"))) static void offer_estimated_popcnt(
    const vscan_segment *segment, size_t block, uint32_t hits, const vscan_query *query, vscan_pending *pending,
    vscan_selection *selection) {
    offer_estimated(segment, block, hits, query, pending, selection);
}
#endif

void vscan_estimate(
    const vscan_segment *segment, const vscan_query *query, const uint32_t *positions, size_t count,
    vscan_selection *selection) {
#if VSCAN_X86
    if (vscan_best_level() != VSCAN_PLAIN) {
        estimate_popcnt(segment, query, positions, count, selection);
        return;
    }
#endif
    estimate(segment, query, positions, count, selection);
}

void vscan_offer_estimated(
    const vscan_segment *segment, size_t block, uint32_t hits, const vscan_query *query, vscan_pending *pending,
    vscan_selection *selection) {
#if VSCAN_X86
    if (vscan_best_level() != VSCAN_PLAIN) {
        offer_estimated_popcnt(segment, block, hits, query, pending, selection);
        return;
    }
#endif
    offer_estimated(segment, block, hits, query, pending, selection);
}
