#include "base/text/quantity.hpp"

#include <charconv>
#include <cmath>
#include <system_error>
#include <vector>

namespace sparlab::base {
namespace {

struct KnownUnit {
  std::string_view name;
  double multiply = 1;
  double divide = 1;
};

const std::vector<KnownUnit>& units_of(Dimension dimension) {
  static const std::vector<KnownUnit> time = {
      {"s"}, {"ms", 1, 1e3}, {"us", 1, 1e6}, {"ns", 1, 1e9}};
  static const std::vector<KnownUnit> bandwidth = {
      {"B/s"},          {"kB/s", 1e3},    {"MB/s", 1e6},      {"GB/s", 1e9},
      {"Mb/s", 1e6, 8}, {"Gb/s", 1e9, 8}, {"Mbit/s", 1e6, 8}, {"Gbit/s", 1e9, 8}};
  static const std::vector<KnownUnit> size = {{"B"},
                                              {"kB", 1e3},
                                              {"MB", 1e6},
                                              {"GB", 1e9},
                                              {"KiB", 1024},
                                              {"MiB", 1024 * 1024},
                                              {"GiB", 1024.0 * 1024 * 1024}};
  static const std::vector<KnownUnit> per_byte = {{"s/B"}, {"us/B", 1, 1e6}, {"ns/B", 1, 1e9}};
  static const std::vector<KnownUnit> per_entry = {
      {"s/entry"}, {"us/entry", 1, 1e6}, {"ns/entry", 1, 1e9}};
  static const std::vector<KnownUnit> per_element = {
      {"s/element"}, {"us/element", 1, 1e6}, {"ns/element", 1, 1e9}};
  static const std::vector<KnownUnit> multiple = {{"times"}, {"%", 1, 100}};
  switch (dimension) {
    case Dimension::time:
      return time;
    case Dimension::multiple:
      return multiple;
    case Dimension::bandwidth:
      return bandwidth;
    case Dimension::size:
      return size;
    case Dimension::time_per_byte:
      return per_byte;
    case Dimension::time_per_entry:
      return per_entry;
    case Dimension::time_per_element:
      break;
  }
  return per_element;
}

}  // namespace

std::optional<double> in_base_units(double value, std::string_view unit, Dimension dimension) {
  for (const KnownUnit& known : units_of(dimension)) {
    if (known.name == unit) return value * known.multiply / known.divide;
  }
  return std::nullopt;
}

std::optional<WrittenQuantity> parse_quantity(std::string_view text, Dimension dimension) {
  double value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || !std::isfinite(value)) return std::nullopt;
  std::string_view unit = text.substr(static_cast<std::size_t>(rest - text.data()));
  while (unit.starts_with(' ')) unit.remove_prefix(1);
  const auto converted = in_base_units(value, unit, dimension);
  const auto [least, most] = accepted_range(dimension);
  if (!converted || !(*converted >= least && *converted <= most)) return std::nullopt;
  return WrittenQuantity{value, std::string(unit), *converted};
}

QuantityRange accepted_range(Dimension dimension) {
  switch (dimension) {
    case Dimension::time:
    case Dimension::multiple:
      return {0, 1e6};
    case Dimension::bandwidth:
      return {1, 1e18};
    case Dimension::size:
      return {0, 1e18};
    case Dimension::time_per_byte:
    case Dimension::time_per_entry:
    case Dimension::time_per_element:
      break;
  }
  return {0, 1};
}

std::string_view base_unit(Dimension dimension) { return units_of(dimension).front().name; }

std::string accepted_units(Dimension dimension) {
  const std::vector<KnownUnit>& units = units_of(dimension);
  std::string text;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (i > 0) text += i + 1 == units.size() ? " or " : ", ";
    text += units[i].name;
  }
  return text;
}

}  // namespace sparlab::base
