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
    return Rows{query.within, query.within_words}.contains(row);
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

/// Visits those of the rows that have a term, until `visit` is false.
template <class Visit> void axp_reader::for_each(const std::string &term, const Rows &rows, Visit visit) {
    auto it = database.postlist_begin(term);
    const auto end = database.postlist_end(term);
    while (it != end) {
        tick();
        const uint32_t row = *it, next = rows.from(row);
        if (next == 0) return;
        if (next == row) {
            if (!visit(row)) return;
            ++it;
        } else {
            it.skip_to(next);
        }
    }
}

bool axp_reader::in_reach(const Delta::Postings &postings) const {
    return std::any_of(postings.begin(), postings.end(), [&](const auto &posting) { return reach.contains(posting.first); });
}

/// The first words of the database that begin so and that a row within reach has.
const std::vector<std::string> &axp_reader::stored_longer(const std::string &beginning, uint32_t most) {
    if (longer_of != snapshot->generation || longer.size() > 256) {
        longer.clear();
        longer_of = snapshot->generation;
    }
    auto [place, is_new] = longer.try_emplace(beginning + reach_key);
    if (!is_new) return place->second;
    std::vector<std::string> found;
    try {
        const std::string kept(kept_of(beginning));
        for (auto it = database.allterms_begin(kept), end = database.allterms_end(kept); it != end && found.size() < most;
             ++it) {
            tick();
            std::string term = *it;
            if (!may_begin(term, beginning, kept)) continue;
            bool counts = reach.all();
            if (!counts) for_each(term, reach, [&](uint32_t) { return !(counts = true); });
            if (counts) found.push_back(std::move(term));
        }
    } catch (...) {
        longer.erase(place);
        throw;
    }
    return place->second = std::move(found);
}

/// How many documents are counted, and how long they are.
axp_reader::Size axp_reader::measured() {
    const Table &table = snapshot->table;
    Size result{table.documents, table.total_length};
    if (!reach.all()) {
        result = {0, 0};
        reach.for_each([&](uint32_t row) {
            const Table::Page *page = table.page(row);
            if (!page || !page->revision[row & Table::page_mask]) return;
            result.documents++;
            result.length += page->length[row & Table::page_mask];
        });
    }
    for (const Recent &row : recent) {
        if (!reach.contains(row.row)) continue;
        const Table::Page *page = table.page(row.row);
        if (page && page->revision[row.row & Table::page_mask]) {
            result.documents--;
            result.length -= page->length[row.row & Table::page_mask];
        }
        if (!row.deleted) {
            result.documents++;
            result.length += row.length;
        }
    }
    return result;
}

/// Copies what the query needs of the memory lane, at one moment together with the snapshot, and spells out prefixes.
void axp_reader::collect(const axp_query &query) {
    recent.clear();
    groups.clear();
    conditions.clear();
    reach = {query.reach, query.reach_words};
    reach_key.clear();
    const uint64_t reach_hash = reach.all() ? 0 : reach.hash();
    if (!reach.all()) reach_key.assign(reinterpret_cast<const char *>(&reach_hash), sizeof reach_hash);
    // The database does not change under the reader: what is looked up in it needs no lock.
    std::vector<std::vector<std::string>> expansions;
    for (uint32_t g = 0; g < query.group_count; g++)
        for (uint32_t f = 0; f < query.groups[g].forms_count; f++) {
            const axp_form &form = query.forms[query.groups[g].forms_begin + f];
            if (form.prefix)
                expansions.push_back(stored_longer({query.text + form.offset, form.length}, query.expansions));
        }
    size_t expanded = 0;

    bool sequences = false;
    for (uint32_t c = 0; c < query.condition_count; c++) sequences |= query.conditions[c].sequence_count > 0;

    std::shared_lock lock(index.mutex);
    if (index.published != snapshot) throw Xapian::DatabaseModifiedError("a commit came between");
    std::pair<uint64_t, uint64_t> state{snapshot->generation, index.delta_generation};
    if (state != frequencies_of || frequencies.size() > 4096) {
        frequencies.clear();
        sizes.clear();
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
            const std::string_view term(query.text + form.offset, form.length);
            if (!form.prefix) {
                out.sources.push_back(source(stored_term(term), form.weight, form.mode, places));
                continue;
            }
            std::vector<std::string> longer = std::move(expansions[expanded++]);
            const size_t stored = longer.size();
            const std::string_view kept = kept_of(term);
            for (auto it = index.delta.postings.lower_bound(kept);
                 it != index.delta.postings.end() && it->first.compare(0, kept.size(), kept) == 0 &&
                 longer.size() - stored < query.expansions; ++it)
                if (may_begin(it->first, term, kept) && in_reach(it->second)) longer.push_back(it->first);
            // The same ones wherever they lie.
            std::sort(longer.begin(), longer.end());
            longer.erase(std::unique(longer.begin(), longer.end()), longer.end());
            if (longer.size() > query.expansions) longer.resize(query.expansions);
            for (auto &one : longer) out.sources.push_back(source(std::move(one), form.weight, form.mode, places));
        }
        for (const Source &s : out.sources) {
            if (s.weight <= 0) continue;
            out.key += s.term;
            out.key += '\n';
        }
        out.key += reach_key;
        groups.push_back(std::move(out));
    }
    auto known = sizes.find(reach_hash);
    if (known == sizes.end()) known = sizes.emplace(reach_hash, measured()).first;
    size = known->second;
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

