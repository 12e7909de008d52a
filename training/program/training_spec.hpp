#pragma once

#include <cstdint>
#include <string>

#include "training/methods/method.hpp"
#include "training/problem/loss.hpp"
#include "training/steps/rate.hpp"

namespace sparlab::training {

/// How a linear model is trained.
struct TrainingSpec {
  const LossInfo* loss = nullptr;  ///< never null in a spec that was read
  double l2 = 0;                   ///< factor of |w|^2 / 2 in what is minimised
  Method method{"sgd"};
  std::uint64_t epochs = 1;  ///< passes over the samples; scd: over the parameters
  Rate rate;
  std::string record;  ///< folder for recordings, see Training; empty: none

  friend bool operator==(const TrainingSpec& left, const TrainingSpec& right) {
    return left.loss == right.loss && left.l2 == right.l2 &&
           left.method.spec() == right.method.spec() && left.epochs == right.epochs &&
           left.rate == right.rate && left.record == right.record;
  }
};

/// Samples of a rank in a step.
inline constexpr std::uint64_t kDefaultBatch = 100;
inline constexpr std::uint64_t kMostEpochs = 1'000'000;

}  // namespace sparlab::training
