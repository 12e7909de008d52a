#include "platforms/sections/machine_json.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json/json_fields.hpp"

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

/// Arrays of `width` numbers each.
std::vector<std::vector<double>> rows_from_json(const base::JsonFields& fields,
                                                std::string_view key, std::size_t width) {
  std::vector<std::vector<double>> rows;
  if (!fields.has(key)) return rows;
  const json& array = fields.at(key);
  if (!array.is_array()) base::JsonFields::fail(key, "an array");
  for (const json& row : array) {
    if (!row.is_array() || row.size() != width) base::JsonFields::fail(key, "an array of arrays");
    rows.emplace_back();
    for (const json& number : row) {
      if (!number.is_number()) base::JsonFields::fail(key, "an array of arrays of numbers");
      rows.back().push_back(number.get<double>());
    }
  }
  return rows;
}

std::vector<model::Segment> segments_from_json(const base::JsonFields& fields,
                                               std::string_view key) {
  std::vector<model::Segment> segments;
  for (const auto& row : rows_from_json(fields, key, 3))
    segments.push_back({row[0], row[1], row[2]});
  return segments;
}

model::SlowdownCurve curve_from_json(const base::JsonFields& fields, std::string_view key) {
  model::SlowdownCurve curve;
  for (const auto& row : rows_from_json(fields, key, 2)) curve.push_back({row[0], row[1]});
  return curve;
}

model::WorkCurves work_curves_from_json(const json& object) {
  const base::JsonFields fields(object);
  model::WorkCurves curves;
  for (std::size_t kernel = 0; kernel < curves.size(); ++kernel)
    for (const auto& row : rows_from_json(fields, model::kKernelNames[kernel], 2)) {
      const bool ascends = curves[kernel].empty() || row[0] > curves[kernel].back().units;
      if (!(row[0] > 0) || !(row[1] > 0) || !ascends)
        base::JsonFields::fail(model::kKernelNames[kernel],
                               "positive numbers, of which units ascend");
      curves[kernel].push_back({row[0], row[1]});
    }
  return curves;
}

model::Slowdowns slowdowns_from_json(const base::JsonFields& fields) {
  return {curve_from_json(fields, "exchange"), curve_from_json(fields, "ring"),
          curve_from_json(fields, "all_to_all"), curve_from_json(fields, "tree")};
}

