#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/advice/question.hpp"

namespace sparlab::analysis {

/// From this size on, a dense algorithm is the fastest one.
struct DenseRule {
  std::uint64_t from_bytes = 0;
  std::string algorithm;
};

/// The rules of one number of ranks: sizes ascend from 0.
struct DenseRules {
  std::uint64_t ranks = 0;
  std::vector<DenseRule> rules;
};

/// Up to this size, and as if it had this size beyond.
inline constexpr std::uint64_t kMostRuleBytes = std::uint64_t{1} << 30U;

/// Which algorithm is the fastest for dense values of 4 bytes by the model, by their size in bytes:
/// at four sizes in a doubling; each change between two of them is solved to one value. Equally
/// fast ones do not take turns. Questions share the platform and have dense inputs.
std::vector<DenseRules> dense_rules(const std::vector<Question>& questions);

}  // namespace sparlab::analysis
