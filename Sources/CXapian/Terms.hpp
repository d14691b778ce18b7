// Terms as the database holds them. The first byte says what a term is; the caller chooses it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace axp {

/// Xapian refuses terms over 245 bytes, and every zero byte counts twice there.
constexpr size_t longest_term = 200;

inline uint64_t fnv(std::string_view bytes, uint64_t seed) {
    uint64_t h = 0xcbf29ce484222325ull ^ seed;
    for (unsigned char c : bytes) {
        h ^= c;
        h *= 0x100000001b3ull;
    }
    h ^= h >> 32;
    return h * 0x9e3779b97f4a7c15ull;
}

/// A term that fits: long ones keep their kind and beginning, and end in a hash of the whole.
inline std::string stored_term(std::string_view term) {
    size_t size = term.size();
    for (char c : term) size += c == 0;
    if (size <= longest_term) return std::string(term);
    size_t kept = 0, cost = 0;
    while (kept < term.size()) {
        size_t step = term[kept] == 0 ? 2 : 1;
        if (cost + step > 160) break;
        cost += step;
        kept++;
    }
    std::string result(term.substr(0, kept));
    static const char digits[] = "0123456789abcdef";
    result += '#';
    for (uint64_t seed : {0ull, 0x5bd1e995ull}) {
        uint64_t h = fnv(term, seed);
        for (int i = 0; i < 16; i++, h >>= 4) result += digits[h & 15];
    }
    return result;
}

}  // namespace axp
