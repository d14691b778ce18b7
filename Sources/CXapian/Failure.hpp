// From exceptions to the statuses of the C face.
#pragma once

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <string_view>

#include <xapian.h>

#include "CXapian.h"

namespace axp {

/// Thrown inside the bridge where Xapian has no exception of its own.
struct Failure : std::exception {
    int code;
    std::string message;
    Failure(int code, std::string message) : code(code), message(std::move(message)) {}
    const char *what() const noexcept override { return message.c_str(); }
};

inline void fill(axp_error *error, int code, const char *message) {
    error->code = code;
    std::snprintf(error->message, sizeof error->message, "%s", message);
}

inline int code_of(const Xapian::Error &e) {
    if (const char *system = e.get_error_string()) {
        if (std::strcmp(system, std::strerror(ENOSPC)) == 0 || std::strcmp(system, std::strerror(EDQUOT)) == 0)
            return AXP_DISK_FULL;
        if (std::strcmp(system, std::strerror(EROFS)) == 0) return AXP_READ_ONLY;
        if (std::strcmp(system, std::strerror(EACCES)) == 0 || std::strcmp(system, std::strerror(EPERM)) == 0)
            return AXP_NO_PERMISSION;
    }
    std::string_view type = e.get_type();
    if (type == "DatabaseLockError") return AXP_LOCKED;
    // Everything else that a database says of itself means that it cannot be read as it is.
    for (std::string_view damage : {"DocNotFoundError", "RangeError", "SerialisationError", "FeatureUnavailableError"})
        if (type == damage) return AXP_DAMAGED;
    if (type.substr(0, 8) == "Database") return AXP_DAMAGED;
    return AXP_OTHER;
}

/// Runs `body`; false, with `error` filled, if it throws anything.
template <class Body> bool guarded(axp_error *error, Body body) {
    error->code = AXP_OK;
    error->message[0] = 0;
    try {
        body();
        return true;
    } catch (const Failure &e) {
        fill(error, e.code, e.message.c_str());
    } catch (const Xapian::Error &e) {
        fill(error, code_of(e), e.get_description().c_str());
    } catch (const std::bad_alloc &) {
        fill(error, AXP_OTHER, "out of memory");
    } catch (const std::exception &e) {
        fill(error, AXP_OTHER, e.what());
    } catch (...) {
        fill(error, AXP_OTHER, "unknown exception");
    }
    return false;
}

}  // namespace axp
