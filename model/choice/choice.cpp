#include "model/choice/choice.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "model/base/cost.hpp"
#include "model/choice/agreed_fill_in.hpp"
#include "model/choice/early_exchange.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/costs/hierarchical.hpp"
#include "model/costs/problem.hpp"
#include "model/parameters/butterfly.hpp"

namespace sparlab::model {
namespace {

Candidate hierarchical_candidate(std::uint64_t node, BetweenNodes between) {
  const HierarchicalParameters parameters{.node = {node}, .between = between};
  return {"hierarchical(node=" + std::to_string(node) +
              ", between=" + std::string(parameters.between_name()) + ")",
          [parameters](const Problem& problem) { return hierarchical(problem, parameters); }};
}

Candidate butterfly_candidate(ButterflyParameters parameters) {
  std::string spec = "butterfly(levels=" + write_value(parameters.levels) + ")";
  return {std::move(spec), [parameters = std::move(parameters)](const Problem& problem) {
            return butterfly(problem, parameters);
          }};
}

const Machine& machine_of(const Problem& terms) {
  return terms.machine == nullptr ? typical_machine() : *terms.machine;
}

/// The formats of the published systems, these with one more format each, and all formats, as far
/// as `allowed` contains them; each also with the code of values, if any.
std::vector<FormatSet> format_sets(FormatSet allowed) {
  FormatSet plain;
  if (allowed.contains(Format::dense)) plain = plain.with(Format::dense);
  std::vector<FormatSet> sets{plain};
  for (const Format format : {Format::bitmap, Format::delta, Format::runs, Format::pici})
    if (allowed.contains(format)) sets.push_back(plain.with(format));
  if (sets.size() > 2) sets.push_back(allowed.with(ValueCode::none));
  if (allowed.value_code() != ValueCode::none)
    for (std::size_t plain_sets = sets.size(), i = 0; i < plain_sets; ++i)
      sets.push_back(sets[i].with(allowed.value_code()));
  return sets;
}

/// The candidates, each with its fastest formats.
std::vector<AlgorithmChoice> evaluated(const FillIn& fill_in, Problem problem) {
  const Machine& machine = machine_of(problem);
  const std::vector<FormatSet> sets = format_sets(problem.formats);
  problem.fill_in = &fill_in;
  std::vector<AlgorithmChoice> all;
  for (Candidate& candidate : candidates(problem.ranks, machine.hosts)) {
    AlgorithmChoice best{std::move(candidate), {}, std::numeric_limits<double>::infinity()};
    for (const FormatSet formats : sets) {
      problem.formats = formats;
      Cost cost = best.candidate.cost(problem);
      if (best.candidate.dense_input) cost.critical_path.push_back(densification(problem));
      const double seconds = cost.seconds(machine);
      if (seconds >= best.seconds) continue;
      best.formats = formats;
      best.seconds = seconds;
    }
    all.push_back(std::move(best));
  }
  return all;
}

AlgorithmChoice fastest(const FillIn& fill_in, const Problem& problem) {
  const auto all = evaluated(fill_in, problem);
  return *std::ranges::min_element(all, {}, &AlgorithmChoice::seconds);
}

/// The numbers on which decisions depend, in an order that a map can use.
auto key_of(const AgreedInputs& inputs, const Problem& terms) {
  const Machine& machine = machine_of(terms);
  const Gammas& gammas = machine.gammas;
  int formats = 0;
  for (int i = 0; i < kFormats; ++i)
    if (terms.formats.contains(static_cast<Format>(i))) formats |= 1 << i;
  return std::tuple(
      std::tuple(inputs.universe, inputs.entries, inputs.union_entries, inputs.bin_shares,
                 inputs.holders, inputs.overlap_exponent),
      terms.ranks, terms.dense_switch, formats,
      std::tuple(terms.formats.value_code(), terms.wire.header_bytes, terms.wire.index_bytes,
                 terms.wire.value_bytes, terms.wire.code_bits),
      std::tuple(machine.alpha_s, machine.beta_s_per_byte, machine.larger, machine.slowdowns,
                 machine.hosts, machine.groups, machine.links, machine.receiving_shared,
                 gammas.merge_s, gammas.scatter_s, gammas.dense_sum_s, gammas.copy_s_per_byte,
                 gammas.curves));
}

/// Caches the latest decisions, because all ranks of a simulation and all steps of a training loop
/// need the same ones.
template <class Key, class Answer>
class LatestAnswers {
 public:
  template <class Compute>
  Answer get(const Key& key, Compute compute) {
    {
      const std::lock_guard lock(mutex_);
      const auto known = answers_.find(key);
      if (known != answers_.end()) return known->second;
    }
    Answer answer = compute();
    const std::lock_guard lock(mutex_);
    if (answers_.size() >= kCapacity) answers_.clear();
    answers_.emplace(key, answer);
    return answer;
  }

