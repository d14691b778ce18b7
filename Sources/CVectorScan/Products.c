// Step two and the exact products.
#include "VectorScanInternal.h"

#include <string.h>

/// Records that are asked for ahead of the one in work: as many as memory answers side by side.
enum { ahead = 4 };

VSCAN_INLINE int32_t dot_plain(const int8_t *codes, const int16_t *query, size_t dims) {
    int32_t sum = 0;
    for (size_t i = 0; i < dims; i++) sum += (int32_t)codes[i] * query[i];
    return sum;
}

static float exact_plain(const float *a, const float *b, size_t dims) {
    float sum = 0;
    for (size_t i = 0; i < dims; i++) sum += a[i] * b[i];
    return sum;
}

#if VSCAN_X86
VSCAN_TARGET_AVX2 VSCAN_INLINE int32_t dot_avx2(const int8_t *codes, const int16_t *query, size_t dims) {
    __m256i sum = _mm256_setzero_si256();
    size_t i = 0;
    for (; i + 16 <= dims; i += 16) {
        __m256i wide = _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(codes + i)));
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(wide, _mm256_loadu_si256((const __m256i *)(query + i))));
    }
    int32_t lanes[8];
    _mm256_storeu_si256((__m256i *)lanes, sum);
    int32_t total = 0;
    for (unsigned lane = 0; lane < 8; lane++) total += lanes[lane];
    for (; i < dims; i++) total += (int32_t)codes[i] * query[i];
    return total;
}

VSCAN_TARGET_AVX512 VSCAN_INLINE int32_t dot_avx512(const int8_t *codes, const int16_t *query, size_t dims) {
    __m512i sum = _mm512_setzero_si512();
    size_t i = 0;
    for (; i + 32 <= dims; i += 32) {
        __m512i wide = _mm512_cvtepi8_epi16(_mm256_loadu_si256((const __m256i *)(codes + i)));
        sum = _mm512_dpwssd_epi32(sum, wide, _mm512_loadu_si512(query + i));
    }
    if (i < dims) {
        __mmask32 rest = ((__mmask32)1 << (dims - i)) - 1;
        __m512i wide = _mm512_cvtepi8_epi16(_mm256_maskz_loadu_epi8(rest, codes + i));
        sum = _mm512_dpwssd_epi32(sum, wide, _mm512_maskz_loadu_epi16(rest, query + i));
    }
    return _mm512_reduce_add_epi32(sum);
}

VSCAN_TARGET_AVX2 static float exact_avx2(const float *a, const float *b, size_t dims) {
    __m256 s0 = _mm256_setzero_ps(), s1 = s0, s2 = s0, s3 = s0;
    size_t i = 0;
    for (; i + 32 <= dims; i += 32) {
        s0 = _mm256_fmadd_ps(_mm256_loadu_ps(a + i), _mm256_loadu_ps(b + i), s0);
        s1 = _mm256_fmadd_ps(_mm256_loadu_ps(a + i + 8), _mm256_loadu_ps(b + i + 8), s1);
        s2 = _mm256_fmadd_ps(_mm256_loadu_ps(a + i + 16), _mm256_loadu_ps(b + i + 16), s2);
        s3 = _mm256_fmadd_ps(_mm256_loadu_ps(a + i + 24), _mm256_loadu_ps(b + i + 24), s3);
    }
    float lanes[8];
    _mm256_storeu_ps(lanes, _mm256_add_ps(_mm256_add_ps(s0, s1), _mm256_add_ps(s2, s3)));
    float total = 0;
    for (unsigned lane = 0; lane < 8; lane++) total += lanes[lane];
    for (; i < dims; i++) total += a[i] * b[i];
    return total;
}

VSCAN_TARGET_AVX512 static float exact_avx512(const float *a, const float *b, size_t dims) {
    __m512 s0 = _mm512_setzero_ps(), s1 = s0, s2 = s0, s3 = s0;
    size_t i = 0;
    for (; i + 64 <= dims; i += 64) {
        s0 = _mm512_fmadd_ps(_mm512_loadu_ps(a + i), _mm512_loadu_ps(b + i), s0);
        s1 = _mm512_fmadd_ps(_mm512_loadu_ps(a + i + 16), _mm512_loadu_ps(b + i + 16), s1);
        s2 = _mm512_fmadd_ps(_mm512_loadu_ps(a + i + 32), _mm512_loadu_ps(b + i + 32), s2);
        s3 = _mm512_fmadd_ps(_mm512_loadu_ps(a + i + 48), _mm512_loadu_ps(b + i + 48), s3);
    }
    float total = _mm512_reduce_add_ps(_mm512_add_ps(_mm512_add_ps(s0, s1), _mm512_add_ps(s2, s3)));
    for (; i < dims; i++) total += a[i] * b[i];
    return total;
}
#endif

