#include "Index.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "Document.hpp"
#include "Failure.hpp"
#include "Mark.hpp"
#include "Terms.hpp"

namespace fs = std::filesystem;

namespace axp {
namespace {

/// Files up to this many bytes in all are compared with their checksums at start (about 0.1 s).
constexpr uint64_t checksum_budget = 512u << 20;

}  // namespace
}  // namespace axp

using namespace axp;

void axp_index::open(std::string &reason) {
    if (fs::create_directories(folder)) fs::permissions(folder, fs::perms::owner_all);
    const std::string mark = folder + "/main.mark";
    const std::string opening = folder + "/opening";
    if (!fs::exists(database)) {
        if (fs::exists(mark)) reason = "the database was missing";
        begin_anew();
        return;
    }
    std::string what;
    axp_error error;
    bool usable = guarded(&error, [&] {
        // Xapian trusts its files: bytes that are not what was written can make it read beyond them. So files that
        // do not agree with their note, as after a crash amid a commit, are not opened at all.
        if (fs::exists(opening)) throw Failure(AXP_DAMAGED, "the last opening did not come to its end");
        if (check_mark(database, mark, checksum_budget, what) != MarkState::matches)
            throw Failure(AXP_DAMAGED, what.empty() ? "the note of its files is missing" : what);
        std::ofstream(opening).flush();
        load();
        fs::remove(opening);
        summed = true;
    });
    if (usable) return;
    if (error.code == AXP_LOCKED || error.code == AXP_READ_ONLY || error.code == AXP_NO_PERMISSION ||
        error.code == AXP_DISK_FULL)
        throw Failure(error.code, error.message);
    reason = error.message;
    fs::remove(opening);
    begin_anew();
}

void axp_index::load() {
    writer.reset();
    auto opened = std::make_unique<Xapian::WritableDatabase>(
        database, Xapian::DB_OPEN | Xapian::DB_NO_SYNC | Xapian::DB_BACKEND_GLASS);
    if (opened->get_metadata(format_key) != format) throw Failure(AXP_DAMAGED, "it was made by another version");
    std::string stored = opened->get_metadata(applied_key);
    std::string_view in(stored);
    uint64_t value;
    if (!take_integer(in, value)) throw Failure(AXP_DAMAGED, "no applied position");
    Table loaded;
    for (auto it = opened->valuestream_begin(document_slot); it != opened->valuestream_end(document_slot); ++it) {
        std::string bytes = *it;
        std::string_view rest(bytes);
        uint64_t revision, length;
        if (!take_integer(rest, revision) || !take_integer(rest, length) || rest.size() > 7 || length > UINT32_MAX)
            throw Failure(AXP_DAMAGED, "a document without its revision");
        loaded.set(it.get_docid(), int64_t(revision), uint32_t(length), std::string(rest).c_str());
    }
    if (loaded.documents != opened->get_doccount()) throw Failure(AXP_DAMAGED, "documents are missing");
    table = std::move(loaded);
    writer = std::move(opened);
    // What is not committed in the end is cancelled, never kept by Xapian's destructor or its flush threshold.
    writer->begin_transaction(false);
    applied = int64_t(value);
    pending.clear();
    pending_terms = 0;
    pending_words.clear();
    publish();
}

void axp_index::begin_anew() {
    writer.reset();
    if (fs::create_directories(folder)) fs::permissions(folder, fs::perms::owner_all);
    fs::remove_all(database);
    fs::remove(folder + "/main.mark");
    writer = std::make_unique<Xapian::WritableDatabase>(
        database, Xapian::DB_CREATE_OR_OVERWRITE | Xapian::DB_NO_SYNC | Xapian::DB_BACKEND_GLASS);
    table = Table();
    pending.clear();
    pending_terms = 0;
    pending_words.clear();
    writer->set_metadata(format_key, format);
    std::string zero;
    append_integer(zero, 0);
    writer->set_metadata(applied_key, zero);
    writer->commit();
    writer->begin_transaction(false);
    applied = 0;
    write_mark(database, folder + "/main.mark", false);
    publish();
}

void axp_index::publish() {
    auto next = std::make_shared<Snapshot>();
    next->revision = writer->get_revision();
    next->generation = ++generation;
    next->applied = applied;
    next->table = table;
    keep_words(next->generation);
    std::unique_lock lock(mutex);
    published = next;
    for (auto it = delta.documents.begin(); it != delta.documents.end();) {
        uint32_t row = it->first;
        int64_t revision = it->second.revision;
        bool deleted = it->second.deleted;
        ++it;  // erase leaves other iterators valid
        auto written = pending.find(row);
        int64_t stored = written != pending.end() ? written->second : table.revision(row);
        // A tombstone outlives its commit until the journal lane is past it: an older put may still come.
        bool done = deleted ? stored >= revision && applied >= revision : stored >= revision;
        if (deleted && applied >= revision && table.revision(row) == 0) done = true;
        if (done) delta.erase(row);
    }
    delta_generation++;
}

