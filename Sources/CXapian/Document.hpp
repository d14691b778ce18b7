// What is stored of a document.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "CXapian.h"
#include "Terms.hpp"

namespace axp {

// The value of a document: revision and length as variable-length integers, then the language.

inline void append_integer(std::string &out, uint64_t value) {
    while (value >= 0x80) {
        out += char(value | 0x80);
        value >>= 7;
    }
    out += char(value);
}

inline bool take_integer(std::string_view &in, uint64_t &value) {
    value = 0;
    for (int shift = 0; !in.empty() && shift < 64; shift += 7) {
        unsigned char c = static_cast<unsigned char>(in.front());
        in.remove_prefix(1);
        value |= uint64_t(c & 0x7f) << shift;
        if (!(c & 0x80)) return true;
    }
    return false;
}

inline std::string bytes_of(const uint16_t *sequence, uint32_t count) {
    return std::string(reinterpret_cast<const char *>(sequence), size_t(count) * 2);
}

/// The terms of a document, each once, with its count.
inline std::vector<std::pair<std::string, uint32_t>> terms_of(const axp_batch &batch, const axp_document &document) {
    std::vector<std::pair<std::string_view, uint32_t>> all;
    all.reserve(document.terms_count);
    for (uint32_t i = 0; i < document.terms_count; i++) {
        const axp_term &term = batch.terms[document.terms_begin + i];
        if (term.length == 0) continue;
        all.emplace_back(std::string_view(batch.text + term.offset, term.length), term.count);
    }
    std::sort(all.begin(), all.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    std::vector<std::pair<std::string, uint32_t>> result;
    for (size_t i = 0; i < all.size();) {
        size_t j = i;
        uint32_t count = 0;
        for (; j < all.size() && all[j].first == all[i].first; j++) count += all[j].second;
        result.emplace_back(stored_term(all[i].first), count);
        i = j;
    }
    return result;
}

}  // namespace axp
