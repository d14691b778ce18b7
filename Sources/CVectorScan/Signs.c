// Step one, signs against signs.
#include "VectorScanInternal.h"

VSCAN_INLINE void plain_distances(
    const vscan_segment *segment, size_t block, const vscan_query *query, uint64_t distances[8]) {
    const uint64_t *sketch = segment->sketches + block * segment->words * 8;
    for (unsigned lane = 0; lane < 8; lane++) distances[lane] = 0;
    for (size_t w = 0; w < segment->words; w++) {
        for (unsigned lane = 0; lane < 8; lane++) {
            distances[lane] += (uint64_t)__builtin_popcountll(sketch[w * 8 + lane] ^ query->signs[w]);
        }
    }
}

static void plain(
    const vscan_segment *segment, const vscan_query *query, uint32_t limit, vscan_pending *pending,
    vscan_selection *selection) {
    for (size_t block = segment->first; block < segment->blocks; block++) {
        uint64_t distances[8];
        uint32_t hits = 0;
        plain_distances(segment, block, query, distances);
        for (unsigned lane = 0; lane < 8; lane++) hits |= (uint32_t)(distances[lane] < limit) << lane;
        hits &= segment->live[block];
        if (hits) vscan_offer_estimated(segment, block, hits, query, pending, selection);
    }
}

#if VSCAN_X86
VSCAN_TARGET_AVX2 VSCAN_INLINE void avx2_sums(
    const uint64_t *sketch, size_t words, const uint64_t *signs, __m256i *first, __m256i *second) {
    const __m256i zero = _mm256_setzero_si256();
    *first = zero;
    *second = zero;
    for (size_t w = 0; w < words;) {
        // A byte counts to 8 a word: 31 words fit before it is full.
        size_t end = words - w > 31 ? w + 31 : words;
        __m256i a = zero, b = zero;
        for (; w < end; w++) {
            __m256i q = _mm256_set1_epi64x((int64_t)signs[w]);
            const __m256i *at = (const __m256i *)(sketch + w * 8);
            a = _mm256_add_epi8(a, vscan_nibble_counts(_mm256_xor_si256(_mm256_loadu_si256(at), q)));
            b = _mm256_add_epi8(b, vscan_nibble_counts(_mm256_xor_si256(_mm256_loadu_si256(at + 1), q)));
        }
        *first = _mm256_add_epi64(*first, _mm256_sad_epu8(a, zero));
        *second = _mm256_add_epi64(*second, _mm256_sad_epu8(b, zero));
    }
}

VSCAN_TARGET_AVX2 VSCAN_INLINE void avx2_distances(
    const vscan_segment *segment, size_t block, const vscan_query *query, uint64_t distances[8]) {
    __m256i first, second;
    avx2_sums(segment->sketches + block * segment->words * 8, segment->words, query->signs, &first, &second);
    _mm256_storeu_si256((__m256i *)distances, first);
    _mm256_storeu_si256((__m256i *)(distances + 4), second);
}

VSCAN_TARGET_AVX2 VSCAN_INLINE void avx2_of(
    const vscan_segment *segment, const vscan_query *query, uint32_t limit, vscan_pending *pending,
    vscan_selection *selection, bool is_filtered) {
    size_t words = segment->words;
    const __m256i bound = _mm256_set1_epi64x(limit);
    for (size_t block = segment->first; block < segment->blocks; block++) {
        if (is_filtered && vscan_excludes_group(segment, block)) {
            block += VSCAN_GROUP - 1;
            continue;
        }
        uint32_t allowed = is_filtered ? vscan_perhaps_allowed(segment, block) : segment->live[block];
        __m256i first, second;
        avx2_sums(segment->sketches + block * words * 8, words, query->signs, &first, &second);
        uint32_t hits
            = (uint32_t)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpgt_epi64(bound, first)))
            | (uint32_t)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpgt_epi64(bound, second))) << 4;
        hits &= allowed;
        if (__builtin_expect(hits != 0, 0)) vscan_offer_estimated(segment, block, hits, query, pending, selection);
    }
}

VSCAN_TARGET_AVX2 static void avx2(
    const vscan_segment *segment, const vscan_query *query, uint32_t limit, vscan_pending *pending,
    vscan_selection *selection) {
    if (segment->filter) {
        avx2_of(segment, query, limit, pending, selection, true);
    } else {
        avx2_of(segment, query, limit, pending, selection, false);
    }
}

