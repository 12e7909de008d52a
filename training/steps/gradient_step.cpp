#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "inputs/files/random.hpp"
#include "model/base/range.hpp"
#include "training/steps/local_step.hpp"

namespace sparlab::training {
namespace {

using runtime::WorkKind;

class GradientStep final : public LocalStep {
 public:
  GradientStep(const TrainingSet& set, const MethodRule& rule, const Pass& pass, GradientSum& sums,
               int rank, int ranks)
      : problem_(set.problem),
        rows_(set.rows_of(static_cast<std::uint64_t>(rank), static_cast<std::uint64_t>(ranks))),
        rule_(rule),
        pass_(pass),
        sums_(sums),
        ranks_(ranks),
        // The first block has the most samples.
        batches_(model::block_count(
            model::part_of({0, set.problem.samples}, 0, static_cast<std::uint64_t>(ranks)).size(),
            pass.batch)),
        order_(static_cast<std::size_t>(rows_.size())),
        random_(pass.seed, inputs::Purpose::samples, static_cast<std::uint64_t>(rank)) {
    std::iota(order_.begin(), order_.end(), std::uint64_t{0});
  }

  std::uint64_t steps_per_epoch() const override {
    return model::block_count(batches_, rule_.local_steps);
  }

  void begin_epoch() override {
    next_batch_ = 0;
    for (std::size_t i = order_.size(); i > 1; --i)
      std::swap(order_[i - 1], order_[static_cast<std::size_t>(random_.below(i))]);
  }

  Typed contribute(runtime::Comm& comm, Weights weights) override {
    if (rule_.local_steps == 1)
      return gradient(comm, weights, rule_.rate_at_update ? 1 : next_rate(), rule_.gradient);
    return change_of_local_steps(comm, weights);
  }

  double sum_factor() const override {
    return (rule_.rate_at_update ? pass_.rate.at(local_step_) : 1) / static_cast<double>(ranks_);
  }
  /// The term of l2 is no part of gradients: all ranks subtract the same.
  double decay() const override {
    return rule_.local_steps > 1 ? 1 : 1 - pass_.rate.at(local_step_) * problem_.l2;
  }
  bool finite() const override { return finite_; }

 private:
  double next_rate() const { return pass_.rate.at(local_step_ + 1); }

  /// factor * the mean gradient of the next mini-batch.
  Typed gradient(runtime::Comm& comm, Weights weights, double factor, algos::Format format) {
    ++local_step_;
    const std::size_t begin = std::min(order_.size(), next_batch_++ * pass_.batch);
    const std::size_t end = std::min(order_.size(), begin + pass_.batch);
    const auto batch = std::span<const std::uint64_t>(order_).subspan(begin, end - begin);
    const auto samples = static_cast<double>(std::max<std::size_t>(1, batch.size()));
    GradientSum::Result result = sums_.of(rows_, batch, weights, factor / samples, format);
    finite_ = finite_ && result.finite;
    comm.charge({WorkKind::scatter, 2 * static_cast<double>(result.terms)});
    comm.charge({WorkKind::copy, static_cast<double>(result.gradient.wire_bytes())});
    return std::move(result.gradient);
  }

  Typed change_of_local_steps(runtime::Comm& comm, Weights weights) {
    local_.assign(weights.begin(), weights.end());
    comm.charge({WorkKind::copy, static_cast<double>(weights.size_bytes())});
    for (std::uint64_t step = 0; step < rule_.local_steps && next_batch_ < batches_; ++step) {
      const double rate = next_rate();
      const Typed change = gradient(comm, local_, rate, algos::Format::coo);
      decay_local(comm, rate);
      for (std::size_t i = 0; i < change.values().size(); ++i)
        local_[change.indices()[i]] -= change.values()[i];
      comm.charge({WorkKind::scatter, static_cast<double>(change.count())});
    }
    std::vector<std::uint32_t> indices;
    std::vector<float> values;
    for (std::size_t i = 0; i < local_.size(); ++i) {
      if (local_[i] == weights[i]) continue;
      indices.push_back(static_cast<std::uint32_t>(i));
      values.push_back(weights[i] - local_[i]);
    }
    comm.charge({WorkKind::dense_sum, static_cast<double>(local_.size())});
    return {model::Range{0, local_.size()}, indices, values};
  }

  void decay_local(runtime::Comm& comm, double rate) {
    if (problem_.l2 == 0) return;
    for (float& weight : local_) weight *= static_cast<float>(1 - rate * problem_.l2);
    comm.charge({WorkKind::dense_sum, static_cast<double>(local_.size())});
  }

  const Problem& problem_;
  Rows rows_;
  MethodRule rule_;
  Pass pass_;
  GradientSum& sums_;
  int ranks_;
  std::uint64_t batches_;  ///< of an epoch
  std::vector<std::uint64_t> order_;
  inputs::Random random_;
  std::uint64_t next_batch_ = 0;
  std::uint64_t local_step_ = 0;  ///< since the beginning
  std::vector<float> local_;
  bool finite_ = true;
};

}  // namespace

std::unique_ptr<LocalStep> make_gradient_step(const TrainingSet& set, const MethodRule& rule,
                                              const Pass& pass, GradientSum& sums, int rank,
                                              int ranks) {
  return std::make_unique<GradientStep>(set, rule, pass, sums, rank, ranks);
}

}  // namespace sparlab::training
