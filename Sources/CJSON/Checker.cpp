#include "Checker.hpp"

#include <clocale>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace almagest {
namespace {

/// Thrown by the reader, caught in `check`.
struct Refusal {
    cjson_code code;
    size_t offset;
    std::string detail;
};

class Reader {
  public:
    Reader(const uint8_t *bytes, size_t length, size_t maxDepth) : bytes(bytes), length(length), maxDepth(maxDepth) {}

    void text() {
        if (length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0)
            refuse(CJSON_SYNTAX, "a byte order mark stands before the JSON text");
        space();
        if (at == length) refuse(CJSON_SYNTAX, "there is no JSON text");
        // `true` while a value is due, `false` while a comma or an end is due.
        bool valueDue = true;
        do {
            if (valueDue) {
                valueDue = value();
            } else {
                valueDue = afterValue();
            }
            space();
        } while (!open.empty() || valueDue);
        if (at < length) refuse(CJSON_SYNTAX, "something follows the end of the JSON text");
    }

  private:
    struct Container {
        bool isObject;
        std::set<std::string> keys;
    };

    const uint8_t *bytes;
    size_t length;
    size_t maxDepth;
    size_t at = 0;
    std::vector<Container> open;

    [[noreturn]] void refuse(cjson_code code, std::string detail) { throw Refusal{code, at, std::move(detail)}; }

    int peek() const { return at < length ? bytes[at] : -1; }

