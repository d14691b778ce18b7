#include "Dictionary.hpp"

#include <algorithm>
#include <cstdlib>

namespace axp {
namespace {

constexpr size_t longest = 64;

/// Decodes at most `longest` letters; false if there are more, or the bytes are no UTF-8.
bool decode(std::string_view word, char32_t *letters, size_t &count) {
    count = 0;
    for (size_t i = 0; i < word.size();) {
        unsigned char c = static_cast<unsigned char>(word[i]);
        size_t more = c < 0x80 ? 0 : c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : c >= 0xc0 ? 1 : 4;
        if (more == 4 || i + more >= word.size() || count == longest) return false;
        char32_t letter = more == 0 ? c : c & (0x3f >> more);
        for (size_t k = 1; k <= more; k++) letter = letter << 6 | (static_cast<unsigned char>(word[i + k]) & 0x3f);
        letters[count++] = letter;
        i += more + 1;
    }
    return true;
}

/// Han characters and kana carry a meaning each: another one is another word, not a typo.
bool correctable(const char32_t *letters, size_t count) {
    for (size_t i = 0; i < count; i++) {
        char32_t c = letters[i];
        if ((c >= '0' && c <= '9') || (c >= 0x2e80 && c <= 0x30ff) || (c >= 0x3400 && c <= 0x9fff) || c >= 0x20000)
            return false;
    }
    return true;
}

uint64_t mask_of(const char32_t *letters, size_t count) {
    uint64_t mask = 0;
    for (size_t i = 0; i < count; i++) mask |= 1ull << (letters[i] & 63);
    return mask;
}

/// Optimal string alignment distance, or `limit` + 1 if it is more.
int distance(const char32_t *a, size_t n, const char32_t *b, size_t m, int limit) {
    int rows[3][longest + 1];
    int *before = rows[0], *last = rows[1], *row = rows[2];
    for (size_t j = 0; j <= m; j++) last[j] = int(j);
    for (size_t i = 1; i <= n; i++) {
        row[0] = int(i);
        int best = row[0];
        for (size_t j = 1; j <= m; j++) {
            int cost = last[j - 1] + (a[i - 1] != b[j - 1]);
            cost = std::min({cost, last[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost = std::min(cost, before[j - 2] + 1);
            row[j] = cost;
            best = std::min(best, cost);
        }
        if (best > limit) return limit + 1;
        int *recycled = before;
        before = last;
        last = row;
        row = recycled;
    }
    return last[m];
}

}  // namespace

void Dictionary::add(std::string_view word, uint32_t frequency) {
    char32_t letters[longest];
    size_t count;
    if (!decode(word, letters, count) || count < 3 || !correctable(letters, count)) return;
    entries.push_back({mask_of(letters, count), uint32_t(text.size()), frequency,
                       uint16_t(word.size()), uint16_t(count)});
    text.append(word);
}

std::string Dictionary::nearest(std::string_view word) const {
    char32_t letters[longest], other[longest];
    size_t count, others;
    if (!decode(word, letters, count) || count < 4 || !correctable(letters, count)) return {};
    int limit = count >= 8 ? 2 : 1;
    uint64_t mask = mask_of(letters, count);
    const Entry *best = nullptr;
    int best_distance = limit + 1;
    bool best_first = false;
    for (const Entry &entry : entries) {
        if (std::abs(int(entry.letters) - int(count)) > limit) continue;
        // An edit adds at most one letter and takes at most one away.
        uint64_t differing = entry.mask ^ mask;
        if (__builtin_popcountll(differing) > 2 * limit) continue;
        std::string_view candidate(text.data() + entry.offset, entry.bytes);
        if (!decode(candidate, other, others)) continue;
        int d = distance(letters, count, other, others, std::min(limit, best_distance));
        if (d > limit || d == 0) continue;
        bool first = other[0] == letters[0];
        bool better = d != best_distance ? d < best_distance
                      : first != best_first ? first
                      : !best || entry.frequency > best->frequency;
        if (better) {
            best = &entry;
            best_distance = d;
            best_first = first;
        }
    }
    return best ? text.substr(best->offset, best->bytes) : std::string();
}

}  // namespace axp
