#include "experiments/text/quantity.hpp"

#include <vector>

namespace sparlab::experiments {
namespace {

struct Unit {
  std::string_view name;
  double multiply = 1;
  double divide = 1;
};

const std::vector<Unit>& units_of(Dimension dimension) {
  static const std::vector<Unit> time = {{"s"}, {"ms", 1, 1e3}, {"us", 1, 1e6}, {"ns", 1, 1e9}};
  static const std::vector<Unit> bandwidth = {{"B/s"}, {"kB/s", 1e3}, {"MB/s", 1e6}, {"GB/s", 1e9}};
  static const std::vector<Unit> size = {
      {"B"}, {"kB", 1e3}, {"MB", 1e6}, {"KiB", 1024}, {"MiB", 1024 * 1024}};
  static const std::vector<Unit> per_byte = {{"s/B"}, {"us/B", 1, 1e6}, {"ns/B", 1, 1e9}};
  static const std::vector<Unit> per_entry = {
      {"s/entry"}, {"us/entry", 1, 1e6}, {"ns/entry", 1, 1e9}};
  static const std::vector<Unit> per_element = {
      {"s/element"}, {"us/element", 1, 1e6}, {"ns/element", 1, 1e9}};
  switch (dimension) {
    case Dimension::time:
      return time;
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
  for (const Unit& known : units_of(dimension)) {
    if (known.name == unit) return value * known.multiply / known.divide;
  }
  return std::nullopt;
}

QuantityRange accepted_range(Dimension dimension) {
  switch (dimension) {
    case Dimension::time:
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
  const std::vector<Unit>& units = units_of(dimension);
  std::string text;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (i > 0) text += i + 1 == units.size() ? " or " : ", ";
    text += units[i].name;
  }
  return text;
}

}  // namespace sparlab::experiments
