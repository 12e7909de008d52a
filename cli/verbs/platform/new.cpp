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

}  // namespace

Run add_platform_new(Options& options) {
  const auto& name = options.add<std::string>("name", "The name of the new platform");
  const auto& hosts =
      options.add<int>("--hosts HOSTS", "Hosts on one switch", {required(), from_to(1, 1 << 20)});
  const auto& ranks_per_host =
      options.add<int>("--ranks-per-host RANKS",
                       "Ranks on each host, which share its port and exchange messages inside it",
                       {shows_default(), from_to(1, platforms::kMostRanksPerHost)}, 1);
  const auto& bandwidth = options.add<std::string>("--bandwidth QUANTITY",
                                                   "Of a host's port, as in 10Gb/s", {required()});
  const auto& latency = options.add<std::string>(
      "--latency QUANTITY", "Half a round trip of a small message, as in 20us", {required()});
  const auto& like = add_like(options, "gige-8", "all other numbers are taken");
  const auto& output = add_new_platform(options);
  return [&] {
    platforms::new_platform_file(name, "NAME", output);
    const platforms::KnownCluster known{
        .name = name,
        .hosts = hosts,
        .ranks_per_host = ranks_per_host,
        .bandwidth = quantity(bandwidth, base::Dimension::bandwidth, "--bandwidth"),
        .latency = quantity(latency, base::Dimension::time, "--latency"),
        .like = like};
    std::cout << platforms::write_platform(platforms::new_platform(known), output).string() << '\n';
    return kSuccess;
  };
}

}  // namespace sparlab::cli
