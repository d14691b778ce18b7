// The memory lane: a small inverted index of what is not committed yet.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "CXapian.h"

namespace axp {

/// Not safe by itself: `axp_index` locks it.
class Delta {
  public:
    struct Document {
        int64_t revision = 0;
        bool deleted = false;
        uint32_t length = 0;
        std::string language;
        std::vector<std::string> terms;  // its keys in `postings`
        std::vector<uint16_t> sequence;
    };
    using Postings = std::vector<std::pair<uint32_t, uint32_t>>;  // row, count; in no order

    std::unordered_map<uint32_t, Document> documents;
    std::map<std::string, Postings, std::less<>> postings;

    void put(uint32_t row, Document document, const std::vector<std::pair<std::string, uint32_t>> &terms) {
        erase(row);
        for (const auto &[term, count] : terms) {
            postings[term].emplace_back(row, count);
            document.terms.push_back(term);
        }
        documents.emplace(row, std::move(document));
    }

    void erase(uint32_t row) {
        auto found = documents.find(row);
        if (found == documents.end()) return;
        for (const auto &term : found->second.terms) {
            auto list = postings.find(term);
            if (list == postings.end()) continue;
            auto &rows = list->second;
            for (size_t i = 0; i < rows.size(); i++)
                if (rows[i].first == row) {
                    rows[i] = rows.back();
                    rows.pop_back();
                    break;
                }
            if (rows.empty()) postings.erase(list);
        }
        documents.erase(found);
    }

    void clear() {
        documents.clear();
        postings.clear();
    }
};

}  // namespace axp
