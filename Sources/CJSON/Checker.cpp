#include "Checker.hpp"

#include <cstring>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "Cursor.hpp"

namespace almagest {
namespace {

/// The structure of a text: arrays, objects and their keys.
class Reader : Cursor {
  public:
    Reader(const uint8_t *bytes, size_t length, size_t maxDepth) : Cursor(bytes, length), maxDepth(maxDepth) {}

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

    size_t maxDepth;
    std::vector<Container> open;

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
