#include "model/parameters/count_text.hpp"

#include <charconv>
#include <cmath>

namespace sparlab::model {
namespace {

constexpr std::uint64_t kMost = std::uint64_t{1} << 53U;  // doubles hold all integers up to here

/// Reads an unsigned number from the front of `text` and removes it.
std::optional<double> take_number(std::string_view& text) {
  if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

std::optional<double> suffix_factor(std::string_view suffix) {
  if (suffix.empty()) return 1.0;
  const std::size_t power = std::string_view("kMGT").find(suffix[0] == 'K' ? 'k' : suffix[0]);
  if (power == std::string_view::npos) return std::nullopt;
  const double exponent = static_cast<double>(power) + 1;
  if (suffix.size() == 1) return std::pow(1000.0, exponent);
  if (suffix.size() == 2 && suffix[1] == 'i') return std::pow(1024.0, exponent);
  return std::nullopt;
}

std::optional<std::uint64_t> as_count(double number) {
  if (!(number >= 0 && number <= static_cast<double>(kMost)) || number != std::floor(number))
    return std::nullopt;
  return static_cast<std::uint64_t>(number);
}

}  // namespace

std::optional<std::uint64_t> parse_count(std::string_view text) {
  // Check plain digits as an integer: as a double, 2^53 + 1 would become 2^53.
  std::uint64_t digits = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), digits);
  if (end == text.data() + text.size() && digits > kMost) return std::nullopt;
  const std::optional<double> number = take_number(text);
  if (!number) return std::nullopt;
  if (!text.empty() && text.front() == '^') {
    text.remove_prefix(1);
    const std::optional<double> exponent = take_number(text);
    if (!exponent || !text.empty()) return std::nullopt;
    return as_count(std::pow(*number, *exponent));
  }
  const std::optional<double> factor = suffix_factor(text);
  if (!factor) return std::nullopt;
  // 1.1 * 1000 is not exactly 1100: round a product this close to a whole number.
  const double product = *number * *factor;
  const double whole = std::round(product);
  return as_count(std::abs(product - whole) <= 1e-15 * whole ? whole : product);
}

}  // namespace sparlab::model
