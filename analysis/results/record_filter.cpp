#include "analysis/results/record_filter.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "base/errors/errors.hpp"
#include "base/text/text_table.hpp"
#include "experiments/spec/points/engine.hpp"

namespace sparlab::analysis {
namespace {

using experiments::Point;
using experiments::Record;

/// Keeps the records of which `is` holds for one of the wanted values.
template <class T, class Value, class Is, class Text>
void keep(std::vector<Record>& records, const std::vector<T>& wanted, const char* option,
          Value value_of, Is is, Text text) {
  if (wanted.empty()) return;
  const auto has = [&](const T& value) {
    return [&](const Record& record) { return is(value_of(record.point), value); };
  };
  for (const T& value : wanted) {
    if (std::ranges::any_of(records, has(value))) continue;
    std::set<T> known;
    for (const Record& record : records) known.insert(value_of(record.point));
    std::vector<std::string> texts;
    for (const T& one : known) texts.push_back(text(one));
    throw base::ConfigError("command line", option, text(value),
                            fmt::format("what the records have: {}", fmt::join(texts, ", ")));
  }
  std::erase_if(records, [&](const Record& record) {
    return std::ranges::none_of(wanted, [&](const T& value) { return has(value)(record); });
  });
}

bool same_algorithm(const std::string& spec, const std::string& wanted) {
  return spec == wanted || spec.substr(0, spec.find('(')) == wanted;
}

bool same_to_three_digits(double density, double wanted) {
  return std::abs(density - wanted) <= 5e-3 * wanted;
}

}  // namespace

std::vector<Record> filtered(std::vector<Record> records, const RecordFilter& filter) {
  const std::equal_to<> equal;
  const std::identity as_it_is;
  keep(
      records, filter.platforms, "--platform", [](const Point& point) { return point.platform; },
      equal, as_it_is);
  keep(
      records, filter.engines, "--engines",
      [](const Point& point) { return std::string(name_of(point.engine)); }, equal, as_it_is);
  keep(
      records, filter.algorithms, "--algorithms",
      [](const Point& point) { return point.algorithm.spec(); }, same_algorithm, as_it_is);
  keep(
      records, filter.ranks, "-P", [](const Point& point) { return point.ranks; }, equal,
      base::short_count);
  keep(
      records, filter.universes, "-N", [](const Point& point) { return point.universe; }, equal,
      base::short_count);
  keep(
      records, filter.densities, "--density", [](const Point& point) { return point.density; },
      same_to_three_digits, base::short_number);
  return records;
}

}  // namespace sparlab::analysis
