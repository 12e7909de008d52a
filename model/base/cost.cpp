#include "model/base/cost.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "model/base/shared_hosts.hpp"

namespace sparlab::model {

double Machine::least_alpha() const {
  double least = alpha_s;
  for (const Segment& segment : larger) least = std::min(least, segment.alpha_s);
  for (const Segment& segment : hosts.inside) least = std::min(least, segment.alpha_s);
  return least;
}

double Machine::least_beta() const {
  double least = beta_s_per_byte;
  for (const Segment& segment : larger) least = std::min(least, segment.beta_s_per_byte);
  for (const Segment& segment : hosts.inside) least = std::min(least, segment.beta_s_per_byte);
  return least;
}

double Stage::communication_s(const Machine& machine) const {
  const double within_s = passage_of(*this, machine).seconds(*this, machine);
  const double between_s = machine.groups.present() ? between_groups_s(machine) : 0;
  return within_s + between_s + links_s(machine.links);
}

double Stage::links_s(const SharedLinks& links) const {
  return messages == 0 ? 0 : messages * links.of(partners).seconds(bytes_per_message);
}

double Stage::messages_between_groups(const HostGroups& groups, const Placement& placement) const {
  if (!groups.present() || messages == 0) return 0;
  if (partners.kind != Partners::Kind::trees)
    return messages * share_between_groups(groups, placement, partners);
  const std::uint64_t ranks = partners.group == 0 ? partners.ranks : partners.group;
  double share = 0;
  double rounds = 0;
  for (Partners round = partners; round.distance < ranks; round.distance *= 2) {
    if (round.distance == 0) round.distance = 1;
    share += share_between_groups(groups, placement, round);
    rounds += 1;
  }
  return rounds > 0 ? messages * share / rounds : 0;
}

double Stage::between_groups_s(const Machine& machine) const {
  return messages_between_groups(machine.groups, machine.hosts.placement) *
         machine.between_groups_s(bytes_per_message, pattern);
}

double Stage::seconds(const Machine& machine) const {
  return std::max(communication_s(machine), machine.gammas.seconds(hidden)) +
         machine.gammas.seconds(work);
}

void Cost::append(const Cost& rest) {
  critical_path.insert(critical_path.end(), rest.critical_path.begin(), rest.critical_path.end());
  total_messages += rest.total_messages;
  total_bytes += rest.total_bytes;
  dense_result = rest.dense_result;
}

double Cost::messages() const {
  double sum = 0;
  for (const Stage& stage : critical_path) sum += stage.messages;
  return sum;
}

double Cost::bytes() const {
  double sum = 0;
  for (const Stage& stage : critical_path) sum += stage.messages * stage.bytes_per_message;
  return sum;
}

LocalWork Cost::work() const {
  LocalWork sum;
  for (const Stage& stage : critical_path) {
    sum += stage.work;
    sum += stage.hidden;
  }
  return sum;
}

double Cost::seconds(const Machine& machine) const {
  double sum = 0;
  for (const Stage& stage : critical_path) sum += stage.seconds(machine);
  return sum;
}

const Machine& typical_machine() {
  static const Machine machine{.alpha_s = 1.5e-6,
                               .beta_s_per_byte = 1e-10,
                               .gammas = {.merge_s = 5e-9,
                                          .scatter_s = 7e-9,
                                          .dense_sum_s = 0.6e-9,
                                          .copy_s_per_byte = 0.15e-9,
                                          .select_s = 1.5e-9}};
  return machine;
}

void add_share(Cost& mean, const Cost& cost, double share) {
  if (share == 0) return;
  for (Stage stage : cost.critical_path) {
    stage.messages *= share;
    stage.work = share * stage.work;
    stage.hidden = share * stage.hidden;
    mean.critical_path.push_back(std::move(stage));
  }
  mean.total_messages += share * cost.total_messages;
  mean.total_bytes += share * cost.total_bytes;
}

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
