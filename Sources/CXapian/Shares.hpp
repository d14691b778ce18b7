// How much the share of a query's words counts that a row has.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

namespace axp {

/// What a score is multiplied by for the share of the words that a row has. Few shares come again and again.
class Shares {
  public:
    Shares(float power, float all) : power(power), all(all) {}

    float factor(float covered) const {
        uint32_t bits;
        std::memcpy(&bits, &covered, sizeof bits);
        Known &place = known[bits * 0x9e3779b1u >> 26];
        if (place.covered != covered) place = {covered, covered < all ? std::pow(covered / all, power) : 1};
        return place.factor;
    }

  private:
    struct Known {
        float covered = -1, factor = 0;
    };
    const float power, all;
    mutable Known known[64];
};

}  // namespace axp
