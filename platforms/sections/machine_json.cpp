#include "platforms/sections/machine_json.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sparlab::platforms {
namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 3> kPlacements = {"block", "round-robin", "listed"};

/// By the name of the kernel; kernels without a curve are left out.
json work_curves_to_json(const model::WorkCurves& curves) {
  json object = json::object();
  for (std::size_t kernel = 0; kernel < curves.size(); ++kernel)
    for (const auto& [units, seconds] : curves[kernel])
      object[std::string(model::kKernelNames[kernel])].push_back({units, seconds});
  return object;
}

json segments_to_json(const std::vector<model::Segment>& segments) {
  json rows = json::array();
  for (const model::Segment& segment : segments)
    rows.push_back({segment.from_bytes, segment.alpha_s, segment.beta_s_per_byte});
  return rows;
}

json curve_to_json(const model::SlowdownCurve& curve) {
  json points = json::array();
  for (const auto& [bytes, factor] : curve) points.push_back({bytes, factor});
  return points;
}

void add_slowdowns(json& object, const model::Slowdowns& slowdowns) {
  if (!slowdowns.exchange.empty()) object["exchange"] = curve_to_json(slowdowns.exchange);
  if (!slowdowns.ring.empty()) object["ring"] = curve_to_json(slowdowns.ring);
  if (!slowdowns.all_to_all.empty()) object["all_to_all"] = curve_to_json(slowdowns.all_to_all);
  if (!slowdowns.tree.empty()) object["tree"] = curve_to_json(slowdowns.tree);
}

json hosts_to_json(const model::SharedHosts& hosts) {
  const model::Placement& placement = hosts.placement;
  json object = {{"hosts", placement.hosts},
                 {"ranks_per_host", placement.ranks_per_host},
                 {"placement", kPlacements[static_cast<std::size_t>(placement.kind)]},
                 {"inside", segments_to_json(hosts.inside)}};
  if (!placement.listed.empty()) object["listed"] = placement.listed;
  add_slowdowns(object, hosts.inside_slowdowns);
  return object;
}

json groups_to_json(const model::HostGroups& groups) {
  json object = {{"hosts", groups.hosts}, {"alpha_s", groups.alpha_s}};
  if (std::isfinite(groups.large_from_bytes)) {
    object["large_from_bytes"] = groups.large_from_bytes;
    object["large_alpha_s"] = groups.large_alpha_s;
  }
  if (!groups.listed.empty()) object["listed"] = groups.listed;
  return object;
}

json loads_to_json(const std::vector<model::LinkLoad>& loads) {
  json rows = json::array();
  for (const model::LinkLoad& load : loads) rows.push_back({load.latency_s, load.s_per_byte});
  return rows;
}

json links_to_json(const model::SharedLinks& links) {
  return {{"ranks", links.ranks},
          {"exchange", loads_to_json(links.exchange)},
          {"bine", loads_to_json(links.bine)},
          {"shift", loads_to_json(links.shift)},
          {"all", loads_to_json({links.all})}};
}

}  // namespace

json machine_to_json(const model::Machine& machine) {
  const model::Gammas& gammas = machine.gammas;
  json object = {{"alpha_s", machine.alpha_s},        {"beta_s_per_byte", machine.beta_s_per_byte},
                 {"merge_s", gammas.merge_s},         {"scatter_s", gammas.scatter_s},
                 {"dense_sum_s", gammas.dense_sum_s}, {"copy_s_per_byte", gammas.copy_s_per_byte},
                 {"select_s", gammas.select_s}};
  if (json curves = work_curves_to_json(gammas.curves); !curves.empty())
    object["work_by_size"] = std::move(curves);
  if (!machine.larger.empty()) object["larger"] = segments_to_json(machine.larger);
  add_slowdowns(object, machine.slowdowns);
  if (machine.hosts.present() || machine.groups.present())
    object["shared_hosts"] = hosts_to_json(machine.hosts);
  if (machine.groups.present()) object["host_groups"] = groups_to_json(machine.groups);
  if (machine.links.present()) object["shared_links"] = links_to_json(machine.links);
  if (machine.receiving_shared) object["receiving_shared"] = true;
  return object;
}

}  // namespace sparlab::platforms
