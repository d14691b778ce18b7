// Step one, signs against signs.
#include "VectorScanInternal.h"

#include <stdlib.h>

VSCAN_INLINE void block_distances(
    const vscan_segment *segment, size_t block, const vscan_query *query, uint32_t distances[8]) {
    const uint64_t *sketch = segment->sketches + block * segment->words * 8;
    for (unsigned lane = 0; lane < 8; lane++) distances[lane] = 0;
    for (size_t w = 0; w < segment->words; w++) {
        for (unsigned lane = 0; lane < 8; lane++) {
            distances[lane] += (uint32_t)__builtin_popcountll(sketch[w * 8 + lane] ^ query->signs[w]);
        }
    }
}

static void plain(
    const vscan_segment *segment, const vscan_query *query, uint32_t limit, vscan_pending *pending,
    vscan_selection *selection) {
    for (size_t block = 0; block < segment->blocks; block++) {
        uint32_t distances[8], hits = 0;
        block_distances(segment, block, query, distances);
        for (unsigned lane = 0; lane < 8; lane++) hits |= (uint32_t)(distances[lane] < limit) << lane;
        hits &= segment->live[block];
        if (hits) vscan_offer_estimated(segment, block, hits, query, pending, selection);
    }
}

#if VSCAN_X86
VSCAN_TARGET_AVX2 static void avx2(
    const vscan_segment *segment, const vscan_query *query, uint32_t limit, vscan_pending *pending,
    vscan_selection *selection) {
    size_t words = segment->words;
    const __m256i zero = _mm256_setzero_si256(), bound = _mm256_set1_epi64x(limit);
    for (size_t block = 0; block < segment->blocks; block++) {
        const uint64_t *sketch = segment->sketches + block * words * 8;
        __m256i first = zero, second = zero;
        for (size_t w = 0; w < words;) {
            // A byte counts to 8 a word: 31 words fit before it is full.
            size_t end = words - w > 31 ? w + 31 : words;
            __m256i a = zero, b = zero;
            for (; w < end; w++) {
                __m256i q = _mm256_set1_epi64x((int64_t)query->signs[w]);
                const __m256i *at = (const __m256i *)(sketch + w * 8);
                a = _mm256_add_epi8(a, vscan_nibble_counts(_mm256_xor_si256(_mm256_loadu_si256(at), q)));
                b = _mm256_add_epi8(b, vscan_nibble_counts(_mm256_xor_si256(_mm256_loadu_si256(at + 1), q)));
            }
            first = _mm256_add_epi64(first, _mm256_sad_epu8(a, zero));
            second = _mm256_add_epi64(second, _mm256_sad_epu8(b, zero));
        }
        uint32_t hits
            = (uint32_t)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpgt_epi64(bound, first)))
            | (uint32_t)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpgt_epi64(bound, second))) << 4;
        hits &= segment->live[block];
        if (__builtin_expect(hits != 0, 0)) vscan_offer_estimated(segment, block, hits, query, pending, selection);
    }
}

VSCAN_TARGET_AVX512 VSCAN_INLINE void avx512_of(
    const vscan_segment *segment, const vscan_query *query, uint32_t limit, vscan_pending *pending,
    vscan_selection *selection, size_t words) {
    const __m512i bound = _mm512_set1_epi64(limit);
    for (size_t block = 0; block < segment->blocks; block++) {
        const uint64_t *sketch = segment->sketches + block * words * 8;
        __m512i sum = _mm512_setzero_si512();
        for (size_t w = 0; w < words; w++) {
            __m512i x = _mm512_xor_si512(
                _mm512_loadu_si512(sketch + w * 8), _mm512_set1_epi64((int64_t)query->signs[w]));
            sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(x));
        }
        uint32_t hits = _mm512_cmplt_epi64_mask(sum, bound) & segment->live[block];
        if (__builtin_expect(hits != 0, 0)) vscan_offer_estimated(segment, block, hits, query, pending, selection);
    }
}

VSCAN_TARGET_AVX512 static void avx512(
    const vscan_segment *segment, const vscan_query *query, uint32_t limit, vscan_pending *pending,
    vscan_selection *selection) {
    if (segment->words == 6) {
        avx512_of(segment, query, limit, pending, selection, 6);
    } else {
        avx512_of(segment, query, limit, pending, selection, segment->words);
    }
}
#endif

void vscan_scan_signs(
    vscan_level level, const vscan_segment *segment, const vscan_query *query, uint32_t limit,
    vscan_selection *selection) {
    vscan_pending pending = {.count = 0};
    switch (vscan_usable_level(level)) {
#if VSCAN_X86
    case VSCAN_AVX512: avx512(segment, query, limit, &pending, selection); break;
    case VSCAN_AVX2: avx2(segment, query, limit, &pending, selection); break;
#endif
    default: plain(segment, query, limit, &pending, selection);
    }
    vscan_enter_pending(segment, query, &pending, selection);
}

/// Blocks looked at in one place: a place more costs more than a block more.
enum { run = 8, sampled_share = 64, least_sampled = 4096, least_below = 8 };

VSCAN_INLINE uint32_t limit_of(
    const vscan_segment *segment, const vscan_query *query, size_t live, size_t wanted, uint32_t *histogram) {
    size_t every = segment->blocks * 8 / least_sampled;
    if (every > sampled_share) every = sampled_share;
    if (every == 0) every = 1;
    size_t sampled = 0;
    for (size_t start = 0; start < segment->blocks; start += run * every) {
        for (size_t block = start; block < start + run && block < segment->blocks; block++) {
            uint32_t distances[8], lanes = segment->live[block];
            if (!lanes) continue;
            block_distances(segment, block, query, distances);
            for (; lanes; lanes &= lanes - 1) {
                unsigned lane = (unsigned)__builtin_ctz(lanes);
                if (!vscan_allows(segment, block * 8 + lane)) continue;
                histogram[distances[lane]]++;
                sampled++;
            }
        }
    }
    // Of a filter only the sample knows how many it allows.
    size_t allowed = segment->filter ? sampled * every : live;
    if (wanted >= allowed || allowed == 0) return UINT32_MAX;
    size_t below = (size_t)((double)wanted / (double)allowed * (double)sampled);
    if (below < least_below) below = least_below;
    size_t seen = 0;
    for (int32_t distance = 0; distance <= query->dims; distance++) {
        seen += histogram[distance];
        if (seen >= below) return (uint32_t)distance + 1;
    }
    return UINT32_MAX;
}

#if VSCAN_X86
__attribute__((target("popcnt"))) static uint32_t limit_of_popcnt(
    const vscan_segment *segment, const vscan_query *query, size_t live, size_t wanted, uint32_t *histogram) {
    return limit_of(segment, query, live, wanted, histogram);
}
#endif

uint32_t vscan_signs_limit(
    const vscan_segment *segment, const vscan_query *query, size_t live, size_t wanted) {
    uint32_t *histogram = calloc((size_t)query->dims + 1, sizeof *histogram);
    if (!histogram) return UINT32_MAX;
    uint32_t limit;
#if VSCAN_X86
    if (vscan_best_level() != VSCAN_PLAIN) {
        limit = limit_of_popcnt(segment, query, live, wanted, histogram);
    } else {
        limit = limit_of(segment, query, live, wanted, histogram);
    }
#else
    limit = limit_of(segment, query, live, wanted, histogram);
#endif
    free(histogram);
    return limit;
}
