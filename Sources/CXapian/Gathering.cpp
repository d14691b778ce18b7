// The rows of a word, read from the database or kept from the last time.
#include <algorithm>

#include "Reader.hpp"

using namespace axp;

/// The rows of the database that have a group's terms; with `only`, those of them alone. A term that counts in two ways is
/// read once.
Gathered axp_reader::gather(const Group &group, const std::vector<uint32_t> *only) {
    read.clear();
    reads.clear();
    for (const Source &source : group.sources) reads[source.term].uses++;
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
        Read &kept = reads[source.term];
        if (kept.end > kept.begin) {
            for (size_t i = kept.begin; i < kept.end; i++) count(read[i].first, read[i].second);
            continue;
        }
        // Many forms are nowhere, and opening a list takes longer than looking for it: that goes by blocks at hand, which
        // the list then begins with.
        if (!database.term_exists(source.term)) continue;
        const bool keeps = kept.uses > 1;
        kept.begin = read.size();
        auto visit = [&](uint32_t row, uint32_t wdf) {
            if (keeps) read.emplace_back(row, wdf);
            count(row, wdf);
        };
        auto it = database.postlist_begin(source.term);
        const auto end = database.postlist_end(source.term);
        if (only) {
            for (uint32_t row : *only) {
                if (it == end) break;
                it.skip_to(row);
                tick();
                if (it != end && *it == row) visit(row, it.get_wdf());
            }
        } else {
            for (; it != end; ++it, tick()) visit(*it, it.get_wdf());
        }
        kept.end = read.size();
    }
    Gathered result;
    result.counts.reserve(counts.rows.size());
    for (uint32_t row : counts.rows) {
        float &place = counts.at(row);
        result.counts.push_back(place);
        place = 0;
    }
    result.rows = counts.rows;
    counts.rows.clear();
    counts.trim();
    return result;
}

std::shared_ptr<const Gathered> axp_reader::gathered(const Group &group) {
    const uint64_t generation = snapshot->generation;
    if (auto known = index.gathered.find(generation, group.gathers)) return known;
    auto made = std::make_shared<const Gathered>(gather(group, nullptr));
    // Enough for a few hundred words, and little beside what else is kept of so many documents.
    const uint64_t most = std::clamp<uint64_t>(snapshot->table.documents * 128, 1u << 20, 24u << 20);
    index.gathered.keep(generation, group.gathers, made, most);
    return made;
}
