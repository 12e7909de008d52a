#include <stdexcept>

#include "analysis/fits/pair_platform.hpp"
#include "cli/verb.hpp"
#include "platforms/files/write_platform.hpp"

namespace sparlab::cli {
namespace {

analysis::PairFit pair_fit_of(const analysis::PairTimes& times,
                              const std::filesystem::path& table) {
  try {
    return analysis::fit_pair(times);
  } catch (const std::invalid_argument& error) {
    throw base::ConfigError(table.string(), "", error.what(), "more sizes of the machine");
  }
}

}  // namespace

Run add_platform_fit_messages(Options& options) {
  auto& selection = options.keep<analysis::PairSelection>();
  options.set(selection.table, "table",
              "Summaries of netgauge's one_one: system_dir, run, test, bytes, p10, median, p90");
  options.set(selection.machines, "--machine NAME",
              "A system_dir of the table, if it has several; repeatable", {repeatable()});
  const auto& name = options.add<std::string>("--name", "The name of the new platform");
  const auto& hosts = options.add<int>("--hosts HOSTS", "Hosts of the new platform, on one switch",
                                       {from_to(2, 1 << 20), needs("--name")});
  const auto& topology = options.add<std::string>(
      "--topology NAME",
      "Instead of --hosts: the platform whose topology and links between switches are copied",
      {needs("--name"), excludes("--hosts")});
  const auto& like = add_like(options, "piz-daint", "local work is taken");
  const auto& output = add_new_platform(options, {needs("--name")});
  const auto& format = add_format(options);
  return [&] {
    const bool as_json = format == OutputFormat::json;
    if (!name.empty()) require_new_platform(name, like, output);
    if (!name.empty() && hosts == 0 && topology.empty())
      throw base::ConfigError("command line", "--name", "a platform without hosts",
                              "--hosts, or --topology");
    const analysis::PairTimes times = analysis::read_pair_times(selection);
    const analysis::PairFit fit = pair_fit_of(times, selection.table);
    std::optional<std::string> platform;
    if (!name.empty())
      platform = platforms::write_platform(
                     analysis::pair_platform({name, hosts, like, topology}, times, fit), output)
                     .string();
    if (as_json) {
      print_json(base::Fields{analysis::pair_fit_fields(times, fit),
                              base::if_known("platform", platform)});
    } else {
      analysis::print_pair_fit(std::cout, times, fit);
      if (platform) std::cout << *platform << '\n';
    }
    return kSuccess;
  };
}

}  // namespace sparlab::cli
