#include "model/base/cost.hpp"

#include <algorithm>
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
