// Terms as the database holds them. The first byte says what a term is; the caller chooses it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace axp {

/// Xapian refuses terms over 245 bytes, and every zero byte counts twice there.
constexpr size_t longest_term = 200;

/// Of longer ones so much is kept, and a sign and a hash follow.
constexpr size_t kept_term = 160;
constexpr size_t hash_digits = 32;

inline uint64_t fnv(std::string_view bytes, uint64_t seed) {
    uint64_t h = 0xcbf29ce484222325ull ^ seed;
    for (unsigned char c : bytes) {
        h ^= c;
        h *= 0x100000001b3ull;
    }
    h ^= h >> 32;
    return h * 0x9e3779b97f4a7c15ull;
}

/// As much of a term as is kept of one that is too long.
inline std::string_view kept_of(std::string_view term) {
    size_t kept = 0, cost = 0;
    while (kept < term.size()) {
        size_t step = term[kept] == 0 ? 2 : 1;
        if (cost + step > kept_term) break;
        cost += step;
        kept++;
    }
    return term.substr(0, kept);
}

/// Whether a stored term may be of one that begins so; `kept` is `kept_of(beginning)`, with which it begins. Of terms
/// that were too long nothing is known beyond that.
inline bool may_begin(std::string_view stored, std::string_view beginning, std::string_view kept) {
    if (stored.compare(0, beginning.size(), beginning) == 0) return true;
    return kept.size() < beginning.size() && stored.size() == kept.size() + 1 + hash_digits &&
           stored[kept.size()] == '#';
}

/// A term that fits: long ones keep their kind and beginning, and end in a hash of the whole.
inline std::string stored_term(std::string_view term) {
    size_t size = term.size();
    for (char c : term) size += c == 0;
    if (size <= longest_term) return std::string(term);
    std::string result(kept_of(term));
    static const char digits[] = "0123456789abcdef";
    result += '#';
    for (uint64_t seed : {0ull, 0x5bd1e995ull}) {
        uint64_t h = fnv(term, seed);
        for (int i = 0; i < 16; i++, h >>= 4) result += digits[h & 15];
    }
    return result;
}

}  // namespace axp
