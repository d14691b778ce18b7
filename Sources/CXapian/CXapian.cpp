#include "CXapian.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <shared_mutex>

#include "Failure.hpp"
#include "Index.hpp"
#include "Mark.hpp"
#include "Reader.hpp"

using axp::fill;
using axp::guarded;

axp_index *axp_open(const char *path, uint32_t version, bool *rebuilt, axp_error *error) {
    *rebuilt = false;
    std::unique_ptr<axp_index> index;
    std::string reason;
    bool opened = guarded(error, [&] {
        index = std::make_unique<axp_index>(path, version);
        index->open(reason);
    });
    if (!opened) return nullptr;
    *rebuilt = !reason.empty();
    fill(error, AXP_OK, reason.c_str());
    return index.release();
}

void axp_close(axp_index *index) {
    axp_error ignored;
    guarded(&ignored, [&] {
        // Xapian commits on destruction; what is pending has no `applied` and must not be kept.
        if (index->writer && !index->pending.empty()) {
            index->recover();
            axp::write_mark(index->database, index->folder + "/main.mark", false);
        }
    });
    guarded(&ignored, [&] { delete index; });
}

void axp_release(axp_index *index) {
    axp_error ignored;
    guarded(&ignored, [&] { index->writer.reset(); });
}

int64_t axp_applied(const axp_index *index) { return index->applied; }

bool axp_put(axp_index *index, const axp_batch *batch, axp_error *error) {
    return guarded(error, [&] { index->put(*batch); });
}

void axp_pending(const axp_index *index, uint64_t *documents, uint64_t *terms) {
    *documents = index->pending.size();
    *terms = index->pending_terms;
}

bool axp_commit(axp_index *index, int64_t applied, bool checksums, axp_error *error) {
    return guarded(error, [&] { index->commit(applied, checksums); });
}

bool axp_reset(axp_index *index, axp_error *error) {
    return guarded(error, [&] { index->reset(); });
}

void axp_urgent(axp_index *index, const axp_batch *batch) {
    axp_error ignored;
    guarded(&ignored, [&] { index->urgent(*batch); });
}

uint64_t axp_documents(axp_index *index) {
    std::shared_lock lock(index->mutex);
    uint64_t documents = index->published->table.documents;
    for (const auto &[row, document] : index->delta.documents) {
        documents -= index->published->table.revision(row) != 0;
        documents += !document.deleted;
    }
    return documents;
}

namespace {

using Counts = std::map<std::string, int64_t>;

void count_all(const axp_index &index, Counts &counts) {
    const auto &table = index.published->table;
    for (size_t i = 0; i < table.languages.size(); i++)
        counts[table.languages[i]] += int64_t(table.language_documents[i]);
    for (const auto &[row, document] : index.delta.documents) {
        if (table.revision(row)) counts[table.language(row)]--;
        if (!document.deleted) counts[document.language]++;
    }
}

// Beyond this many rows a part of the bitmap, evenly taken, gives the shares closely enough.
constexpr uint64_t counted_rows = 1 << 16;

void count_within(const axp_index &index, const uint64_t *within, uint64_t words, Counts &counts) {
    const auto &table = index.published->table;
    std::vector<uint64_t> by_code(table.languages.size());
    uint64_t rows = 0;
    for (uint64_t word = 0; word < words; word++) rows += uint64_t(__builtin_popcountll(within[word]));
    const uint64_t step = rows / counted_rows + 1;
    for (uint64_t word = 0; word < words; word += step)
        for (uint64_t rest = within[word]; rest; rest &= rest - 1) {
            const auto row = uint32_t(word * 64 + uint64_t(__builtin_ctzll(rest)));
            if (auto found = index.delta.documents.find(row); found != index.delta.documents.end()) {
                if (!found->second.deleted) counts[found->second.language]++;
            } else if (const auto *page = table.page(row); page && page->revision[row & axp::Table::page_mask]) {
                by_code[page->language[row & axp::Table::page_mask]]++;
            }
        }
    for (size_t i = 0; i < by_code.size(); i++) counts[table.languages[i]] += int64_t(by_code[i]);
}

}  // namespace

void axp_languages(axp_index *index, const uint64_t *within, uint64_t words, void *context,
                   void (*visit)(void *, const char *, uint64_t)) {
    axp_error ignored;
    guarded(&ignored, [&] {
        Counts counts;
        {
            std::shared_lock lock(index->mutex);
            if (within)
                count_within(*index, within, words, counts);
            else
                count_all(*index, counts);
        }
        for (const auto &[language, count] : counts)
            if (count > 0) visit(context, language.c_str(), uint64_t(count));
    });
}

axp_reader *axp_reader_new(axp_index *index, axp_error *error) {
    axp_reader *reader = nullptr;
    guarded(error, [&] { reader = new axp_reader(*index); });
    return reader;
}

void axp_reader_free(axp_reader *reader) {
    axp_error ignored;
    guarded(&ignored, [&] { delete reader; });
}

bool axp_search(axp_reader *reader, const axp_query *query, uint32_t depth, const axp_hit **hits, uint32_t *count,
                uint64_t *total, axp_error *error) {
    *hits = nullptr;
    *count = 0;
    *total = 0;
    return guarded(error, [&] {
        reader->search(*query, depth, *total);
        *hits = reader->hits.data();
        *count = uint32_t(std::min<size_t>(depth, reader->hits.size()));
    });
}

const axp_word *axp_words(const axp_reader *reader, uint32_t *count, float *coverage) {
    float all = 0;
    for (const axp_word &word : reader->words) all += word.rarity;
    *coverage = all > 0 ? std::min(1.0f, reader->best_covered / all) : 0;
    *count = uint32_t(reader->words.size());
    return reader->words.data();
}

bool axp_matched(axp_reader *reader, const axp_query *query, uint32_t row, bool *matched, axp_error *error) {
    return guarded(error, [&] { reader->matched(*query, row, matched); });
}

bool axp_nearest_word(axp_reader *reader, const axp_misspelt *word, char *out, uint32_t capacity, uint32_t *written,
                      axp_error *error) {
    *written = 0;
    return guarded(error, [&] {
        std::string nearest = reader->nearest(*word);
        if (nearest.size() > capacity) return;
        std::memcpy(out, nearest.data(), nearest.size());
        *written = uint32_t(nearest.size());
    });
}
