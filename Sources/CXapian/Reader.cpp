#include "Reader.hpp"

#include <algorithm>
#include <mutex>
#include <shared_mutex>
#include <thread>

#include "Failure.hpp"
#include "Reading.hpp"
#include "Terms.hpp"

using namespace axp;

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
        Group out{group.weight, group.beside, {}, {}, {}};
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
        for (const Source &s : out.sources) {
            const uint32_t head[3] = {uint32_t(s.term.size()), s.mode, 0};
            out.gathers.append(reinterpret_cast<const char *>(head), sizeof head);
            out.gathers.append(reinterpret_cast<const char *>(&s.weight), sizeof s.weight);
            out.gathers += s.term;
        }
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
        for (uint32_t f = 0; f < forms; f++) single.push_back({f, 1, 1, false});
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
