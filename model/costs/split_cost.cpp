#include <algorithm>
#include <utility>
#include <vector>

#include "model/costs/selection_cost.hpp"
#include "model/costs/step_costs.hpp"

namespace sparlab::model {
namespace {

/// Every rank sends and receives P-1 messages; the slowest port, sending or receiving, counts.
class Split {
 public:
  Split(const StreamRules& rules, const Splitters& splitters,
        const std::vector<RepresentativePart>& parts, Splitting splitting, Unpacking unpacking)
      : rules_(rules),
        splitters_(splitters),
        parts_(parts),
        unpacking_(unpacking),
        splitting_(splitting) {}

  UnevenStage stage(Cost& cost) {
    Stage stage{.name = "split",
                .messages = peers(),
                .pattern = Pattern::all_to_all,
                .partners = {.kind = Partners::Kind::all, .ranks = splitters_.ranks}};
    if (splitters_.ranks == 1) {
      stage.work.copied_bytes = copied_bytes(0);
      return {stage, 0};
    }
    if (splitters_.alike)
      exchangeable_ranks(cost, stage.work);
    else
      distinguishable_ranks(cost, stage.work);
    stage.bytes_per_message = slowest_ / peers();
    cost.total_messages += peers() * static_cast<double>(splitters_.ranks);
    return {stage, opposite_ / peers()};
  }

 private:
  double peers() const { return static_cast<double>(splitters_.ranks - 1); }
  Packing sent(std::uint64_t rank, Range range) const {
    return rules_.packing(splitters_.held(rank, range), range);
  }
  double unpack_copies(const Packing& packing) const {
    return unpacking_ == Unpacking::at_once ? packing.unpack_copies : 0;
  }
  double copied_bytes(std::uint64_t rank) const {
    if (splitting_ == Splitting::scatters) return 0;
    return rules_.payload_bytes(splitters_.held(rank, splitters_.whole), splitters_.whole);
  }

  // Both functions add what all ranks send to the total, and the copies and conversions of the
  // busiest rank to the work.

  void exchangeable_ranks(Cost& cost, LocalWork& work) {
    std::vector<Packing> packings;  // one for each part
    double all_bytes = 0;
    double all_packs = 0;
    for (const auto& part : parts_) {
      packings.push_back(sent(0, part.range));
      all_bytes += part.multiplicity * packings.back().bytes;
      all_packs += part.multiplicity * packings.back().pack_copies;
    }
    double converted = 0;
    for (const Packing& own : packings) {
      add_ports(all_bytes - own.bytes, peers() * own.bytes);
      converted = std::max(converted, all_packs - own.pack_copies + peers() * unpack_copies(own));
    }
    cost.total_bytes += peers() * all_bytes;
    work.copied_bytes += copied_bytes(0) + converted;
  }

  void distinguishable_ranks(Cost& cost, LocalWork& work) {
    const auto ranks = static_cast<std::size_t>(splitters_.ranks);
    std::vector<double> sent_by(ranks, 0.0);
    std::vector<double> received(ranks, 0.0);
    std::vector<double> copied(ranks, 0.0);
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      for (std::size_t part = 0; part < ranks; ++part) {
        if (part == rank) continue;
        const Packing packing = sent(rank, parts_[part].range);
        sent_by[rank] += packing.bytes;
        received[part] += packing.bytes;
        copied[rank] += packing.pack_copies;
        copied[part] += unpack_copies(packing);
      }
      cost.total_bytes += sent_by[rank];
      copied[rank] += copied_bytes(rank);
    }
    work.copied_bytes += *std::ranges::max_element(copied);
    for (std::size_t rank = 0; rank < ranks; ++rank) add_ports(sent_by[rank], received[rank]);
  }

  void add_ports(double sent_bytes, double received_bytes) {
    const auto [less, more] = std::minmax(sent_bytes, received_bytes);
    if (more < slowest_) return;
    opposite_ = more > slowest_ ? less : std::max(opposite_, less);
    slowest_ = more;
  }

  const StreamRules& rules_;
  const Splitters& splitters_;
  const std::vector<RepresentativePart>& parts_;
  Unpacking unpacking_;
  Splitting splitting_;
  double slowest_ = 0;   ///< bytes through the busiest port
  double opposite_ = 0;  ///< through the other port of its rank
};

}  // namespace

Splitters Splitters::of_inputs(const Problem& problem, const StreamRules& rules) {
  return {problem.ranks, problem.whole(), problem.fill_in->symmetry() != Symmetry::none,
          [&rules](std::uint64_t rank, Range range) { return rules.input(rank, range); }};
}

UnevenStage split_stage(Cost& cost, const StreamRules& rules, const Splitters& splitters,
                        const std::vector<RepresentativePart>& parts, Splitting splitting,
                        Unpacking unpacking) {
  return Split(rules, splitters, parts, splitting, unpacking).stage(cost);
}

void add_split(Cost& cost, const Problem& problem, Splitting splitting) {
  const StreamRules rules(problem);
  UnevenStage split = split_stage(cost, rules, Splitters::of_inputs(problem, rules),
                                  representative_parts(problem), splitting);
  if (splitting == Splitting::scatters && problem.ranks > 1)
    split.stage.work.scattered_entries += largest_input(problem);
  if (problem.ranks == 1)
    cost.critical_path.push_back(std::move(split.stage));
  else
    add_uneven_stage(cost, problem.machine, std::move(split.stage), split.opposite_bytes);
}

double split_copy_bytes(const Problem& problem) {
  return StreamRules(problem).payload_bytes({largest_input(problem)}, problem.whole());
}

std::vector<ReducedPart> add_split_reduce(Cost& cost, const Problem& problem, bool dense_parts) {
  add_split(cost, problem);
  return add_parts_reduction(cost, problem, dense_parts);
}

std::vector<ReducedPart> add_parts_reduction(Cost& cost, const Problem& problem, bool dense_parts) {
  const StreamRules rules(problem);
  std::vector<ReducedPart> parts;
  Stage slowest{.name = "reduce"};
  double most_entries = -1;
  for (const RepresentativePart& part : representative_parts(problem)) {
    LocalWork work;
    parts.push_back({part, rules.merge_all_inputs(part.range, dense_parts, work)});
    const double entries = work.merged_entries + work.scattered_entries;
    if (entries > most_entries) {
      most_entries = entries;
      slowest.work = work;
    }
  }
  cost.critical_path.push_back(slowest);
  return parts;
}

}  // namespace sparlab::model
