// CRC-32C, polynomial 0x1EDC6F41 reflected (RFC 3720, section 12.1).
#include "VectorScanInternal.h"

#include <string.h>

uint32_t vscan_crc32c_plain(uint32_t crc, const void *bytes, size_t count) {
    const uint8_t *at = bytes;
    crc = ~crc;
    while (count--) {
        crc ^= *at++;
        for (unsigned bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0x82F63B78u : 0);
    }
    return ~crc;
}

#if VSCAN_X86
__attribute__((target("sse4.2"))) static uint32_t crc_sse42(uint32_t crc, const void *bytes, size_t count) {
    const uint8_t *at = bytes;
    uint64_t state = ~crc;
    for (; count >= 8; count -= 8, at += 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        state = _mm_crc32_u64(state, word);
    }
    for (; count; count--) state = _mm_crc32_u8((uint32_t)state, *at++);
    return ~(uint32_t)state;
}
#endif

uint32_t vscan_crc32c(uint32_t crc, const void *bytes, size_t count) {
#if VSCAN_X86
    if (__builtin_cpu_supports("sse4.2")) return crc_sse42(crc, bytes, count);
#endif
    return vscan_crc32c_plain(crc, bytes, count);
}
