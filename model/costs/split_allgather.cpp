#include <algorithm>
#include <vector>

#include "model/costs/allgather_cost.hpp"
#include "model/costs/allreduce_costs.hpp"
#include "model/partition.hpp"

namespace sparlab::model {
namespace {

class SplitAllgather {
 public:
  SplitAllgather(const Problem& problem, bool dense_parts)
      : problem_(problem),
        rules_(problem),
        dense_parts_(dense_parts),
        parts_(representative_parts(problem)) {}

  Cost cost() {
    add_split();
    add_reduction();
    if (problem_.ranks == 1) return std::move(cost_);
    add_gather();
    return std::move(cost_);
  }

 private:
  Packing sent(std::uint64_t rank, Range range) const {
    return rules_.packing(rules_.input(rank, range), range);
  }

  /// P-1 messages sent and received by every rank; the slowest port, sending or receiving, counts.
  void add_split() {
    const auto peers = static_cast<double>(problem_.ranks - 1);
    const Held input = rules_.input(0, problem_.whole());
    Stage stage{.name = "split",
                .messages = peers,
                .bytes_per_message = 0,
                .work = {.copied_bytes = rules_.payload_bytes(input, problem_.whole())}};
    if (problem_.ranks > 1) stage.bytes_per_message = slowest_port_bytes(stage.work) / peers;
    cost_.total_messages += peers * static_cast<double>(problem_.ranks);
    cost_.critical_path.push_back(stage);
  }

  /// Adds to the total what all ranks send, and the conversions of the busiest rank to the work;
  /// returns what the busiest port moves.
  double slowest_port_bytes(LocalWork& work) {
    return problem_.fill_in->symmetry() == Symmetry::none ? distinguishable_ranks(work)
                                                          : exchangeable_ranks(work);
  }

  double exchangeable_ranks(LocalWork& work) {
    std::vector<Packing> packings;  // of one part each
    double all_bytes = 0;
    double all_packs = 0;
    for (const auto& part : parts_) {
      packings.push_back(sent(0, part.range));
      all_bytes += part.multiplicity * packings.back().bytes;
      all_packs += part.multiplicity * packings.back().pack_copies;
    }
    const auto peers = static_cast<double>(problem_.ranks - 1);
    double slowest = 0;
    double converted = 0;
    for (const Packing& own : packings) {
      slowest = std::max({slowest, all_bytes - own.bytes, peers * own.bytes});
      converted = std::max(converted, all_packs - own.pack_copies + peers * own.unpack_copies);
    }
    cost_.total_bytes += peers * all_bytes;
    work.copied_bytes += converted;
    return slowest;
  }

  double distinguishable_ranks(LocalWork& work) {
    const auto ranks = static_cast<std::size_t>(problem_.ranks);
    std::vector<double> received(ranks, 0.0);
    std::vector<double> copied(ranks, 0.0);
    double slowest = 0;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      double sent_bytes = 0;
      for (std::size_t part = 0; part < ranks; ++part) {
        if (part == rank) continue;
        const Packing packing = sent(rank, parts_[part].range);
        sent_bytes += packing.bytes;
        received[part] += packing.bytes;
        copied[rank] += packing.pack_copies;
        copied[part] += packing.unpack_copies;
      }
      slowest = std::max(slowest, sent_bytes);
      cost_.total_bytes += sent_bytes;
      copied[rank] += rules_.payload_bytes(rules_.input(rank, problem_.whole()), problem_.whole());
    }
    work.copied_bytes = *std::ranges::max_element(copied);
    return std::max(slowest, *std::ranges::max_element(received));
  }

  void add_reduction() {
    Stage slowest{.name = "reduce", .messages = 0, .bytes_per_message = 0, .work = {}};
    double most_entries = -1;
    for (const auto& part : parts_) {
      LocalWork work;
      reduced_.push_back(rules_.merge_all_inputs(part.range, dense_parts_, work));
      const double entries = work.merged_entries + work.scattered_entries;
      if (entries > most_entries) {
        most_entries = entries;
        slowest.work = work;
      }
    }
    cost_.critical_path.push_back(slowest);
  }

  void add_gather() {
    std::vector<Packing> blocks;
    blocks.reserve(static_cast<std::size_t>(problem_.ranks));
    double whole_entries = 0;
    bool any_dense = false;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      blocks.insert(blocks.end(), static_cast<std::size_t>(parts_[i].multiplicity),
                    rules_.packing(reduced_[i], parts_[i].range));
      whole_entries += parts_[i].multiplicity * reduced_[i].entries;
      any_dense = any_dense || reduced_[i].dense;
    }
    add_allgather(cost_, blocks);
    cost_.critical_path.back().work.copied_bytes +=
        rules_.payload_bytes({whole_entries, any_dense}, problem_.whole());
  }

  const Problem& problem_;
  StreamRules rules_;
  bool dense_parts_;
  std::vector<RepresentativePart> parts_;
  std::vector<Held> reduced_;
  Cost cost_;
};

}  // namespace

Cost ssar_split_allgather(const Problem& problem) { return SplitAllgather(problem, false).cost(); }

Cost dsar_split_allgather(const Problem& problem) { return SplitAllgather(problem, true).cost(); }

}  // namespace sparlab::model
