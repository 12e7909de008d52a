#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "model/base/wire_format.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/costs/step_costs.hpp"

namespace sparlab::model {
namespace {

/// The allgathers of algos/steps/separate_allgather.hpp.
class SeparateGathers {
 public:
  explicit SeparateGathers(const Problem& problem) : problem_(problem) {
    const StreamRules rules(problem);
    const bool alike = problem.fill_in->symmetry() != Symmetry::none;
    for (std::uint64_t rank = 0; rank < (alike ? 1 : problem.ranks); ++rank)
      entries_.push_back(rules.input(rank, problem.whole()).entries);
    for (const double entries : entries_) all_entries_ += multiplicity() * entries;
    longest_ = std::ranges::max(entries_);
  }

  /// `numbers` numbers of each rank, all of one size, then its indices and its values.
  Cost cost(std::uint64_t numbers, SeparateGather code) {
    if (problem_.ranks > 1) {
      const double number_bytes = 8 * static_cast<double>(numbers);
      if (code == SeparateGather::doubling)
        add_even_allgather(cost_, problem_.ranks, number_bytes);
      else
        add_even_ring(number_bytes);
      add_copies(longest_);
      for (const double entry_bytes : {kWideIndexBytes, problem_.wire.value_bytes}) {
        if (code == SeparateGather::doubling)
          add_doubling(entry_bytes);
        else if (code == SeparateGather::gloo_padded)
          add_even_ring(longest_ * entry_bytes);
        else
          add_uneven_ring(entry_bytes);
      }
      // Every rank copies all streams, its own before it sends it.
      const double others = all_entries_ - longest_;
      if (others > 0) add_copies(others);
    }
    add_reduction();
    return std::move(cost_);
  }

 private:
  double multiplicity() const {
    return static_cast<double>(problem_.ranks) / static_cast<double>(entries_.size());
  }

  void add_copies(double entries) {
    cost_.critical_path.push_back(
        local_stage("convert", {.copied_bytes = separate_copies(problem_.wire, entries, entries)}));
  }

  Stage ring_stage(double block_bytes, std::uint64_t pieces) const {
    return {.name = "allgather",
            .messages = static_cast<double>(pieces * (problem_.ranks - 1)),
            .bytes_per_message = block_bytes / static_cast<double>(pieces),
            .pattern = Pattern::ring,
            .partners = {.kind = Partners::Kind::shift, .ranks = problem_.ranks, .distance = 1}};
  }

  /// Blocks of one size, in halves.
  void add_even_ring(double block_bytes) {
    const Stage stage = ring_stage(block_bytes, 2);
    cost_.count(static_cast<double>(problem_.ranks) * stage.messages, stage.bytes_per_message);
    cost_.critical_path.push_back(stage);
  }

  /// Blocks of `entry_bytes` an entry, whole.
  void add_uneven_ring(double entry_bytes) {
    std::vector<Packing> blocks;
    for (const double entries : entries_) blocks.push_back({.bytes = entries * entry_bytes});
    const auto longest =
        static_cast<std::size_t>(std::ranges::max_element(entries_) - entries_.begin());
    const Stage stage = ring_stage(longest_ * entry_bytes, 1);
    cost_.total_messages += static_cast<double>(problem_.ranks) * stage.messages;
    cost_.total_bytes += stage.messages * all_entries_ * entry_bytes;
    add_uneven_stage(cost_, problem_.machine, stage, bytes_beside(blocks, longest));
  }

  void add_doubling(double entry_bytes) {
    if (entries_.size() == 1)
      return add_even_allgather(cost_, problem_.ranks, longest_ * entry_bytes);
    std::vector<double> blocks;
    for (const double entries : entries_) blocks.push_back(entries * entry_bytes);
    add_allgather(cost_, blocks);
  }

  /// The sum stays sparse.
  void add_reduction() {
    Problem sparse = problem_;
    sparse.dense_switch = false;
    Stage reduce{.name = "reduce"};
    StreamRules(sparse).merge_all_inputs(sparse.whole(), false, reduce.work);
    cost_.critical_path.push_back(reduce);
  }

  const Problem& problem_;
  std::vector<double> entries_;  ///< by rank; one number if they are alike
  double all_entries_ = 0;
  double longest_ = 0;
  Cost cost_;
};

}  // namespace

Cost gloo_sparse(const Problem& problem, const GlooSparseParameters& parameters) {
  return SeparateGathers(problem).cost(9, parameters.gather());
}

Cost horovod_slices(const Problem& problem) {
  return SeparateGathers(problem).cost(3, SeparateGather::doubling);
}

}  // namespace sparlab::model