 private:
  static constexpr std::size_t kCapacity = 64;
  std::mutex mutex_;
  std::map<Key, Answer> answers_;
};

/// Expected time of a call, by what ranks send first.
struct Beginnings {
  double with_data_s = 0;
  double agreement_s = 0;  ///< the exchange of summaries
  double chosen_s = 0;     ///< the algorithm that is chosen after it
};

Beginnings beginnings(const AgreedInputs& inputs, const Problem& terms) {
  const auto key = key_of(inputs, terms);
  static LatestAnswers<std::remove_const_t<decltype(key)>, Beginnings> latest;
  return latest.get(key, [&] {
    const Machine& machine = machine_of(terms);
    const AgreedFillIn fill_in(inputs);
    Problem problem = terms;
    problem.fill_in = &fill_in;
    Cost agreement;
    add_summary_exchange(agreement, terms);
    return Beginnings{early_gather(problem).seconds(machine), agreement.seconds(machine),
                      fastest(fill_in, problem).seconds};
  });
}

/// The rounds in which partners merge: `merges` consecutive ones, the first `waits` rounds from
/// now.
struct MergePlan {
  int waits = 0;
  int merges = 0;

  bool merges_in(int round) const { return waits <= round && round < waits + merges; }
};

/// The time that the rest of the gathering takes with this plan.
double rest_of_gathering_s(const HeldStreams& streams, std::uint64_t groups, const MergePlan& plan,
                           const Problem& terms) {
  const Machine& machine = machine_of(terms);
  const double entry_bytes = terms.wire.index_bytes + terms.wire.value_bytes;
  const double of_one = streams.entries / streams.count;
  const double exponent = 1 + std::log2(1 - streams.overlap) / std::log2(streams.count);
  double seconds = 0;
  double united = streams.count;  // initial streams whose entries a group holds
  double held = streams.count;    // streams in which it holds them
  double entries = streams.entries;
  for (int round = 0;; ++round, groups /= 2) {
    if (plan.merges_in(round)) {
      seconds += machine.gammas.seconds(KernelKind::merge, entries);
      entries = of_one * std::pow(united, exponent);
      held = 1;
    }
    if (groups == 1) break;
    const double bytes = held * terms.wire.header_bytes + entries * entry_bytes;
    const Stage message{.name = {},
                        .messages = 1,
                        .bytes_per_message = bytes,
                        .partners = partners_at(terms.ranks, terms.ranks / groups)};
    seconds += message.communication_s(machine);
    if (held > 1) seconds += machine.gammas.seconds(KernelKind::copy, bytes);
    united *= 2;
    held *= 2;
    entries *= 2;
  }
  return held > 1 ? seconds + machine.gammas.seconds(KernelKind::merge, entries) : seconds;
}

}  // namespace

std::vector<Candidate> candidates(std::uint64_t ranks, const SharedHosts& hosts) {
  std::vector<Candidate> all = {
      {"ssar_recursive_double", ssar_recursive_double},
      {"sparse_allgather", sparse_allgather},
      {"ssar_split_allgather", [](const Problem& p) { return ssar_split_allgather(p); }},
      {"dsar_split_allgather", dsar_split_allgather},
      {"dense_rabenseifner", [](const Problem& p) { return dense_rabenseifner(p); }, true},
      {"dense_recursive_doubling", [](const Problem& p) { return dense_recursive_doubling(p); },
       true},
      {"dense_ring", [](const Problem& p) { return dense_ring(p); }, true},
      {"traff_elimination", [](const Problem& p) { return traff_elimination(p, {}); }, true},
      {"parameter_server", [](const Problem& p) { return parameter_server(p, {}); }},
      {"kylix", [](const Problem& p) { return kylix(p, {}); }},
      {"hofmann_runger", [](const Problem& p) { return hofmann_runger(p, {}); }},
  };
  for (ButterflyLevels& levels : ButterflyParameters::compositions(ranks))
    all.push_back(butterfly_candidate({std::move(levels)}));
  const Placement& placement = hosts.placement;
  if (!hosts.present() || ranks <= placement.ranks_per_host) return all;
  all.push_back({"sparse_ring", [](const Problem& p) {
                   return sparse_ring(p);
                 }});  // neighbours seldom cross a port
  if (placement.kind != Placement::Kind::block) return all;
  for (const BetweenNodes between :
       {BetweenNodes::sparse_allgather, BetweenNodes::ssar_recursive_double,
        BetweenNodes::ssar_split_allgather, BetweenNodes::dsar_split_allgather})
    all.push_back(hierarchical_candidate(placement.ranks_per_host, between));
  return all;
}

AlgorithmChoice choose(const AgreedInputs& inputs, const Problem& terms) {
  const auto key = key_of(inputs, terms);
  static LatestAnswers<std::remove_const_t<decltype(key)>, AlgorithmChoice> latest;
  return latest.get(key, [&] { return fastest(AgreedFillIn(inputs), terms); });
}

std::vector<AlgorithmChoice> ranked_choices(const AgreedInputs& inputs, const Problem& terms) {
  auto all = evaluated(AgreedFillIn(inputs), terms);
  std::ranges::stable_sort(all, {}, &AlgorithmChoice::seconds);
  const auto equal = [](const AlgorithmChoice& left, const AlgorithmChoice& right) {
    return right.seconds <= left.seconds * (1 + 1e-9);
  };
  all.erase(std::unique(all.begin(), all.end(), equal), all.end());
  std::vector<AlgorithmChoice> ranked;
  const auto name_of = [](const AlgorithmChoice& choice) {
    return name_of_spec(choice.candidate.algorithm);
  };
  for (AlgorithmChoice& choice : all)
    if (std::ranges::find(ranked, name_of(choice), name_of) == ranked.end())
      ranked.push_back(std::move(choice));
  return ranked;
}

bool starts_with_data(double entries, std::uint64_t universe, const Problem& terms) {
  if (universe == 0) return true;
  const Beginnings expected = beginnings(independent_inputs(terms.ranks, universe, entries), terms);
  return expected.with_data_s <= 3 * expected.agreement_s + expected.chosen_s;
}

bool merging_pays(const HeldStreams& streams, std::uint64_t groups, const Problem& terms) {
  if (groups == 1 || streams.overlap <= 0) return false;
  const auto rounds = static_cast<int>(std::bit_width(groups));
  double now_s = std::numeric_limits<double>::infinity();
  double later_s = rest_of_gathering_s(streams, groups, {}, terms);
  for (int waits = 0; waits < rounds; ++waits) {
    for (int merges = 1; merges <= rounds - waits; ++merges) {
      double& best_s = waits == 0 ? now_s : later_s;
      best_s = std::min(best_s, rest_of_gathering_s(streams, groups, {waits, merges}, terms));
    }
  }
  return now_s < later_s;
}

}  // namespace sparlab::model
