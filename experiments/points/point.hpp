#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "algos/formats/format.hpp"
#include "experiments/inputs/input.hpp"
#include "experiments/points/engine.hpp"

namespace sparlab::experiments {

/// The contents of the messages of a simulated engine.
enum class Payload : std::uint8_t {
  counted,  ///< expected counts only: no data, any P
  data,     ///< the real entries of the input; results are checked
};

std::string_view name_of(Payload payload);

/// One fully resolved measurement, prediction or simulation, with everything that determines its
/// result.
struct Point {
  std::string experiment;  ///< name of the experiment file
  std::string sweep;       ///< label of the sweep in it
  Engine engine = Engine::model;
  std::string algorithm;       ///< a spec in canonical spelling: "oktopk(tau=32)"
  std::uint64_t ranks = 1;     ///< P
  std::uint64_t universe = 1;  ///< N
  std::uint64_t nnz = 0;       ///< k, entries per rank (mean, rounded, for real data)
  double density = 0;          ///< k / N
  inputs::InputSpec input;
  Payload payload = Payload::counted;
  algos::ValueType value = algos::ValueType::float32;
  algos::IndexType index = algos::IndexType::uint32;
  bool dense_switch = true;  ///< SparCML's switch to dense at delta
  /// Allowed formats of messages.
  model::FormatSet formats = model::FormatSet::published();
  std::string platform;             ///< name or path of a platform file
  std::string machine = "hockney";  ///< machine of `model` and `loggp`: hockney or loggp
  std::uint64_t seed = 1;
  std::uint64_t warmup = 2;            ///< mpi only
  std::uint64_t min_repetitions = 5;   ///< mpi only
  std::uint64_t max_repetitions = 50;  ///< mpi only
  double budget_s = 5;                 ///< mpi only: no new repetition starts after this time
};

}  // namespace sparlab::experiments
