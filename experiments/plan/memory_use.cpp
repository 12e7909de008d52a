#include "experiments/plan/memory_use.hpp"

#include <algorithm>
#include <array>

#include "algos/registry/registry.hpp"
#include "model/fill_in/uniform_fill_in.hpp"

namespace sparlab::experiments {
namespace {

constexpr double kProcess = 6.3e6;  ///< of the idle program

constexpr double kList = 43;  ///< per stream in a list, counted or not

constexpr std::array kHeld = {
    HeldAtPeak{.algorithm = "dense_recursive_doubling", .dense_vectors = 1.25},
    HeldAtPeak{.algorithm = "dense_rabenseifner", .dense_vectors = 2, .bytes_per_pair = kList},
    HeldAtPeak{.algorithm = "dense_ring", .dense_vectors = 2, .bytes_per_pair = kList},
    HeldAtPeak{.algorithm = "dense_mpi", .dense_vectors = 1},
    HeldAtPeak{.algorithm = "sparse_allgather", .inputs_of_all = 1, .bytes_per_pair = kList},
    HeldAtPeak{.algorithm = "sparse_ring", .results = 0.6, .bytes_per_pair = kList},
    HeldAtPeak{.algorithm = "ssar_recursive_double", .results = 1.6},
    HeldAtPeak{.algorithm = "ssar_split_allgather", .results = 1.25, .in_flight = 1},
    HeldAtPeak{.algorithm = "dsar_split_allgather", .dense_vectors = 1.25, .in_flight = 1},
    HeldAtPeak{.algorithm = "dsar_split_allgather_qsgd", .dense_vectors = 0.57, .in_flight = 1},
    HeldAtPeak{
        .algorithm = "topk_allgather", .inputs = 1.25, .inputs_of_all = 1, .bytes_per_pair = kList},
    HeldAtPeak{.algorithm = "topk_dsa", .inputs = 2, .results = 1.25, .in_flight = 1},
    HeldAtPeak{.algorithm = "gtopk", .inputs = 2},
    HeldAtPeak{
        .algorithm = "gaussiank", .inputs = 1.25, .inputs_of_all = 1, .bytes_per_pair = kList},
    HeldAtPeak{.algorithm = "dryden", .inputs = 3.5, .results = 0.25, .bytes_per_pair = 2 * kList},
    HeldAtPeak{.algorithm = "oktopk", .inputs = 2, .results = 5, .bytes_per_pair = 4 * kList},
    HeldAtPeak{.algorithm = "redsync_rgc", .results = 1.8, .bytes_per_pair = kList},
    HeldAtPeak{.algorithm = "redsync_rgc_quantized",
               .inputs = 8,
               .results = 0.5,
               .bytes_per_pair = 1.6 * kList},
    HeldAtPeak{
        .algorithm = "s2_reducer", .inputs = 2, .bytes_per_pair = kList, .result_block = 256},
    HeldAtPeak{.algorithm = "s2_sparcml_standin",
               .results = 0.25,
               .dense_vectors = 2,
               .bytes_per_pair = kList},
    HeldAtPeak{.algorithm = "s2_parallax_standin", .inputs = 2},
    HeldAtPeak{.algorithm = "s2_omnireduce_standin",
               .results = 0.35,
               .dense_vectors = 3,
               .bytes_per_pair = kList},
    HeldAtPeak{.algorithm = "omnireduce",
               .results = 0.35,
               .dense_vectors = 1.25,
               .in_flight = 0.3,
               .bytes_per_message = 230,
               .bytes_per_pair = 970},
    HeldAtPeak{.algorithm = "parameter_server", .results = 0.45, .in_flight = 0.5},
    HeldAtPeak{.algorithm = "parallax", .results = 0.45, .in_flight = 0.5},
    HeldAtPeak{.algorithm = "traff_elimination", .results = 1.5, .dense_vectors = 1},
    HeldAtPeak{
        .algorithm = "hofmann_runger", .inputs = 1.25, .results = 0.12, .bytes_per_rank = 4e3},
    HeldAtPeak{.algorithm = "kylix", .results = 1.7, .bytes_per_rank = 5e3},
    HeldAtPeak{.algorithm = "spark_tree_aggregate", .dense_vectors = 1},
    HeldAtPeak{
        .algorithm = "sparlab_auto", .results = 0.8, .in_flight = 1, .bytes_per_pair = kList},
    HeldAtPeak{.algorithm = "hierarchical", .results = 0.75},
};

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
double data_bytes(const Point& point, const HeldAtPeak& held, const StreamSizes& sizes) {
  const auto ranks = static_cast<double>(point.ranks);
  return ranks * (held.inputs * sizes.input + held.results * sizes.result +
                  held.dense_vectors * sizes.dense + held.inputs_of_all * ranks * sizes.input);
}

/// Every rank is a process, and prepares the inputs of all calls before it times them.
double measured_bytes(const Point& point, const StreamSizes& sizes, bool exact) {
  constexpr double kMpiProcess = 16e6;
  constexpr double kGeneratedEntry = 24;  // held before the entries become a stream
  constexpr double kResiduals = 2.5;      // residuals, summed in double precision
  const auto calls = static_cast<double>(algos::period_of(point.algorithm));
  return static_cast<double>(point.ranks) * (kMpiProcess + (1 + calls) * sizes.input +
                                             kGeneratedEntry * static_cast<double>(point.nnz) +
                                             (exact ? 0 : kResiduals * sizes.result));
}

/// The memory of the simulating process, without the data of the ranks.
double simulator_bytes(const Point& point, const HeldAtPeak& held, double messages) {
  const auto ranks = static_cast<double>(point.ranks);
  const SimulatorCost& simulator = info_of(point.engine).cost;
  return kProcess + simulator.bytes + (held.bytes_per_rank + simulator.bytes_per_rank) * ranks +
         held.bytes_per_pair * ranks * ranks +
         (simulator.bytes_in_flight * held.in_flight + held.bytes_per_message) * messages;
}

}  // namespace

const HeldAtPeak* held_at_peak(std::string_view algorithm) {
  const auto found = std::ranges::find(kHeld, algorithm, &HeldAtPeak::algorithm);
  return found == kHeld.end() ? nullptr : &*found;
}

double predict_memory_bytes(const Point& point, double messages) {
  if (info_of(point.engine).method == Method::formula) return kProcess;
  const algos::AlgorithmInfo& info = *algos::find_algorithm(point.algorithm);
  const HeldAtPeak& held = *held_at_peak(info.name);
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
