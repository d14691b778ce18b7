#include "CJSON.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "Checker.hpp"

// The library's header is not free of warnings of its own.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#include <simdjson.h>
#pragma GCC diagnostic pop

namespace {

using simdjson::dom::document;
using simdjson::dom::parser;

constexpr size_t padding = simdjson::SIMDJSON_PADDING;
/// Texts up to this size share a parser and its buffers on each thread; larger ones bring and free their own.
constexpr size_t sharedSize = size_t(1) << 20;
constexpr size_t deepest = 1000;
constexpr uint64_t payloadMask = 0x00FFFFFFFFFFFFFF;

/// What one thread keeps from text to text.
struct Workshop {
    parser reader;
    document scratch;
    std::vector<uint8_t> padded;
};

struct Key {
    const uint8_t *text;
    uint32_t length;
    bool operator==(const Key &other) const {
        return length == other.length && memcmp(text, other.text, length) == 0;
    }
    bool operator<(const Key &other) const {
        if (length != other.length) return length < other.length;
        return memcmp(text, other.text, length) < 0;
    }
};

Key keyAt(const document &parsed, uint64_t node) {
    Key key;
    const uint8_t *entry = parsed.string_buf.get() + (node & payloadMask);
    memcpy(&key.length, entry, sizeof key.length);
    key.text = entry + sizeof key.length;
    return key;
}

/// True when no two are equal. Few are compared pairwise; many are sorted, which no choice of keys can slow down.
bool distinct(std::vector<Key> &keys) {
    if (keys.size() <= 24) {
        for (size_t i = 1; i < keys.size(); i++)
            for (size_t j = 0; j < i; j++)
                if (keys[i] == keys[j]) return false;
        return true;
    }
    std::sort(keys.begin(), keys.end());
    return std::adjacent_find(keys.begin(), keys.end()) == keys.end();
}

/// One walk over the nodes: depth, integers that need more than 63 bits, keys given twice. Also measures the arena.
bool acceptable(const document &parsed, size_t nodeCount, size_t maxDepth, size_t &stringsLength) {
    const uint64_t *nodes = parsed.tape.get();
    std::vector<Key> keys;
    size_t depth = 0;
    stringsLength = 0;
    for (size_t i = 1; i + 1 < nodeCount; i++) {
        switch (nodes[i] >> 56) {
        case '"':
            stringsLength = (nodes[i] & payloadMask) + sizeof(uint32_t) + keyAt(parsed, nodes[i]).length + 1;
            break;
        case 'l': case 'd': i++; break;
        case 'u': return false;
        case '[':
            if (++depth > maxDepth) return false;
            break;
        case '{': {
            if (++depth > maxDepth) return false;
            keys.clear();
            const size_t end = (nodes[i] & 0xFFFFFFFF) - 1;
            for (size_t member = i + 1; member < end;) {
                keys.push_back(keyAt(parsed, nodes[member]));
                member++;
                switch (nodes[member] >> 56) {
                case '{': case '[': member = nodes[member] & 0xFFFFFFFF; break;
                case 'l': case 'u': case 'd': member += 2; break;
                default: member++;
                }
            }
            if (!distinct(keys)) return false;
            break;
        }
        case ']': case '}': depth--; break;
        default: break;
        }
    }
    return true;
}

/// Nodes and strings in one block of exactly their size.
bool copy(const document &parsed, size_t nodeCount, size_t stringsLength, cjson_document *out) {
    const size_t nodeBytes = nodeCount * sizeof(uint64_t);
    auto *block = static_cast<uint8_t *>(malloc(nodeBytes + stringsLength));
    if (!block) return false;
    memcpy(block, parsed.tape.get(), nodeBytes);
    if (stringsLength) memcpy(block + nodeBytes, parsed.string_buf.get(), stringsLength);
    out->nodes = reinterpret_cast<const uint64_t *>(block);
    out->node_count = nodeCount;
    out->strings = block + nodeBytes;
    out->strings_length = stringsLength;
    out->owner = block;
    return true;
}

/// True when parsed; false asks the checker why not. Throws what the library throws.
bool parse(
    Workshop &shop, const uint8_t *bytes, size_t length, size_t maxDepth, cjson_document *out, bool &outOfMemory) {
    if (length == 0) return false;
    shop.padded.resize(std::max(shop.padded.size(), length + padding));
    memcpy(shop.padded.data(), bytes, length);
    memset(shop.padded.data() + length, ' ', padding);
    const auto failure = shop.reader.parse_into_document(shop.scratch, shop.padded.data(), length, false).error();
    outOfMemory = failure == simdjson::MEMALLOC;
    if (failure) return false;
    // The first node is 'r' with the index of the last one.
    const size_t nodeCount = (shop.scratch.tape[0] & 0xFFFFFFFF);
    size_t stringsLength = 0;
    if (!acceptable(shop.scratch, nodeCount, maxDepth, stringsLength)) return false;
    outOfMemory = !copy(shop.scratch, nodeCount, stringsLength, out);
    return !outOfMemory;
}

}  // namespace

extern "C" bool cjson_parse(
    const uint8_t *bytes, size_t length, size_t max_depth, cjson_document *out, cjson_error *error) {
    *out = cjson_document{};
    *error = cjson_error{};
    if (max_depth > deepest) max_depth = deepest;
    bool outOfMemory = false;
    try {
        if (length <= sharedSize) {
            thread_local Workshop shop;
            if (parse(shop, bytes, length, max_depth, out, outOfMemory)) return true;
        } else {
            auto shop = std::make_unique<Workshop>();
            if (parse(*shop, bytes, length, max_depth, out, outOfMemory)) return true;
        }
    } catch (const std::bad_alloc &) {
        outOfMemory = true;
    } catch (...) {
        // The checker below finds what is wrong with the text, or the error is internal.
    }
    if (outOfMemory) {
        error->code = CJSON_MEMORY;
        strcpy(error->detail, "there is not enough memory to read the JSON text");
        return false;
    }
    if (almagest::check(bytes, length, max_depth, *error)) {
        error->code = CJSON_INTERNAL;
        error->line = 1;
        error->column = 1;
        strcpy(error->detail, "the JSON parser refused a text that looks right");
    }
    return false;
}

extern "C" void cjson_free(cjson_document *document) {
    free(document->owner);
    *document = cjson_document{};
}

extern "C" bool cjson_check(const uint8_t *bytes, size_t length, size_t max_depth, cjson_error *error) {
    return almagest::check(bytes, length, max_depth > deepest ? deepest : max_depth, *error);
}
