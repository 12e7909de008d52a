#include "analysis/advice/amounts.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>

namespace sparlab::analysis {

std::string amount_text(double amount) {
  constexpr double kWritten = 10'000;
  constexpr std::array kSuffixes = {"", "k", "M", "G", "T", "P"};
  if (!(amount >= kWritten)) return fmt::format("{:.4g}", amount);
  std::size_t suffix = 0;
  while (amount >= 999.95 && suffix + 1 < kSuffixes.size()) {
    amount /= 1000;
    ++suffix;
  }
  return fmt::format("{:.4g}{}", amount, kSuffixes[suffix]);
}

std::string size_text(double bytes) {
  constexpr std::array kUnits = {"B", "kB", "MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  while (bytes >= 999.5 && unit + 1 < kUnits.size()) {
    bytes /= 1000;
    ++unit;
  }
  return fmt::format("{:.3g} {}", bytes, kUnits[unit]);
}

}  // namespace sparlab::analysis
