#include "runtime/loggp/port_models.hpp"

#include "runtime/loggp/costs.hpp"

namespace sparlab::runtime::loggp {
namespace {

constexpr Direction opposite(Direction direction) {
  return direction == Direction::send ? Direction::receive : Direction::send;
}

/// What remains of the time of a message whose ports pause before it.
double after_pause(const model::Slowdowns& slowdowns, double bytes) {
  return std::min(1.0, model::slowdown_at(slowdowns.tree, bytes));
}

}  // namespace

double SharedCapacityPorts::slowdown(const PortUse& use, const Port& own, const Port& other) const {
  const Port& sends = use.direction == Direction::send ? own : other;
  const auto pattern = sends.several && !slowdowns_.all_to_all.empty() ? model::Pattern::all_to_all
                       : other.peer == use.peer                        ? model::Pattern::exchange
                                                                       : model::Pattern::ring;
  return model::slowdown_at(slowdowns_.of(pattern), use.bytes);
}

Passage SharedCapacityPorts::pass(Rank& rank, const PortUse& use) {
  Port& own = ports(use.rank)[index_of(use.direction)];
  const Port& other = ports(use.rank)[index_of(opposite(use.direction))];
  double& own_free_s = rank.free_s(use.direction);
  double& other_free_s = rank.free_s(opposite(use.direction));
  const double start_s = std::max(use.asked_s, own_free_s);
  double end_s = start_s + use.alone_s;
  note_peer(own, use);
  if (start_s > own_free_s) own.busy_from_s = start_s;
  const double shared_s = std::min(end_s, other_free_s) - shared_from_s(start_s, other);
  const double factor = shared_s > 0 ? slowdown(use, own, other) : 1;
  if (factor > 1) {
    const double delay_s = (factor - 1) * shared_s;
    end_s += delay_s;
    other_free_s += delay_s;
    own.shared_s = std::min(end_s, other_free_s);
  }
  const double work_s = end_s - std::max(use.asked_s, own.passed_s);
  own_free_s = end_s + gap_s_;
  own.passed_s = end_s;
  return {start_s, end_s, work_s};
}

double TokenBucketPorts::full_bucket_s(const Machine& machine) {
  double most_s = 0;
  for (const model::SlowdownPoint& point : machine.slowdowns.tree)
    most_s = std::max(
        most_s, port_s(machine, point.bytes) * (1 - after_pause(machine.slowdowns, point.bytes)));
  return most_s;
}

Passage TokenBucketPorts::pass(Rank& rank, const PortUse& use) {
  Port& own = ports(use.rank)[index_of(use.direction)];
  const Port& other = ports(use.rank)[index_of(opposite(use.direction))];
  double& own_free_s = rank.free_s(use.direction);
  double& other_free_s = rank.free_s(opposite(use.direction));
  const double start_s = std::max(use.asked_s, own.passed_s);
  double end_s = std::max(start_s, own_free_s) + use.alone_s;
  note_peer(own, use);
  if (start_s > own_free_s) own.busy_from_s = start_s;
  double early_s = use.alone_s * (1 - after_pause(slowdowns_, use.bytes));
  const double most_early_s = std::max(early_s, full_bucket_s_);
  const double other_from_s = shared_from_s(start_s, other);
  const double shared_s = std::min(end_s, other_free_s) - other_from_s;
  // Times at which messages have passed a port that they share are rounded.
  const double rounding_s = 1e-9 * use.alone_s;
  const bool slowed = std::min(end_s, other.passed_s) - other_from_s > rounding_s && shared_s > 0;
  const double factor = slowed ? slowdown(use, own, other) : 0;
  if (slowed) early_s = std::clamp((1 - factor) * use.alone_s, 0.0, early_s);
  double passed_s = std::max(start_s + use.alone_s - early_s, end_s - most_early_s);
  // What waits for tokens leaves when there are enough.
  const double leaves_s = std::max(start_s, passed_s - use.alone_s + early_s);
  if (factor >= 1) {
    // What the other port still lacks in tokens does not slow this message down.
    const double delay_s = (factor - 1) * std::min(shared_s, use.alone_s);
    end_s += delay_s;
    other_free_s += delay_s;
    own.shared_s = std::min(end_s, other_free_s);
    passed_s = end_s;
  }
  const double work_s = passed_s - start_s;
  own_free_s = end_s + gap_s_;
  own.passed_s = passed_s;
  return {leaves_s, passed_s, work_s};
}

}  // namespace sparlab::runtime::loggp
