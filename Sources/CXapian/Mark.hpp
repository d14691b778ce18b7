// A note beside the database of what its files looked like after the last commit.
#pragma once

#include <string>

namespace axp {

enum class MarkState { matches, differs, damaged, missing };

/// Writes size, time and, if asked for, checksum of every file of `database` to `path`. Best effort.
void write_mark(const std::string &database, const std::string &path, bool checksums) noexcept;

/// Compares. Checksums, where noted, are read only up to `budget` bytes of files in all.
MarkState check_mark(const std::string &database, const std::string &path, uint64_t budget, std::string &what);

}  // namespace axp
