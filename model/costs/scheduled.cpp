#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "model/base/range.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/costs/step_costs.hpp"
#include "model/fill_in/placed_fill_in.hpp"

namespace sparlab::model {
namespace {

double entries_in(const LocalWork& work) {
  return work.merged_entries + work.scattered_entries + work.summed_elements;
}

/// Messages through one port, in one direction.
struct PortLoad {
  double messages = 0;
  double bytes = 0;
};

/// What a rank does in a round.
struct RankLoad {
  PortLoad sent;
  PortLoad received;
  LocalWork work;

  const PortLoad& larger() const { return sent.bytes < received.bytes ? received : sent; }
};

/// Whom ranks send to, where each sends one message.
Partners partners_in(const SumSchedule::Round& round, std::uint64_t ranks) {
  const Partners unknown{.ranks = ranks};
  if (round.size() != ranks) return unknown;
  std::uint64_t senders = 0;
  for (const SumSchedule::Message& message : round) senders |= std::uint64_t{1} << message.from;
  if (static_cast<std::uint64_t>(std::popcount(senders)) != ranks) return unknown;
  const SumSchedule::Message& first = round.front();
  const std::uint64_t flip = first.from ^ first.to;
  const std::uint64_t shift = (first.to + ranks - first.from) % ranks;
  const auto all = [&](auto is_partner) { return std::ranges::all_of(round, is_partner); };
  if (std::has_single_bit(ranks) && std::has_single_bit(flip) &&
      all([&](const auto& message) { return (message.from ^ message.to) == flip; }))
    return {.kind = Partners::Kind::exchange, .ranks = ranks, .distance = flip};
  if (all([&](const auto& message) { return (message.from + shift) % ranks == message.to; }))
    return {.kind = Partners::Kind::shift, .ranks = ranks, .distance = shift};
  return unknown;
}

class ScheduledCost {
 public:
  ScheduledCost(const Problem& problem, const SchedulePlan& plan)
      : problem_(problem), rules_(problem), plan_(plan) {
    for (std::uint64_t rank = 0; rank < problem.ranks; ++rank) {
      std::vector<Held>& held = held_.emplace_back(plan.of(rank).held.size());
      for (std::size_t part = 0; part < plan.schedule().parts; ++part)
        held[part] = united(plan.of(rank).held[part]);
    }
  }

  Cost cost() && {
    if (plan_.schedule().parts > 1)
      cost_.critical_path.push_back(
          local_stage("split", {.copied_bytes = split_copy_bytes(problem_)}));
    for (std::size_t round = 0; round < plan_.schedule().rounds.size(); ++round) add_round(round);
    finish();
    return std::move(cost_);
  }

 private:
  Range range_of(std::uint64_t part) const {
    return part_of(problem_.whole(), part, plan_.schedule().parts);
  }

  /// The union of these inputs, coo.
  Held united(const PartSum& sum) {
    const auto [known, is_new] = unions_.try_emplace({sum.part, sum.inputs});
    if (!is_new) return known->second;
    const Range range = range_of(sum.part);
    const auto first = static_cast<std::uint64_t>(std::countr_zero(sum.inputs));
    const auto count = static_cast<std::uint64_t>(std::popcount(sum.inputs));
    Held held = rules_.united({first, count}, range);
    if (problem_.fill_in->symmetry() == Symmetry::none &&
        sum.inputs >> first != ~RankSet{0} >> (64 - count)) {
      std::vector<std::uint64_t> ranks;
      for (RankSet left = sum.inputs; left != 0; left &= left - 1)
        ranks.push_back(static_cast<std::uint64_t>(std::countr_zero(left)));
      held.entries = problem_.fill_in->distinct_among(ranks, range);
      const PlacedFillIn* const places = problem_.fill_in->places();
      if (held.runs && places != nullptr) held.runs = places->runs_of(sum.inputs, range);
    }
    return known->second = held;
  }

  void add(std::uint64_t rank, const std::vector<SchedulePlan::Addition>& additions,
           LocalWork& work) {
    std::vector<Held>& held = held_[rank];
    for (const SchedulePlan::Addition& addition : additions) {
      const PartSum& sum = plan_.of(rank).held[addition.sum];
      const Range range = range_of(sum.part);
      std::vector<Held> terms;
      for (const SchedulePlan::Slot slot : addition.terms) terms.push_back(held[slot]);
      // Of a merge only the work and the format count; the plan knows which inputs are united.
      const bool dense = terms.size() == 2
                             ? rules_.merge(terms[0], terms[1], {0, 2}, range, work).dense
                             : rules_.merge_all(terms, range, work);
      held[addition.sum] = dense ? Held{static_cast<double>(range.size()), true} : united(sum);
    }
  }

