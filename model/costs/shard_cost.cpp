#include <algorithm>
#include <vector>

#include "model/base/range.hpp"
#include "model/costs/step_costs.hpp"

namespace sparlab::model {
namespace {

/// Streams of one range that are reduced together.
struct Contributions {
  std::uint64_t count = 0;
  std::uint64_t dense = 0;
  double coo_entries = 0;
  bool first_is_dense = false;

  void add(const Held& held, std::uint64_t times) {
    if (count == 0) first_is_dense = held.dense;
    count += times;
    if (held.dense)
      dense += times;
    else
      coo_entries += static_cast<double>(times) * held.entries;
  }
};

/// What a rank moves and converts in one stage.
struct Load {
  double sent_messages = 0;
  double sent_bytes = 0;
  double received_messages = 0;
  double received_bytes = 0;
  double copied_bytes = 0;
};

/// The stage of the busiest ports. The ports with most messages and with most bytes may differ.
class BusiestPort {
 public:
  void add(const Load& load) {
    messages_ = std::max({messages_, load.sent_messages, load.received_messages});
    const auto [less, more] = std::minmax(load.sent_bytes, load.received_bytes);
    if (more >= bytes_) opposite_ = more > bytes_ ? less : std::max(opposite_, less);
    bytes_ = std::max(bytes_, more);
    copied_bytes_ = std::max(copied_bytes_, load.copied_bytes);
  }
  Stage stage(std::string name, const Partners& partners = {}) const {
    return {.name = std::move(name),
            .messages = messages_,
            .bytes_per_message = messages_ > 0 ? bytes_ / messages_ : 0,
            .work = {.copied_bytes = copied_bytes_},
            .pattern = Pattern::all_to_all,
            .partners = partners};
  }
  /// Bytes of a message that pass the other port of the busiest one meanwhile.
  double opposite_bytes() const { return messages_ > 0 ? opposite_ / messages_ : 0; }

 private:
  double messages_ = 0;
  double bytes_ = 0;
  double opposite_ = 0;
  double copied_bytes_ = 0;
};

/// Evaluates one machine of each group with equal contents, and one representative of each group of
/// equal shards.
class ShardCost {
 public:
  ShardCost(Cost& cost, const Problem& problem, const ShardedReduction& reduction)
      : cost_(cost),
        problem_(problem),
        rules_(problem),
        reduction_(reduction),
        machines_((problem.ranks - 1) / reduction.ranks_per_machine + 1) {
    Problem sharded = problem;
    sharded.ranks = reduction.shards;
    shards_ = representative_parts(sharded);
    add_machines();
  }

  void add() {
    add_aggregation();
    add_push();
    add_reduction();
    add_pull();
    add_distribution();
  }

 private:
  struct Machine {
    Ranks ranks;
    std::uint64_t multiplicity = 1;
    bool dense = false;
    LocalWork aggregation = {};
    Held whole = {};
    std::vector<Packing> parts = {};  ///< by representative shard
    double all_bytes = 0;             ///< of all parts
    double all_packs = 0;
  };

  void add_machines() {
    const std::uint64_t group = reduction_.ranks_per_machine;
    const std::uint64_t full = problem_.ranks / group;
    const std::uint64_t rest = problem_.ranks % group;
    if (problem_.fill_in->symmetry() == Symmetry::none)
      for (std::uint64_t i = 0; i < full; ++i) groups_.push_back(machine({i * group, group}, 1));
    else if (full > 0)
      groups_.push_back(machine({0, group}, full));
    if (rest > 0) groups_.push_back(machine({full * group, rest}, 1));
  }

  Held input(std::uint64_t rank) const {
    return reduction_.dense ? Held{problem_.elements(), true}
                            : rules_.input(rank, problem_.whole());
  }

  Machine machine(Ranks ranks, std::uint64_t multiplicity) const {
    Machine machine{.ranks = ranks, .multiplicity = multiplicity};
    Contributions inputs;
    for (std::uint64_t i = 0; i < ranks.count; ++i) inputs.add(input(ranks.first + i), 1);
    machine.whole = reduced(inputs, ranks, problem_.whole(), machine.aggregation);
    machine.dense = machine.whole.dense;
    for (const RepresentativePart& shard : shards_) {
      const Packing packing = rules_.packing(part(machine, shard.range), shard.range);
      machine.all_bytes += shard.multiplicity * packing.bytes;
      machine.all_packs += shard.multiplicity * packing.pack_copies;
      machine.parts.push_back(packing);
    }
    return machine;
  }

