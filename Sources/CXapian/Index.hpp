// The index as a whole: the database on disk and its writer, the published table, the memory lane.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include <xapian.h>

#include "Delta.hpp"
#include "Dictionary.hpp"
#include "Gathered.hpp"
#include "Table.hpp"

namespace axp {

/// What a reader needs to know of one commit.
struct Snapshot {
    Xapian::rev revision = 0;  // of the database
    uint64_t generation = 0;   // counts commits and resets of this process
    int64_t applied = 0;
    Table table;
};

constexpr Xapian::valueno document_slot = 0;
/// What the terms of words begin with, of which a slip may be corrected to one.
constexpr char word_prefix = 'w';
constexpr const char *applied_key = "applied";
constexpr const char *format_key = "format";
/// Raised whenever what is stored changes its meaning; another format is rebuilt.
constexpr const char *stored_format = "1";

}  // namespace axp

struct axp_index {
    const std::string folder;    // holds `main/` and `main.mark`
    const std::string database;
    const std::string format;    // of what is stored, and of the terms that the caller makes

    // Writer only.
    std::unique_ptr<Xapian::WritableDatabase> writer;
    axp::Table table;
    std::unordered_map<uint32_t, int64_t> pending;  // row, revision (of a delete too)
    uint64_t pending_terms = 0;
    std::unordered_set<std::string> pending_words;  // without their prefix
    bool summed = false;  // the mark may hold checksums of the files
    std::atomic<int64_t> applied{0};

    // Guarded by `mutex`: shared to read, alone to change. `published` and `delta` change together, so that a row is
    // always in one of them.
    std::shared_mutex mutex;
    std::shared_ptr<const axp::Snapshot> published;
    axp::Delta delta;
    uint64_t delta_generation = 0;

    axp::GatheredCache gathered;  // guards itself

    // Guarded by `dictionary_mutex`: words as they were at one commit, and those that came later, each with the commit
    // that has it first. Together they are all.
    std::mutex dictionary_mutex;
    std::shared_ptr<const axp::Dictionary> dictionary;
    std::unordered_map<std::string, uint64_t> later_words;

    axp_index(std::string folder, uint32_t version)
        : folder(folder), database(folder + "/main"),
          format(std::string(axp::stored_format) + "." + std::to_string(version)) {}

    /// Opens what is there, or begins anew; says why in `reason` if something was thrown away.
    void open(std::string &reason);
    void put(const axp_batch &batch);
    void commit(int64_t applied, bool checksums);
    void reset();
    void urgent(const axp_batch &batch);
    /// Drops what is pending and goes back to the last commit.
    void recover() noexcept;
    std::shared_ptr<const axp::Snapshot> snapshot() {
        std::shared_lock lock(mutex);
        return published;
    }

  private:
    uint64_t generation = 0;

    void load();
    void begin_anew();
    void publish();
    void keep_words(uint64_t generation);
    int64_t known_revision(uint32_t row) const;
};
