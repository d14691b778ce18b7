// Step one, signs against signs.
#include "VectorScanInternal.h"

#include <math.h>

/// Distances are whole, so "score above threshold" is "distance below limit".
VSCAN_INLINE int64_t limit_of(float threshold) { return threshold < -1e9f ? INT64_MAX : (int64_t)-threshold; }

VSCAN_INLINE void offer_distances(
    const vscan_segment *segment, size_t block, uint32_t hits, const uint64_t *distances, vscan_selection *selection) {
    float scores[8];
    for (unsigned lane = 0; lane < 8; lane++) scores[lane] = -(float)distances[lane];
    vscan_offer(segment, block, hits, scores, selection);
}

static void plain(const vscan_segment *segment, const vscan_query *query, vscan_selection *selection) {
    size_t words = segment->words;
    for (size_t block = 0; block < segment->blocks; block++) {
        const uint64_t *sketch = segment->sketches + block * words * 8;
        uint64_t distances[8] = {0};
        for (size_t w = 0; w < words; w++) {
            for (unsigned lane = 0; lane < 8; lane++) {
                distances[lane] += (uint64_t)__builtin_popcountll(sketch[w * 8 + lane] ^ query->signs[w]);
            }
        }
        int64_t limit = limit_of(selection->threshold);
        uint32_t hits = 0;
        for (unsigned lane = 0; lane < 8; lane++) hits |= (uint32_t)((int64_t)distances[lane] < limit) << lane;
        hits &= segment->live[block];
        if (hits) offer_distances(segment, block, hits, distances, selection);
    }
}

#if VSCAN_X86
VSCAN_TARGET_AVX2 VSCAN_INLINE __m256i nibble_counts(__m256i x) {
    const __m256i table = _mm256_setr_epi8(
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i low = _mm256_set1_epi8(15);
    return _mm256_add_epi8(
        _mm256_shuffle_epi8(table, _mm256_and_si256(x, low)),
        _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(x, 4), low)));
}

VSCAN_TARGET_AVX2 static void avx2(
    const vscan_segment *segment, const vscan_query *query, vscan_selection *selection) {
    size_t words = segment->words;
    int64_t limit = limit_of(selection->threshold);
    const __m256i zero = _mm256_setzero_si256();
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
                a = _mm256_add_epi8(a, nibble_counts(_mm256_xor_si256(_mm256_loadu_si256(at), q)));
                b = _mm256_add_epi8(b, nibble_counts(_mm256_xor_si256(_mm256_loadu_si256(at + 1), q)));
            }
            first = _mm256_add_epi64(first, _mm256_sad_epu8(a, zero));
            second = _mm256_add_epi64(second, _mm256_sad_epu8(b, zero));
        }
        __m256i bound = _mm256_set1_epi64x(limit);
        uint32_t hits
            = (uint32_t)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpgt_epi64(bound, first)))
            | (uint32_t)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpgt_epi64(bound, second))) << 4;
        hits &= segment->live[block];
        if (__builtin_expect(hits != 0, 0)) {
            uint64_t distances[8];
            _mm256_storeu_si256((__m256i *)distances, first);
            _mm256_storeu_si256((__m256i *)(distances + 4), second);
            offer_distances(segment, block, hits, distances, selection);
            limit = limit_of(selection->threshold);
        }
    }
}

VSCAN_TARGET_AVX512 VSCAN_INLINE void avx512_of(
    const vscan_segment *segment, const vscan_query *query, vscan_selection *selection, size_t words) {
    int64_t limit = limit_of(selection->threshold);
    for (size_t block = 0; block < segment->blocks; block++) {
        const uint64_t *sketch = segment->sketches + block * words * 8;
        __m512i sum = _mm512_setzero_si512();
        for (size_t w = 0; w < words; w++) {
            __m512i x = _mm512_xor_si512(
                _mm512_loadu_si512(sketch + w * 8), _mm512_set1_epi64((int64_t)query->signs[w]));
            sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(x));
        }
        uint32_t hits = _mm512_cmplt_epi64_mask(sum, _mm512_set1_epi64(limit)) & segment->live[block];
        if (__builtin_expect(hits != 0, 0)) {
            uint64_t distances[8];
            _mm512_storeu_si512(distances, sum);
            offer_distances(segment, block, hits, distances, selection);
            limit = limit_of(selection->threshold);
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

void vscan_scan_signs(
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
