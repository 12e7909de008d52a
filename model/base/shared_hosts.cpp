#include "model/base/shared_hosts.hpp"

#include <algorithm>

#include "model/base/contract.hpp"

namespace sparlab::model {
namespace {

class OnSharedHosts {
 public:
  OnSharedHosts(const Stage& stage, const Machine& machine) : stage_(stage), machine_(machine) {}

  double communication_s() const {
    if (stage_.messages == 0) return 0;
    return communication_s(host_load(machine_.hosts.placement, round_of_trees(1)));
  }

 private:
  double network_s(double sharing) const {
    return machine_.message_s(stage_.bytes_per_message, stage_.pattern, sharing);
  }
  double inside_s() const {
    return machine_.hosts.inside_s(stage_.bytes_per_message, stage_.pattern);
  }

  Partners round_of_trees(std::uint64_t distance) const {
    Partners partners = stage_.partners;
    if (partners.kind == Partners::Kind::trees) partners.distance = distance;
    return partners;
  }

  /// A message of each participant.
  double round_s(const HostLoad& load) const {
    return std::max(load.leaving > 0 ? network_s(static_cast<double>(load.leaving)) : 0,
                    load.stays ? inside_s() : 0);
  }

  double communication_s(const HostLoad& load) const {
    switch (stage_.partners.kind) {
      case Partners::Kind::all:
        return std::max(to_all_s(load.residents), to_all_s(load.fewest));
      case Partners::Kind::trees:
        return trees_s();
      case Partners::Kind::chain:
        return near_s() + far_s();
      case Partners::Kind::star:
        return std::max(near_s(), far_s());
      case Partners::Kind::unknown:
      case Partners::Kind::exchange:
      case Partners::Kind::shift:
      case Partners::Kind::tree:
        break;
    }
    return stage_.messages * round_s(load);
  }

  /// The messages of a chain or a star that stay inside a host, and those that leave it.
  double near_s() const {
    const double share = share_inside(machine_.hosts.placement, stage_.partners);
    return share > 0 ? stage_.messages * share * inside_s() : 0;
  }
  double far_s() const {
    const double share = 1 - share_inside(machine_.hosts.placement, stage_.partners);
    return share > 0 ? stage_.messages * share * network_s(1) : 0;
  }

  /// The ranks of a host with `residents` participants send to all others.
  double to_all_s(std::uint64_t residents) const {
    if (stage_.partners.ranks == 1) return 0;
    const auto peers = static_cast<double>(stage_.partners.ranks - 1);
    const double near = stage_.messages * static_cast<double>(residents - 1) / peers;
    const double far = stage_.messages - near;
    return std::max(far > 0 ? far * network_s(static_cast<double>(residents)) : 0,
                    near > 0 ? near * inside_s() : 0);
  }

  /// The messages of the stage are those of all rounds of a tree.
  double trees_s() const {
    const Partners& partners = stage_.partners;
    const std::uint64_t group = partners.group == 0 ? partners.ranks : partners.group;
    double sum_s = 0;
    double rounds = 0;
    for (std::uint64_t distance = 1; distance < group; distance *= 2) {
      sum_s += round_s(host_load(machine_.hosts.placement, round_of_trees(distance)));
      rounds += 1;
    }
    return rounds == 0 ? 0 : stage_.messages / rounds * sum_s;
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

double communication_on_shared_hosts_s(const Stage& stage, const Machine& machine) {
  return OnSharedHosts(stage, machine).communication_s();
}

}  // namespace sparlab::model
