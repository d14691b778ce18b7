// The word that may be meant by one that no row has.
#include <algorithm>
#include <mutex>
#include <shared_mutex>

#include "Failure.hpp"
#include "Reading.hpp"

using namespace axp;

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
