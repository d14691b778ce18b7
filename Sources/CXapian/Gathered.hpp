// The rows of a word as the database has them, and those of the words asked for last.
#pragma once

#include <algorithm>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace axp {

/// The rows that have a word in one of its forms, each once, and how often, every form weighed.
struct Gathered {
    std::vector<uint32_t> rows;
    std::vector<float> counts;

    size_t bytes() const { return rows.size() * (sizeof(uint32_t) + sizeof(float)); }
};

/// What readers have gathered lately, for one commit. Words come again: in what somebody goes on typing, and the common
/// ones, which take longest, in most of what is asked.
class GatheredCache {
  public:
    /// What was gathered for the key on that commit; null if it isn't kept.
    std::shared_ptr<const Gathered> find(uint64_t generation, const std::string &key) {
        std::lock_guard lock(mutex);
        if (generation != of) return nullptr;
        auto found = places.find(key);
        if (found == places.end()) return nullptr;
        entries.splice(entries.begin(), entries, found->second);
        return found->second->second;
    }

    /// Keeps it, within `most` bytes together; one that would take most of them is not worth the others.
    void keep(uint64_t generation, const std::string &key, std::shared_ptr<const Gathered> gathered, size_t most) {
        const size_t size = cost(key, *gathered);
        if (size > most / 4) return;
        std::lock_guard lock(mutex);
        // A reader that has not seen the newest commit yet must not bring an older one back.
        if (generation < of) return;
        if (generation > of) {
            clear();
            of = generation;
        }
        if (places.count(key)) return;
        entries.emplace_front(key, std::move(gathered));
        places.emplace(key, entries.begin());
        bytes += size;
        while (bytes > most) {
            bytes -= cost(entries.back().first, *entries.back().second);
            places.erase(entries.back().first);
            entries.pop_back();
        }
    }

  private:
    using Entry = std::pair<std::string, std::shared_ptr<const Gathered>>;

    std::mutex mutex;
    uint64_t of = 0;
    /// The one used last is first.
    std::list<Entry> entries;
    std::unordered_map<std::string, std::list<Entry>::iterator> places;
    size_t bytes = 0;

    /// With what keeping it takes beside.
    static size_t cost(const std::string &key, const Gathered &gathered) {
        return gathered.bytes() + 2 * key.size() + 256;
    }

    void clear() {
        entries.clear();
        places.clear();
        bytes = 0;
    }
};

}  // namespace axp
