#include "cli/verb.hpp"
#include "platforms/files/new_platform.hpp"
#include "platforms/files/write_platform.hpp"
#include "platforms/sections/hosts_json.hpp"

namespace sparlab::cli {
namespace {

base::WrittenQuantity quantity(const std::string& text, base::Dimension dimension,
                               const char* option) {
  const auto parsed = base::parse_quantity(text, dimension);
  const auto [least, most] = base::accepted_range(dimension);
  // Zero would make a machine without bandwidth or latency.
  if (!parsed || !(parsed->in_base_units > 0))
    throw base::ConfigError(
        "command line", option, fmt::format("\"{}\"", text),
        fmt::format("a number and {}, above 0 and at most {:g} {}", base::accepted_units(dimension),
                    most, base::base_unit(dimension)));
  return *parsed;
}

/// Takes what was given, where it has an effect.
template <class Given, class T>
void take(const std::optional<Given>& given, T& into, bool applies, const char* option,
          const char* accepted) {
  if (!given) return;
  if (!applies) throw base::ConfigError("command line", option, fmt::to_string(*given), accepted);
  into = static_cast<T>(*given);
}

}  // namespace

Run add_platform_new(Options& options) {
  auto& known = options.keep<platforms::KnownCluster>();
  options.set(known.name, "name", "The name of the new platform");
  options.set(known.hosts, "--hosts HOSTS", "Hosts", {required(), from_to(1, 1 << 20)});
  options.set(known.ranks_per_host, "--ranks-per-host RANKS",
              "Ranks on each host, which share its port and exchange messages inside it",
              {shows_default(), from_to(1, platforms::kMostRanksPerHost)});
  const auto& bandwidth = options.add<std::string>(
      "--bandwidth QUANTITY", "Of a host's port, by its data sheet, as in 10Gb/s", {required()});
  options.set(known.achievable, "--achievable SHARE",
              "What messages reach of it; 100% for a measured bandwidth (default: 94.1%, TCP over "
              "Ethernet with MTU 1500)",
              {share_from_to(0.01, 1)});
  const auto& latency = options.add<std::string>(
      "--latency QUANTITY",
      "Half a round trip of a small message between hosts of one switch, as in 20us", {required()});
  const auto& inside_bandwidth = options.add<std::string>(
      "--inside-bandwidth QUANTITY", "Between two ranks of a host (default: as --like)");
  const auto& inside_latency =
      options.add<std::string>("--inside-latency QUANTITY", "Likewise",
                               {needs("--inside-bandwidth"), needed_by("--inside-bandwidth")});
  using Kind = platforms::KnownNetwork::Kind;
  platforms::KnownNetwork& network = known.network;
  options.choose<Kind>(
      network.kind, "--topology KIND", "How hosts are cabled; a star is one switch (default: star)",
      {{"star", Kind::star}, {"fat-tree", Kind::fat_tree}, {"dragonfly", Kind::dragonfly}});
  const auto& hosts_per_switch = options.add<std::optional<std::uint64_t>>(
      "--hosts-per-switch HOSTS", "Of a fat tree or dragonfly (default: 16)",
      {from_to(std::uint64_t{1}, std::uint64_t{1} << 16U)});
  const auto& oversubscription = options.add<std::optional<double>>(
      "--oversubscription RATIO",
      "Hosts of a switch for each of its cables to spines or other groups (default: 1)",
      {from_to(1.0, 1024.0)});
  const auto& groups = options.add<std::optional<std::uint64_t>>(
      "--groups GROUPS", "Of a dragonfly (default: 2)",
      {from_to(std::uint64_t{2}, std::uint64_t{1} << 16U)});
  const auto& switch_latency = options.add<std::string>(
      "--switch-latency QUANTITY", "Of a cable between two switches (default: 300ns)");
  const auto& like = add_like(options, "gige-8", "all other numbers are taken");
  const auto& output = add_new_platform(options);
  return [&] {
    platforms::new_platform_file(known.name, "NAME", output);
    known.like = like;
    const bool has_switches = network.kind != Kind::star;
    constexpr const char* kSwitches = "--topology fat-tree or dragonfly with it";
    take(hosts_per_switch, network.hosts_per_switch, has_switches, "--hosts-per-switch", kSwitches);
    take(oversubscription, network.oversubscription, has_switches, "--oversubscription", kSwitches);
    take(groups, network.groups, network.kind == Kind::dragonfly, "--groups",
         "--topology dragonfly with it");
    if (!switch_latency.empty() && !has_switches)
      throw base::ConfigError("command line", "--switch-latency", switch_latency, kSwitches);
    if (!inside_bandwidth.empty() && known.ranks_per_host == 1)
      throw base::ConfigError("command line", "--inside-bandwidth", inside_bandwidth,
                              "--ranks-per-host of 2 or more with it");
    const auto read = [](const std::string& text, base::Dimension dimension, const char* option,
                         auto& into) {
      if (!text.empty()) into = quantity(text, dimension, option);
    };
    read(bandwidth, base::Dimension::bandwidth, "--bandwidth", known.bandwidth);
    read(latency, base::Dimension::time, "--latency", known.latency);
    read(inside_bandwidth, base::Dimension::bandwidth, "--inside-bandwidth",
         known.inside_bandwidth);
    read(inside_latency, base::Dimension::time, "--inside-latency", known.inside_latency);
    read(switch_latency, base::Dimension::time, "--switch-latency", network.switch_latency);
    std::cout << platforms::write_platform(platforms::new_platform(known), output).string() << '\n';
    return kSuccess;
  };
}

}  // namespace sparlab::cli