/// Adds a group's BM25 to the scores. With `only`, of those rows alone; unless these are `all` that are counted, the
/// group's frequency must be known then.
void axp_reader::add(const Group &group, const axp_query &query, const std::vector<uint32_t> *only, bool all) {
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
    if (!reach.all())
        frequency = uint64_t(std::count_if(counts.rows.begin(), counts.rows.end(),
                                           [&](uint32_t row) { return reach.contains(row); }));
    for (size_t i = 0; i < recent.size(); i++) {
        float old = counts.get(recent[i].row);
        if (old != 0) {
            // What the database has of the row is hidden; the row stays in the list with nothing to add.
            counts.at(recent[i].row) = 0;
            frequency -= reach.contains(recent[i].row);
        }
        frequency += fresh_counts[i] != 0 && reach.contains(recent[i].row);
    }
    if (!all) {
        frequency = frequencies.at(group.key);
    } else {
        frequencies[group.key] = frequency;
    }

    const uint64_t documents = size.documents, length = size.length;
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

/// The words of the database that may be meant by one that isn't there; some may be gone meanwhile.
std::vector<std::string> axp_reader::words_near(const Misspelt &word) {
    // Held while it is made, so that two readers don't do the same, and no commit goes past.
    std::lock_guard lock(index.dictionary_mutex);
    if (index.snapshot() != snapshot) throw Xapian::DatabaseModifiedError("a commit came between");
    const uint64_t documents = snapshot->table.documents;
    const auto &known = index.dictionary;
    if (!known || index.later_words.size() > known->size() / 8 + 4096 ||
        documents + documents / 8 + 16 < known->documents) {
        auto made = std::make_shared<Dictionary>();
        made->generation = snapshot->generation;
        made->documents = documents;
        const std::string prefix(1, word_prefix);
        for (auto it = database.allterms_begin(prefix), end = database.allterms_end(prefix); it != end; ++it)
            made->add(std::string_view(*it).substr(1));
        index.dictionary = made;
        for (auto it = index.later_words.begin(); it != index.later_words.end();)
            it = it->second <= made->generation ? index.later_words.erase(it) : std::next(it);
    }
    std::vector<std::string> result = index.dictionary->near(word);
    bool first;
    for (const auto &[later, generation] : index.later_words)
        if (word.typos(later, first) > 0) result.push_back(later);
    return result;
}

/// How many of the rows have a term in the database, beside those `hidden` (ascending).
uint64_t axp_reader::frequency(const std::string &term, const Rows &rows, const std::vector<uint32_t> &hidden) {
    uint64_t result = 0;
    if (!rows.all()) {
        for_each(term, rows, [&](uint32_t row) {
            result += !std::binary_search(hidden.begin(), hidden.end(), row);
            return true;
        });
        return result;
    }
    result = database.get_termfreq(term);
    auto it = database.postlist_begin(term);
    const auto end = database.postlist_end(term);
    for (uint32_t row : hidden) {
        if (it == end) break;
        it.skip_to(row);
        result -= it != end && *it == row;
    }
    return result;
}

std::string axp_reader::nearest(const axp_misspelt &query) {
    struct Choice {
        std::string word;
        int typos;
        bool first;
        std::vector<uint32_t> fresh;  // rows of the memory lane that have it
        uint64_t together, frequency;
    };
    std::string result;
    attempt([&] {
        result.clear();
        deadline = query.deadline;
        until_check = 1;
        const Misspelt misspelt({query.text, query.length});
        const Rows within{query.within, query.within_words}, together{query.together, query.together_words};
        std::vector<std::string> near = words_near(misspelt);
        std::vector<uint32_t> hidden;
        std::vector<Choice> choices;
        {
            std::shared_lock lock(index.mutex);
            if (index.published != snapshot) throw Xapian::DatabaseModifiedError("a commit came between");
            for (const auto &[row, document] : index.delta.documents) hidden.push_back(row);
            const std::string prefix(1, word_prefix);
            bool first;
            for (auto it = index.delta.postings.lower_bound(prefix);
                 it != index.delta.postings.end() && it->first[0] == word_prefix; ++it)
                if (std::string_view word = std::string_view(it->first).substr(1); misspelt.typos(word, first) > 0)
                    near.emplace_back(word);
            std::sort(near.begin(), near.end());
            near.erase(std::unique(near.begin(), near.end()), near.end());
            for (std::string &word : near) {
                Choice choice{std::move(word), 0, false, {}, 0, 0};
                choice.typos = misspelt.typos(choice.word, choice.first);
                auto fresh = index.delta.postings.find(prefix + choice.word);
                if (fresh != index.delta.postings.end())
                    for (const auto &[row, count] : fresh->second) choice.fresh.push_back(row);
                choices.push_back(std::move(choice));
            }
        }
        std::sort(hidden.begin(), hidden.end());
        const auto count = [&](const Choice &choice, const Rows &rows) {
            uint64_t fresh = 0;
            for (uint32_t row : choice.fresh) fresh += rows.contains(row);
            return fresh + frequency(word_prefix + choice.word, rows, hidden);
        };
        // The nearest that is there at all, then what else speaks for it.
        for (int typos = 1; typos <= 2 && result.empty(); typos++) {
            const Choice *best = nullptr;
            for (Choice &choice : choices) {
                if (choice.typos != typos) continue;
                choice.frequency = count(choice, within);
                if (choice.frequency == 0) continue;
                if (!together.all()) choice.together = count(choice, together);
                const bool better = !best                                 ? true
                                    : choice.together != best->together   ? choice.together > best->together
                                    : choice.first != best->first         ? choice.first
                                    : choice.frequency != best->frequency ? choice.frequency > best->frequency
                                                                          : choice.word < best->word;
                if (better) best = &choice;
            }
            if (best) result = best->word;
        }
    });
    return result;
}
