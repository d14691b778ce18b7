#include "CCLD2.h"

#include <cstdio> // CLD2's header names FILE without declaring it
#include <cstring>

#include <cld2/public/compact_lang_det.h>

int almagest_detect_language(const char *utf8, size_t length, almagest_language *result) {
    std::memset(result, 0, sizeof *result);
    if (length > (1u << 20)) return -1;
    try {
        CLD2::Language languages[3];
        int percents[3], bytes = 0;
        bool reliable = false;
        CLD2::Language best = CLD2::DetectLanguageSummary(
            utf8, static_cast<int>(length), true, languages, percents, &bytes, &reliable);
        if (best == CLD2::UNKNOWN_LANGUAGE) return 0;
        const char *code = CLD2::LanguageCode(best);
        if (code == nullptr || std::strlen(code) >= sizeof result->code) return 0;
        std::strcpy(result->code, code);
        result->percent = languages[0] == best ? percents[0] : 0;
        result->is_reliable = reliable ? 1 : 0;
        return 0;
    } catch (...) {
        std::memset(result, 0, sizeof *result);
        return -1;
    }
}
