#include "Mark.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace axp {
namespace {

struct File {
    std::string name;
    uint64_t size = 0;
    int64_t seconds = 0, nanoseconds = 0;
    bool summed = false;
    uint32_t sum = 0;
};

std::vector<File> files_of(const std::string &database) {
    std::vector<File> files;
    std::error_code ignored;
    for (const auto &entry : std::filesystem::directory_iterator(database, ignored)) {
        std::string name = entry.path().filename().string();
        if (name == "flintlock") continue;
        struct stat info;
        if (stat(entry.path().c_str(), &info) != 0) continue;
        files.push_back({name, uint64_t(info.st_size), info.st_mtim.tv_sec, info.st_mtim.tv_nsec, false, 0});
    }
    std::sort(files.begin(), files.end(), [](const File &a, const File &b) { return a.name < b.name; });
    return files;
}

uint32_t crc32c_plain(uint32_t crc, const unsigned char *bytes, size_t count) {
    static const auto table = [] {
        std::array<uint32_t, 256> t{};
        for (uint32_t i = 0; i < 256; i++) {
            uint32_t c = i;
            for (int k = 0; k < 8; k++) c = c & 1 ? 0x82f63b78u ^ (c >> 1) : c >> 1;
            t[i] = c;
        }
        return t;
    }();
    for (size_t i = 0; i < count; i++) crc = table[(crc ^ bytes[i]) & 255] ^ (crc >> 8);
    return crc;
}

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) uint32_t crc32c_hardware(uint32_t crc, const unsigned char *bytes, size_t count) {
    uint64_t wide = crc;
    for (; count >= 8; count -= 8, bytes += 8) {
        uint64_t word;
        __builtin_memcpy(&word, bytes, 8);
        wide = _mm_crc32_u64(wide, word);
    }
    crc = uint32_t(wide);
    for (; count; count--, bytes++) crc = _mm_crc32_u8(crc, *bytes);
    return crc;
}
#endif

bool sum_of(const std::string &path, uint32_t &sum) {
    int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    std::vector<unsigned char> buffer(1 << 18);
    uint32_t crc = ~0u;
    ssize_t got;
    while ((got = read(fd, buffer.data(), buffer.size())) > 0) {
#if defined(__x86_64__)
        if (__builtin_cpu_supports("sse4.2")) {
            crc = crc32c_hardware(crc, buffer.data(), size_t(got));
            continue;
        }
#endif
        crc = crc32c_plain(crc, buffer.data(), size_t(got));
    }
    close(fd);
    sum = ~crc;
    return got == 0;
}

}  // namespace

void write_mark(const std::string &database, const std::string &path, bool checksums) noexcept {
    try {
        std::ostringstream out;
        out << "mark 1\n";
        for (auto &file : files_of(database)) {
            if (checksums) file.summed = sum_of(database + "/" + file.name, file.sum);
            out << file.name << ' ' << file.size << ' ' << file.seconds << ' ' << file.nanoseconds << ' '
                << int(file.summed) << ' ' << file.sum << '\n';
        }
        out << "end\n";
        std::string temporary = path + ".new";
        {
            std::ofstream stream(temporary, std::ios::trunc);
            stream << out.str();
            if (!stream.flush()) return;
        }
        std::rename(temporary.c_str(), path.c_str());
    } catch (...) {
        // Without a mark the next start checks the whole database.
    }
}

MarkState check_mark(const std::string &database, const std::string &path, uint64_t budget, std::string &what) {
    std::ifstream stream(path);
    std::string line;
    if (!stream || !std::getline(stream, line) || line != "mark 1") return MarkState::missing;
    auto present = files_of(database);
    size_t index = 0;
    uint64_t total = 0;
    for (const auto &file : present) total += file.size;
    bool ended = false, clean = false;
    while (std::getline(stream, line)) {
        if (line == "end") {
            ended = true;
            break;
        }
        std::istringstream fields(line);
        File noted;
        int summed = 0;
        if (!(fields >> noted.name >> noted.size >> noted.seconds >> noted.nanoseconds >> summed >> noted.sum))
            return MarkState::missing;
        clean = clean || summed;
        if (index >= present.size() || present[index].name != noted.name) {
            what = noted.name + " is missing";
            return clean ? MarkState::damaged : MarkState::differs;
        }
        const File &now = present[index++];
        // Sums are noted when nothing more is written, and taken back before the next write: whatever the times say,
        // the bytes must be those.
        uint32_t sum = 0;
        if (summed && (now.size != noted.size ||
                       (total <= budget && (!sum_of(database + "/" + noted.name, sum) || sum != noted.sum)))) {
            what = noted.name + " is not what was written";
            return MarkState::damaged;
        }
        if (!summed && (now.size != noted.size || now.seconds != noted.seconds ||
                        now.nanoseconds != noted.nanoseconds)) {
            what = noted.name + " has changed";
            return MarkState::differs;
        }
    }
    if (!ended) return MarkState::missing;
    if (index != present.size()) {
        what = present[index].name + " is new";
        return MarkState::differs;
    }
    return MarkState::matches;
}

}  // namespace axp
