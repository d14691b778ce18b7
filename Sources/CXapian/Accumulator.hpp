// A number for every row a query touches, zero at first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

namespace axp {

/// Pages of values, made when first touched; rows come mostly in ascending order, so the last page is kept at hand.
/// A value of zero bytes is zero.
template <class Value> class Accumulator {
  public:
    /// The rows that are or were not zero, in the order they became so.
    std::vector<uint32_t> rows;

    /// The place of a row. Whoever makes it non-zero adds the row to `rows`.
    Value &at(uint32_t row) {
        uint32_t p = row >> bits;
        if (p != current) {
            if (p >= pages.size()) pages.resize(p + 1);
            if (!pages[p]) pages[p].reset(static_cast<Value *>(std::calloc(size, sizeof(Value))));
            if (!pages[p]) throw std::bad_alloc();
            current = p;
            page = pages[p].get();
        }
        return page[row & (size - 1)];
    }

    /// The value of a row without making a page for it.
    Value get(uint32_t row) const {
        uint32_t p = row >> bits;
        return p < pages.size() && pages[p] ? pages[p].get()[row & (size - 1)] : Value();
    }

    void clear() {
        for (uint32_t row : rows) at(row) = Value();
        rows.clear();
    }

    /// Gives memory back after an unusual query.
    void trim() {
        if (rows.capacity() > 1u << 21) std::vector<uint32_t>().swap(rows);
    }

  private:
    static constexpr uint32_t bits = 12, size = 1u << bits;
    struct Free {
        void operator()(Value *p) const { std::free(p); }
    };
    std::vector<std::unique_ptr<Value, Free>> pages;
    uint32_t current = UINT32_MAX;
    Value *page = nullptr;
};

}  // namespace axp
