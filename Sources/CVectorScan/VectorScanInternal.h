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

/// Every level turns the weighted distance into the estimate by these operations in this order.
VSCAN_INLINE float vscan_score(int32_t distance, float factor, float offset, const vscan_query *query) {
#pragma clang fp contract(off)
    float product = query->step * (float)(15 * query->dims - 2 * distance);
    product = factor * product;
    product = offset + product;
    return product + query->base;
}

#endif
