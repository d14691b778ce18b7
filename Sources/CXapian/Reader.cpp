#include "Reader.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <mutex>
#include <shared_mutex>
#include <thread>

#include "Failure.hpp"
#include "Terms.hpp"

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
    if (!query.within) return true;
    const uint64_t word = row >> 6;
    return word < query.within_words && (query.within[word] >> (row & 63) & 1);
}

std::vector<uint16_t> sequence_of(const std::string &data) {
    std::vector<uint16_t> result(data.size() / 2);
    if (!result.empty()) std::memcpy(result.data(), data.data(), result.size() * 2);
    return result;
}

}  // namespace

/// Runs `body` on the newest commit; again on a newer one if it was overtaken by the writer.
template <class Body> void axp_reader::attempt(Body body) {
    for (int attempt = 0;; attempt++) {
        try {
            refresh();
            body();
            return;
        } catch (const Xapian::Error &) {
            // Overtaken by two commits, most often; a fresh database tells. The same fault on a commit that is still
            // the newest is real.
            bool newest = snapshot && snapshot == index.snapshot();
            opened = false;
            database = Xapian::Database();
            counts.clear();
            scores.clear();
            if (attempt >= 20 || (newest && attempt >= 2)) throw;
        } catch (...) {
            counts.clear();
            scores.clear();
            throw;
        }
    }
}

void axp_reader::refresh() {
    auto newest = index.snapshot();
    if (opened && snapshot == newest) return;
    for (int attempt = 0;; attempt++) {
        if (opened && snapshot && snapshot->generation < newest->generation && newest->revision > snapshot->revision) {
            database.reopen();
        } else {
            database = Xapian::Database(index.database, Xapian::DB_BACKEND_GLASS);
        }
        opened = true;
        snapshot = newest;
        // Between a commit and its publication the files are ahead of the table by a moment.
        if (database.get_revision() == newest->revision) return;
        opened = false;
        if (attempt >= 2000)
            throw Xapian::DatabaseModifiedError("the database on disk is not the one that was written");
        std::this_thread::sleep_for(std::chrono::microseconds(attempt < 20 ? 20 : 500));
        newest = index.snapshot();
    }
}

void axp_reader::tick() {
    if (deadline == 0 || --until_check != 0) return;
    until_check = 4096;
    if (now() > deadline) throw Failure(AXP_TIMED_OUT, "the time for the query is over");
}

axp_reader::Source axp_reader::source(std::string term, float weight, uint8_t mode,
                                      const std::unordered_map<uint32_t, uint32_t> &places) {
    Source result{std::move(term), weight, mode, {}};
    auto found = index.delta.postings.find(result.term);
    if (found != index.delta.postings.end())
        for (auto [row, count] : found->second) {
            auto place = places.find(row);
            if (place != places.end()) result.fresh.emplace_back(place->second, count);
        }
    return result;
}

