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

/// Which algorithm of a question with dense inputs is the fastest by the model, by the size of its
/// values, of 4 bytes each, from 0 up to 1 GiB: at four sizes in a doubling; each change between
/// two of them is solved to one value. The one of smaller sizes stays unless another one is faster
/// by kAsFast. Errors  ConfigError: one rank.
std::vector<DenseRule> dense_rules(const Question& question);

}  // namespace sparlab::analysis
