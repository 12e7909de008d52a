#include "platforms/topology/topology_summary.hpp"

#include <fmt/format.h>

#include <ostream>

#include "base/text/text_table.hpp"

namespace sparlab::platforms {
namespace {

using base::Fields;

std::string rate_text(double bytes_per_s) {
  if (bytes_per_s >= 1e12) return fmt::format("{:.4g} TB/s", bytes_per_s / 1e12);
  if (bytes_per_s >= 1e9) return fmt::format("{:.4g} GB/s", bytes_per_s / 1e9);
  return fmt::format("{:.4g} MB/s", bytes_per_s / 1e6);
}

double per_host(const Bisection& halves) {
  return halves.bytes_per_s / static_cast<double>(halves.hosts);
}

Fields class_fields(const LinkCables& link) {
  return {
      {"class", "class", link.link_class},
      {"cables", "cables", link.cables},
      {"bytes_per_s", "bandwidth", base::number_as(link.bytes_per_s, rate_text(link.bytes_per_s))},
      {"latency_s", "latency", base::seconds(link.latency_s)}};
}

Fields route_fields(const RouteLengths& routes) {
  return {{"least_links", routes.least},     {"mean_links", routes.mean},
          {"most_links", routes.most},       {"least_latency_s", routes.least_s},
          {"most_latency_s", routes.most_s}, {"pairs", routes.pairs},
          {"all_pairs", routes.all}};
}

Fields bisection_fields(const Bisection& halves) {
  return {{"class", halves.link_class},
          {"bytes_per_s", halves.bytes_per_s},
          {"bytes_per_s_per_host", per_host(halves)}};
}

}  // namespace

TopologySummary summarize_topology(const model::TopologyDescription& description) {
  const auto topology = model::make_topology(description);
  TopologySummary summary{.hosts = topology->hosts(),
                          .switches = topology->switches(),
                          .hosts_per_switch = hosts_per_switch(*topology),
                          .groups = topology->groups(),
                          .classes = {},
                          .routes = {},
                          .bisection = bisection(description)};
  const std::vector<std::uint64_t> cables = cables_by_class(*topology);
  for (std::size_t i = 0; i < cables.size(); ++i) {
    const model::LinkClass& link = topology->classes()[i];
    if (cables[i] > 0)
      summary.classes.push_back({link.name, cables[i], link.bytes_per_s, link.latency_s});
  }
  if (summary.hosts >= 2) summary.routes = route_lengths(*topology);
  return summary;
}

Fields topology_fields(const TopologySummary& summary) {
  Fields of_two;
  if (summary.routes)
    of_two = {{"routes", route_fields(*summary.routes)},
              {"bisection", bisection_fields(*summary.bisection)}};
  return {{"hosts", summary.hosts},
          {"switches", summary.switches},
          {"hosts_per_switch", summary.hosts_per_switch},
          {"groups", summary.groups},
          {"hosts_per_group", summary.hosts / summary.groups},
          {"classes", base::rows_of(summary.classes, class_fields)},
          of_two};
}

void print_topology(std::ostream& stream, const TopologySummary& summary) {
  base::TextRows rows = {
      {"hosts", summary.switches == 1
                    ? fmt::format("{} on one switch", summary.hosts)
                    : fmt::format("{} on {} switches, {} at a switch", summary.hosts,
                                  summary.switches, summary.hosts_per_switch)}};
  if (summary.groups != 1)
    rows.push_back(
        {"groups", fmt::format("{} of {} hosts", summary.groups, summary.hosts / summary.groups)});
  if (summary.routes) {
    const RouteLengths& routes = *summary.routes;
    rows.push_back(
        {"routes",
         fmt::format("{} to {} links, {:.3g} on average; latency {} to {}{}", routes.least,
                     routes.most, routes.mean, base::seconds_text(routes.least_s),
                     base::seconds_text(routes.most_s),
                     routes.all ? "" : fmt::format("; of {} sampled pairs", routes.pairs))});
    const Bisection& halves = *summary.bisection;
    rows.push_back({"bisection", fmt::format("{} from half to half, {} a host; limited by class {}",
                                             rate_text(halves.bytes_per_s),
                                             rate_text(per_host(halves)), halves.link_class)});
  }
  base::print_columns(stream, rows);
  stream << '\n';
  base::print_table(stream, base::rows_of(summary.classes, class_fields));
}

}  // namespace sparlab::platforms