/// Before a commit is published its words are among those that slips are corrected to.
void axp_index::keep_words(uint64_t generation) {
    std::lock_guard lock(dictionary_mutex);
    // Whoever makes the dictionary does so from the last commit, or from this one.
    if (!dictionary) later_words.clear();
    for (const std::string &word : pending_words) later_words.emplace(word, generation);
    pending_words.clear();
    if (dictionary && later_words.size() > dictionary->size() / 4 + 16384) {
        // Made anew by whoever needs it, with all that is published then.
        dictionary.reset();
        for (auto it = later_words.begin(); it != later_words.end();)
            it = it->second < generation ? later_words.erase(it) : std::next(it);
    }
}

int64_t axp_index::known_revision(uint32_t row) const {
    auto written = pending.find(row);
    return written != pending.end() ? written->second : table.revision(row);
}

void axp_index::put(const axp_batch &batch) {
    if (!writer) load();
    if (summed) {
        // The files are about to change: their sums hold no longer.
        write_mark(database, folder + "/main.mark", false);
        summed = false;
    }
    try {
        for (uint32_t i = 0; i < batch.count; i++) {
            const axp_document &document = batch.documents[i];
            if (document.row == 0 || known_revision(document.row) > document.revision) continue;
            {
                // The urgent lane may have brought something newer, a delete above all.
                std::shared_lock lock(mutex);
                auto urgent = delta.documents.find(document.row);
                if (urgent != delta.documents.end() && urgent->second.revision > document.revision) continue;
            }
            bool present = table.revision(document.row) != 0;
            pending[document.row] = document.revision;
            if (document.deleted) {
                if (present) writer->delete_document(document.row);
                table.remove(document.row);
                continue;
            }
            Xapian::Document out;
            for (const auto &[term, count] : terms_of(batch, document)) {
                out.add_term(term, count);
                if (term[0] == word_prefix) pending_words.insert(term.substr(1));
            }
            std::string value;
            append_integer(value, uint64_t(document.revision));
            append_integer(value, document.length);
            value += document.language;
            out.add_value(document_slot, value);
            if (document.sequence_count)
                out.set_data(bytes_of(batch.sequence + document.sequence_begin, document.sequence_count));
            writer->replace_document(document.row, out);
            table.set(document.row, document.revision, document.length, document.language);
            pending_terms += document.terms_count;
        }
    } catch (...) {
        recover();
        throw;
    }
}

void axp_index::commit(int64_t through, bool checksums) {
    if (!writer) load();
    try {
        if (through != applied) {
            std::string value;
            append_integer(value, uint64_t(through));
            writer->set_metadata(applied_key, value);
        }
        writer->commit_transaction();
        writer->commit();
        writer->begin_transaction(false);
    } catch (...) {
        recover();
        throw;
    }
    applied = through;
    publish();
    pending.clear();
    pending_terms = 0;
    write_mark(database, folder + "/main.mark", checksums);
    summed = checksums;
}

void axp_index::recover() noexcept {
    axp_error ignored;
    writer.reset();
    pending.clear();
    pending_terms = 0;
    pending_words.clear();
    // If even this fails, `writer` stays empty and the next call tries again.
    guarded(&ignored, [&] { load(); });
}

void axp_index::reset() {
    {
        std::unique_lock lock(mutex);
        delta.clear();
        delta_generation++;
    }
    begin_anew();
    std::lock_guard lock(dictionary_mutex);
    dictionary.reset();
    later_words.clear();
}

void axp_index::urgent(const axp_batch &batch) {
    for (uint32_t i = 0; i < batch.count; i++) {
        const axp_document &document = batch.documents[i];
        if (document.row == 0) continue;
        Delta::Document entry;
        entry.revision = document.revision;
        entry.deleted = document.deleted;
        std::vector<std::pair<std::string, uint32_t>> terms;
        if (!document.deleted) {
            entry.length = document.length;
            entry.language = document.language;
            entry.sequence.assign(batch.sequence + document.sequence_begin,
                                  batch.sequence + document.sequence_begin + document.sequence_count);
            terms = terms_of(batch, document);
        }
        std::unique_lock lock(mutex);
        auto old = delta.documents.find(document.row);
        if (old != delta.documents.end() && old->second.revision > document.revision) continue;
        if (published->table.revision(document.row) >= document.revision) continue;
        delta.put(document.row, std::move(entry), terms);
        delta_generation++;
    }
}
