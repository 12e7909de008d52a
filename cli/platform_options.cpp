#include "cli/platform_options.hpp"

#include <CLI/CLI.hpp>
#include <cstdint>

#include "cli/option_checks.hpp"
#include "platforms/sections/hosts_json.hpp"
#include "report/figures/topology_layout.hpp"

namespace sparlab::cli {

void add_platform_show(CLI::App& app, PlatformShowArguments& show) {
  app.add_option("platform", show.platform, "The name of a platform or the path of its file")
      ->check(not_empty())
      ->required();
  app.add_option("--ranks", show.ranks, "Slow-downs depend on the number of ranks (default: 8)")
      ->transform(from_to<std::uint64_t>(1, 1U << 31U))
      ->option_text("P");
  add_format(app, show.format, kTableOrJson);
}

void add_platform_check(CLI::App& app, PlatformCheckArguments& check) {
  app.add_option("platform", check.platform, "Name or path of a platform file")
      ->check(not_empty())
      ->required();
  add_format(app, check.format, kTableOrJson);
}

void add_platform_new(CLI::App& app, PlatformNewArguments& made) {
  app.add_option("name", made.name, "The name of the new platform")->required();
  app.add_option("--hosts", made.hosts, "Hosts on one switch")
      ->transform(from_to(1, 1 << 20))
      ->required()
      ->option_text("HOSTS");
  app.add_option("--ranks-per-host", made.ranks_per_host,
                 "Ranks on each host, which share its port and exchange messages inside it")
      ->transform(from_to(1, platforms::kMostRanksPerHost))
      ->capture_default_str()
      ->option_text("RANKS");
  app.add_option("--bandwidth", made.bandwidth, "Of a host's port, as in 10Gb/s")
      ->required()
      ->option_text("QUANTITY");
  app.add_option("--latency", made.latency, "Half a round trip of a small message, as in 20us")
      ->required()
      ->option_text("QUANTITY");
  app.add_option("--like", made.like, "The platform from which all other numbers are taken")
      ->check(not_empty())
      ->capture_default_str()
      ->option_text("PLATFORM");
  app.add_option("-o,--output", made.output,
                 "The new file, NAME.json (default: in the user's platform folder)")
      ->check(not_empty());
}

void add_platform_draw(CLI::App& app, PlatformDrawArguments& drawn) {
  app.add_option("platform", drawn.platform, "Name or path of a platform file")
      ->check(not_empty())
      ->required();
  app.add_option("-o,--output", drawn.output,
                 "The picture, .svg or .png; a file that exists is replaced (default: NAME.svg)")
      ->check(not_empty());
  app.add_option("--groups", drawn.groups, "Groups, or planes of a torus, in detail")
      ->transform(from_to<std::uint32_t>(1, report::kMostDetailedGroups))
      ->capture_default_str()
      ->option_text("COUNT");
}

void add_platform_fit(CLI::App& app, PlatformFitArguments& fit) {
  app.add_option("results", fit.selection.results, "Output folders with measured times")
      ->check(not_empty())
      ->required()
      ->option_text("RESULTS...");
  auto* const name = app.add_option("--name", fit.name, "The name of the new platform");
  app.add_option("--machine", fit.selection.machine, "The platform of the records, if of several")
      ->check(not_empty())
      ->option_text("NAME");
  app.add_option("--variant", fit.selection.variants,
                 "Which code: a variant of the records or its first word, such as over; repeatable")
      ->check(not_empty())
      ->option_text("VARIANT")
      ->allow_extra_args(false);
  app.add_option("-a,--algorithms", fit.selection.algorithms, "Only these algorithms")
      ->delimiter(',')
      ->option_text("NAME,...")
      ->allow_extra_args(false);
  app.add_option("--ranks", fit.selection.ranks, "Only these numbers of ranks")
      ->delimiter(',')
      ->option_text("P,...")
      ->allow_extra_args(false);
  app.add_option("--copies", fit.selection.copies,
                 "CODE/ALGORITHM=VECTORS: how often a code copies the whole vector; repeatable")
      ->option_text("TEXT")
      ->allow_extra_args(false);
  app.add_option("--port", fit.port,
                 "The bandwidth of a host's port, as in 200Gb/s: no message is fitted faster")
      ->option_text("QUANTITY");
  app.add_option("--like", fit.like, "The platform from which merges, scatters and selection are")
      ->check(not_empty())
      ->capture_default_str()
      ->option_text("PLATFORM");
  auto* const output =
      app.add_option("-o,--output", fit.output,
                     "The new file, NAME.json (default: in the user's platform folder)")
          ->check(not_empty())
          ->needs(name);
  app.add_option("--leave-out", fit.leave_out,
                 "ranks: predict each number of ranks by a fit of the others; writes no platform")
      ->check(CLI::IsMember({"ranks"}))
      ->excludes(name)
      ->excludes(output)
      ->option_text("WHAT");
  add_format(app, fit.format, kTableOrJson);
}

void add_platform_fit_messages(CLI::App& app, PlatformFitMessagesArguments& fit) {
  app.add_option("table", fit.selection.table,
                 "Summaries of netgauge's one_one: system_dir, run, test, bytes, min, p10, median")
      ->check(not_empty())
      ->required();
  app.add_option("--machine", fit.selection.machines,
                 "A system_dir of the table, if it has several; repeatable")
      ->check(not_empty())
      ->option_text("NAME")
      ->allow_extra_args(false);
  app.add_option("--quantile", fit.selection.quantile, "Of the repetitions of a run")
      ->check(CLI::IsMember({"min", "p10", "median"}))
      ->capture_default_str();
  auto* const name = app.add_option("--name", fit.name, "The name of the new platform");
  auto* const hosts =
      app.add_option("--hosts", fit.hosts, "Hosts of the new platform, on one switch")
          ->check(from_to(2, 1 << 20))
          ->option_text("HOSTS");
  name->needs(hosts);
  hosts->needs(name);
  app.add_option("--like", fit.like, "The platform from which local work is taken")
      ->check(not_empty())
      ->capture_default_str()
      ->option_text("PLATFORM");
  app.add_option("-o,--output", fit.output,
                 "The new file, NAME.json (default: in the user's platform folder)")
      ->check(not_empty())
      ->needs(name);
  add_format(app, fit.format, kTableOrJson);
}

void add_platform_patterns(CLI::App& app, PlatformPatternsArguments& patterns) {
  app.add_option("platform", patterns.platform, "The name of a platform or the path of its file")
      ->check(not_empty())
      ->required();
  app.add_option("--measured", patterns.selection.table,
                 "Published times: system_dir, run, collective, P, bytes, p10_us, median_us")
      ->check(not_empty())
      ->required()
      ->option_text("TABLE");
  app.add_option("--machine", patterns.selection.machine,
                 "A system_dir of the table, if it has several")
      ->check(not_empty())
      ->option_text("NAME");
  app.add_option("--ranks", patterns.selection.ranks, "Only these numbers of ranks")
      ->delimiter(',')
      ->option_text("P,...");
  add_format(app, patterns.format, kTableOrJson);
}

}  // namespace sparlab::cli
