// The words of the index in a packed list, to find the one nearest to a word that isn't there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace axp {

class Dictionary {
  public:
    uint64_t generation = 0;
    uint64_t documents = 0;

    /// Adds a word (UTF-8); short ones and those with digits are left out.
    void add(std::string_view word, uint32_t frequency);

    /// The nearest word, by distance (edits of one letter and swaps of neighbours; one from four letters, two from
    /// eight), same first letter, frequency, then spelling; empty if there is none.
    std::string nearest(std::string_view word) const;

    size_t size() const { return entries.size(); }

  private:
    struct Entry {
        uint64_t mask;  // bit (letter mod 64) of every letter
        uint32_t offset;
        uint32_t frequency;
        uint16_t bytes;
        uint16_t letters;
    };
    std::vector<Entry> entries;
    std::string text;
};

}  // namespace axp
