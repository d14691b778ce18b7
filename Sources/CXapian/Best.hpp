// The best of many hits, in order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "CXapian.h"

namespace axp {

/// Brings the best `depth` hits to the front, best first, ties by row; behind them the others stand in no order.
///
/// Scores are over 0, so they are in the order of their bits: counting those tells which can be among the best, and only
/// these are sorted.
class BestHits {
  public:
    void select(std::vector<axp_hit> &hits, size_t depth) {
        if (hits.size() < 2 || depth == 0) return;
        const size_t wanted = std::min(depth, hits.size());
        keys.clear();
        const uint32_t bar = wanted < hits.size() ? bar_of(hits, wanted) : 0;
        others.clear();
        for (uint32_t i = 0; i < hits.size(); i++) {
            if (bits(hits[i].score) >= bar)
                keys.push_back(uint64_t(~bits(hits[i].score)) << 32 | i);
            else
                others.push_back(hits[i]);
        }
        sort();
        // What is equal in score is told apart by row.
        for (size_t start = 0; start < keys.size();) {
            size_t end = start + 1;
            while (end < keys.size() && keys[end] >> 32 == keys[start] >> 32) end++;
            if (end - start > 1)
                std::sort(keys.begin() + std::ptrdiff_t(start), keys.begin() + std::ptrdiff_t(end),
                          [&](uint64_t a, uint64_t b) { return hits[uint32_t(a)].row < hits[uint32_t(b)].row; });
            start = end;
        }
        ordered.clear();
        for (uint64_t key : keys) ordered.push_back(hits[uint32_t(key)]);
        std::copy(ordered.begin(), ordered.end(), hits.begin());
        std::copy(others.begin(), others.end(), hits.begin() + std::ptrdiff_t(ordered.size()));
    }

    /// Gives memory back after an unusual query.
    void trim() {
        if (others.capacity() <= 1u << 20 && keys.capacity() <= 1u << 20) return;
        std::vector<axp_hit>().swap(others);
        std::vector<axp_hit>().swap(ordered);
        std::vector<uint64_t>().swap(keys);
        std::vector<uint64_t>().swap(room);
    }

  private:
    std::vector<uint64_t> keys, room;  // score, the best lowest, above the place in `hits`
    std::vector<axp_hit> ordered, others;
    std::vector<uint32_t> counts;

    static uint32_t bits(float score) {
        uint32_t result;
        std::memcpy(&result, &score, sizeof result);
        return result;
    }

    /// At least `wanted` hits have scores of these bits or more, and not many more have.
    uint32_t bar_of(const std::vector<axp_hit> &hits, size_t wanted) {
        uint32_t lowest = UINT32_MAX, highest = 0;
        for (const axp_hit &hit : hits) {
            lowest = std::min(lowest, bits(hit.score));
            highest = std::max(highest, bits(hit.score));
        }
        uint32_t shift = 0;
        while ((highest - lowest) >> shift >= 4096) shift++;
        counts.assign(4096, 0);
        for (const axp_hit &hit : hits) counts[(bits(hit.score) - lowest) >> shift]++;
        size_t sum = 0;
        uint32_t step = 4096;
        while (step > 0 && sum < wanted) sum += counts[--step];
        return lowest + (step << shift);
    }

    /// By the upper halves; digit by digit where they are many.
    void sort() {
        if (keys.size() < 128) {
            std::sort(keys.begin(), keys.end());
            return;
        }
        room.resize(keys.size());
        counts.resize(3 * 2048);
        std::fill(counts.begin(), counts.end(), 0);
        for (uint64_t key : keys)
            for (uint32_t digit = 0; digit < 3; digit++) counts[digit * 2048 + (key >> (32 + 11 * digit) & 2047)]++;
        for (uint32_t digit = 0; digit < 3; digit++) {
            uint32_t *const places = counts.data() + digit * 2048;
            const uint32_t shift = 32 + 11 * digit;
            if (places[keys.front() >> shift & 2047] == keys.size()) continue;
            uint32_t sum = 0;
            for (uint32_t i = 0; i < 2048; i++) {
                const uint32_t count = places[i];
                places[i] = sum;
                sum += count;
            }
            for (uint64_t key : keys) room[places[key >> shift & 2047]++] = key;
            keys.swap(room);
        }
    }
};

}  // namespace axp
