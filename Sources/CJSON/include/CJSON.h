// JSON text to a flat array of nodes and an arena of strings, by simdjson. Nothing thrown leaves it.
#ifndef CJSON_H
#define CJSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a text was refused for.
typedef enum cjson_code {
    CJSON_OK = 0,
    /// Not JSON: `detail` says what was expected.
    CJSON_SYNTAX,
    /// Bytes that are not UTF-8, or an escaped surrogate without its partner.
    CJSON_ENCODING,
    /// More nested arrays and objects than `max_depth`.
    CJSON_DEPTH,
    /// A number that neither a signed 64-bit integer nor a finite double holds.
    CJSON_NUMBER,
    /// A key twice in one object: `detail` is the key.
    CJSON_DUPLICATE,
    CJSON_MEMORY,
    CJSON_INTERNAL,
} cjson_code;

/// Where and why a text was refused. Line and column count from 1, columns in Unicode scalars.
typedef struct cjson_error {
    cjson_code code;
    size_t offset;
    size_t line;
    size_t column;
    /// UTF-8, ended by NUL, cut on a whole character.
    char detail[160];
} cjson_error;

/// A parsed text. `nodes` is a tape; the high byte of a node is its type, the other 56 bits its payload:
///
///   '{' '['  low 32 bits: index after the matching end; next 24 bits: members or elements, at most 0xFFFFFF
///   '}' ']'  low 32 bits: index of the matching begin
///   '"'      offset into `strings` of a 32-bit length in this machine's order, then that many bytes of UTF-8
///   'l' 'd'  the next node is the int64_t, the double
///   't' 'f' 'n'
///   'r'      first and last node
///
/// Keys are strings and stand before their values. The value of the text begins at node 1.
typedef struct cjson_document {
    const uint64_t *_Nullable nodes;
    size_t node_count;
    const uint8_t *_Nullable strings;
    size_t strings_length;
    void *_Nullable owner;
} cjson_document;

/// Parses `bytes`, which needs no padding and may be freed afterwards. False: `error` is set, `document` is empty.
/// A depth over 1,000 is treated as 1,000.
bool cjson_parse(
    const uint8_t *_Nullable bytes, size_t length, size_t max_depth, cjson_document *_Nonnull document,
    cjson_error *_Nonnull error);

/// Gives back what `cjson_parse` took; an empty document is allowed.
void cjson_free(cjson_document *_Nonnull document);

/// The strict, slow reader that finds positions and makes no document; it accepts exactly what `cjson_parse` accepts.
bool cjson_check(const uint8_t *_Nullable bytes, size_t length, size_t max_depth, cjson_error *_Nonnull error);

#ifdef __cplusplus
}
#endif
#endif