  void send(std::uint64_t rank, const SchedulePlan::Transfer& transfer,
            std::vector<RankLoad>& loads) {
    double bytes = 0;
    double unpacked = 0;
    LocalWork& work = loads[rank].work;
    for (const SchedulePlan::Slot slot : transfer.sums) {
      const Packing packing =
          rules_.packing(held_[rank][slot], range_of(plan_.of(rank).held[slot].part));
      bytes += packing.bytes;
      unpacked += packing.unpack_copies;
      work.copied_bytes += packing.pack_copies;
    }
    if (transfer.sums.size() > 1) work.copied_bytes += bytes;
    RankLoad& receiver = loads[transfer.peer];
    receiver.work.copied_bytes += unpacked;
    for (PortLoad* const port : {&loads[rank].sent, &receiver.received}) {
      port->messages += 1;
      port->bytes += bytes;
    }
    cost_.count(1, bytes);
  }

  void add_round(std::size_t number) {
    const SumSchedule::Round& round = plan_.schedule().rounds[number];
    std::vector<RankLoad> loads(static_cast<std::size_t>(problem_.ranks));
    for (std::uint64_t rank = 0; rank < problem_.ranks; ++rank) {
      const SchedulePlan::Step& step = plan_.of(rank).rounds[number];
      add(rank, step.additions, loads[rank].work);
      for (const SchedulePlan::Transfer& transfer : step.sends) send(rank, transfer, loads);
    }
    receive(number);
    const RankLoad* slowest = &loads.front();
    LocalWork work = slowest->work;
    for (const RankLoad& load : loads) {
      if (load.larger().bytes > slowest->larger().bytes) slowest = &load;
      if (std::pair(entries_in(load.work), load.work.copied_bytes) >
          std::pair(entries_in(work), work.copied_bytes))
        work = load.work;
    }
    const PortLoad port = slowest->larger();
    Stage stage{.name = "exchange", .work = work, .partners = partners_in(round, problem_.ranks)};
    if (port.messages > 0) {
      stage.messages = port.messages;
      stage.bytes_per_message = port.bytes / port.messages;
    }
    if (port.messages > 1) stage.pattern = Pattern::all_to_all;
    if (stage.partners.kind == Partners::Kind::shift && stage.partners.distance == 1)
      stage.pattern = Pattern::ring;
    const double opposite = beside(round, loads, *slowest);
    add_uneven_stage(cost_, problem_.machine, std::move(stage),
                     port.messages > 0 ? opposite / port.messages : 0);
  }

  /// The bytes that pass the other way at the slowest rank or its partners.
  static double beside(const SumSchedule::Round& round, const std::vector<RankLoad>& loads,
                       const RankLoad& slowest) {
    const auto rank = static_cast<std::uint64_t>(&slowest - loads.data());
    const bool sends = &slowest.larger() == &slowest.sent;
    double most = sends ? slowest.received.bytes : slowest.sent.bytes;
    for (const SumSchedule::Message& message : round) {
      if (sends && message.from == rank) most = std::max(most, loads[message.to].sent.bytes);
      if (!sends && message.to == rank) most = std::max(most, loads[message.from].received.bytes);
    }
    return most;
  }

  /// Receivers hold what senders do.
  void receive(std::size_t number) {
    for (std::uint64_t rank = 0; rank < problem_.ranks; ++rank) {
      std::vector<std::size_t> taken(static_cast<std::size_t>(problem_.ranks));
      for (const SchedulePlan::Transfer& transfer : plan_.of(rank).rounds[number].receives) {
        // Messages between two ranks arrive in their order.
        const auto& sends = plan_.of(transfer.peer).rounds[number].sends;
        std::size_t& at = taken[transfer.peer];
        while (sends[at].peer != rank) ++at;
        for (std::size_t i = 0; i < transfer.sums.size(); ++i)
          held_[rank][transfer.sums[i]] = held_[transfer.peer][sends[at].sums[i]];
        ++at;
      }
    }
  }

  /// The last additions, and the concatenation of parts.
  void finish() {
    LocalWork most;
    for (std::uint64_t rank = 0; rank < problem_.ranks; ++rank) {
      LocalWork work;
      add(rank, plan_.of(rank).last, work);
      Held whole;
      for (const SchedulePlan::Slot slot : plan_.of(rank).result) {
        whole.entries += held_[rank][slot].entries;
        whole.dense = whole.dense || held_[rank][slot].dense;
      }
      cost_.dense_result = cost_.dense_result || whole.dense;
      if (plan_.schedule().parts > 1)
        work.copied_bytes += rules_.payload_bytes(whole, problem_.whole());
      if (rank == 0 || std::pair(entries_in(work), work.copied_bytes) >
                           std::pair(entries_in(most), most.copied_bytes))
        most = work;
    }
    cost_.critical_path.push_back(local_stage("reduce", most));
  }

  const Problem& problem_;
  StreamRules rules_;
  const SchedulePlan& plan_;
  std::vector<std::vector<Held>> held_;                       ///< by rank and slot
  std::map<std::pair<std::uint64_t, RankSet>, Held> unions_;  ///< by part and inputs
  Cost cost_;
};

}  // namespace

Cost scheduled(const Problem& problem, const ScheduledParameters& parameters) {
  parameters.check({problem.ranks, problem.fill_in->universe()});
  return ScheduledCost(problem, *parameters.file.plan).cost();
}

}  // namespace sparlab::model
