#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/text/value.hpp"

namespace sparlab::training {

/// The state after an epoch; 0 is before the first step.
struct EpochRecord {
  std::uint64_t epoch = 0;
  std::uint64_t steps = 0;         ///< since the beginning, each with one exchange
  double loss = 0;                 ///< F(w) of all samples (Problem); NaN if it is not finite
  std::optional<double> accuracy;  ///< share of all samples; nullopt: labels are no classes
  double time_s = 0;               ///< since the beginning, of the slowest rank in each epoch
  // Of this epoch.
  double compute_s = 0;      ///< of that rank: local steps and updates
  double exchange_s = 0;     ///< of that rank: selection, allreduce, waiting for others
  double union_density = 0;  ///< nonzeros of the sum over N, mean over steps
  double sent = 0;           ///< entries of a rank that get into the sum, mean over ranks and steps
  double mass_error = 0;     ///< since the beginning, see Training
  double predicted_union = 0;  ///< union_density if each rank sends `sent` entries, uniformly drawn
  std::optional<double> xi = {};  ///< of the last step, where Exchange knows it
};

/// Why a run stopped early.
struct Stop {
  std::uint64_t step = 0;
  std::uint64_t rank = 0;
  std::string reason;
};

struct Curve {
  std::vector<EpochRecord> epochs;
  std::uint64_t model_hash = 0;  ///< of the weights after the last of them
  std::uint64_t k = 0;           ///< entries that a rank is to select; 0: all
  double rate = 0;               ///< of the first step
  bool mass_checked = false;     ///< the algorithm conserves mass
  std::optional<Stop> stop;
};

/// For tables and documents.
base::Fields epoch_fields(const EpochRecord& epoch);
base::Fields curve_fields(const Curve& curve);

/// Reads what curve_fields wrote. Errors  FormatError that names the key.
Curve curve_from_json(const nlohmann::json& object);

}  // namespace sparlab::training
