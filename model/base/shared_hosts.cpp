#include "model/base/shared_hosts.hpp"

#include <algorithm>

#include "model/base/contract.hpp"

namespace sparlab::model {
namespace {

class OnSharedHosts {
 public:
  OnSharedHosts(const Stage& stage, const Machine& machine) : stage_(stage), machine_(machine) {}

  Passage passage() const {
    if (stage_.messages == 0) return {};
    if (stage_.partners.kind == Partners::Kind::all) return all();
    const HostLoad load = host_load(machine_.hosts.placement, round_of_trees(1));
    switch (stage_.partners.kind) {
      case Partners::Kind::trees:
        return trees();
      case Partners::Kind::chain:
        return {.inside = near(), .leaving = far(), .at_port = far()};
      case Partners::Kind::star:
        return longer({.inside = near()}, {.leaving = far(), .at_port = far()});
      case Partners::Kind::all:
      case Partners::Kind::unknown:
      case Partners::Kind::exchange:
      case Partners::Kind::bine:
      case Partners::Kind::shift:
      case Partners::Kind::tree:
        break;
    }
    return round(stage_.messages, load);
  }

 private:
  Passage longer(const Passage& first, const Passage& second) const {
    return first.seconds(stage_, machine_) < second.seconds(stage_, machine_) ? second : first;
  }

  Partners round_of_trees(std::uint64_t distance) const {
    Partners partners = stage_.partners;
    if (partners.kind == Partners::Kind::trees) partners.distance = distance;
    return partners;
  }

  /// Each participant sends `messages`.
  Passage round(double messages, const HostLoad& load) const {
    const Passage leaving =
        load.leaving > 0 ? shared(messages, static_cast<double>(load.leaving)) : Passage{};
    return load.stays ? longer(leaving, {.inside = messages}) : leaving;
  }

  static Passage shared(double messages, double sharing) {
    return {.leaving = messages, .at_port = messages * sharing};
  }

  /// The messages of a chain or a star that stay inside a host, and those that leave it.
  double near() const {
    return stage_.messages * share_inside(machine_.hosts.placement, stage_.partners);
  }
  double far() const { return stage_.messages - near(); }

  /// Participants send to all others of their lane.
  Passage all() const {
    if (stage_.partners.group > 0) return all_in_groups();
    Partners lane = stage_.partners;
    lane.lanes = 1;
    const HostLoad load = host_load(machine_.hosts.placement, lane);
    return longer(to_all(load.residents), to_all(load.fewest));
  }

  Passage all_in_groups() const {
    const GroupLoad load = group_load(machine_.hosts.placement, stage_.partners);
    const double share = stage_.messages / static_cast<double>(stage_.partners.group - 1);
    return longer({.leaving = share * load.leaving, .at_port = share * load.at_port},
                  {.inside = share * load.inside});
  }

  /// Those of a host with `residents` participants of each lane.
  Passage to_all(std::uint64_t residents) const {
    if (stage_.partners.ranks == 1) return {};
    const std::uint64_t sharing =
        std::min(residents * stage_.partners.lanes, machine_.hosts.placement.ranks_per_host);
    const auto peers = static_cast<double>(stage_.partners.ranks - 1);
    const double inside = stage_.messages * static_cast<double>(residents - 1) / peers;
    return longer(shared(stage_.messages - inside, static_cast<double>(sharing)),
                  {.inside = inside});
  }

  /// The messages of the stage are those of all rounds of a tree.
  Passage trees() const {
    const Partners& partners = stage_.partners;
    const std::uint64_t group = partners.group == 0 ? partners.ranks : partners.group;
    double rounds = 0;
    for (std::uint64_t distance = 1; distance < group; distance *= 2) rounds += 1;
    Passage sum;
    for (std::uint64_t distance = 1; distance < group; distance *= 2) {
      const HostLoad load = host_load(machine_.hosts.placement, round_of_trees(distance));
      const Passage one = round(stage_.messages / rounds, load);
      sum.inside += one.inside;
      sum.leaving += one.leaving;
      sum.at_port += one.at_port;
    }
    return sum;
  }

  const Stage& stage_;
  const Machine& machine_;
};

}  // namespace

double SharedHosts::inside_s(double bytes, Pattern pattern) const {
  const Segment* const segment = segment_at(inside, bytes);
  SPARLAB_EXPECTS(segment != nullptr);
  return (segment->alpha_s + segment->beta_s_per_byte * bytes) *
         slowdown_at(inside_slowdowns.of(pattern), bytes);
}

double Passage::seconds(const Stage& stage, const Machine& machine) const {
  const double bytes = stage.bytes_per_message;
  const double inside_s = inside > 0 ? inside * machine.hosts.inside_s(bytes, stage.pattern) : 0;
  if (!(leaving > 0)) return inside_s;
  return inside_s + leaving * machine.message_s(bytes, stage.pattern, at_port / leaving);
}

Passage passage_of(const Stage& stage, const Machine& machine) {
  if (machine.hosts.present()) return OnSharedHosts(stage, machine).passage();
  return {.leaving = stage.messages, .at_port = stage.messages};
}

}  // namespace sparlab::model
