#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "model/base/transport.hpp"
#include "model/costs/step_costs.hpp"

namespace sparlab::model {
namespace {

/// The time by which a port that has paused is ahead of its rate.
double most_early_s(const Machine& machine) {
  double most_s = 0;
  for (const SlowdownPoint& point : machine.slowdowns.tree)
    most_s = std::max(most_s, machine.message_s(point.bytes) * (1 - point.factor));
  return most_s;
}

/// The share of `messages` messages that pass a port as after a pause, for as long as it is ahead.
double share_after_pause(const Machine& machine, double messages, double bytes) {
  const double saved = 1 - slowdown_at(machine.slowdowns.tree, bytes);
  if (!(saved > 0)) return 0;
  const double all_early_s = saved * messages * machine.message_s(bytes);
  return all_early_s > 0 ? std::min(1.0, most_early_s(machine) / all_early_s) : 0;
}

void add_part(Cost& cost, Stage stage, double share, Pattern pattern) {
  if (share <= 0) return;
  stage.messages *= share;
  stage.pattern = pattern;
  stage.work = {};
  stage.hidden = {};
  cost.critical_path.push_back(std::move(stage));
}

/// Whether members of a group are always on different hosts; ranks of a host are then in different
/// groups.
bool leave_hosts(const Placement& placement, std::uint64_t ranks, std::uint64_t spacing) {
  return placement.kind == Placement::Kind::block && !placement.is_one_host(ranks) &&
         spacing % placement.ranks_per_host == 0;
}

/// Whether one of them is a multiple of the other.
bool divides(std::uint64_t one, std::uint64_t other) {
  return one % other == 0 || other % one == 0;
}

/// Whether hosts cut all groups of `members` ranks, `spacing` apart, in the same places.
bool cuts_alike(const Placement& placement, std::uint64_t ranks, std::uint64_t spacing,
                std::uint64_t members) {
  if (!placement.shares_ports() || placement.is_one_host(ranks)) return true;
  return placement.kind == Placement::Kind::block && divides(placement.ranks_per_host, spacing) &&
         divides(placement.ranks_per_host, spacing * members);
}

}  // namespace

void add_uneven_stage(Cost& cost, const Machine* machine, Stage stage, double opposite_bytes) {
  const double bytes = stage.bytes_per_message;
  constexpr double kRounding = 1e-9;
  const bool even = opposite_bytes >= (1 - kRounding) * bytes;
  if (even || stage.messages == 0 || (machine != nullptr && machine->hosts.present())) {
    cost.critical_path.push_back(std::move(stage));
    return;
  }
  const double shared = machine != nullptr
                            ? machine->message_s(opposite_bytes) / machine->message_s(bytes)
                            : opposite_bytes / bytes;
  // Of other patterns, a port passes one such message and pauses.
  const double at_port = stage.pattern == Pattern::all_to_all ? stage.messages : 1;
  const double early =
      machine != nullptr ? share_after_pause(*machine, (1 - shared) * at_port, bytes) : 0;
  const Stage whole = stage;
  stage.messages *= shared;
  cost.critical_path.push_back(std::move(stage));
  add_part(cost, whole, (1 - shared) * early, Pattern::tree);
  add_part(cost, whole, (1 - shared) * (1 - early), Pattern::one_way);
}

void SideBySide::add(const std::vector<UnevenStage>& stages, double groups) {
  if (slowest_.empty()) {
    slowest_ = stages;
    all_bytes_.resize(stages.size());
  }
  for (std::size_t i = 0; i < stages.size(); ++i) {
    all_bytes_[i] += groups * stages[i].stage.bytes_per_message;
    if (stages[i].stage.bytes_per_message > slowest_[i].stage.bytes_per_message)
      slowest_[i] = stages[i];
  }
  groups_ += groups;
}

void SideBySide::add_to(Cost& cost, const Problem& problem, std::uint64_t spacing) const {
  const bool on_hosts = problem.machine != nullptr && problem.machine->hosts.present();
  const Placement placement = on_hosts ? problem.machine->hosts.placement : Placement{};
  for (std::size_t i = 0; i < slowest_.size(); ++i) {
    auto [stage, opposite_bytes] = slowest_[i];
    const std::uint64_t members = stage.partners.ranks;
    stage.partners.spacing = spacing;
    stage.partners.lanes = spacing;
    if (!cuts_alike(placement, problem.ranks, spacing, members)) {
      stage.partners.ranks = problem.ranks / spacing;
      stage.partners.group = members;
    }
    if (placement.shares_ports() && leave_hosts(placement, problem.ranks, spacing)) {
      const double alone = stage.bytes_per_message / static_cast<double>(placement.ranks_per_host);
      stage.bytes_per_message = std::max(alone, all_bytes_[i] / groups_);
    }
    add_uneven_stage(cost, problem.machine, std::move(stage), opposite_bytes);
  }
}

}  // namespace sparlab::model
