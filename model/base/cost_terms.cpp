#include "model/base/cost_terms.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace sparlab::model {
namespace {

using Kind = CostTerm::Kind;

struct KindOfWork {
  Kind term;
  KernelKind kernel;
  Amount amount;
};

std::vector<CostTerm> work_terms(const LocalWork& work, const Gammas& gammas) {
  const std::array kinds = {
      KindOfWork{Kind::merge, KernelKind::merge, work.merged_entries},
      KindOfWork{Kind::scatter, KernelKind::scatter, work.scattered_entries},
      KindOfWork{Kind::dense_sum, KernelKind::dense_sum, work.summed_elements},
      KindOfWork{Kind::copy, KernelKind::copy, work.copied_bytes},
      KindOfWork{Kind::select, KernelKind::select, work.selected_from}};
  std::vector<CostTerm> terms;
  for (const auto& [term, kernel, amount] : kinds) {
    if (amount.units == 0) continue;
    const double seconds = gammas.seconds(kernel, amount);
    const bool by_size = !gammas.curves[static_cast<std::size_t>(kernel)].empty();
    terms.push_back({.kind = term,
                     .count = amount.units,
                     .unit_s = by_size ? seconds / amount.units : gammas.rate(kernel),
                     .seconds = seconds});
  }
  return terms;
}

}  // namespace

std::string_view name_of(Kind kind) {
  constexpr std::array<std::string_view, 9> kNames = {
      "latency", "transfer", "ports", "merge", "scatter", "dense_sum", "copy", "select", "overlap"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::vector<CostTerm> terms_of(const Stage& stage, const Machine& machine) {
  constexpr double kRounding = 1e-12;
  const double seconds = stage.seconds(machine);
  const double communication_s = stage.messages == 0 ? 0 : stage.communication_s(machine);
  std::vector<CostTerm> terms;
  double sum_s = 0;
  const auto add = [&](CostTerm term) {
    term.pattern = stage.pattern;
    sum_s += term.seconds;
    terms.push_back(term);
  };
  // The part of `whole_s` that the terms up to here do not explain.
  const auto add_rest = [&](Kind kind, double whole_s) {
    const double rest_s = whole_s - sum_s;
    if (std::abs(rest_s) > kRounding * std::max(std::abs(whole_s), sum_s))
      add({.kind = kind, .seconds = rest_s, .bytes = stage.bytes_per_message});
  };
  if (stage.messages > 0) {
    const double bytes = stage.bytes_per_message;
    const double alpha_s = machine.alpha(bytes);
    const double beta_s = machine.beta(bytes);
    add({.kind = Kind::latency,
         .count = stage.messages,
         .unit_s = alpha_s,
         .seconds = stage.messages * alpha_s,
         .bytes = bytes});
    add({.kind = Kind::transfer,
         .count = stage.messages * bytes,
         .unit_s = beta_s,
         .seconds = stage.messages * bytes * beta_s,
         .bytes = bytes});
    add_rest(Kind::ports, communication_s);
  }
  LocalWork work = stage.work;
  work += stage.hidden;
  for (const CostTerm& term : work_terms(work, machine.gammas)) add(term);
  add_rest(Kind::overlap, seconds);
  return terms;
}

}  // namespace sparlab::model