#define VSCAN_EACH_DOT(name, target, dot) \
    target static int32_t name##_one(const int8_t *codes, const int16_t *query, size_t dims) { \
        return dot(codes, query, dims); \
    } \
    target static void name##_cosines( \
        const uint8_t *records, size_t stride, const uint32_t *positions, size_t count, const int16_t *query, \
        size_t dims, float scale, float *cosines) { \
        for (size_t i = 0; i < count; i++) { \
            if (i + ahead < count) vscan_prefetch(records + positions[i + ahead] * stride, stride); \
            const uint8_t *record = records + positions[i] * stride; \
            float own; \
            memcpy(&own, record, sizeof own); \
            float cosine = (float)dot((const int8_t *)record + 8, query, dims) * (scale * own); \
            cosines[i] = cosine > 1 ? 1 : cosine < -1 ? -1 : cosine; \
        } \
    }

VSCAN_EACH_DOT(plain, , dot_plain)
#if VSCAN_X86
VSCAN_EACH_DOT(avx2, VSCAN_TARGET_AVX2, dot_avx2)
VSCAN_EACH_DOT(avx512, VSCAN_TARGET_AVX512, dot_avx512)
#endif

int32_t vscan_dot(vscan_level level, const int8_t *codes, const int16_t *query, size_t dims) {
#if VSCAN_X86
    switch (vscan_usable_level(level)) {
    case VSCAN_AVX512: return avx512_one(codes, query, dims);
    case VSCAN_AVX2: return avx2_one(codes, query, dims);
    case VSCAN_PLAIN: break;
    }
#endif
    return plain_one(codes, query, dims);
}

void vscan_cosines(
    vscan_level level, const uint8_t *records, size_t stride, const uint32_t *positions, size_t count,
    const int16_t *query, size_t dims, float scale, float *cosines) {
#if VSCAN_X86
    switch (vscan_usable_level(level)) {
    case VSCAN_AVX512: avx512_cosines(records, stride, positions, count, query, dims, scale, cosines); return;
    case VSCAN_AVX2: avx2_cosines(records, stride, positions, count, query, dims, scale, cosines); return;
    case VSCAN_PLAIN: break;
    }
#endif
    plain_cosines(records, stride, positions, count, query, dims, scale, cosines);
}

float vscan_dot_exact(vscan_level level, const float *a, const float *b, size_t dims) {
#if VSCAN_X86
    switch (vscan_usable_level(level)) {
    case VSCAN_AVX512: return exact_avx512(a, b, dims);
    case VSCAN_AVX2: return exact_avx2(a, b, dims);
    case VSCAN_PLAIN: break;
    }
#endif
    return exact_plain(a, b, dims);
}

static uint64_t pass_plain(const uint64_t *words, size_t count) {
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) sum += words[i];
    return sum;
}

#if VSCAN_X86
VSCAN_TARGET_AVX512 static uint64_t pass_avx512(const uint64_t *words, size_t count) {
    __m512i s0 = _mm512_setzero_si512(), s1 = s0, s2 = s0, s3 = s0;
    size_t i = 0;
    for (; i + 32 <= count; i += 32) {
        s0 = _mm512_add_epi64(s0, _mm512_loadu_si512(words + i));
        s1 = _mm512_add_epi64(s1, _mm512_loadu_si512(words + i + 8));
        s2 = _mm512_add_epi64(s2, _mm512_loadu_si512(words + i + 16));
        s3 = _mm512_add_epi64(s3, _mm512_loadu_si512(words + i + 24));
    }
    uint64_t sum = (uint64_t)_mm512_reduce_add_epi64(
        _mm512_add_epi64(_mm512_add_epi64(s0, s1), _mm512_add_epi64(s2, s3)));
    for (; i < count; i++) sum += words[i];
    return sum;
}
#endif

uint64_t vscan_pass(const uint64_t *words, size_t count) {
#if VSCAN_X86
    if (vscan_best_level() == VSCAN_AVX512) return pass_avx512(words, count);
#endif
    return pass_plain(words, count);
}
