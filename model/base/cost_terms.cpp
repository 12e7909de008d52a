#include "model/base/cost_terms.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "model/base/shared_hosts.hpp"

namespace sparlab::model {
namespace {

using Kind = CostTerm::Kind;

struct KindOfWork {
  Kind term;
  KernelKind kernel;
  Amount amount;
};

void add_work(std::vector<CostTerm>& terms, const LocalWork& work, const Gammas& gammas) {
  const std::array kinds = {
      KindOfWork{Kind::merge, KernelKind::merge, work.merged_entries},
      KindOfWork{Kind::scatter, KernelKind::scatter, work.scattered_entries},
      KindOfWork{Kind::dense_sum, KernelKind::dense_sum, work.summed_elements},
      KindOfWork{Kind::copy, KernelKind::copy, work.copied_bytes},
      KindOfWork{Kind::select, KernelKind::select, work.selected_from}};
  for (const auto& [term, kernel, amount] : kinds) {
    if (amount.units == 0) continue;
    const double seconds = gammas.seconds(kernel, amount);
    const bool by_size = !gammas.curves[static_cast<std::size_t>(kernel)].empty();
    terms.push_back({.kind = term,
                     .count = amount.units,
                     .unit_s = by_size ? seconds / amount.units : gammas.rate(kernel),
                     .seconds = seconds});
  }
}

/// alpha and beta of `messages` messages like `like`. `slowdown` below 1 belongs to them; what a
/// slower pattern adds is a matter of the ports.
void add_messages(std::vector<CostTerm>& terms, CostTerm like, double messages,
                  const Segment& segment, double slowdown) {
  like.faster = slowdown < 1;
  const double factor = std::min(slowdown, 1.0);
  const auto add = [&](Kind kind, double count, double unit_s) {
    if (!(count > 0)) return;
    like.kind = kind;
    like.count = count;
    like.unit_s = factor * unit_s;
    like.seconds = count * like.unit_s;
    terms.push_back(like);
  };
  add(Kind::latency, messages, segment.alpha_s);
  add(Kind::transfer, messages * like.bytes, segment.beta_s_per_byte);
}

void add_communication(std::vector<CostTerm>& terms, const Stage& stage, const Machine& machine,
                       double communication_s) {
  const double bytes = stage.bytes_per_message;
  const Passage passage = passage_of(stage, machine);
  CostTerm like{.bytes = bytes, .pattern = stage.pattern};
  add_messages(terms, like, passage.leaving, {0, machine.alpha(bytes), machine.beta(bytes)},
               slowdown_at(machine.slowdowns.of(stage.pattern), bytes));
  if (passage.inside > 0) {
    like.inside = true;
    add_messages(terms, like, passage.inside, *segment_at(machine.hosts.inside, bytes),
                 slowdown_at(machine.hosts.inside_slowdowns.of(stage.pattern), bytes));
  }
  constexpr double kRounding = 1e-12;
  double rest_s = communication_s;
  for (const CostTerm& term : terms) rest_s -= term.seconds;
  if (rest_s > kRounding * communication_s)
    terms.push_back(
        {.kind = Kind::ports, .seconds = rest_s, .bytes = bytes, .pattern = stage.pattern});
}

}  // namespace

std::string_view name_of(Kind kind) {
  constexpr std::array<std::string_view, 8> kNames = {"latency", "transfer",  "ports", "merge",
                                                      "scatter", "dense_sum", "copy",  "select"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::vector<CostTerm> terms_of(const Stage& stage, const Machine& machine) {
  std::vector<CostTerm> terms;
  const double communication_s = stage.messages == 0 ? 0 : stage.communication_s(machine);
  if (stage.messages > 0) add_communication(terms, stage, machine, communication_s);
  add_work(terms, stage.work, machine.gammas);
  const double hidden_s = machine.gammas.seconds(stage.hidden);
  if (hidden_s > communication_s)
    add_work(terms, (1 - communication_s / hidden_s) * stage.hidden, machine.gammas);
  return terms;
}

}  // namespace sparlab::model
