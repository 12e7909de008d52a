#include "model/choice/choice.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <tuple>
#include <vector>

#include "model/choice/typical_machine.hpp"
#include "model/costs/allreduce_costs.hpp"
#include "model/costs/densification.hpp"
#include "model/costs/early_exchange.hpp"
#include "model/fill_in/agreed_fill_in.hpp"
#include "model/fill_in/uniform_fill_in.hpp"

namespace sparlab::model {
namespace {

constexpr std::array kCandidates = {
    Candidate{"sparse_allgather"},         Candidate{"ssar_recursive_double"},
    Candidate{"ssar_split_allgather"},     Candidate{"dsar_split_allgather"},
    Candidate{"dense_rabenseifner", true}, Candidate{"dense_recursive_doubling", true},
    Candidate{"dense_ring", true},         Candidate{"parameter_server"},
};

const Machine& machine_of(const Problem& terms) {
  return terms.machine == nullptr ? typical_machine() : *terms.machine;
}

/// The formats that all published systems have, and these with one more each, as far as `allowed`
/// has them; then all of them.
std::vector<FormatSet> format_sets(FormatSet allowed) {
  FormatSet plain;
  if (allowed.contains(Format::dense)) plain = plain.with(Format::dense);
  std::vector<FormatSet> sets{plain};
  for (const Format format : {Format::bitmap, Format::delta, Format::runs}) {
    if (allowed.contains(format)) sets.push_back(plain.with(format));
  }
  if (sets.size() > 2) sets.push_back(allowed);
  return sets;
}

/// The fastest candidate for inputs of that fill-in.
AlgorithmChoice fastest(const FillIn& fill_in, Problem problem) {
  const Machine& machine = machine_of(problem);
  const std::vector<FormatSet> sets = format_sets(problem.formats);
  problem.fill_in = &fill_in;
  AlgorithmChoice best;
  best.seconds = std::numeric_limits<double>::infinity();
  for (const FormatSet formats : sets) {
    problem.formats = formats;
    for (const Candidate& candidate : kCandidates) {
      Cost cost = *cost_of(candidate.algorithm, problem);
      if (candidate.dense_input) cost.critical_path.push_back(densification(problem));
      const double seconds = cost.seconds(machine);
      if (seconds < best.seconds) best = {candidate, formats, seconds};
    }
  }
  return best;
}

/// The numbers of a problem on which decisions depend, in an order that a map can use.
auto key_of(const Problem& terms) {
  const Machine& machine = machine_of(terms);
  const Gammas& gammas = machine.gammas;
  int formats = 0;
  for (int i = 0; i < kFormats; ++i) {
    if (terms.formats.contains(static_cast<Format>(i))) formats |= 1 << i;
  }
  return std::tuple(
      terms.ranks, terms.dense_switch, formats,
      std::tuple(terms.wire.header_bytes, terms.wire.index_bytes, terms.wire.value_bytes),
      std::tuple(machine.alpha_s, machine.beta_s_per_byte, machine.rendezvous_bytes,
                 machine.rendezvous_alpha_s, gammas.merge_s, gammas.scatter_s, gammas.dense_sum_s,
                 gammas.copy_s_per_byte));
}

/// Remembers the latest decisions: all ranks of a simulation ask the same question, and a training
/// loop asks it again and again.
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
    const Answer answer = compute();
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

}  // namespace

std::span<const Candidate> candidates() { return kCandidates; }

AlgorithmChoice choose(const AgreedInputs& inputs, const Problem& terms) {
  const auto key = std::tuple(inputs.universe, inputs.entries, inputs.union_entries,
                              inputs.bin_shares, inputs.holders, key_of(terms));
  static LatestAnswers<std::remove_const_t<decltype(key)>, AlgorithmChoice> latest;
  return latest.get(key, [&] { return fastest(AgreedFillIn(inputs), terms); });
}

bool starts_with_data(double entries, std::uint64_t universe, const Problem& terms) {
  if (universe == 0) return true;
  const auto key = std::tuple(universe, entries, key_of(terms));
  static LatestAnswers<std::remove_const_t<decltype(key)>, bool> latest;
  return latest.get(key, [&] {
    const Machine& machine = machine_of(terms);
    const UniformFillIn alike(universe, entries);
    Problem problem = terms;
    problem.fill_in = &alike;
    Cost agreement;
    add_summary_exchange(agreement, terms.ranks);
    return early_gather(problem).seconds(machine) <=
           agreement.seconds(machine) + fastest(alike, problem).seconds;
  });
}

bool merging_pays(double overlap, std::uint64_t groups, const Problem& terms) {
  const Machine& machine = machine_of(terms);
  const double entry_s =
      machine.beta_s_per_byte * (terms.wire.index_bytes + terms.wire.value_bytes);
  const auto streams = static_cast<double>(groups);
  const double saved_s = overlap * ((streams - 1) * entry_s + streams * machine.gammas.merge_s);
  return saved_s > machine.gammas.merge_s;
}

}  // namespace sparlab::model
