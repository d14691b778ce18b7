// How a reader reads: on the newest commit, and a term's rows one after the other.
#pragma once

#include <xapian.h>

#include "Reader.hpp"

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

/// Visits those of the rows that have a term, until `visit` is false.
template <class Visit> void axp_reader::for_each(const std::string &term, const axp::Rows &rows, Visit visit) {
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
