#pragma once

#include <cstdint>
#include <string>

/// Numbers as people read them in tables and titles.
namespace sparlab::experiments {

/// Three significant digits and a unit: "1.23 ms", "12.3 us", "450 s"; "0 s" for zero.
std::string seconds_text(double seconds);

/// A count: in full below 100,000, "2^24" for greater powers of two, else with a suffix of a power
/// of 1000 ("16M", "16.3M").
std::string short_count(std::uint64_t count);

/// Three significant digits: "0.00781", "3.1e-05".
std::string short_number(double number);

/// How many times greater: "1.25x", "340x", "1.2e+04x".
std::string ratio_text(double ratio);

}  // namespace sparlab::experiments