  Held part(const Machine& machine, Range range) const {
    return machine.dense ? Held{static_cast<double>(range.size()), true}
                         : rules_.united(machine.ranks, range);
  }

  /// merge_all of the algorithms: together while all stay coo, otherwise one after the other into a
  /// dense block.
  Held reduced(const Contributions& in, Ranks ranks, Range range, LocalWork& work) const {
    const auto size = static_cast<double>(range.size());
    if (in.count == 1) return in.dense > 0 ? Held{size, true} : rules_.united(ranks, range);
    const bool switches =
        problem_.dense_switch && problem_.wire.goes_dense(in.coo_entries, size, problem_.formats);
    if (in.dense == 0 && !switches) {
      work.merged_entries += in.coo_entries;
      return rules_.united(ranks, range);
    }
    if (!in.first_is_dense) work.copied_bytes += size * problem_.wire.value_bytes;
    const auto sparse = static_cast<double>(in.count - in.dense);
    work.scattered_entries += Amount(in.coo_entries, in.coo_entries > 0 ? sparse : 0);
    const auto summed = static_cast<double>(in.dense - (in.first_is_dense ? 1 : 0));
    work.summed_elements += Amount(summed * size, summed);
    return {size, true};
  }

  /// The index of the representative of a shard.
  std::size_t representative(std::uint64_t shard) const {
    if (shards_.size() == reduction_.shards) return static_cast<std::size_t>(shard);
    return static_cast<double>(shard) < shards_.front().multiplicity ? 0 : shards_.size() - 1;
  }

  /// Calls body(representative shard) for each shard that a machine serves.
  template <class Body>
  void for_own_shards(std::uint64_t machine, Body body) const {
    for (std::uint64_t shard = machine; shard < reduction_.shards; shard += machines_)
      body(representative(shard));
  }

  const Machine& group_of(std::uint64_t machine) const {
    if (groups_.size() == machines_) return groups_[static_cast<std::size_t>(machine)];
    return machine < groups_.front().multiplicity ? groups_.front() : groups_.back();
  }

  /// Ranks send their inputs to the first rank of their machine.
  void add_aggregation() {
    if (reduction_.ranks_per_machine == 1) return;
    BusiestPort busiest;
    LocalWork slowest;
    for (const Machine& machine : groups_) {
      Load load;
      for (std::uint64_t i = 1; i < machine.ranks.count; ++i) {
        const Packing packing = rules_.packing(input(machine.ranks.first + i), problem_.whole());
        load.received_messages += 1;
        load.received_bytes += packing.bytes;
        load.copied_bytes += packing.unpack_copies;
      }
      count(machine.multiplicity, load.received_messages, load.received_bytes);
      busiest.add(load);
      slowest = slower(slowest, machine.aggregation);
    }
    Stage stage = busiest.stage("aggregate");
    stage.work += slowest;
    cost_.critical_path.push_back(stage);
  }

  void add_push() {
    std::vector<Packing> all(shards_.size());  // parts of all machines together, by shard
    for (std::size_t i = 0; i < shards_.size(); ++i) {
      for (const Machine& machine : groups_) {
        const auto times = static_cast<double>(machine.multiplicity);
        all[i].bytes += times * machine.parts[i].bytes;
        all[i].unpack_copies += times * machine.parts[i].unpack_copies;
      }
    }
    BusiestPort busiest;
    const auto peers = static_cast<double>(machines_ - 1);
    for (std::uint64_t i = 0; i < machines_; ++i) {
      const Machine& machine = group_of(i);
      Load load{.sent_messages = static_cast<double>(reduction_.shards),
                .sent_bytes = machine.all_bytes,
                .copied_bytes =
                    rules_.payload_bytes(machine.whole, problem_.whole()) + machine.all_packs};
      for_own_shards(i, [&](std::size_t shard) {
        const Packing& own = machine.parts[shard];
        load.sent_messages -= 1;
        load.sent_bytes -= own.bytes;
        load.received_messages += peers;
        load.received_bytes += all[shard].bytes - own.bytes;
        load.copied_bytes += all[shard].unpack_copies - own.unpack_copies - own.pack_copies;
      });
      count(1, load.received_messages, load.received_bytes);
      busiest.add(load);
    }
    add_uneven_stage(cost_, problem_.machine, busiest.stage("push", machines()),
                     busiest.opposite_bytes());
  }

