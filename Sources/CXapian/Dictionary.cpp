#include "Dictionary.hpp"

#include <algorithm>
#include <cstdlib>

namespace axp {
namespace {

constexpr size_t longest = Misspelt::longest;

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

Misspelt::Misspelt(std::string_view word) {
    if (!decode(word, letters, count) || count < 4 || !correctable(letters, count)) return;
    limit = count >= 8 ? 2 : 1;
    mask = mask_of(letters, count);
}

int Misspelt::typos(std::string_view word, bool &first) const {
    char32_t other[longest];
    size_t others;
    if (limit == 0 || !decode(word, other, others) || others < 3 || !correctable(other, others)) return 0;
    if (std::abs(int(others) - int(count)) > limit) return 0;
    first = other[0] == letters[0];
    int d = distance(letters, count, other, others, limit);
    return d > limit ? 0 : d;
}

void Dictionary::add(std::string_view word) {
    char32_t letters[longest];
    size_t count;
    if (!decode(word, letters, count) || count < 3 || !correctable(letters, count)) return;
    entries.push_back({mask_of(letters, count), uint32_t(text.size()), uint16_t(word.size()), uint16_t(count)});
    text.append(word);
}

std::vector<std::string> Dictionary::near(const Misspelt &word) const {
    std::vector<std::string> result;
    if (word.limit == 0) return result;
    for (const Entry &entry : entries) {
        if (std::abs(int(entry.letters) - int(word.count)) > word.limit) continue;
        // An edit adds at most one letter and takes at most one away.
        if (__builtin_popcountll(entry.mask ^ word.mask) > 2 * word.limit) continue;
        const std::string_view candidate(text.data() + entry.offset, entry.bytes);
        bool first;
        if (word.typos(candidate, first) > 0) result.emplace_back(candidate);
    }
    return result;
}

}  // namespace axp