VSCAN_TARGET_AVX512 VSCAN_INLINE __m512i avx512_sum(const uint64_t *sketch, size_t words, const uint64_t *signs) {
    __m512i sum = _mm512_setzero_si512();
    for (size_t w = 0; w < words; w++) {
        __m512i x = _mm512_xor_si512(_mm512_loadu_si512(sketch + w * 8), _mm512_set1_epi64((int64_t)signs[w]));
        sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(x));
    }
    return sum;
}

VSCAN_TARGET_AVX512 VSCAN_INLINE void avx512_distances(
    const vscan_segment *segment, size_t block, const vscan_query *query, uint64_t distances[8]) {
    const uint64_t *sketch = segment->sketches + block * segment->words * 8;
    _mm512_storeu_si512(distances, avx512_sum(sketch, segment->words, query->signs));
}

VSCAN_TARGET_AVX512 VSCAN_INLINE void avx512_of(
    const vscan_segment *segment, const vscan_query *query, uint32_t limit, vscan_pending *pending,
    vscan_selection *selection, size_t words, bool is_filtered) {
    const __m512i bound = _mm512_set1_epi64(limit);
    for (size_t block = segment->first; block < segment->blocks; block++) {
        if (is_filtered && vscan_excludes_group(segment, block)) {
            block += VSCAN_GROUP - 1;
            continue;
        }
        uint32_t allowed = is_filtered ? vscan_perhaps_allowed(segment, block) : segment->live[block];
        __m512i sum = avx512_sum(segment->sketches + block * words * 8, words, query->signs);
        uint32_t hits = _mm512_cmplt_epi64_mask(sum, bound) & allowed;
        if (__builtin_expect(hits != 0, 0)) vscan_offer_estimated(segment, block, hits, query, pending, selection);
    }
}

VSCAN_TARGET_AVX512 VSCAN_INLINE void avx512_any(
    const vscan_segment *segment, const vscan_query *query, uint32_t limit, vscan_pending *pending,
    vscan_selection *selection, size_t words) {
    if (segment->filter) {
        avx512_of(segment, query, limit, pending, selection, words, true);
    } else {
        avx512_of(segment, query, limit, pending, selection, words, false);
    }
}

VSCAN_TARGET_AVX512 static void avx512(
    const vscan_segment *segment, const vscan_query *query, uint32_t limit, vscan_pending *pending,
    vscan_selection *selection) {
    if (segment->words == 6) {
        avx512_any(segment, query, limit, pending, selection, 6);
    } else {
        avx512_any(segment, query, limit, pending, selection, segment->words);
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

/// Calls `distances` for every block of the sample, while the same place of the next run is on its way from memory.
#define VSCAN_SAMPLE(name, target, distances) \
    target static size_t name( \
        const vscan_segment *segment, const vscan_query *query, size_t first, size_t every, uint32_t *histogram) { \
        size_t step = VSCAN_SAMPLE_RUN * every, bytes = segment->words * 64, sampled = 0; \
        for (size_t start = first; start < segment->blocks; start += step) { \
            for (size_t block = start; block < start + VSCAN_SAMPLE_RUN && block < segment->blocks; block++) { \
                if (block + step < segment->blocks) { \
                    vscan_prefetch(segment->sketches + (block + step) * segment->words * 8, bytes); \
                } \
                uint64_t found[8]; \
                distances(segment, block, query, found); \
                for (uint32_t lanes = segment->live[block]; lanes; lanes &= lanes - 1) { \
                    unsigned lane = (unsigned)__builtin_ctz(lanes); \
                    if (!vscan_allows(segment, block * 8 + lane)) continue; \
                    histogram[found[lane]]++; \
                    sampled++; \
                } \
            } \
        } \
        return sampled; \
    }

VSCAN_SAMPLE(sample_plain, , plain_distances)
#if VSCAN_X86
VSCAN_SAMPLE(sample_avx2, VSCAN_TARGET_AVX2, avx2_distances)
VSCAN_SAMPLE(sample_avx512, VSCAN_TARGET_AVX512, avx512_distances)
#endif

size_t vscan_sample_signs(
    vscan_level level, const vscan_segment *segment, const vscan_query *query, size_t first, size_t every,
    uint32_t *histogram) {
    switch (vscan_usable_level(level)) {
#if VSCAN_X86
    case VSCAN_AVX512: return sample_avx512(segment, query, first, every, histogram);
    case VSCAN_AVX2: return sample_avx2(segment, query, first, every, histogram);
#endif
    default: return sample_plain(segment, query, first, every, histogram);
    }
}
