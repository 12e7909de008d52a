#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analysis/advice/question.hpp"
#include "analysis/optimal/front.hpp"
#include "analysis/optimal/known_algorithms.hpp"

namespace sparlab::analysis {

/// Schedules of an allreduce in rounds, and what is known of the best ones.
struct OptimalSchedules {
  std::string place;           ///< point and platform, for a title
  double alpha_s = 0;          ///< a round, at least
  double beta_s_per_byte = 0;  ///< at least
  optimal::SumBytes sizes;
  std::vector<optimal::FrontRow> front;
  std::vector<optimal::KnownAlgorithm> known;

  /// Of so many rounds, in each of which all ranks send equally much.
  double seconds(std::size_t rounds, double bytes) const {
    return static_cast<double>(rounds) * alpha_s + bytes * beta_s_per_byte;
  }
  /// No schedule is faster.
  double bound_s() const;
  /// The row of the fastest schedule. Contract: some row has one.
  const optimal::FrontRow& fastest() const;
  /// Of at most so many rounds; null if there is none.
  const optimal::FrontRow* within(std::size_t rounds) const;
};

/// Of the place of a question. A sum is sent in the smallest of the formats, without header.
///
/// Errors  ConfigError: fewer than 2 or more than optimal::kMostRanks ranks; an input whose unions
///         depend on which ranks they are of; not an allreduce.
OptimalSchedules find_optimal(const Question& question, std::size_t width);

}  // namespace sparlab::analysis
