#include "experiments/plan/memory_use.hpp"

#include <algorithm>

#include "algos/registry/registry.hpp"
#include "model/fill_in/uniform_fill_in.hpp"

namespace sparlab::experiments {
namespace {

constexpr double kProcess = 6.3e6;  ///< of the idle program

/// The sizes of a point's streams in bytes.
struct StreamSizes {
  double input = 0;
  double result = 0;
  double dense = 0;
};

StreamSizes sizes_of(const Point& point, const algos::AlgorithmInfo& info, double union_entries) {
  const double value = point.value == algos::ValueType::float32 ? 4 : 8;
  const double entry = value + (point.index == algos::IndexType::uint32 ? 4 : 8);
  const double dense = value * static_cast<double>(point.universe);
  const double sparse = entry * static_cast<double>(point.nnz);
  return {info.dense_input ? dense : sparse, std::min(entry * union_entries, dense), dense};
}

/// The memory of the check: the inputs of all ranks, or sums of entries.
double check_bytes(const Point& point, bool exact, double union_entries) {
  constexpr double kEntry = 16;  // index and value in double precision
  constexpr double kSums = 5;    // result, inputs, error, lost mass, and one under construction
  if (!exact) return kSums * kEntry * union_entries;
  return kEntry * static_cast<double>(point.nnz) * static_cast<double>(point.ranks);
}

/// The data of all ranks while they reduce real data.
double data_bytes(const Point& point, const algos::MemoryAtPeak& held, const StreamSizes& sizes) {
  const auto ranks = static_cast<double>(point.ranks);
  return ranks * (held.inputs * sizes.input + held.results * sizes.result +
                  held.dense_vectors * sizes.dense + held.inputs_of_all * ranks * sizes.input);
}

/// Every rank is a process, and prepares the inputs of all calls before it times them.
double measured_bytes(const Point& point, const StreamSizes& sizes, bool exact) {
  constexpr double kMpiProcess = 16e6;
  constexpr double kGeneratedEntry = 24;  // held before the entries become a stream
  constexpr double kResiduals = 2.5;      // residuals, summed in double precision
  const auto calls = static_cast<double>(point.algorithm.period());
  return static_cast<double>(point.ranks) * (kMpiProcess + (1 + calls) * sizes.input +
                                             kGeneratedEntry * static_cast<double>(point.nnz) +
                                             (exact ? 0 : kResiduals * sizes.result));
}

/// The memory of the simulating process, without the data of the ranks.
double simulator_bytes(const Point& point, const algos::MemoryAtPeak& held, double messages) {
  const auto ranks = static_cast<double>(point.ranks);
  const SimulatorCost& simulator = info_of(point.engine).cost;
  return kProcess + simulator.bytes + (held.bytes_per_rank + simulator.bytes_per_rank) * ranks +
         held.bytes_per_pair * ranks * ranks +
         (simulator.bytes_in_flight * held.in_flight + held.bytes_per_message) * messages;
}

}  // namespace

double predict_memory_bytes(const Point& point, double messages) {
  if (info_of(point.engine).method == Method::formula) return kProcess;
  const algos::AlgorithmInfo& info = algos::info_of(point.algorithm);
  const algos::MemoryAtPeak& held = info.memory;
  const bool exact = info.exactness == algos::Exactness::exact;
  const model::UniformFillIn fill_in(point.universe, static_cast<double>(point.nnz));
  const double union_entries = std::min(held.result_block * fill_in.distinct(point.ranks),
                                        static_cast<double>(point.universe));
  const StreamSizes sizes = sizes_of(point, info, union_entries);
  const double data = data_bytes(point, held, sizes) + check_bytes(point, exact, union_entries);
  if (measures(point.engine)) return measured_bytes(point, sizes, exact) + data;
  const double simulator = simulator_bytes(point, held, messages);
  return point.payload == Payload::data ? simulator + data : simulator;
}

}  // namespace sparlab::experiments