    void space() {
        while (at < length && (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\n' || bytes[at] == '\r')) at++;
    }

    /// Reads a value, or the beginning of a container. True when another value follows at once.
    bool value() {
        switch (peek()) {
        case '{': return begin(true);
        case '[': return begin(false);
        case '"': {
            std::string ignored;
            string(ignored);
            return false;
        }
        case 't': word("true"); return false;
        case 'f': word("false"); return false;
        case 'n': word("null"); return false;
        case -1: refuse(CJSON_SYNTAX, "the JSON text ends where a value should be");
        default: break;
        }
        const int c = peek();
        if (c == '-' || (c >= '0' && c <= '9')) {
            number();
            return false;
        }
        stray("a value");
    }

    bool begin(bool isObject) {
        if (open.size() >= maxDepth)
            refuse(CJSON_DEPTH, "more than " + std::to_string(maxDepth) + " arrays and objects are nested");
        at++;
        open.push_back({isObject, {}});
        space();
        if (peek() == (isObject ? '}' : ']')) {
            at++;
            open.pop_back();
            return false;
        }
        if (isObject) key();
        return true;
    }

    /// After a value within a container: a comma, or its end.
    bool afterValue() {
        Container &top = open.back();
        const int end = top.isObject ? '}' : ']';
        if (peek() == end) {
            at++;
            open.pop_back();
            return false;
        }
        if (peek() != ',') {
            if (at == length)
                refuse(
                    CJSON_SYNTAX, top.isObject ? "the JSON text ends inside an object" : "the JSON text ends inside an array");
            stray(top.isObject ? "a comma or }" : "a comma or ]");
        }
        at++;
        space();
        if (peek() == end) refuse(CJSON_SYNTAX, "a comma stands before the end");
        if (top.isObject) key();
        return true;
    }

    void key() {
        if (at == length) refuse(CJSON_SYNTAX, "the JSON text ends where a key should be");
        if (peek() != '"') stray("a key in quotes");
        const size_t start = at;
        std::string name;
        string(name);
        if (!open.back().keys.insert(name).second) {
            at = start;
            refuse(CJSON_DUPLICATE, name);
        }
        space();
        if (at == length) refuse(CJSON_SYNTAX, "the JSON text ends where a colon should be");
        if (peek() != ':') stray("a colon");
        at++;
        space();
    }

    [[noreturn]] void stray(const char *expected) {
        const int c = peek();
        std::string found;
        if (c >= 0x21 && c < 0x7F) {
            found = std::string("“") + char(c) + "”";
        } else if (c >= 0x80) {
            utf8();  // refuses, if that is what is wrong
            found = "something else";
        } else {
            found = "a control character";
        }
        refuse(CJSON_SYNTAX, std::string("expected ") + expected + ", found " + found);
    }

    void word(const char *name) {
        const size_t size = strlen(name);
        if (length - at < size || memcmp(bytes + at, name, size) != 0) stray("a value");
        at += size;
        const int c = peek();
        if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_') stray("a comma or an end");
    }

    bool digits() {
        const size_t start = at;
        while (at < length && bytes[at] >= '0' && bytes[at] <= '9') at++;
        return at > start;
    }

    void number() {
        const size_t start = at;
        if (peek() == '-') at++;
        const size_t first = at;
        if (!digits()) refuse(CJSON_SYNTAX, "a number has no digits");
        if (at - first > 1 && bytes[first] == '0') {
            at = first;
            refuse(CJSON_SYNTAX, "a number begins with a needless 0");
        }
        bool isInteger = true;
        if (peek() == '.') {
            isInteger = false;
            at++;
            if (!digits()) refuse(CJSON_SYNTAX, "a number has no digits after its point");
        }
        if (peek() == 'e' || peek() == 'E') {
            isInteger = false;
            at++;
            if (peek() == '+' || peek() == '-') at++;
            if (!digits()) refuse(CJSON_SYNTAX, "a number has no digits in its exponent");
        }
        const int c = peek();
        if (c != -1 && c != ',' && c != ']' && c != '}' && c != ' ' && c != '\t' && c != '\n' && c != '\r')
            stray("a comma or an end");
        const size_t end = at;
        const std::string text(reinterpret_cast<const char *>(bytes) + start, end - start);
        at = start;
        if (isInteger) {
            errno = 0;
            (void)strtoll(text.c_str(), nullptr, 10);
            if (errno == ERANGE) refuse(CJSON_NUMBER, "an integer does not fit 64 bits");
        } else {
            static locale_t plain = newlocale(LC_ALL_MASK, "C", nullptr);
            const double number = plain ? strtod_l(text.c_str(), nullptr, plain) : strtod(text.c_str(), nullptr);
            if (!std::isfinite(number)) refuse(CJSON_NUMBER, "a number is too large");
        }
        at = end;
    }

    /// Four hexadecimal digits after `\u`.
    uint32_t hex() {
        uint32_t unit = 0;
        for (int i = 0; i < 4; i++, at++) {
            const int c = peek();
            unit <<= 4;
            if (c >= '0' && c <= '9') unit |= uint32_t(c - '0');
            else if (c >= 'a' && c <= 'f') unit |= uint32_t(c - 'a' + 10);
            else if (c >= 'A' && c <= 'F') unit |= uint32_t(c - 'A' + 10);
            else refuse(CJSON_SYNTAX, "\\u needs four hexadecimal digits");
        }
        return unit;
    }

    static void append(std::string &out, uint32_t scalar) {
        if (scalar < 0x80) {
            out += char(scalar);
        } else if (scalar < 0x800) {
            out += char(0xC0 | scalar >> 6);
            out += char(0x80 | (scalar & 0x3F));
        } else if (scalar < 0x10000) {
            out += char(0xE0 | scalar >> 12);
            out += char(0x80 | (scalar >> 6 & 0x3F));
            out += char(0x80 | (scalar & 0x3F));
        } else {
            out += char(0xF0 | scalar >> 18);
            out += char(0x80 | (scalar >> 12 & 0x3F));
            out += char(0x80 | (scalar >> 6 & 0x3F));
            out += char(0x80 | (scalar & 0x3F));
        }
    }

    void escape(std::string &out) {
        const size_t start = at - 1;
        switch (peek()) {
        case '"': case '\\': case '/': out += char(bytes[at++]); return;
        case 'b': out += '\b'; at++; return;
        case 'f': out += '\f'; at++; return;
        case 'n': out += '\n'; at++; return;
        case 'r': out += '\r'; at++; return;
        case 't': out += '\t'; at++; return;
        case 'u': break;
        case -1: refuse(CJSON_SYNTAX, "a string has no closing quote");
        default: refuse(CJSON_SYNTAX, "a backslash stands before a character that has no escape");
        }
        at++;
        uint32_t scalar = hex();
        if (scalar >= 0xDC00 && scalar <= 0xDFFF) {
            at = start;
            refuse(CJSON_ENCODING, "a low surrogate stands without its high one");
        }
        if (scalar >= 0xD800 && scalar <= 0xDBFF) {
            const bool paired = length - at >= 2 && bytes[at] == '\\' && bytes[at + 1] == 'u';
            uint32_t low = 0;
            if (paired) {
                at += 2;
                low = hex();
            }
            if (low < 0xDC00 || low > 0xDFFF) {
                at = start;
                refuse(CJSON_ENCODING, "a high surrogate stands without its low one");
            }
            scalar = 0x10000 + ((scalar - 0xD800) << 10) + (low - 0xDC00);
        }
        append(out, scalar);
    }

    /// Length of the UTF-8 sequence here, refused unless it is a Unicode scalar in its shortest form.
    size_t utf8() {
        const uint8_t c = bytes[at];
        if (c < 0x80) return 1;
        size_t size = c >= 0xC2 && c <= 0xDF ? 2 : c >= 0xE0 && c <= 0xEF ? 3 : c >= 0xF0 && c <= 0xF4 ? 4 : 0;
        bool good = size > 0 && length - at >= size;
        for (size_t i = 1; good && i < size; i++) good = (bytes[at + i] & 0xC0) == 0x80;
        if (good && size >= 3) {
            const uint8_t next = bytes[at + 1];
            if ((c == 0xE0 && next < 0xA0) || (c == 0xED && next > 0x9F) || (c == 0xF0 && next < 0x90) ||
                (c == 0xF4 && next > 0x8F))
                good = false;
        }
        if (!good) refuse(CJSON_ENCODING, "these bytes are not UTF-8");
        return size;
    }

    void string(std::string &out) {
        const size_t start = at;
        at++;
        for (;;) {
            if (at == length) {
                at = start;
                refuse(CJSON_SYNTAX, "a string has no closing quote");
            }
            const uint8_t c = bytes[at];
            if (c == '"') {
                at++;
                return;
            }
            if (c == '\\') {
                at++;
                escape(out);
            } else if (c < 0x20) {
                refuse(CJSON_SYNTAX, c == 0 ? "a NUL byte stands in a string" : "a control character stands unescaped in a string");
            } else {
                const size_t size = utf8();
                out.append(reinterpret_cast<const char *>(bytes) + at, size);
                at += size;
            }
        }
    }
};

/// Line and column of a byte; columns count what is not a continuation byte.
void place(const uint8_t *bytes, size_t length, cjson_error &error) {
    size_t line = 1, column = 1;
    for (size_t i = 0; i < error.offset && i < length; i++) {
        if (bytes[i] == '\n') {
            line++;
            column = 1;
        } else if ((bytes[i] & 0xC0) != 0x80) {
            column++;
        }
    }
    error.line = line;
    error.column = column;
}

/// Copies a text of UTF-8 into `detail`, cut before a character that does not fit.
void describe(cjson_error &error, std::string_view text) {
    size_t size = text.size();
    const size_t room = sizeof(error.detail) - 1;
    if (size > room) {
        size = room;
        while (size > 0 && (uint8_t(text[size]) & 0xC0) == 0x80) size--;
    }
    memcpy(error.detail, text.data(), size);
    error.detail[size] = 0;
}

}  // namespace

bool check(const uint8_t *bytes, size_t length, size_t maxDepth, cjson_error &error) {
    error = cjson_error{};
    try {
        Reader(bytes, length, maxDepth).text();
        return true;
    } catch (const Refusal &refusal) {
        error.code = refusal.code;
        error.offset = refusal.offset;
        describe(error, refusal.detail);
        place(bytes, length, error);
    } catch (const std::bad_alloc &) {
        error.code = CJSON_MEMORY;
        describe(error, "there is not enough memory to read the JSON text");
    } catch (...) {
        error.code = CJSON_INTERNAL;
        describe(error, "reading the JSON text failed");
    }
    return false;
}

}  // namespace almagest
