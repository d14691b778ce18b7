// The words of the index in a packed list, to find those near to a word that isn't there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace axp {

/// A word that may be a slip for others.
class Misspelt {
  public:
    /// Words of more letters are neither corrected nor offered.
    static constexpr size_t longest = 64;

    explicit Misspelt(std::string_view word);

    /// How many typos (edits of one letter and swaps of neighbours) lie between it and another word; 0 if they are more
    /// than it may have, one from four letters and two from eight, or if it is the same. `first` tells whether both
    /// begin alike.
    int typos(std::string_view word, bool &first) const;

  private:
    friend class Dictionary;
    char32_t letters[longest];
    size_t count = 0;
    int limit = 0;  // 0: it cannot be corrected
    uint64_t mask = 0;
};

class Dictionary {
  public:
    uint64_t generation = 0;
    uint64_t documents = 0;

    /// Adds a word (UTF-8); short ones and those with digits are left out.
    void add(std::string_view word);

    /// The words that may be meant by that one, in no order.
    std::vector<std::string> near(const Misspelt &word) const;

    size_t size() const { return entries.size(); }

  private:
    struct Entry {
        uint64_t mask;  // bit (letter mod 64) of every letter
        uint32_t offset;
        uint16_t bytes;
        uint16_t letters;
    };
    std::vector<Entry> entries;
    std::string text;
};

}  // namespace axp
