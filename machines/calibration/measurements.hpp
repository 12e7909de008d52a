#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>
#include <vector>

#include "model/analysis/fit.hpp"
#include "model/base/local_work.hpp"

namespace sparlab::machines::calibration {

/// A pattern of messages that is measured by itself. In none do ranks compute anything.
enum class Benchmark : unsigned char {
  ping_pong,      ///< ranks 0 and 1: each message answers the one before
  stream,         ///< rank 0 sends to rank 1 without waiting for answers
  exchange,       ///< ranks r and r ^ 1, r ^ 2, r ^ 4, ... in turns: both send at once
  ring,           ///< rank r sends to r + 1 and receives from r - 1
  incast,         ///< all ranks send to rank 0
  all_to_all,     ///< every rank sends to every other
  after_barrier,  ///< a single exchange right after a barrier, which not all ranks leave at once
};

std::string_view name_of(Benchmark benchmark);
std::optional<Benchmark> find_benchmark(std::string_view name);

/// Messages of one size. A sample is a train of `rounds` rounds of a pattern; its time is that of
/// the slowest rank.
struct TrainTimes {
  double bytes = 0;
  int rounds = 1;
  std::vector<double> seconds;  ///< of a whole train, for each repetition
};

struct Series {
  Benchmark benchmark = Benchmark::ping_pong;
  std::vector<TrainTimes> sizes;  ///< ascending
};

/// What other programs used of the processors that ranks run on.
struct OtherLoad {
  double processors = 0;  ///< their use of processor time, where it was largest
  double of = 1;          ///< the number of processors there
};

/// How ranks of one host saw their processors.
struct ProcessorState {
  double round_trip_s = 0;  ///< of a cache line between two of them
  double moved = 0;         ///< share of the samples during which they were further apart or busier
};

/// Messages between a number of ranks.
struct MessageTimes {
  int ranks = 2;
  std::vector<Series> series;
  std::optional<OtherLoad> others;           ///< nullopt: the system does not say
  std::optional<ProcessorState> processors;  ///< nullopt: it cannot be told
  double measured_s = 0;                     ///< how long the ranks measured
};

/// One operation on so many units, with all that an algorithm does for it: memory for the result,
/// checks of what was received.
struct OperationTime {
  double units = 0;
  model::Repeated seconds;
};

/// Local work of one rank, while as many ranks as `ranks` do the same.
struct KernelCosts {
  std::optional<OtherLoad> others;
  int ranks = 1;
  /// By model::KernelKind; units ascend. None is empty.
  std::array<std::vector<OperationTime>, model::kKernelNames.size()> operations{};
  std::optional<ProcessorState> processors = {};
  /// What an algorithm does for each message that it sends and receives, beside these operations; 0
  /// where that is not measured.
  model::Repeated message_s = {};

  /// Seconds per unit of the largest operation.
  model::Repeated unit_cost(model::KernelKind kernel) const;
};

/// What ranks send to the program that started them; both directions agree bit by bit.
nlohmann::json to_json(const MessageTimes& times);
nlohmann::json to_json(const KernelCosts& costs);

/// Errors  FormatError that names the key that is missing or has the wrong type.
MessageTimes message_times_from_json(const nlohmann::json& object);
KernelCosts kernel_costs_from_json(const nlohmann::json& object);

}  // namespace sparlab::machines::calibration
