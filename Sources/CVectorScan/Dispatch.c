#include "VectorScanInternal.h"

static vscan_level detect(void) {
#if VSCAN_X86
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") || !__builtin_cpu_supports("popcnt")) {
        return VSCAN_PLAIN;
    }
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq")
        && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vpopcntdq")
        && __builtin_cpu_supports("avx512vnni")) {
        return VSCAN_AVX512;
    }
    return VSCAN_AVX2;
#else
    return VSCAN_PLAIN;
#endif
}

vscan_level vscan_best_level(void) {
    static _Atomic int known = -1;
    int level = known;
    if (level < 0) {
        level = (int)detect();
        known = level;
    }
    return (vscan_level)level;
}

vscan_level vscan_usable_level(vscan_level level) {
    vscan_level best = vscan_best_level();
    return level < best ? level : best;
}
