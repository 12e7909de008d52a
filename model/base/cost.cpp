#include "model/base/cost.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "model/base/cost_terms.hpp"
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
  const double within_s = machine.hosts.present()
                              ? communication_on_shared_hosts_s(*this, machine)
                              : messages * machine.message_s(bytes_per_message, pattern, 1);
  return machine.groups.present() ? within_s + between_groups_s(machine) : within_s;
}

double Stage::between_groups_s(const Machine& machine) const {
  if (!machine.groups.present() || messages == 0) return 0;
  double share = 0;
  if (partners.kind == Partners::Kind::trees) {
    const std::uint64_t ranks = partners.group == 0 ? partners.ranks : partners.group;
    double rounds = 0;
    for (Partners round = partners; round.distance < ranks; round.distance *= 2) {
      if (round.distance == 0) round.distance = 1;
      share += share_between_groups(machine.groups, machine.hosts.placement, round);
      rounds += 1;
    }
    if (rounds > 0) share /= rounds;
  } else {
    share = share_between_groups(machine.groups, machine.hosts.placement, partners);
  }
  return messages * share * machine.between_groups_s(bytes_per_message, pattern);
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

std::string Cost::describe(const Machine& machine) const {
  double latency_s = 0;
  double transfer_s = 0;
  double slowed_s = 0;
  double between_groups_s = 0;
  double overlap_s = 0;
  for (const Stage& stage : critical_path) {
    for (const CostTerm& term : terms_of(stage, machine)) {
      if (term.kind == CostTerm::Kind::latency) latency_s += term.seconds;
      if (term.kind == CostTerm::Kind::transfer) transfer_s += term.seconds;
      if (term.kind == CostTerm::Kind::ports) slowed_s += term.seconds;
      if (term.kind == CostTerm::Kind::overlap) overlap_s -= term.seconds;
    }
    between_groups_s += stage.between_groups_s(machine);
  }
  const auto term = [](std::string_view sign, std::string_view name, double seconds) {
    return seconds > 0 ? fmt::format(" {} {} {:.4g} s", sign, name, seconds) : std::string();
  };
  slowed_s -= between_groups_s;
  if (std::abs(slowed_s) < 1e-9 * between_groups_s) slowed_s = 0;
  return fmt::format(
      "{:g} messages ({:.4g} s) + {:.6g} B ({:.4g} s){}{}{} + gamma {:.4g} s{} = {:.6g} s",
      messages(), latency_s, bytes(), transfer_s,
      term("+", "shared ports", slowed_s < 1e-9 * transfer_s ? 0 : slowed_s),
      term("-", "inside hosts", machine.hosts.present() ? -slowed_s : 0),
      term("+", "between groups", between_groups_s), machine.gammas.seconds(work()),
      term("-", "overlap", overlap_s), seconds(machine));
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

}  // namespace sparlab::model
