#include "analysis/results/panel.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "algos/registry/registry.hpp"
#include "base/text/text_table.hpp"
#include "experiments/spec/points/engine.hpp"

namespace sparlab::analysis {
namespace {

template <class Takes>
Panel part_of(const Panel& panel, Takes takes) {
  Panel part = panel;
  std::erase_if(part.series, [&](const Series& one) { return !takes(one); });
  std::erase_if(part.positions, [&](double place) {
    return std::ranges::none_of(
        part.series, [&](const Series& one) { return one.at(part.axis, place) != nullptr; });
  });
  return part;
}

}  // namespace

std::string_view name_of(Axis axis) {
  return axis == Axis::density ? "density" : axis == Axis::ranks ? "P" : "N";
}

double position(Axis axis, const experiments::Point& point) {
  if (axis == Axis::density) return point.density;
  return static_cast<double>(axis == Axis::ranks ? point.ranks : point.universe);
}

std::string position_text(Axis axis, double position) {
  return axis == Axis::density ? base::short_number(position)
                               : base::short_count(static_cast<std::uint64_t>(position));
}

std::string place_text(Axis axis, double position) {
  return place_text(axis, position_text(axis, position));
}

std::string place_text(Axis axis, const std::string& positions) {
  return fmt::format("{}{}{}", name_of(axis), axis == Axis::density ? " " : " = ", positions);
}

const experiments::Record* Series::at(Axis axis, double wanted) const {
  const auto found = std::ranges::find_if(records, [&](const experiments::Record* record) {
    return position(axis, record->point) == wanted;
  });
  return found == records.end() ? nullptr : *found;
}

std::vector<experiments::Engine> Panel::engines() const {
  std::vector<experiments::Engine> engines;
  for (const Series& one : series)
    if (engines.empty() || engines.back() != one.engine) engines.push_back(one.engine);
  return engines;
}

std::vector<std::string> Panel::algorithms() const {
  std::vector<std::string> specs;
  for (const Series& one : series)
    if (std::ranges::find(specs, one.algorithm) == specs.end()) specs.push_back(one.algorithm);
  std::ranges::stable_sort(specs, {}, registry_position);
  return specs;
}

const Series* Panel::find(experiments::Engine engine, std::string_view algorithm) const {
  const auto found = std::ranges::find_if(series, [&](const Series& one) {
    return one.engine == engine && one.algorithm == algorithm;
  });
  return found == series.end() ? nullptr : &*found;
}

Panel Panel::comparable() const {
  Panel part = *this;
  for (Series& one : part.series)
    std::erase_if(one.records,
                  [](const experiments::Record* record) { return shares_processors(*record); });
  return part_of(part, [](const Series& one) { return !one.records.empty(); });
}

Panel Panel::exact() const {
  return part_of(*this, [](const Series& one) { return !is_approximate(one.algorithm); });
}

Panel Panel::approximate() const {
  return part_of(*this, [](const Series& one) { return is_approximate(one.algorithm); });
}

Panel Panel::competing() const {
  Panel competitors = part_of(*this, [](const Series& one) {
    return !is_approximate(one.algorithm) && !chooses(one.algorithm);
  });
  return competitors.series.empty() ? exact() : competitors;
}

Panel Panel::choosing() const {
  const Panel competitors = competing();
  return part_of(*this, [&](const Series& one) {
    return chooses(one.algorithm) && competitors.find(one.engine, one.algorithm) == nullptr;
  });
}

std::string Panel::fixed_text() const {
  std::vector<std::string> parts;
  if (axis != Axis::ranks) parts.push_back(place_text(Axis::ranks, static_cast<double>(ranks)));
  if (axis != Axis::universe)
    parts.push_back(place_text(Axis::universe, static_cast<double>(universe)));
  if (axis != Axis::density) parts.push_back(density_text());
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string Panel::title() const {
  const auto sharing = processor_sharing(*this);
  return sharing ? fmt::format("{}; {}", fixed_text(), sharing->text()) : fixed_text();
}

std::string Panel::density_text() const {
  double least = density;
  double greatest = density;
  bool real = false;
  for (const Series& one : series)
    for (const experiments::Record* record : one.records) {
      real = real || inputs::is_real_data(record->point.input.kind);
      least = std::min(least, record->point.density);
      greatest = std::max(greatest, record->point.density);
    }
  std::string text = place_text(Axis::density, real ? least : density);
  if (!real) return text;  // the densities of other inputs differ only because k is a whole number
  const std::string last = position_text(Axis::density, greatest);
  if (!text.ends_with(" " + last)) text += " to " + last;
  return text + " (the data's)";
}

bool is_dense(std::string_view algorithm) {
  const algos::AlgorithmInfo* const info = algos::find_algorithm(algorithm);
  if (info == nullptr || info->dense()) return info != nullptr;
  const model::Algorithm stored = model::Algorithm::stored(algorithm);
  return stored.known() && algos::is_dense(stored);
}

bool is_approximate(std::string_view algorithm) {
  const algos::AlgorithmInfo* const info = algos::find_algorithm(algorithm);
  return info != nullptr && info->exactness == algos::Exactness::approximate;
}

bool chooses(std::string_view algorithm) {
  const algos::AlgorithmInfo* const info = algos::find_algorithm(algorithm);
  return info != nullptr && info->chooses;
}

std::size_t registry_position(std::string_view algorithm) {
  const auto known = algos::algorithms();
  const algos::AlgorithmInfo* const info = algos::find_algorithm(algorithm);
  return info == nullptr ? known.size() : static_cast<std::size_t>(info - known.data());
}

std::vector<std::string> in_registry_order(const std::set<std::string>& algorithms) {
  std::vector<std::string> ordered(algorithms.begin(), algorithms.end());
  std::ranges::stable_sort(ordered, {}, registry_position);
  return ordered;
}

void ProcessorSharing::add(const experiments::Record& record) {
  if (!shares_processors(record)) return;
  ranks.insert(record.point.ranks);
  // Older records have only the number of this machine.
  for (const char* const key : {"mpi.processors", "processors"})
    if (std::string found = record.environment.text(key); !found.empty()) {
      processors.insert(std::move(found));
      return;
    }
  processors.insert("fewer");
}

std::string ProcessorSharing::text() const {
  return fmt::format("mpi: {} ranks on {} processors", fmt::join(ranks, ", "),
                     fmt::join(processors, " or "));
}

bool shares_processors(const experiments::Record& record) {
  return record.environment.text("mpi.oversubscribed") == "yes";
}

bool processors_moved(const experiments::Record& record) {
  constexpr double kMostMoved = 0.1;
  return record.term("moved").value_or(0) > kMostMoved;
}

std::optional<ProcessorSharing> processor_sharing(const Panel& panel) {
  ProcessorSharing found;
  for (const Series& series : panel.series)
    for (const experiments::Record* record : series.records) found.add(*record);
  return found.ranks.empty() ? std::nullopt : std::optional(found);
}

}  // namespace sparlab::analysis
