#pragma once

#include <cstdint>
#include <memory>

#include "runtime/comm.hpp"
#include "training/methods/method.hpp"
#include "training/problem/gradient.hpp"
#include "training/steps/rate.hpp"

namespace sparlab::training {

/// The local part of a method's steps on one rank. Local work is charged by the platform's costs of
/// kernels: reading or adding one product of a sample's nonzero is a scattered entry.
class LocalStep {
 public:
  virtual ~LocalStep() = default;

  /// Steps, each with one exchange, until all samples were used once, or as many parameters drawn
  /// as there are. The same on all ranks.
  virtual std::uint64_t steps_per_epoch() const = 0;
  virtual void begin_epoch() {}

  /// This rank's contribution to the step. `weights` are those of the model.
  virtual Typed contribute(runtime::Comm& comm, Weights weights) = 0;
  /// What the update multiplies the sum of contributions by, and the weights before that.
  virtual double sum_factor() const = 0;
  virtual double decay() const { return 1; }
  /// Takes notice of the sum after the update.
  virtual void updated(runtime::Comm& /*comm*/, const Typed& /*sum*/) {}

  /// Whether all margins and slopes since the beginning were finite numbers.
  virtual bool finite() const = 0;

  LocalStep() = default;
  LocalStep(const LocalStep&) = delete;
  LocalStep& operator=(const LocalStep&) = delete;
};

/// How a rank goes through its samples.
struct Pass {
  std::uint64_t batch = 1;  ///< samples of a rank and local step
  Rate rate;
  std::uint64_t seed = 1;
};

/// Gradients of mini-batches. Each epoch deals the rank's samples anew, by the seed. The last
/// mini-batch of an epoch may be smaller, or empty on ranks with a sample fewer. With several local
/// steps the contribution is what they subtract from the weights. `sums` must outlive the step.
std::unique_ptr<LocalStep> make_gradient_step(const TrainingSet& set, const MethodRule& rule,
                                              const Pass& pass, GradientSum& sums, int rank,
                                              int ranks);

/// The nonzeros of each feature.
struct Columns {
  std::vector<std::size_t> begin;  ///< feature j has the entries [begin[j], begin[j+1])
  std::vector<std::uint32_t> rows;
  std::vector<double> values;
};
/// Errors  contract: the set has all samples of its file.
Columns columns_of(const TrainingSet& set);

/// Coordinate descent: parameters are cut into P slices, and every rank has all samples. It draws
/// coordinates of its slice and takes a step of rate * slope / bound in each, where the bound is
/// that of the loss's second derivative. Ranks exchange these steps, which lie in different slices,
/// and update the margins of all samples. `columns` must outlive the step.
std::unique_ptr<LocalStep> make_coordinate_step(const TrainingSet& set, const Columns& columns,
                                                const MethodRule& rule, const Pass& pass, int rank,
                                                int ranks);

}  // namespace sparlab::training