/// "listed": the host, or the group, of each rank.
std::vector<std::uint32_t> host_list_from_json(const base::JsonFields& fields,
                                               std::uint64_t hosts) {
  const json& array = fields.at("listed");
  if (!array.is_array()) base::JsonFields::fail("listed", "an array");
  std::vector<std::uint32_t> listed;
  for (const json& host : array) {
    if (!host.is_number_unsigned() || host.get<std::uint64_t>() >= hosts)
      base::JsonFields::fail("listed", "an array of numbers of hosts or groups");
    listed.push_back(host.get<std::uint32_t>());
  }
  return listed;
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

model::HostGroups groups_from_json(const json& object) {
  const base::JsonFields fields(object);
  model::HostGroups groups{.hosts = fields.count("hosts"), .alpha_s = fields.number("alpha_s")};
  if (fields.has("large_from_bytes")) {
    groups.large_from_bytes = fields.number("large_from_bytes");
    groups.large_alpha_s = fields.number("large_alpha_s");
  }
  if (fields.has("listed"))
    groups.listed = host_list_from_json(fields, std::numeric_limits<std::uint32_t>::max());
  if (!groups.present()) base::JsonFields::fail("hosts", "at least 1");
  return groups;
}

json loads_to_json(const std::vector<model::LinkLoad>& loads) {
  json rows = json::array();
  for (const model::LinkLoad& load : loads) rows.push_back({load.latency_s, load.s_per_byte});
  return rows;
}

std::vector<model::LinkLoad> loads_from_json(const base::JsonFields& fields, std::string_view key) {
  std::vector<model::LinkLoad> loads;
  for (const auto& row : rows_from_json(fields, key, 2)) loads.push_back({row[0], row[1]});
  return loads;
}

json links_to_json(const model::SharedLinks& links) {
  return {{"ranks", links.ranks},
          {"exchange", loads_to_json(links.exchange)},
          {"shift", loads_to_json(links.shift)},
          {"all", loads_to_json({links.all})}};
}

model::SharedLinks links_from_json(const json& object) {
  const base::JsonFields fields(object);
  model::SharedLinks links{.ranks = fields.count("ranks"),
                           .exchange = loads_from_json(fields, "exchange"),
                           .shift = loads_from_json(fields, "shift")};
  const std::vector<model::LinkLoad> all = loads_from_json(fields, "all");
  if (links.ranks < 2) base::JsonFields::fail("ranks", "at least 2");
  if (links.exchange.empty()) base::JsonFields::fail("exchange", "a load for each distance");
  if (links.shift.empty()) base::JsonFields::fail("shift", "a load for each distance");
  if (all.size() != 1) base::JsonFields::fail("all", "one load");
  links.all = all.front();
  return links;
}

model::SharedHosts hosts_from_json(const json& object) {
  const base::JsonFields fields(object);
  model::SharedHosts hosts;
  model::Placement& placement = hosts.placement;
  placement.hosts = fields.count("hosts");
  placement.ranks_per_host = fields.count("ranks_per_host");
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  for (const auto& [key, count] :
       {std::pair{"hosts", placement.hosts}, {"ranks_per_host", placement.ranks_per_host}}) {
    if (count < 1 || count > kMost) base::JsonFields::fail(key, "a count from 1 to 4294967295");
  }
  const std::string kind = fields.text("placement");
  const auto named = std::find(kPlacements.begin(), kPlacements.end(), kind);
  if (named == kPlacements.end()) base::JsonFields::fail("placement", "a known name");
  placement.kind = static_cast<model::Placement::Kind>(named - kPlacements.begin());
  if (placement.kind == model::Placement::Kind::listed) {
    placement.listed = host_list_from_json(fields, placement.hosts);
    if (placement.listed.size() != placement.hosts * placement.ranks_per_host)
      base::JsonFields::fail("listed", "the host of each rank");
  }
  hosts.inside = segments_from_json(fields, "inside");
  if (hosts.present() && (hosts.inside.empty() || hosts.inside.front().from_bytes != 0))
    base::JsonFields::fail("inside", "segments, of which the first begins at 0");
  hosts.inside_slowdowns = slowdowns_from_json(fields);
  return hosts;
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

model::Machine machine_from_json(const json& object) {
  const base::JsonFields fields(object);
  model::Machine machine;
  machine.alpha_s = fields.number("alpha_s");
  machine.beta_s_per_byte = fields.number("beta_s_per_byte");
  machine.larger = segments_from_json(fields, "larger");
  machine.slowdowns = slowdowns_from_json(fields);
  machine.gammas = {.merge_s = fields.number("merge_s"),
                    .scatter_s = fields.number("scatter_s"),
                    .dense_sum_s = fields.number("dense_sum_s"),
                    .copy_s_per_byte = fields.number("copy_s_per_byte"),
                    .select_s = fields.number("select_s")};
  if (fields.has("work_by_size"))
    machine.gammas.curves = work_curves_from_json(fields.at("work_by_size"));
  if (fields.has("shared_hosts")) machine.hosts = hosts_from_json(fields.at("shared_hosts"));
  if (fields.has("receiving_shared")) machine.receiving_shared = fields.flag("receiving_shared");
  if (fields.has("host_groups")) {
    machine.groups = groups_from_json(fields.at("host_groups"));
    if (!fields.has("shared_hosts"))
      base::JsonFields::fail("shared_hosts", "the placement of ranks");
  }
  if (fields.has("shared_links")) machine.links = links_from_json(fields.at("shared_links"));
  return machine;
}

}  // namespace sparlab::platforms
