#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <vector>

#include "model/base/hashed_owners.hpp"
#include "model/base/wire_format.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/costs/step_costs.hpp"
#include "model/fill_in/derived_fill_in.hpp"

namespace sparlab::model {
namespace {

/// The time at which the owner of each part has reduced it, for parts that differ. Assumes that
/// every rank sends the mean number of bytes in the split.
std::vector<double> owners_ready_s(const Problem& problem, const std::vector<ReducedPart>& parts) {
  const StreamRules rules(problem);
  const auto peers = static_cast<double>(problem.ranks - 1);
  const bool ranks_alike = problem.fill_in->symmetry() != Symmetry::none;
  std::vector<double> received;
  std::vector<double> reduction_s;
  double all = 0;
  for (const ReducedPart& part : parts) {
    const auto sent_by = [&](std::uint64_t rank) {
      return rules.bytes(rules.input(rank, part.at.range), part.at.range);
    };
    double bytes = ranks_alike ? peers * sent_by(0) : 0;
    for (std::uint64_t rank = 0; rank < problem.ranks && !ranks_alike; ++rank)
      if (rank != part.at.part) bytes += sent_by(rank);
    received.push_back(bytes);
    all += bytes;
    LocalWork work;
    rules.merge_all_inputs(part.at.range, true, work);
    reduction_s.push_back(problem.machine->gammas.seconds(work));
  }
  std::vector<double> ready_s;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const double bytes = std::max(received[part], all / static_cast<double>(problem.ranks));
    ready_s.push_back(peers * problem.machine->message_s(bytes / peers, Pattern::all_to_all) +
                      reduction_s[part]);
  }
  return ready_s;
}

/// Makes the time of an allgather in step that of ranks that are ready at ready_s. Owners of hot
/// ranges and ranks that copy messages are late, and messages queue behind the largest one: adds
/// this time, in units of that message. Or the copies overlap the wait for late owners: removes
/// these copies. Both depend on the machine.
void add_lateness(Cost& cost, const Problem& problem, const std::vector<double>& ready_s,
                  const std::vector<double>& part_bytes) {
  const Machine& machine = *problem.machine;
  const double in_step_s = cost.seconds(machine);
  const double late_s =
      late_allgather_s(machine, part_bytes, ready_s) - std::ranges::max(ready_s) - in_step_s;
  if (std::abs(late_s) <= 1e-9 * in_step_s) return;  // rounding
  if (late_s < 0) {
    double copies_s = 0;
    for (const Stage& stage : cost.critical_path) copies_s += machine.gammas.seconds(stage.work);
    const double kept = copies_s > 0 ? std::max(0.0, 1 + late_s / copies_s) : 1;
    for (Stage& stage : cost.critical_path) stage.work.copied_bytes *= kept;
    return;
  }
  const double largest = cost.critical_path.back().bytes_per_message;
  cost.critical_path.push_back({.name = "queue",
                                .messages = late_s / machine.message_s(largest, Pattern::exchange),
                                .bytes_per_message = largest});
}

/// Adds the stage in which every rank makes its shard dense. Returns the shards.
std::vector<ReducedPart> add_placed_parts(Cost& cost, const Problem& problem) {
  std::vector<ReducedPart> parts = united_parts(problem);
  double elements = 0;
  double entries = 0;
  for (const ReducedPart& part : parts) {
    elements = std::max(elements, static_cast<double>(part.at.range.size()));
    entries = std::max(entries, part.held.entries);
  }
  cost.critical_path.push_back(local_stage(
      "reduce",
      {.scattered_entries = entries, .copied_bytes = elements * problem.wire.value_bytes}));
  return parts;
}

}  // namespace

Cost sparse_allgather(const Problem& problem) {
  const StreamRules rules(problem);
  Cost cost;
  if (problem.fill_in->symmetry() == Symmetry::none) {
    std::vector<Packing> blocks;
    for (std::uint64_t rank = 0; rank < problem.ranks; ++rank)
      blocks.push_back(rules.packing(rules.input(rank, problem.whole()), problem.whole()));
    add_allgather(cost, blocks);
  } else {
    const Held input = rules.input(0, problem.whole());
    add_even_allgather(cost, problem.ranks, rules.packing(input, problem.whole()));
  }
  Stage reduce{.name = "reduce"};
  cost.dense_result = rules.merge_all_inputs(problem.whole(), false, reduce.work).dense;
  cost.critical_path.push_back(reduce);
  return cost;
}

