#include "machines/calibration/measurements.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "base/json/json_fields.hpp"

namespace sparlab::machines::calibration {
namespace {

using nlohmann::json;

constexpr std::array<std::pair<Benchmark, std::string_view>, 7> kBenchmarkNames = {
    {{Benchmark::ping_pong, "ping_pong"},
     {Benchmark::stream, "stream"},
     {Benchmark::exchange, "exchange"},
     {Benchmark::ring, "ring"},
     {Benchmark::incast, "incast"},
     {Benchmark::all_to_all, "all_to_all"},
     {Benchmark::after_barrier, "after_barrier"}}};

const json& array_at(const base::JsonFields& fields, std::string_view key) {
  const json& value = fields.at(key);
  if (!value.is_array()) base::JsonFields::fail(key, "an array");
  return value;
}

double positive(double value, std::string_view key) {
  if (!(value > 0) || !std::isfinite(value)) base::JsonFields::fail(key, "a positive number");
  return value;
}

json others_to_json(const std::optional<OtherLoad>& others) {
  if (!others) return nullptr;
  return {{"processors", others->processors}, {"of", others->of}};
}

std::optional<OtherLoad> others_from_json(const base::JsonFields& fields) {
  const json& value = fields.at("others");
  if (value.is_null()) return std::nullopt;
  const base::JsonFields others(value);
  return OtherLoad{others.number("processors"), positive(others.number("of"), "of")};
}

json processors_to_json(const std::optional<ProcessorState>& processors) {
  if (!processors) return nullptr;
  return {{"round_trip_s", processors->round_trip_s}, {"moved", processors->moved}};
}

std::optional<ProcessorState> processors_from_json(const base::JsonFields& fields) {
  const json& value = fields.at("processors");
  if (value.is_null()) return std::nullopt;
  const base::JsonFields processors(value);
  return ProcessorState{positive(processors.number("round_trip_s"), "round_trip_s"),
                        processors.number("moved")};
}

int ranks_from_json(const base::JsonFields& fields, std::uint64_t least) {
  const auto ranks = fields.count("ranks");
  if (ranks < least || ranks > 1'000'000)
    base::JsonFields::fail("ranks", "a number from " + std::to_string(least) + " to 1000000");
  return static_cast<int>(ranks);
}

json cost_to_json(const model::Repeated& cost) {
  return {{"value", cost.value}, {"lo", cost.lo}, {"hi", cost.hi}};
}

model::Repeated cost_from_json(const json& object) {
  const base::JsonFields fields(object);
  return {fields.number("value"), fields.number("lo"), fields.number("hi")};
}

json operations_to_json(const std::vector<OperationTime>& operations) {
  json list = json::array();
  for (const OperationTime& operation : operations)
    list.push_back({{"units", operation.units}, {"seconds", cost_to_json(operation.seconds)}});
  return list;
}

std::vector<OperationTime> operations_from_json(const json& list) {
  std::vector<OperationTime> operations;
  for (const json& object : list) {
    const base::JsonFields fields(object);
    const double units = positive(fields.number("units"), "units");
    if (!operations.empty() && units <= operations.back().units)
      base::JsonFields::fail("units", "ascending numbers");
    const model::Repeated seconds = cost_from_json(fields.at("seconds"));
    positive(seconds.value, "value");
    operations.push_back({units, seconds});
  }
  if (operations.empty()) base::JsonFields::fail("operations", "at least one of each kernel");
  return operations;
}

TrainTimes train_times_from_json(const json& object) {
  const base::JsonFields fields(object);
  TrainTimes times;
  times.bytes = positive(fields.number("bytes"), "bytes");
  const auto rounds = fields.count("rounds");
  if (rounds < 1 || rounds > 1'000'000)
    base::JsonFields::fail("rounds", "a number from 1 to 1000000");
  times.rounds = static_cast<int>(rounds);
  for (const json& seconds : array_at(fields, "seconds")) {
    if (!seconds.is_number()) base::JsonFields::fail("seconds", "an array of numbers");
    times.seconds.push_back(seconds.get<double>());
  }
  return times;
}

}  // namespace

std::string_view name_of(Benchmark benchmark) {
  return std::find_if(kBenchmarkNames.begin(), kBenchmarkNames.end(),
                      [&](const auto& known) { return known.first == benchmark; })
      ->second;
}

std::optional<Benchmark> find_benchmark(std::string_view name) {
  for (const auto& [benchmark, known] : kBenchmarkNames)
    if (known == name) return benchmark;
  return std::nullopt;
}

model::Repeated KernelCosts::unit_cost(model::KernelKind kernel) const {
  const OperationTime& largest = operations[static_cast<std::size_t>(kernel)].back();
  const model::Repeated& seconds = largest.seconds;
  return {seconds.value / largest.units, seconds.lo / largest.units, seconds.hi / largest.units};
}

json to_json(const MessageTimes& times) {
  json object = {{"ranks", static_cast<std::uint64_t>(times.ranks)},
                 {"others", others_to_json(times.others)},
                 {"processors", processors_to_json(times.processors)},
                 {"measured_s", times.measured_s},
                 {"series", json::array()}};
  for (const Series& series : times.series) {
    json sizes = json::array();
    for (const TrainTimes& size : series.sizes)
      sizes.push_back({{"bytes", size.bytes},
                       {"rounds", static_cast<std::uint64_t>(size.rounds)},
                       {"seconds", size.seconds}});
    object["series"].push_back({{"benchmark", name_of(series.benchmark)}, {"sizes", sizes}});
  }
  return object;
}

json to_json(const KernelCosts& costs) {
  json operations = json::object();
  for (std::size_t kernel = 0; kernel < costs.operations.size(); ++kernel)
    operations[std::string(model::kKernelNames[kernel])] =
        operations_to_json(costs.operations[kernel]);
  return {{"ranks", static_cast<std::uint64_t>(costs.ranks)},
          {"operations", operations},
          {"others", others_to_json(costs.others)},
          {"processors", processors_to_json(costs.processors)},
          {"message_s", cost_to_json(costs.message_s)}};
}

MessageTimes message_times_from_json(const json& object) {
  const base::JsonFields fields(object);
  MessageTimes times;
  times.ranks = ranks_from_json(fields, 2);
  times.others = others_from_json(fields);
  times.processors = processors_from_json(fields);
  times.measured_s = fields.number("measured_s");
  for (const json& entry : array_at(fields, "series")) {
    const base::JsonFields series(entry);
    Series& read = times.series.emplace_back();
    read.benchmark = series.choice("benchmark", find_benchmark);
    for (const json& size : array_at(series, "sizes"))
      read.sizes.push_back(train_times_from_json(size));
  }
  return times;
}

KernelCosts kernel_costs_from_json(const json& object) {
  const base::JsonFields fields(object);
  KernelCosts costs;
  costs.ranks = ranks_from_json(fields, 1);
  const base::JsonFields operations(fields.at("operations"));
  for (std::size_t kernel = 0; kernel < costs.operations.size(); ++kernel)
    costs.operations[kernel] =
        operations_from_json(array_at(operations, model::kKernelNames[kernel]));
  costs.others = others_from_json(fields);
  costs.processors = processors_from_json(fields);
  costs.message_s = cost_from_json(fields.at("message_s"));
  return costs;
}

}  // namespace sparlab::machines::calibration