  void add_reduction() {
    std::vector<LocalWork> work(shards_.size());
    for (std::size_t i = 0; i < shards_.size(); ++i) {
      Contributions parts;
      for (const Machine& machine : groups_)
        parts.add(part(machine, shards_[i].range), machine.multiplicity);
      reduced_.push_back(reduced(parts, {0, problem_.ranks}, shards_[i].range, work[i]));
    }
    Stage stage{.name = "reduce"};
    for (std::uint64_t i = 0; i < machines_; ++i) {
      LocalWork own;
      for_own_shards(i, [&](std::size_t shard) { own += work[shard]; });
      stage.work = slower(stage.work, own);
    }
    cost_.critical_path.push_back(stage);
  }

  void add_pull() {
    std::vector<Packing> packings;
    Packing all;
    for (std::size_t i = 0; i < shards_.size(); ++i) {
      const double times = shards_[i].multiplicity;
      packings.push_back(rules_.packing(reduced_[i], shards_[i].range));
      all.bytes += times * packings[i].bytes;
      all.unpack_copies += times * packings[i].unpack_copies;
      result_.entries += times * reduced_[i].entries;
      result_.dense = result_.dense || reduced_[i].dense;
    }
    BusiestPort busiest;
    const auto peers = static_cast<double>(machines_ - 1);
    for (std::uint64_t i = 0; i < machines_; ++i) {
      Load load{.received_messages = static_cast<double>(reduction_.shards),
                .received_bytes = all.bytes,
                .copied_bytes = all.unpack_copies};
      for_own_shards(i, [&](std::size_t shard) {
        const Packing& own = packings[shard];
        load.sent_messages += peers;
        load.sent_bytes += peers * own.bytes;
        load.received_messages -= 1;
        load.received_bytes -= own.bytes;
        load.copied_bytes += (machines_ > 1 ? own.pack_copies : 0) - own.unpack_copies;
      });
      count(1, load.sent_messages, load.sent_bytes);
      busiest.add(load);
    }
    Stage stage = busiest.stage("pull", machines());
    if (reduction_.shards > 1)
      stage.work.copied_bytes += rules_.payload_bytes(result_, problem_.whole());
    add_uneven_stage(cost_, problem_.machine, stage, busiest.opposite_bytes());
  }

  /// The first rank of a machine sends the result to the others.
  void add_distribution() {
    if (reduction_.ranks_per_machine == 1) return;
    if (problem_.formats.contains(Format::runs) && !result_.dense)
      result_.runs = problem_.fill_in->runs({0, problem_.ranks}, problem_.whole());
    const Packing packing = rules_.packing(result_, problem_.whole());
    BusiestPort busiest;
    for (const Machine& machine : groups_) {
      const auto members = static_cast<double>(machine.ranks.count - 1);
      count(machine.multiplicity, members, members * packing.bytes);
      busiest.add({.sent_messages = members,
                   .sent_bytes = members * packing.bytes,
                   .copied_bytes = members > 0 ? packing.copies() : 0});
    }
    cost_.critical_path.push_back(busiest.stage("distribute"));
  }

  /// Each machine, by its first rank, exchanges messages with the servers on all others.
  Partners machines() const {
    return {
        .kind = Partners::Kind::all, .ranks = machines_, .spacing = reduction_.ranks_per_machine};
  }

  void count(std::uint64_t times, double messages, double bytes) {
    cost_.total_messages += static_cast<double>(times) * messages;
    cost_.total_bytes += static_cast<double>(times) * bytes;
  }

  /// The larger of two amounts of work of the same kinds.
  static LocalWork slower(const LocalWork& a, const LocalWork& b) {
    const auto size = [](const LocalWork& work) {
      return work.merged_entries + work.scattered_entries + work.summed_elements;
    };
    return size(a) < size(b) ? b : a;
  }

  Cost& cost_;
  const Problem& problem_;
  StreamRules rules_;
  ShardedReduction reduction_;
  std::uint64_t machines_;
  std::vector<RepresentativePart> shards_;
  std::vector<Machine> groups_;
  std::vector<Held> reduced_;  ///< by representative shard
  Held result_;
};

}  // namespace

void add_sharded_reduction(Cost& cost, const Problem& problem, const ShardedReduction& reduction) {
  ShardCost(cost, problem, reduction).add();
}

}  // namespace sparlab::model
