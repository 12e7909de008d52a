#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/certificates/checked_call.hpp"
#include "model/analysis/bounds.hpp"

namespace sparlab::analysis {

/// What a bound is compared with: each is the time on a machine that has no other costs.
enum class Counted : std::uint8_t {
  rounds,    ///< until the last rank has the result, if a message takes one and ports send in turn
  messages,  ///< into the mean port
  values,    ///< into the busiest port
};

std::string_view name_of(Counted counted);

/// A call that moves less than a bound says.
struct BrokenCall {
  Supports supports;
  double found = 0;
  double bound = 0;
};

/// One bound, compared with all runs of one number of ranks and indices.
struct BoundTally {
  model::BoundKind kind{};
  Counted counted{};
  std::uint64_t calls = 0;   ///< to which it applies
  std::uint64_t broken = 0;  ///< of these
  double least = 0;          ///< what was counted over the bound, 1 if it is reached
  /// Of the calls that break it, the first with the fewest entries.
  std::optional<BrokenCall> smallest_broken = {};
};

/// Compares calls with all lower bounds (model/analysis/bounds.hpp).
class CertifiedBounds {
 public:
  /// The properties of an allreduce, without those of its inputs.
  explicit CertifiedBounds(model::Instance allreduce) : allreduce_(std::move(allreduce)) {}

  /// What proved bound one call with this result breaks; empty if none.
  std::string complaint_about(const Supports& supports, const std::vector<double>& result,
                              const std::vector<PortTraffic>& ports);

  const std::vector<BoundTally>& tallies() const { return tallies_; }

 private:
  /// A bound that applies, and where in tallies_ it is counted.
  struct Least {
    std::size_t tally;
    double count;
  };

  const std::vector<Least>& bounds_of(std::uint64_t entries, std::uint64_t result_nnz);
  std::size_t tally_of(model::BoundKind kind, Counted counted);

  model::Instance allreduce_;
  std::vector<BoundTally> tallies_;
  /// By the entries of all ranks and of the result, on which alone bounds depend.
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<Least>> bounds_;
};

}  // namespace sparlab::analysis