Cost ssar_split_allgather(const Problem& problem, const SsarSplitAllgatherParameters& parameters) {
  const bool hashed = parameters.partition == Partition::hash && problem.ranks > 1;
  std::shared_ptr<const FillIn> of_places;
  Problem pushed = problem;
  if (hashed) {
    of_places = fill_in_of_places(*problem.fill_in, {problem.whole(), problem.ranks});
    pushed.fill_in = of_places.get();
  }
  Problem pulled = pushed;
  if (parameters.pull == Pull::bitmap) pulled.formats = problem.formats.with(Format::bitmap);
  Cost cost;
  if (problem.collective == Collective::broadcast) {
    add_whole_broadcast_in_parts(cost, pulled, false);
    return cost;
  }
  std::vector<ReducedPart> parts;
  if (scatters(problem.collective)) {
    add_split(cost, pushed, hashed ? Splitting::scatters : Splitting::copies);
    parts = add_parts_reduction(cost, pulled, false);
  } else {
    parts = united_parts(problem);
  }
  if (!gathers(problem.collective)) return cost;
  add_parts_allgather(cost, pulled, parts);
  if (!hashed) return cost;
  double entries = 0;
  for (const ReducedPart& part : parts) entries += part.at.multiplicity * part.held.entries;
  LocalWork& last = cost.critical_path.back().work;
  (cost.dense_result ? last.scattered_entries : last.merged_entries) += entries;
  return cost;
}

Cost dsar_split_allgather(const Problem& problem) {
  Cost cost;
  std::vector<double> part_bytes;
  const std::vector<ReducedPart> parts = scatters(problem.collective)
                                             ? add_split_reduce(cost, problem, true)
                                             : add_placed_parts(cost, problem);
  if (!gathers(problem.collective)) return cost;
  for (const ReducedPart& part : parts) {
    part_bytes.insert(part_bytes.end(), static_cast<std::size_t>(part.at.multiplicity),
                      static_cast<double>(part.at.range.size()) * problem.wire.value_bytes);
  }
  Cost allgather;
  add_allgather_in_place(allgather, part_bytes);
  // Without a split, ranks begin together.
  const bool parts_alike =
      problem.fill_in->symmetry() == Symmetry::ranks_and_ranges || !scatters(problem.collective);
  if (problem.machine != nullptr && problem.ranks > 2) {
    const bool same_network = !problem.machine->hosts.present() &&
                              !problem.machine->groups.present() &&
                              !problem.machine->links.present();
    if (!parts_alike)
      add_lateness(allgather, problem, owners_ready_s(problem, parts), part_bytes);
    else if (same_network && !std::has_single_bit(problem.ranks))
      add_lateness(allgather, problem, std::vector<double>(part_bytes.size()), part_bytes);
  }
  cost.append({.critical_path = allgather.critical_path,
               .total_messages = allgather.total_messages,
               .total_bytes = allgather.total_bytes,
               .dense_result = true});
  return cost;
}

Cost dsar_split_allgather_qsgd(const Problem& problem,
                               const DsarSplitAllgatherQsgdParameters& parameters) {
  Cost cost;
  std::vector<double> blocks;
  double largest = 0;
  double all = problem.elements() * problem.wire.value_bytes;
  for (const ReducedPart& part : add_split_reduce(cost, problem, true)) {
    const auto size = static_cast<double>(part.at.range.size());
    const double bytes = qsgd_bytes(problem.wire, size, parameters.bits, parameters.bucket);
    blocks.insert(blocks.end(), static_cast<std::size_t>(part.at.multiplicity), bytes);
    largest = std::max(largest, size * problem.wire.value_bytes + bytes);
    all += part.at.multiplicity * bytes;
  }
  cost.critical_path.push_back(local_stage("quantize", {.copied_bytes = largest}));
  add_allgather(cost, blocks);
  cost.critical_path.push_back(local_stage("dequantize", {.copied_bytes = all}));
  return cost;
}

}  // namespace sparlab::model
