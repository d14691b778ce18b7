// What is known of every row without asking the database: revision, length and language.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace axp {

/// The columns in pages that snapshots share until the writer changes one, so that publishing costs a copy of the
/// directory and not of a million rows.
class Table {
  public:
    static constexpr uint32_t page_bits = 12, page_rows = 1u << page_bits, page_mask = page_rows - 1;

    struct Page {
        std::array<int64_t, page_rows> revision{};  // 0: not there
        std::array<uint32_t, page_rows> length{};
        std::array<uint8_t, page_rows> language{};  // index into `languages`
    };

    uint64_t documents = 0;
    uint64_t total_length = 0;
    std::vector<std::string> languages{""};
    std::vector<uint64_t> language_documents{0};

    const Page *page(uint32_t row) const {
        uint32_t p = row >> page_bits;
        return p < pages.size() ? pages[p].get() : nullptr;
    }
    int64_t revision(uint32_t row) const {
        const Page *p = page(row);
        return p ? p->revision[row & page_mask] : 0;
    }

    /// Of a row that is there.
    const std::string &language(uint32_t row) const {
        const Page *p = page(row);
        return languages[p ? p->language[row & page_mask] : 0];
    }

    void set(uint32_t row, int64_t revision, uint32_t length, const char *language) {
        remove(row);
        Page &p = writable(row);
        uint32_t i = row & page_mask;
        uint8_t code = code_of(language);
        p.revision[i] = revision;
        p.length[i] = length;
        p.language[i] = code;
        documents++;
        total_length += length;
        language_documents[code]++;
    }

    void remove(uint32_t row) {
        const Page *old = page(row);
        uint32_t i = row & page_mask;
        if (!old || old->revision[i] == 0) return;
        documents--;
        total_length -= old->length[i];
        language_documents[old->language[i]]--;
        writable(row).revision[i] = 0;
    }

  private:
    std::vector<std::shared_ptr<Page>> pages;

    Page &writable(uint32_t row) {
        uint32_t p = row >> page_bits;
        if (p >= pages.size()) pages.resize(p + 1);
        if (!pages[p])
            pages[p] = std::make_shared<Page>();
        else if (pages[p].use_count() > 1)
            pages[p] = std::make_shared<Page>(*pages[p]);
        else  // pairs with the release by whoever let go of it last
            std::atomic_thread_fence(std::memory_order_acquire);
        return *pages[p];
    }

    uint8_t code_of(const char *language) {
        for (size_t i = 0; i < languages.size(); i++)
            if (languages[i] == language) return static_cast<uint8_t>(i);
        if (languages.size() == 256) return 0;
        languages.emplace_back(language);
        language_documents.push_back(0);
        return static_cast<uint8_t>(languages.size() - 1);
    }
};

}  // namespace axp