/// Copies what the query needs of the memory lane, at one moment together with the snapshot, and spells out prefixes.
void axp_reader::collect(const axp_query &query) {
    recent.clear();
    groups.clear();
    conditions.clear();
    std::vector<std::vector<std::string>> expansions;

    bool sequences = false;
    for (uint32_t c = 0; c < query.condition_count; c++) sequences |= query.conditions[c].sequence_count > 0;

    std::shared_lock lock(index.mutex);
    if (index.published != snapshot) throw Xapian::DatabaseModifiedError("a commit came between");
    std::pair<uint64_t, uint64_t> state{snapshot->generation, index.delta_generation};
    if (state != frequencies_of || frequencies.size() > 4096) {
        frequencies.clear();
        frequencies_of = state;
    }
    std::unordered_map<uint32_t, uint32_t> places;
    for (const auto &[row, document] : index.delta.documents) {
        places.emplace(row, uint32_t(recent.size()));
        recent.push_back({row, document.revision, document.deleted, document.length, {}});
        if (sequences) recent.back().sequence = document.sequence;
    }
    for (uint32_t g = 0; g < query.group_count; g++) {
        const axp_group &group = query.groups[g];
        Group out{group.weight, {}, {}};
        for (uint32_t f = 0; f < group.forms_count; f++) {
            const axp_form &form = query.forms[group.forms_begin + f];
            std::string term = stored_term({query.text + form.offset, form.length});
            if (!form.prefix) {
                out.sources.push_back(source(std::move(term), form.weight, form.mode, places));
                continue;
            }
            std::vector<std::string> longer;
            for (auto it = index.delta.postings.lower_bound(term);
                 it != index.delta.postings.end() && it->first.compare(0, term.size(), term) == 0; ++it)
                if (longer.size() < query.expansions) longer.push_back(it->first);
            uint32_t left = query.expansions;
            for (auto it = database.allterms_begin(term), end = database.allterms_end(term); it != end && left;
                 ++it, --left)
                longer.push_back(*it);
            std::sort(longer.begin(), longer.end());
            longer.erase(std::unique(longer.begin(), longer.end()), longer.end());
            for (auto &one : longer) out.sources.push_back(source(std::move(one), form.weight, form.mode, places));
        }
        for (const Source &s : out.sources) {
            if (s.weight <= 0) continue;
            out.key += s.term;
            out.key += '\n';
        }
        groups.push_back(std::move(out));
    }
    for (uint32_t c = 0; c < query.condition_count; c++) {
        const axp_condition &condition = query.conditions[c];
        Condition out{{}, {}, condition.negated, {}, std::vector<uint8_t>(recent.size())};
        for (uint32_t t = 0; t < condition.terms_count; t++) {
            const axp_term &term = query.condition_terms[condition.terms_begin + t];
            out.terms.push_back(source(stored_term({query.text + term.offset, term.length}), 1, AXP_SUM, places));
        }
        out.sequence.assign(query.sequence + condition.sequence_begin,
                            query.sequence + condition.sequence_begin + condition.sequence_count);
        conditions.push_back(std::move(out));
    }
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

/// Adds a group's BM25 to the scores. With `only`, of those rows alone (the group's frequency must be known then).
void axp_reader::add(const Group &group, const axp_query &query, const std::vector<uint32_t> *only) {
    for (const Source &source : group.sources) {
        const float weight = source.weight;
        const bool sum = source.mode == AXP_SUM;
        auto count = [&](uint32_t row, uint32_t wdf) {
            float &place = counts.at(row);
            float value = weight * float(wdf);
            if (place == 0) {
                if (value <= 0) return;
                counts.rows.push_back(row);
                place = value;
            } else if (sum) {
                place = std::max(place + value, 1e-6f);
            } else if (place < value) {
                place = value;
            }
        };
        auto it = database.postlist_begin(source.term);
        const auto end = database.postlist_end(source.term);
        if (only) {
            for (uint32_t row : *only) {
                if (it == end) break;
                it.skip_to(row);
                tick();
                if (it != end && *it == row) count(row, it.get_wdf());
            }
        } else {
            for (; it != end; ++it, tick()) count(*it, it.get_wdf());
        }
    }
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

    uint64_t frequency = counts.rows.size();
    for (size_t i = 0; i < recent.size(); i++) {
        float old = counts.get(recent[i].row);
        if (old != 0) {
            // What the database has of the row is hidden; the row stays in the list with nothing to add.
            counts.at(recent[i].row) = 0;
            frequency--;
        }
        frequency += fresh_counts[i] != 0;
    }
    if (only) {
        frequency = frequencies.at(group.key);
    } else {
        frequencies[group.key] = frequency;
    }

    uint64_t documents = snapshot->table.documents, length = snapshot->table.total_length;
    for (const Recent &row : recent) {
        const Table::Page *page = snapshot->table.page(row.row);
        if (page && page->revision[row.row & Table::page_mask]) {
            documents--;
            length -= page->length[row.row & Table::page_mask];
        }
        if (!row.deleted) {
            documents++;
            length += row.length;
        }
    }
    if (documents == 0) {
        counts.clear();
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

    const Table::Page *page = nullptr;
    uint32_t current = UINT32_MAX;
    for (uint32_t row : counts.rows) {
        if (uint32_t p = row >> Table::page_bits; p != current) {
            current = p;
            page = snapshot->table.page(row);
        }
        float &place = counts.at(row);
        const float tf = place;
        place = 0;
        if (tf == 0) continue;
        const float length_of_row = page ? float(page->length[row & Table::page_mask]) : 0;
        const float score = scale * tf / (tf + base + slope * length_of_row);
        Sum &sum = scores.at(row);
        if (sum.score == 0) scores.rows.push_back(row);
        sum.score += score;
        sum.covered += rarity;
        found = found || inside(query, row);
    }
    counts.rows.clear();
    for (size_t i = 0; i < recent.size(); i++) {
        const float tf = fresh_counts[i];
        if (tf == 0) continue;
        fresh_scores[i].score += scale * tf / (tf + base + slope * float(recent[i].length));
        fresh_scores[i].covered += rarity;
        found = found || inside(query, recent[i].row);
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
    for (Condition &condition : conditions) satisfy(condition);

    // A few rows are asked for one by one, once it is known how frequent each word is.
    std::vector<uint32_t> few;
    bool sparse = false;
    if (query.within) {
        uint64_t rows = 0;
        for (uint64_t w = 0; w < query.within_words; w++) rows += uint64_t(__builtin_popcountll(query.within[w]));
        sparse = rows * 16 < snapshot->table.documents;
        if (sparse)
            for (uint64_t w = 0; w < query.within_words; w++)
                for (uint64_t bits = query.within[w]; bits; bits &= bits - 1)
                    few.push_back(uint32_t(w << 6) + uint32_t(__builtin_ctzll(bits)));
    }
    fresh_scores.assign(recent.size(), Sum());
    for (const Group &group : groups) add(group, query, sparse && frequencies.count(group.key) ? &few : nullptr);

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
    float last = -1, factor = 1, highest = 0;
    auto add_hit = [&](uint32_t row, Sum sum, int64_t revision) {
        if (power > 0 && sum.covered != last) {
            last = sum.covered;
            factor = last < rarities ? std::pow(last / rarities, power) : 1;
        }
        const float score = std::max(sum.score * factor, std::numeric_limits<float>::min());
        if (score > highest) {
            highest = score;
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
    size_t stored = hits.size();
    for (size_t i = 0; i < recent.size(); i++)
        if (fresh_scores[i].score > 0 && inside(query, recent[i].row))
            add_hit(recent[i].row, fresh_scores[i], recent[i].revision);
    for (size_t i = 0; i < stored; i++) hits[i].revision = snapshot->table.revision(hits[i].row);
    total = hits.size();
    auto before = [](const axp_hit &a, const axp_hit &b) {
        return a.score != b.score ? a.score > b.score : a.row < b.row;
    };
    // What is behind the best stays where it is: whoever wants to know the score of one of them need not ask again.
    const auto best = hits.begin() + std::ptrdiff_t(std::min<size_t>(depth, hits.size()));
    if (best != hits.end()) std::nth_element(hits.begin(), best, hits.end(), before);
    std::sort(hits.begin(), best, before);
    counts.trim();
    scores.trim();
}

void axp_reader::search(const axp_query &query, uint32_t depth, uint64_t &total) {
    attempt([&] { evaluate(query, depth, total); });
}

void axp_reader::matched(const axp_query &query, uint32_t row, bool *matched) {
    attempt([&] {
        deadline = query.deadline;
        until_check = 1;
        // A group a form, so that each stands alone.
        std::vector<axp_group> single;
        uint32_t forms = 0;
        for (uint32_t g = 0; g < query.group_count; g++)
            forms = std::max(forms, query.groups[g].forms_begin + query.groups[g].forms_count);
        for (uint32_t f = 0; f < forms; f++) single.push_back({f, 1, 1});
        axp_query copy = query;
        copy.groups = single.data();
        copy.group_count = forms;
        copy.condition_count = 0;
        collect(copy);
        size_t place = 0;
        while (place < recent.size() && recent[place].row != row) place++;
        for (uint32_t f = 0; f < forms; f++) {
            matched[f] = false;
            for (const Source &source : groups[f].sources) {
                if (place < recent.size()) {
                    for (auto [at, count] : source.fresh) matched[f] |= at == place;
                } else {
                    auto it = database.postlist_begin(source.term);
                    if (it == database.postlist_end(source.term)) continue;
                    it.skip_to(row);
                    matched[f] |= it != database.postlist_end(source.term) && *it == row;
                }
            }
        }
    });
}

std::string axp_reader::nearest(std::string_view word) {
    std::string result;
    attempt([&] {
        std::shared_ptr<const Dictionary> dictionary;
        {
            // Held while it is built, so that two readers don't do the same.
            std::lock_guard lock(index.dictionary_mutex);
            dictionary = index.dictionary;
            uint64_t documents = snapshot->table.documents;
            bool stale = !dictionary || (dictionary->generation != snapshot->generation &&
                                         (documents > dictionary->documents + dictionary->documents / 8 + 16 ||
                                          documents + documents / 8 + 16 < dictionary->documents));
            if (stale) {
                auto made = std::make_shared<Dictionary>();
                made->generation = snapshot->generation;
                made->documents = documents;
                for (auto it = database.allterms_begin("w"), end = database.allterms_end("w"); it != end; ++it) {
                    std::string term = *it;
                    made->add(std::string_view(term).substr(1), it.get_termfreq());
                }
                index.dictionary = made;
                dictionary = made;
            }
        }
        // Words of the memory lane, with the best of the dictionary among them.
        Dictionary words;
        std::string stored = dictionary->nearest(word);
        // The dictionary may be older than the database: what it offers must be there.
        if (!stored.empty() && database.term_exists("w" + stored))
            words.add(stored, database.get_termfreq("w" + stored));
        {
            std::shared_lock lock(index.mutex);
            const auto end = index.delta.postings.lower_bound("x");
            for (auto it = index.delta.postings.lower_bound("w"); it != end; ++it)
                words.add(std::string_view(it->first).substr(1), uint32_t(it->second.size()));
        }
        result = words.nearest(word);
    });
    return result;
}
