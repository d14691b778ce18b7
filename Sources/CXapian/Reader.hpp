// One thread's view of the index, and the evaluation of queries over it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <xapian.h>

#include "Accumulator.hpp"
#include "Best.hpp"
#include "CXapian.h"
#include "Index.hpp"
#include "Rows.hpp"

/// Xapian keeps the postings; the scores are computed here, a term at a time, because the matcher cannot give exact
/// statistics over database and memory lane together, nor one frequency for all forms of a word.
struct axp_reader {
    axp_index &index;
    std::vector<axp_hit> hits;
    std::vector<axp_word> words;  // of the last search, a group each
    float best_covered = 0;       // rarity of the words that its best hit has

    explicit axp_reader(axp_index &index) : index(index) {}

    void search(const axp_query &query, uint32_t depth, uint64_t &total);
    void matched(const axp_query &query, uint32_t row, bool *matched);
    std::string nearest(const axp_misspelt &word);

  private:
    /// A row of the memory lane: it hides what the database has of the row.
    struct Recent {
        uint32_t row;
        int64_t revision;
        bool deleted;
        uint32_t length;
        std::vector<uint16_t> sequence;  // only where a condition needs it
    };
    /// One term of the query with its postings in the memory lane, as (place in `recent`, count).
    struct Source {
        std::string term;
        float weight;
        uint8_t mode;
        std::vector<std::pair<uint32_t, uint32_t>> fresh;
    };
    struct Group {
        float weight;
        bool beside;
        std::vector<Source> sources;
        std::string key;  // says what its frequency depends on
        std::string gathers;  // says what is gathered for it
    };
    /// What a row has gathered: BM25, and the rarity of the words that it has.
    struct Sum {
        float score, covered;
    };
    struct Condition {
        std::vector<Source> terms;
        std::vector<uint16_t> sequence;
        bool negated;
        std::vector<uint32_t> rows;    // of the database, ascending
        std::vector<uint8_t> fresh;    // by place in `recent`
    };

    Xapian::Database database;
    std::shared_ptr<const axp::Snapshot> snapshot;
    bool opened = false;

    std::vector<Recent> recent;
    std::vector<Group> groups;
    std::vector<Condition> conditions;
    axp::Accumulator<float> counts;
    axp::Accumulator<Sum> scores;
    axp::BestHits best;
    std::vector<uint64_t> hidden;  // bitmap of the rows of the memory lane, as far as these go
    /// A term's place in `read`, if a group has it more than once.
    struct Read {
        uint32_t uses = 0;
        size_t begin = 0, end = 0;
    };
    std::vector<std::pair<uint32_t, uint32_t>> read;  // rows and counts
    std::unordered_map<std::string_view, Read> reads;
    std::vector<float> parts;  // what a word adds to the score of each of its rows
    std::vector<float> fresh_counts;
    std::vector<Sum> fresh_scores;
    float rarities = 0;  // of all words that any document has
    uint32_t known = 0;  // how many these are

    double deadline = 0;
    uint32_t until_check = 0;

    /// Documents and their lengths together.
    struct Size {
        uint64_t documents, length;
    };
    /// How many documents a group matches, by its key, for the state of the index named by `frequencies_of`; and how
    /// large that is, by the hash of the rows that are counted.
    std::unordered_map<std::string, uint64_t> frequencies;
    std::unordered_map<uint64_t, Size> sizes;
    std::pair<uint64_t, uint64_t> frequencies_of{0, 0};
    /// Words of the database that begin so, for the commit named by `longer_of`.
    std::unordered_map<std::string, std::vector<std::string>> longer;
    uint64_t longer_of = 0;
    axp::Rows reach;
    /// Of `reach`, as the end of a key; empty for all rows.
    std::string reach_key;
    Size size{0, 0};

    template <class Body> void attempt(Body body);
    void refresh();
    void collect(const axp_query &query);
    Source source(std::string term, float weight, uint8_t mode, const std::unordered_map<uint32_t, uint32_t> &places);
    void evaluate(const axp_query &query, uint32_t depth, uint64_t &total);
    void add(const Group &group, const axp_query &query, const std::vector<uint32_t> *only, bool all);
    std::shared_ptr<const axp::Gathered> gathered(const Group &group);
    axp::Gathered gather(const Group &group, const std::vector<uint32_t> *only);
    bool is_hidden(uint32_t row) const {
        return row >> 6 < hidden.size() && (hidden[row >> 6] >> (row & 63) & 1);
    }
    void satisfy(Condition &condition);
    const std::vector<std::string> &stored_longer(const std::string &beginning, uint32_t most);
    Size measured();
    template <class Visit> void for_each(const std::string &term, const axp::Rows &rows, Visit visit);
    bool in_reach(const axp::Delta::Postings &postings) const;
    uint64_t frequency(const std::string &term, const axp::Rows &rows, const std::vector<uint32_t> &hidden);
    std::vector<std::string> words_near(const axp::Misspelt &word);
    void tick();
};
