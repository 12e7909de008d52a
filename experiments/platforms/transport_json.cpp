#include "experiments/platforms/transport_json.hpp"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "experiments/json/json_fields.hpp"

namespace sparlab::experiments {
namespace {

using nlohmann::json;

constexpr std::size_t kMostSegments = 16;
constexpr std::size_t kMostPatterns = 64;
constexpr std::size_t kMostPoints = 64;
/// A pattern that is this much slower than a message alone is an error of the measurement.
constexpr double kMostSlowdown = 1e4;

std::vector<model::Segment> read_segments(StrictObject& transport) {
  std::vector<model::Segment> segments;
  for (StrictObject& element : transport.objects("segments", kMostSegments)) {
    const model::Segment segment{element.quantity("from", Dimension::size),
                                 element.quantity("alpha", Dimension::time),
                                 element.quantity("beta", Dimension::time_per_byte)};
    element.finish();
    if (segments.empty() && segment.from_bytes != 0) element.fail("from", "0 B: the first segment");
    if (!segments.empty() && segment.from_bytes <= segments.back().from_bytes)
      element.fail("from", "more than that of the segment before");
    segments.push_back(segment);
  }
  return segments;
}

MeasuredPattern read_pattern(StrictObject& element) {
  static const std::vector<std::string> kPatterns = {"exchange", "ring", "all_to_all"};
  MeasuredPattern measured;
  measured.pattern = static_cast<model::Pattern>(
      element.choice("pattern", kPatterns) + static_cast<std::size_t>(model::Pattern::exchange));
  measured.ranks = static_cast<std::uint64_t>(element.count("ranks"));
  for (StrictObject& point : element.objects("points", kMostPoints)) {
    const double bytes = point.number("bytes", 1, 1e18);
    if (!measured.curve.empty() && bytes <= measured.curve.back().bytes)
      point.fail("bytes", "more than that of the point before");
    measured.curve.push_back({bytes, point.number("factor", 0.1, kMostSlowdown)});
    point.finish();
  }
  element.text("source");
  element.text("uncertainty");
  element.finish();
  return measured;
}

json curve_to_json(const model::SlowdownCurve& curve) {
  json points = json::array();
  for (const auto& [bytes, factor] : curve) points.push_back({bytes, factor});
  return points;
}

/// Arrays of `width` numbers each.
std::vector<std::vector<double>> rows_from_json(const JsonFields& fields, std::string_view key,
                                                std::size_t width) {
  std::vector<std::vector<double>> rows;
  if (!fields.has(key)) return rows;
  const json& array = fields.at(key);
  if (!array.is_array()) JsonFields::fail(key, "an array");
  for (const json& row : array) {
    if (!row.is_array() || row.size() != width) JsonFields::fail(key, "an array of arrays");
    rows.emplace_back();
    for (const json& number : row) {
      if (!number.is_number()) JsonFields::fail(key, "an array of arrays of numbers");
      rows.back().push_back(number.get<double>());
    }
  }
  return rows;
}

model::SlowdownCurve curve_from_json(const JsonFields& fields, std::string_view key) {
  model::SlowdownCurve curve;
  for (const auto& row : rows_from_json(fields, key, 2)) curve.push_back({row[0], row[1]});
  return curve;
}

}  // namespace

model::Slowdowns Transport::slowdowns(std::uint64_t ranks) const {
  const auto nearest = [&](model::Pattern pattern) {
    const MeasuredPattern* found = nullptr;
    double least = std::numeric_limits<double>::infinity();
    for (const MeasuredPattern& measured : patterns) {
      const double distance =
          std::abs(std::log2(static_cast<double>(measured.ranks) / static_cast<double>(ranks)));
      if (measured.pattern != pattern || distance >= least) continue;
      found = &measured;
      least = distance;
    }
    return found == nullptr ? model::SlowdownCurve{} : found->curve;
  };
  return {nearest(model::Pattern::exchange), nearest(model::Pattern::ring),
          nearest(model::Pattern::all_to_all)};
}

Transport read_transport(StrictObject& document) {
  StrictObject section = document.object("transport");
  Transport transport;
  transport.segments = read_segments(section);
  if (section.has("patterns")) {
    for (StrictObject& element : section.objects("patterns", kMostPatterns))
      transport.patterns.push_back(read_pattern(element));
  }
  if (section.has("start")) transport.start_s = section.quantity("start", Dimension::time);
  section.finish();
  return transport;
}

json machine_to_json(const model::Machine& machine) {
  const model::Gammas& gammas = machine.gammas;
  json object = {{"alpha_s", machine.alpha_s},        {"beta_s_per_byte", machine.beta_s_per_byte},
                 {"merge_s", gammas.merge_s},         {"scatter_s", gammas.scatter_s},
                 {"dense_sum_s", gammas.dense_sum_s}, {"copy_s_per_byte", gammas.copy_s_per_byte},
                 {"select_s", gammas.select_s}};
  for (const model::Segment& segment : machine.larger)
    object["larger"].push_back({segment.from_bytes, segment.alpha_s, segment.beta_s_per_byte});
  const model::Slowdowns& slowdowns = machine.slowdowns;
  if (!slowdowns.exchange.empty()) object["exchange"] = curve_to_json(slowdowns.exchange);
  if (!slowdowns.ring.empty()) object["ring"] = curve_to_json(slowdowns.ring);
  if (!slowdowns.all_to_all.empty()) object["all_to_all"] = curve_to_json(slowdowns.all_to_all);
  return object;
}

model::Machine machine_from_json(const json& object) {
  const JsonFields fields(object);
  model::Machine machine;
  machine.alpha_s = fields.number("alpha_s");
  machine.beta_s_per_byte = fields.number("beta_s_per_byte");
  for (const auto& row : rows_from_json(fields, "larger", 3))
    machine.larger.push_back({row[0], row[1], row[2]});
  machine.slowdowns = {curve_from_json(fields, "exchange"), curve_from_json(fields, "ring"),
                       curve_from_json(fields, "all_to_all")};
  machine.gammas = {.merge_s = fields.number("merge_s"),
                    .scatter_s = fields.number("scatter_s"),
                    .dense_sum_s = fields.number("dense_sum_s"),
                    .copy_s_per_byte = fields.number("copy_s_per_byte"),
                    .select_s = fields.number("select_s")};
  return machine;
}

}  // namespace sparlab::experiments
