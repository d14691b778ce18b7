// The strict reader behind error positions.
#pragma once

#include <cstddef>
#include <cstdint>

#include "CJSON.h"

namespace almagest {

/// Reads JSON text by the letter of RFC 8259, one byte at a time, and says where it goes wrong.
/// Runs only after the fast parser has refused a text. Needs memory for the keys of open objects only.
bool check(const uint8_t *bytes, size_t length, size_t maxDepth, cjson_error &error);

}  // namespace almagest
