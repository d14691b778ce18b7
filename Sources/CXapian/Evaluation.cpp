// How the documents of a query are found and scored, on one commit and the memory lane together.
#include "Reader.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <ctime>
#include <limits>

#include "Failure.hpp"
#include "Shares.hpp"

using namespace axp;

namespace {

double now() {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

bool contains(const std::vector<uint16_t> &text, const std::vector<uint16_t> &wanted) {
    return std::search(text.begin(), text.end(), wanted.begin(), wanted.end()) != text.end();
}

bool inside(const axp_query &query, uint32_t row) {
    return Rows{query.within, query.within_words}.contains(row);
}

std::vector<uint16_t> sequence_of(const std::string &data) {
    std::vector<uint16_t> result(data.size() / 2);
    if (!result.empty()) std::memcpy(result.data(), data.data(), result.size() * 2);
    return result;
}

}  // namespace

void axp_reader::tick() {
    if (deadline == 0 || --until_check != 0) return;
    until_check = 4096;
    if (now() > deadline) throw Failure(AXP_TIMED_OUT, "the time for the query is over");
}

/// Finds the documents that meet a condition: the rarest term leads, the others are asked for its rows.
void axp_reader::satisfy(Condition &condition) {
    std::vector<uint32_t> present(recent.size());
    for (const Source &term : condition.terms)
        for (auto [place, count] : term.fresh) present[place]++;
    for (size_t i = 0; i < recent.size(); i++)
        condition.fresh[i] = present[i] == condition.terms.size() && !recent[i].deleted &&
                             (condition.sequence.empty() || contains(recent[i].sequence, condition.sequence));

    std::vector<const Source *> order;
    for (const Source &term : condition.terms) order.push_back(&term);
    std::sort(order.begin(), order.end(), [&](const Source *a, const Source *b) {
        return database.get_termfreq(a->term) < database.get_termfreq(b->term);
    });
    std::vector<uint32_t> rows;
    for (size_t k = 0; k < order.size() && (k == 0 || !rows.empty()); k++) {
        auto it = database.postlist_begin(order[k]->term);
        const auto end = database.postlist_end(order[k]->term);
        if (k == 0) {
            for (; it != end; ++it, tick()) rows.push_back(*it);
            continue;
        }
        size_t kept = 0;
        for (uint32_t row : rows) {
            if (it == end) break;
            it.skip_to(row);
            tick();
            if (it != end && *it == row) rows[kept++] = row;
        }
        rows.resize(kept);
    }
    if (!condition.sequence.empty()) {
        size_t kept = 0;
        for (uint32_t row : rows) {
            tick();
            std::string data = database.get_document(row, Xapian::DOC_ASSUME_VALID).get_data();
            if (contains(sequence_of(data), condition.sequence))
                rows[kept++] = row;
        }
        rows.resize(kept);
    }
    condition.rows = std::move(rows);
}

/// Adds a group's BM25 to the scores. With `only`, of those rows alone; unless these are `all` that are counted, the
/// group's frequency must be known then.
void axp_reader::add(const Group &group, const axp_query &query, const std::vector<uint32_t> *only, bool all) {
    until_check = 1;
    tick();
    const auto stored = only ? std::make_shared<const Gathered>(gather(group, only)) : gathered(group);
    fresh_counts.assign(recent.size(), 0);
    for (const Source &source : group.sources)
        for (auto [place, wdf] : source.fresh) {
            float value = source.weight * float(wdf);
            float &now = fresh_counts[place];
            if (source.mode == AXP_SUM)
                now = now == 0 ? std::max(value, 0.0f) : std::max(now + value, 1e-6f);
            else
                now = std::max(now, value);
        }

    uint64_t frequency = stored->rows.size();
    if (!reach.all())
        frequency = uint64_t(std::count_if(stored->rows.begin(), stored->rows.end(),
                                           [&](uint32_t row) { return reach.contains(row); }));
    // What the database has of the memory lane's rows is hidden.
    if (!recent.empty())
        frequency -= uint64_t(std::count_if(stored->rows.begin(), stored->rows.end(), [&](uint32_t row) {
            return is_hidden(row) && reach.contains(row);
        }));
    for (size_t i = 0; i < recent.size(); i++) frequency += fresh_counts[i] != 0 && reach.contains(recent[i].row);
    if (!all) {
        frequency = frequencies.at(group.key);
    } else {
        frequencies[group.key] = frequency;
    }

    const uint64_t documents = size.documents, length = size.length;
    if (documents == 0) {
        words.push_back({0, false});
        return;
    }
    const double average = std::max(1.0, double(length) / double(documents));
    const double idf = std::log1p((double(documents) - double(frequency) + 0.5) / (double(frequency) + 0.5));
    const float rarity = float(group.weight * idf), scale = float(rarity * (query.k1 + 1));
    // A word that nobody has tells no row from another.
    if (frequency > 0) {
        rarities += rarity;
        known++;
    }
    bool found = false;
    const float base = float(query.k1 * (1 - query.b)), slope = float(query.k1 * query.b / average);

    const size_t many = stored->rows.size();
    parts.resize(many);
    const Table::Page *page = nullptr;
    uint32_t current = UINT32_MAX;
    for (size_t i = 0; i < many; i++) {
        const uint32_t row = stored->rows[i];
        if (uint32_t p = row >> Table::page_bits; p != current) {
            current = p;
            page = snapshot->table.page(row);
        }
        parts[i] = page ? float(page->length[row & Table::page_mask]) : 0;
    }
    // By itself, as several are divided at a time then.
    for (size_t i = 0; i < many; i++)
        parts[i] = scale * stored->counts[i] / (stored->counts[i] + base + slope * parts[i]);
    const bool is_whole = recent.empty() && Rows{query.within, query.within_words}.all() && !group.beside;
    found = is_whole && many > 0;
    for (size_t i = 0; i < many; i++) {
        const uint32_t row = stored->rows[i];
        if (!is_whole) {
            if (is_hidden(row)) continue;
            found = found || inside(query, row);
            if (group.beside && scores.get(row).score == 0) continue;
        }
        Sum &sum = scores.at(row);
        if (sum.score == 0) scores.rows.push_back(row);
        sum.score += parts[i];
        sum.covered += rarity;
    }
    for (size_t i = 0; i < recent.size(); i++) {
        const float tf = fresh_counts[i];
        if (tf == 0) continue;
        found = found || inside(query, recent[i].row);
        if (group.beside && fresh_scores[i].score == 0) continue;
        fresh_scores[i].score += scale * tf / (tf + base + slope * float(recent[i].length));
        fresh_scores[i].covered += rarity;
    }
    words.push_back({rarity, found});
}

void axp_reader::evaluate(const axp_query &query, uint32_t depth, uint64_t &total) {
    deadline = query.deadline;
    until_check = 1;
    hits.clear();
    words.clear();
    rarities = 0;
    known = 0;
    best_covered = 0;
    total = 0;
    counts.clear();
    scores.clear();
    collect(query);
    if (groups.empty()) return;
    hidden.clear();
    for (const Recent &row : recent) {
        if (row.row >> 6 >= hidden.size()) hidden.resize((row.row >> 6) + 1);
        hidden[row.row >> 6] |= 1ull << (row.row & 63);
    }
    for (Condition &condition : conditions) satisfy(condition);

    // A few rows are asked for one by one, once it is known how frequent each word is.
    // So are all that are counted, if they are few.
    const auto few = [&](const Rows &rows) {
        std::vector<uint32_t> list;
        if (!rows.all() && rows.size() * 16 < snapshot->table.documents)
            rows.for_each([&](uint32_t row) { list.push_back(row); });
        return list;
    };
    const std::vector<uint32_t> wanted = few({query.within, query.within_words}), counted = few(reach);
    fresh_scores.assign(recent.size(), Sum());
    for (const Group &group : groups) {
        if (!wanted.empty() && frequencies.count(group.key))
            add(group, query, &wanted, false);
        else
            add(group, query, counted.empty() ? nullptr : &counted, true);
    }

    for (const Condition &condition : conditions) {
        if (condition.negated) {
            for (uint32_t row : condition.rows)
                if (scores.get(row).score != 0) scores.at(row).score = 0;
        } else {
            for (uint32_t row : scores.rows)
                if (!std::binary_search(condition.rows.begin(), condition.rows.end(), row)) scores.at(row).score = 0;
        }
        for (size_t i = 0; i < recent.size(); i++)
            if ((condition.fresh[i] != 0) == condition.negated) fresh_scores[i].score = 0;
    }
    // Who has more of the words comes before who has one of them often. Neighbours mostly have the same words.
    const float power = known > 1 && rarities > 0 ? float(query.coverage) / float(known) : 0;
    const Shares shares(power, rarities);
    float highest = 0;
    uint32_t highest_row = 0;
    auto add_hit = [&](uint32_t row, Sum sum, int64_t revision) {
        const float factor = power > 0 ? shares.factor(sum.covered) : 1;
        const float score = std::max(sum.score * factor, std::numeric_limits<float>::min());
        if (score > highest || (score == highest && row < highest_row)) {
            highest = score;
            highest_row = row;
            best_covered = sum.covered;
        }
        hits.push_back({row, score, revision});
    };
    hits.reserve(scores.rows.size() + recent.size());
    for (uint32_t row : scores.rows) {
        Sum &sum = scores.at(row);
        if (sum.score > 0 && inside(query, row)) add_hit(row, sum, 0);
        sum = Sum();
    }
    scores.rows.clear();
    for (size_t i = 0; i < recent.size(); i++)
        if (fresh_scores[i].score > 0 && inside(query, recent[i].row))
            add_hit(recent[i].row, fresh_scores[i], recent[i].revision);
    total = hits.size();
    // What is behind the best stays: whoever wants to know the score of one of them need not ask again.
    best.select(hits, depth);
    for (size_t i = 0; i < std::min<size_t>(depth, hits.size()); i++)
        if (hits[i].revision == 0) hits[i].revision = snapshot->table.revision(hits[i].row);
    best.trim();
    scores.trim();
}
