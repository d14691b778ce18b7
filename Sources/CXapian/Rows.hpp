// A set of rows as its caller gives it: a bitmap, or all.
#pragma once

#include <cstdint>

namespace axp {

struct Rows {
    const uint64_t *words = nullptr;  // null: every row
    uint64_t count = 0;

    bool all() const { return !words; }

    bool contains(uint32_t row) const {
        if (!words) return true;
        const uint64_t word = row >> 6;
        return word < count && (words[word] >> (row & 63) & 1);
    }

    /// The first row of the set from `row` on, 0 if there is none: no row is 0.
    uint32_t from(uint32_t row) const {
        if (!words) return row;
        uint64_t word = row >> 6;
        if (word >= count) return 0;
        uint64_t bits = words[word] & (~0ull << (row & 63));
        while (!bits) {
            if (++word >= count) return 0;
            bits = words[word];
        }
        return uint32_t(word << 6) + uint32_t(__builtin_ctzll(bits));
    }

    /// How many rows a bitmap has.
    uint64_t size() const {
        uint64_t rows = 0;
        for (uint64_t word = 0; word < count; word++) rows += uint64_t(__builtin_popcountll(words[word]));
        return rows;
    }

    template <class Visit> void for_each(Visit visit) const {
        for (uint64_t word = 0; word < count; word++)
            for (uint64_t bits = words[word]; bits; bits &= bits - 1)
                visit(uint32_t(word << 6) + uint32_t(__builtin_ctzll(bits)));
    }

    /// Tells bitmaps apart (FNV-1a over words).
    uint64_t hash() const {
        uint64_t h = 0xcbf29ce484222325ull;
        for (uint64_t word = 0; word < count; word++) {
            // Words without a row say nothing: the same set may come with more of them.
            if (!words[word]) continue;
            h = (h ^ word) * 0x100000001b3ull;
            h = (h ^ words[word]) * 0x100000001b3ull;
            h ^= h >> 32;
        }
        return h;
    }
};

}  // namespace axp
