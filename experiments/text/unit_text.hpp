#pragma once

#include <cstdint>
#include <string>

/// Numbers in the form that tables and titles show.
namespace sparlab::experiments {

/// Three significant digits and a unit: "1.23 ms", "12.3 us", "450 s". Larger times are written in
/// full, "1234 s"; zero is "0 s".
std::string seconds_text(double seconds);

/// A count, always exact: "2^24" for powers of two above 100,000, a suffix for a power of 1000 for
/// other round numbers ("16M", "16.3M", "1.25G"), otherwise in full.
std::string short_count(std::uint64_t count);

/// Three significant digits: "0.00781", "3.1e-05".
std::string short_number(double number);

/// A ratio: "1.25x", "340x", "1500x"; at most six characters.
std::string ratio_text(double ratio);

}  // namespace sparlab::experiments
