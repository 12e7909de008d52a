#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/algorithms/algorithm.hpp"
#include "model/base/cost.hpp"

namespace sparlab::algos {

enum class Exactness : std::uint8_t {
  exact,        ///< the reduction of all inputs, up to rounding
  approximate,  ///< the result that its page in docs/algorithms defines
};

/// Whether input that is not in the result is kept.
enum class Mass : std::uint8_t {
  conserved,  ///< sum of inputs = sum of results + sum of residuals, up to rounding
  lost,       ///< some of it is lost; how much depends on the data
};

/// What an algorithm holds at its peak, measured by `bench_run_cost memory`.
///
/// With real data, each rank holds multiples of its own input, of the result, of a dense vector
/// over the universe and of the inputs of all ranks. The overhead of messages and lists beyond
/// their data is counted for the share of a call's messages that are in flight at once, for every
/// message, for each rank (in addition to what every algorithm needs), and for each pair of ranks.
struct MemoryAtPeak {
  static constexpr double kListed = 43;  ///< bytes of a stream in a list, counted or not

  double inputs = 0;
  double results = 0;
  double dense_vectors = 0;
  double inputs_of_all = 0;
  double in_flight = 0;
  double bytes_per_message = 0;
  double bytes_per_rank = 0;
  double bytes_per_pair = 0;
  double result_block = 1;  ///< the result consists of whole blocks of this many indices
};

/// Properties of an algorithm that are known without running it.
struct AlgorithmInfo {
  std::string_view name;
  std::string_view title;
  std::string_view source;
  bool dense_input = false;   ///< works on dense vectors; a sparse input is made dense first
  bool dense_result = false;  ///< work and memory grow with N for any input
  bool native = false;        ///< another library's collective: only with engine `mpi`
  Exactness exactness = Exactness::exact;
  Mass mass = Mass::conserved;  ///< with default settings; see mass_of
  bool sum_only = false;        ///< refuses other operations
  bool chooses = false;         ///< uses AllreduceOptions::machine to choose
  bool plans = false;           ///< exchanges indices apart from values, see Reducer::planned
  std::string_view needs = "";  ///< a short text, e.g. "hash seeds shared by all ranks"
  model::Moved moved = model::Moved::nonzeros;
  bool only_by_name = false;  ///< no keyword includes it, and advice never names it
  bool top_k_of_sum = false;  ///< the result has the largest sums only, as many as a rank selects
  MemoryAtPeak memory = {.inputs = 1, .results = 1.5, .in_flight = 1};

  /// True for a dense allreduce, whose cost does not depend on the density of its inputs: what the
  /// gain of sparse algorithms is measured against. See is_dense.
  bool dense() const { return moved == model::Moved::all; }

  /// The parameters with their defaults, in the order of the listing.
  std::vector<model::ParameterInfo> parameters() const;
};

/// Whether input that is not in the result is kept, with these settings: AlgorithmInfo::mass, or
/// lost if a setting adds up something other than inputs.
Mass mass_of(const model::Algorithm& algorithm);

/// Whether it is a dense allreduce with these settings: AlgorithmInfo::dense, or settings that make
/// another one dense. Contract: it is known.
bool is_dense(const model::Algorithm& algorithm);

}  // namespace sparlab::algos
