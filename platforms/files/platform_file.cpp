#include "platforms/files/platform_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/errors/errors.hpp"
#include "base/json/json_text.hpp"
#include "base/json/strict_object.hpp"
#include "base/text/content_hash.hpp"
#include "model/base/contract.hpp"
#include "platforms/sections/kernels_json.hpp"
#include "platforms/topology/simulated_network.hpp"
#include "platforms/topology/topology_facts.hpp"
#include "platforms/topology/topology_json.hpp"

namespace sparlab::platforms {

using nlohmann::json;

namespace {

/// LogGP's o: the time that a message takes on each of the two CPUs.
struct Overhead {
  double per_message_s = 0;
  double per_byte_s = 0;
  double rendezvous_bytes = std::numeric_limits<double>::infinity();
  double rendezvous_s = 0;
};

/// The settings that are missing are SimGrid's own, but a file without the section has the pinned
/// ones.
void read_network_model(base::StrictObject& document, PlatformFile& file) {
  if (!document.optional("network_model")) return;
  base::StrictObject network = document.object("network_model");
  const auto settings = network.texts("settings");
  network.text("source");
  network.finish();
  file.network->config = settings;
}

void read_topology(base::StrictObject& document, PlatformFile& file) {
  base::StrictObject topology = document.object("topology");
  const auto described = read_topology_description(topology, document);
  if (!described) {
    file.hosts = topology.count("hosts");
    file.placement = read_placement(topology, file.hosts, std::numeric_limits<int>::max());
    return topology.finish();
  }
  file.hosts = static_cast<int>(model::host_count(*described));
  file.placement = read_placement(topology, file.hosts, kMostHosts);
  topology.finish();
  const base::StrictObject links = document.object("links");
  for (const std::string& name : unused_classes(*described))
    if (links.has(name)) file.unused_links.push_back(name);
  file.network.emplace();
  file.network->name = file.name;
  file.network->topology = *described;
  read_network_model(document, file);
}

Overhead read_overhead(base::StrictObject& document) {
  base::StrictObject section = document.object("overhead");
  Overhead overhead;
  overhead.per_message_s = section.quantity("per_message", base::Dimension::time);
  overhead.per_byte_s = section.quantity("per_byte", base::Dimension::time_per_byte);
  if (section.has("rendezvous_from") || section.has("rendezvous_per_message")) {
    overhead.rendezvous_bytes = section.quantity("rendezvous_from", base::Dimension::size);
    overhead.rendezvous_s = section.quantity("rendezvous_per_message", base::Dimension::time);
  }
  section.finish();
  return overhead;
}

model::Gammas read_gammas(base::StrictObject& document) {
  base::StrictObject section = document.object("gamma");
  model::Gammas gammas;
  gammas.merge_s = section.quantity("merge", base::Dimension::time_per_entry);
  gammas.scatter_s = section.quantity("scatter", base::Dimension::time_per_entry);
  gammas.dense_sum_s = section.quantity("dense_sum", base::Dimension::time_per_element);
  gammas.copy_s_per_byte = section.quantity("copy", base::Dimension::time_per_byte);
  gammas.select_s = section.quantity("select", base::Dimension::time_per_entry);
  section.finish();
  gammas.curves = read_kernels(document);
  return gammas;
}

std::optional<Accelerator> read_accelerator(base::StrictObject& document) {
  if (!document.optional("accelerator")) return std::nullopt;
  base::StrictObject section = document.object("accelerator");
  Accelerator accelerator;
  accelerator.select_s = section.quantity("select", base::Dimension::time_per_entry);
  accelerator.scatter_s = section.quantity("scatter", base::Dimension::time_per_entry);
  section.finish();
  return accelerator;
}

/// The section `hockney` as a transport: one alpha, or two with a rendezvous protocol.
Transport read_hockney(base::StrictObject& document) {
  base::StrictObject section = document.object("hockney");
  const double alpha_s = section.quantity("alpha", base::Dimension::time);
  const double beta_s_per_byte = section.quantity("beta", base::Dimension::time_per_byte);
  Transport transport;
  transport.segments.push_back({0, alpha_s, beta_s_per_byte});
  if (section.has("rendezvous_from") || section.has("rendezvous_alpha")) {
    const double from_bytes = section.quantity("rendezvous_from", base::Dimension::size);
    transport.segments.push_back(
        {from_bytes, section.quantity("rendezvous_alpha", base::Dimension::time), beta_s_per_byte});
  }
  section.finish();
  return transport;
}

Transport read_messages(base::StrictObject& document) {
  if (!document.has("transport")) return read_hockney(document);
  if (document.has("hockney"))
    document.fail("hockney", "either \"hockney\" or \"transport\", which replaces it");
  return read_transport(document, "transport");
}

/// A library's limit of messages that a rank has on their way.
int read_send_limit(base::StrictObject& document) {
  if (!document.optional("send_limit")) return 0;
  base::StrictObject section = document.object("send_limit");
  const int messages = section.count("messages");
  section.text("source");
  section.text("uncertainty");
  section.finish();
  return messages;
}

/// Contract: topology and placement have been read.
void read_contention(base::StrictObject& document, PlatformFile& file) {
  if (!document.optional("contention")) return;
  if (file.topology() == nullptr)
    document.refuse("contention", "there", "no such section where the topology has no links");
  base::StrictObject section = document.object("contention");
  section.text("source");
  section.text("uncertainty");
  section.finish();
  file.link_loads = std::make_shared<model::LinkLoads>(*file.topology(), file.placement);
}

std::optional<double> read_processors(base::StrictObject& document) {
  if (!document.optional("processors")) return std::nullopt;
  base::StrictObject section = document.object("processors");
  const double round_trip_s = section.quantity("round_trip", base::Dimension::time);
  if (!(round_trip_s > 0)) section.fail("round_trip", "a time above zero");
  section.finish();
  return round_trip_s;
}

std::optional<double> read_residual(base::StrictObject& document) {
  if (!document.optional("residual")) return std::nullopt;
  const double factor = document.quantity("residual", base::Dimension::multiple);
  if (!(factor >= 1)) document.fail("residual", "1 or more times");
  return factor;
}

std::vector<model::Segment> larger_overhead(const Overhead& overhead) {
  if (!std::isfinite(overhead.rendezvous_bytes)) return {};
  return {{overhead.rendezvous_bytes, overhead.rendezvous_s, 0}};
}

runtime::loggp::Machine read_loggp(base::StrictObject& document, const Overhead& overhead,
                                   const runtime::WorkRates& rates,
                                   const model::WorkCurves& curves) {
  base::StrictObject section = document.object("loggp");
  const double latency_s = section.quantity("latency", base::Dimension::time);
  const double gap_s = section.quantity("gap", base::Dimension::time);
  const double gap_s_per_byte = section.quantity("gap_per_byte", base::Dimension::time_per_byte);
  section.finish();
  auto machine = runtime::loggp::Machine::log_gp(latency_s, overhead.per_message_s, gap_s,
                                                 gap_s_per_byte, rates);
  machine.overhead_s_per_byte = overhead.per_byte_s;
  machine.larger_overhead = larger_overhead(overhead);
  machine.work_curves = curves;
  return machine;
}

runtime::WorkRates rates_of(const model::Gammas& gammas) {
  runtime::WorkRates rates{};
  const auto rate = [&](runtime::WorkKind kind) -> double& {
    return rates[static_cast<std::size_t>(kind)];
  };
  rate(runtime::WorkKind::merge) = gammas.merge_s;
  rate(runtime::WorkKind::scatter) = gammas.scatter_s;
  rate(runtime::WorkKind::dense_sum) = gammas.dense_sum_s;
  rate(runtime::WorkKind::copy) = gammas.copy_s_per_byte;
  rate(runtime::WorkKind::select) = gammas.select_s;
  return rates;
}

void set_costs(sim::Platform& platform, const Overhead& overhead, const runtime::WorkRates& rates,
               const model::WorkCurves& curves) {
  platform.overhead_s = overhead.per_message_s;
  platform.overhead_s_per_byte = overhead.per_byte_s;
  platform.larger_overhead = larger_overhead(overhead);
  platform.rendezvous_bytes = overhead.rendezvous_bytes;
  platform.rates = rates;
  platform.work_curves = curves;
}

}  // namespace

sim::Platform PlatformFile::simulated(std::uint64_t ranks) const {
  sim::Platform platform = *network;
  const model::SlowdownCurve exchange = transport.slowdowns(ranks).exchange;
  if (!exchange.empty()) platform.duplex = std::max(1.0, exchange.back().factor);
  if (!placement.shares_ports() && has_transport) {
    platform.slowdowns = transport.slowdowns(ranks);
    platform.stream = transport.segments;
  }
  if (placement.shares_ports()) {
    const model::SlowdownCurve near = inside.slowdowns(placement.ranks_per_host).exchange;
    if (!near.empty()) platform.inside_duplex = std::max(1.0, near.back().factor);
  }
  return platform;
}

model::Machine PlatformFile::machine(std::uint64_t ranks,
                                     const model::RankGroups& ranks_in_groups) const {
  SPARLAB_EXPECTS(!ranks_in_groups.known() || ranks_in_groups.ranks() == ranks);
  const model::Segment& first = transport.segments.front();
  model::SharedHosts hosts_of_ranks;
  if (placement.shares_ports())
    hosts_of_ranks = {placement, inside.segments, inside.slowdowns(placement.ranks_per_host)};
  if (groups) hosts_of_ranks.placement = placement;
  model::Slowdowns slowdowns = transport.slowdowns(ranks);
  // A port that several ranks share does not pause because one of them does.
  if (placement.shares_ports()) slowdowns.tree.clear();
  return {.alpha_s = first.alpha_s,
          .beta_s_per_byte = first.beta_s_per_byte,
          .larger = {transport.segments.begin() + 1, transport.segments.end()},
          .slowdowns = std::move(slowdowns),
          .gammas = gammas,
          .hosts = std::move(hosts_of_ranks),
          .groups = groups ? groups->of(ranks_in_groups) : model::HostGroups(),
          .links = link_loads ? link_loads->of(ranks) : model::SharedLinks(),
          .receiving_shared = transport.receiving_shared && !placement.shares_ports()};
}

void PlatformFile::place_ranks(runtime::loggp::Machine& engine) const {
  engine.most_in_flight = static_cast<std::uint32_t>(send_limit);
  if (groups) engine.placement = placement;
  if (!placement.shares_ports()) return;
  engine.placement = placement;
  engine.inside = inside.segments;
  engine.inside_slowdowns = inside.slowdowns(placement.ranks_per_host);
}

runtime::loggp::Machine PlatformFile::loggp_hockney(
    std::uint64_t ranks, const model::RankGroups& ranks_in_groups) const {
  const model::Machine closed = machine(ranks, ranks_in_groups);
  auto engine = runtime::loggp::Machine::hockney(closed.alpha_s, closed.beta_s_per_byte, rates);
  engine.larger = closed.larger;
  engine.work_curves = gammas.curves;
  engine.slowdowns = closed.slowdowns;
  engine.receiving_shared = closed.receiving_shared;
  engine.noise = noise.delays;
  engine.groups = closed.groups;
  engine.links = closed.links;
  place_ranks(engine);
  return engine;
}

runtime::loggp::Machine PlatformFile::loggp(std::uint64_t ranks,
                                            const model::RankGroups& ranks_in_groups) const {
  const model::Machine closed = machine(ranks, ranks_in_groups);
  runtime::loggp::Machine engine = separate;
  engine.slowdowns = closed.slowdowns;
  engine.receiving_shared = closed.receiving_shared;
  engine.noise = noise.delays;
  engine.groups = closed.groups;
  engine.links = closed.links;
  engine.group_alpha_is_latency = true;
  place_ranks(engine);
  return engine;
}

std::optional<std::string> disturbance(const PlatformFile& platform) {
  for (const char* const about : {"load", "processors"}) {
    const auto doubt = platform.doubts.find(about);
    if (doubt != platform.doubts.end()) return fmt::format("{}: {}", doubt->first, doubt->second);
  }
  return std::nullopt;
}

PlatformFile load_platform(const std::filesystem::path& file) {
  return platform_from_json(base::read_json_file(file), file);
}

PlatformFile platform_from_json(const nlohmann::json& content, const std::filesystem::path& file) {
  base::StrictObject document(content, file.string());
  PlatformFile platform;
  platform.name = document.text("name");
  if (platform.name != file.stem().string()) {
    document.fail("name", fmt::format("the name of the file, \"{}\"", file.stem().string()));
  }
  platform.title = document.text("title");
  if (document.has("doubts")) platform.doubts = document.texts("doubts");
  platform.residual = read_residual(document);
  platform.content = std::make_shared<const std::string>(content.dump());
  platform.hash = base::content_hash(*platform.content);
  read_topology(document, platform);
  const Overhead overhead = read_overhead(document);
  const model::Gammas gammas = read_gammas(document);
  const runtime::WorkRates rates = rates_of(gammas);
  platform.transport = read_messages(document);
  platform.has_transport = document.has("transport");
  platform.inside = read_inside_host(document, platform.placement);
  platform.groups = read_host_groups(document, platform.placement);
  read_contention(document, platform);
  platform.send_limit = read_send_limit(document);
  platform.noise = read_noise(document);
  platform.processor_round_trip_s = read_processors(document);
  platform.gammas = gammas;
  platform.accelerator = read_accelerator(document);
  platform.rates = rates;
  platform.separate = read_loggp(document, overhead, rates, gammas.curves);
  if (platform.network) {
    set_costs(*platform.network, overhead, rates, gammas.curves);
    if (platform.has_transport) set_overhead(*platform.network, platform.transport.segments);
    platform.network->placement = platform.placement;
    if (platform.placement.shares_ports()) set_inside(*platform.network, platform.inside.segments);
  }
  document.finish();
  return platform;
}

}  // namespace sparlab::platforms
