// Where the strict reader stands, and the values that hold no others: words, numbers, strings.
#pragma once

#include <cerrno>
#include <clocale>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>

#include "CJSON.h"

namespace almagest {

/// Thrown by the reader, caught in `check`.
struct Refusal {
    cjson_code code;
    size_t offset;
    std::string detail;
};

/// A place in a text. What is wrong there is thrown as a `Refusal`.
class Cursor {
  protected:
    const uint8_t *bytes;
    size_t length;
    size_t at = 0;

    Cursor(const uint8_t *bytes, size_t length) : bytes(bytes), length(length) {}

    [[noreturn]] void refuse(cjson_code code, std::string detail) { throw Refusal{code, at, std::move(detail)}; }

    int peek() const { return at < length ? bytes[at] : -1; }

    void space() {
        while (at < length && (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\n' || bytes[at] == '\r')) at++;
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

}  // namespace almagest
