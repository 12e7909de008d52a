#include "platforms/topology/topology_summary.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "base/text/text_table.hpp"
#include "platforms/topology/topology_facts.hpp"

namespace sparlab::platforms {
namespace {

using nlohmann::ordered_json;

std::string rate_text(double bytes_per_s) {
  if (bytes_per_s >= 1e12) return fmt::format("{:.4g} TB/s", bytes_per_s / 1e12);
  if (bytes_per_s >= 1e9) return fmt::format("{:.4g} GB/s", bytes_per_s / 1e9);
  return fmt::format("{:.4g} MB/s", bytes_per_s / 1e6);
}

}  // namespace

ordered_json summarize_topology(const model::TopologyDescription& description) {
  const auto topology = model::make_topology(description);
  ordered_json summary = {{"hosts", topology->hosts()},
                          {"switches", topology->switches()},
                          {"hosts_per_switch", hosts_per_switch(*topology)},
                          {"groups", topology->groups()},
                          {"hosts_per_group", topology->hosts() / topology->groups()}};
  ordered_json& classes = summary["classes"] = ordered_json::array();
  const std::vector<std::uint64_t> cables = cables_by_class(*topology);
  for (std::size_t i = 0; i < cables.size(); ++i) {
    if (cables[i] == 0) continue;
    const model::LinkClass& link = topology->classes()[i];
    classes.push_back({{"class", link.name},
                       {"cables", cables[i]},
                       {"bytes_per_s", link.bytes_per_s},
                       {"latency_s", link.latency_s}});
  }
  if (topology->hosts() < 2) return summary;
  const RouteLengths routes = route_lengths(*topology);
  summary["routes"] = {{"least_links", routes.least},     {"mean_links", routes.mean},
                       {"most_links", routes.most},       {"least_latency_s", routes.least_s},
                       {"most_latency_s", routes.most_s}, {"pairs", routes.pairs},
                       {"all_pairs", routes.all}};
  const auto halves = bisection(description);
  summary["bisection"] = {
      {"class", halves->link_class},
      {"bytes_per_s", halves->bytes_per_s},
      {"bytes_per_s_per_host", halves->bytes_per_s / static_cast<double>(halves->hosts)}};
  return summary;
}

void print_topology(std::ostream& stream, const ordered_json& summary) {
  std::vector<std::vector<std::string>> rows = {
      {"hosts",
       summary.at("switches") == 1
           ? fmt::format("{} on one switch", summary.at("hosts").dump())
           : fmt::format("{} on {} switches, {} at a switch", summary.at("hosts").dump(),
                         summary.at("switches").dump(), summary.at("hosts_per_switch").dump())}};
  if (summary.at("groups") != 1)
    rows.push_back({"groups", fmt::format("{} of {} hosts", summary.at("groups").dump(),
                                          summary.at("hosts_per_group").dump())});
  if (summary.contains("routes")) {
    const ordered_json& routes = summary.at("routes");
    rows.push_back(
        {"routes",
         fmt::format("{} to {} links, {:.3g} on average; latency {} to {}{}",
                     routes.at("least_links").dump(), routes.at("most_links").dump(),
                     routes.at("mean_links").get<double>(),
                     base::seconds_text(routes.at("least_latency_s").get<double>()),
                     base::seconds_text(routes.at("most_latency_s").get<double>()),
                     routes.at("all_pairs").get<bool>()
                         ? ""
                         : fmt::format("; of {} sampled pairs", routes.at("pairs").dump()))});
    const ordered_json& halves = summary.at("bisection");
    rows.push_back(
        {"bisection", fmt::format("{} from half to half, {} a host; limited by class {}",
                                  rate_text(halves.at("bytes_per_s").get<double>()),
                                  rate_text(halves.at("bytes_per_s_per_host").get<double>()),
                                  halves.at("class").get<std::string>())});
  }
  base::print_columns(stream, rows);
  rows = {{"class", "cables", "bandwidth", "latency"}};
  for (const ordered_json& link : summary.at("classes"))
    rows.push_back({link.at("class").get<std::string>(), link.at("cables").dump(),
                    rate_text(link.at("bytes_per_s").get<double>()),
                    base::seconds_text(link.at("latency_s").get<double>())});
  stream << '\n';
  base::print_columns(stream, rows, {.right = {1, 2, 3}});
}

}  // namespace sparlab::platforms
