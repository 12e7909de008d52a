#include "cli/arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/errors/errors.hpp"
#include "base/system/build_info.hpp"
#include "base/text/nearest_name.hpp"
#include "base/text/printable.hpp"
#include "cli/advice_options.hpp"
#include "cli/cluster_options.hpp"
#include "cli/errors.hpp"
#include "cli/examples.hpp"
#include "cli/input_options.hpp"
#include "cli/machine_options.hpp"
#include "cli/option_checks.hpp"
#include "cli/platform_options.hpp"
#include "cli/record_options.hpp"
#include "cli/report_options.hpp"
#include "experiments/spec/points/engine.hpp"

namespace sparlab::cli {
namespace {

using experiments::ExperimentRequest;

/// The last part of --help: the forms of an axis.
constexpr const char* kAxes =
    "An axis (-P, -N, --density) is\n"
    "  8, 1e6, 16M, 1.5Ki, 2^24   a number; a density also as 0.1%\n"
    "  2,4,8                      a list; '25, 500' where 25,500 could be one number\n"
    "  2:64:x2                    FROM:TO:xFACTOR: 2, 4, 8, ... 64\n"
    "  1e-4:0.5:log9              FROM:TO:logPOINTS: nine values at equal ratios\n"
    "  1:9:lin3                   FROM:TO:linPOINTS: three values at equal distances\n"
    "  1..64                      FROM..TO: every whole number from 1 to 64\n"
    "k (or K), M, G, T are powers of 1000, and Ki, Mi, Gi, Ti powers of 1024.\n";

std::vector<std::string_view> engine_names() {
  std::vector<std::string_view> names;
  for (const experiments::EngineInfo& engine : experiments::kEngines) names.push_back(engine.name);
  return names;
}

void add_request(CLI::App& app, ExperimentRequest& request) {
  app.add_option(
         "file", request.file,
         "Experiment file or the name of a suite (sparlab list suites); without one, -P, -N "
         "and --density describe a quick experiment")
      ->check(not_empty())
      ->option_text("[FILE]");
  app.add_option_function<std::vector<std::string>>(
         "-a,--algorithms",
         [&request](const std::vector<std::string>& texts) {
           for (const std::string& text : texts)
             for (std::string& one : experiments::split_algorithms(text))
               request.algorithms.push_back(std::move(one));
         },
         "Only these algorithms: names, names with settings such as 'kylix(degrees=4x2)', all, "
         "exact, approximate")
      ->option_text("ALGORITHMS")
      ->allow_extra_args(false);
  app.add_option("--engines", request.engines,
                 fmt::format("Only these engines: {}", fmt::join(engine_names(), ", ")))
      ->delimiter(',')
      ->option_text("ENGINE,...")
      ->allow_extra_args(false);
  for (const experiments::SweepOption& option : experiments::sweep_options())
    app.add_option_function<std::string>(
           option.flags,
           [&](const std::string& text) { request.sweep[std::string(option.key)] = text; },
           option.help)
        ->option_text(option.value_name);
  app.footer(kAxes);
  app.add_option("--set", request.overrides,
                 "PATH=VALUE: overrides one value, as in sweeps.0.P=8 or, in all sweeps, "
                 "input.path=FILE; repeatable")
      ->option_text("PATH=VALUE")
      ->allow_extra_args(false);
}

void add_run(CLI::App& app, RunArguments& run) {
  add_request(app, run.request);
  app.add_option("-o,--output", run.output, "Output folder (default: results/<experiment>)")
      ->check(not_empty());
  app.add_option("-j,--jobs", run.jobs, "Simulations at a time (default: all processors)")
      ->transform(job_count());
  auto* const resume =
      app.add_flag("--resume", run.resume, "Keep the records that are there (the default)");
  app.add_flag("--fresh", run.fresh, "Start without records; the old file is renamed")
      ->excludes(resume);
  app.add_flag("--force", run.force,
               "Also run points above the point budget or the available memory, or with more ranks "
               "than fit the processors");
  app.add_flag("--fail-fast", run.fail_fast, "Stop at the first point that fails");
  app.add_flag("--dry-run", run.dry_run, "Print what would run, with predicted time and memory");
  app.add_option("--points", run.points,
                 "Only the points of this file: an id a line, as plan --format json prints it")
      ->check(not_empty())
      ->option_text("FILE");
  app.add_option("--point-budget", run.point_budget_s,
                 fmt::format("Seconds that a point may be predicted to run, and if given, may run "
                             "(default: {}, and no limit while it runs but --point-timeout)",
                             kPointBudget))
      ->transform(from_to(1e-3, 1e9))
      ->option_text("SECONDS");
  app.add_option("--over-budget", run.over_budget,
                 "Points above the point budget or the available memory: refuse (nothing runs), "
                 "leave-out, or model (engine model runs them instead)")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, OverBudget>{{"refuse", OverBudget::refuse},
                                            {"leave-out", OverBudget::leave_out},
                                            {"model", OverBudget::with_model}},
          CLI::ignore_case))
      ->option_text("WHAT");
  app.add_option("--shard", run.shard,
                 "I/N: only the I-th of N parts of the points, with an output folder of its own; "
                 "sparlab merge joins them")
      ->check(not_empty())
      ->option_text("I/N");
  app.add_flag("--retry-failed", run.retry_failed,
               "Of the points without a record, run only those that failed before");
  app.add_flag("--no-report", run.no_report,
               "Only run points: no tables, no summary.csv, no figures");
  app.add_option("--point-timeout", run.point_timeout_s,
                 "Stop any point that runs longer than this many seconds (default: 20 times its "
                 "predicted time, at least 60)")
      ->transform(from_to(1e-3, 1e9))
      ->option_text("SECONDS");
  add_top(app, run.top, "default: 3, and none where the tables would be long");
  add_max_error(app, run.max_error);
  auto formats = kTableOrJson;
  formats.insert({{"csv", OutputFormat::csv}, {"jsonl", OutputFormat::jsonl}});
  add_format(app, run.format, formats);
}

std::string version_text() {
  namespace build = base::build_info;
  return fmt::format("sparlab {} ({})", build::version, build::commit);
}

/// --version is not a verb, so that its format is not one of a verb's options.
bool asks_for_version_as_json(int argc, const char* const* argv) {
  const std::vector<std::string_view> words(argv + 1, argv + argc);
  using Words = std::vector<std::string_view>;
  return words == Words{"--version", "--format", "json"} ||
         words == Words{"--version", "--format=json"};
}

void print_version_as_json() {
  namespace build = base::build_info;
  const nlohmann::json version = {{"version", build::version}, {"commit", build::commit},
                                  {"modified", build::dirty},  {"compiler", build::compiler},
                                  {"flags", build::flags},     {"libraries", build::libraries}};
  std::cout << version.dump(2) << '\n';
}

/// All verbs with their arguments; parsing selects one of them.
struct CommandLine {
  CLI::App app{"sparlab: which sparse allreduce wins where, by theory, simulation and measurement",
               "sparlab"};
  RunArguments run;
  SubmitArguments submit;
  StatusArguments status;
  PlanArguments plan;
  ListArguments list;
  PlotArguments plot;
  TableArguments table;
  MergeArguments merge;
  RecordsArguments records;
  RerunArguments rerun;
  ReportArguments report;
  ImportArguments import;
  CompareArguments compare;
  ReproduceArguments reproduce;
  ValidateArguments validate;
  FillInArguments fill_in;
  ConvertArguments convert;
  CalibrateArguments calibrate;
  PlatformShowArguments platform_show;
  PlatformCheckArguments platform_check;
  PlatformNewArguments platform_new;
  PlatformDrawArguments platform_draw;
  PlatformFitArguments platform_fit;
  PlatformFitMessagesArguments platform_fit_messages;
  PlatformPatternsArguments platform_patterns;
  PredictArguments predict;
  AdviseArguments advise;
  CrossoverArguments crossover;
  EnvArguments env;
  SchemaArguments schema;
  CompletionArguments completion;
  ManualPagesArguments manual_pages;
  TestbedArguments testbed;
  Arguments chosen;

  CommandLine() {
    app.set_version_flag("--version", version_text(),
                         "Print the version; --version --format json also says how it was built");
    app.require_subcommand(1);
    add_run(*verb("run", "Run an experiment and report who wins where", run), run);
    CLI::App* const submits = verb(
        "submit", "Write the scripts that run an experiment on a cluster, and start them", submit);
    add_request(*submits, submit.request.experiment);
    add_submit(*submits, submit);
    add_status(*verb("status", "Say how far a submitted experiment is", status), status);
    CLI::App* const plans = verb("plan", "Print the points of an experiment", plan);
    add_request(*plans, plan.request);
    add_format(*plans, plan.format, kTableOrJson);
    CLI::App* const lists = verb("list", "List algorithms, platforms, engines or suites", list);
    lists->add_option("what", list.what, "algorithms, platforms, engines or suites")
        ->check(CLI::IsMember({"algorithms", "platforms", "engines", "suites"}));
    lists->add_option("name", list.algorithm, "An algorithm: lists its parameters")
        ->option_text("[NAME]");
    auto list_formats = kTableOrJson;
    list_formats.insert({"names", OutputFormat::names});
    add_format(*lists, list.format, list_formats);
    add_plot(*verb("plot", "Write table, CSV and figures of an output folder again; needs gnuplot",
                   plot),
             plot);
    add_table(*verb("table", "Print what wins where and all algorithms of each point", table),
              table);
    add_merge(*verb("merge", "Join the records of several output folders", merge), merge);
    add_records(*verb("records", "Print the records of an output folder, each with all its fields",
                      records),
                records);
    add_rerun(*verb("rerun", "Run the point of one record again and compare", rerun), rerun);
    add_report(
        *verb("report", "Make one HTML page of an output folder, with charts and tables", report),
        report);
    add_import(
        *verb("import", "Make records of engine measured from a table of published times", import),
        import);
    add_compare(
        *verb("compare", "Compare predictions with measurements of the same points", compare),
        compare);
    add_reproduce(*verb("reproduce", "Compare published results with ours", reproduce), reproduce);
    add_validate(*verb("validate", "Check times against lower bounds: which apply, hold, are tight",
                       validate),
                 validate);
    add_fill_in(
        *verb("fill-in", "Measure the unions of a file's workers, and extrapolate them", fill_in),
        fill_in);
    add_convert(*verb("convert", "Make a recording from NumPy arrays or index lists", convert),
                convert);
    add_calibrate(*verb("calibrate", "Measure this machine again: platform local", calibrate),
                  calibrate);
    CLI::App& platform =
        *app.add_subcommand("platform", "Show, check, draw, make or fit platform files")
             ->require_subcommand(1);
    add_platform_show(
        *verb("show", "Print the numbers of a platform, their sources, and message times",
              platform_show, platform),
        platform_show);
    add_platform_check(*verb("check", "Check a platform file and the relations of its numbers",
                             platform_check, platform),
                       platform_check);
    add_platform_new(*verb("new", "Make the platform file of a cluster from what is known of it",
                           platform_new, platform),
                     platform_new);
    add_platform_draw(*verb("draw", "Draw the topology of a platform", platform_draw, platform),
                      platform_draw);
    add_platform_fit(*verb("fit", "Fit a platform to measured times of dense allreduces",
                           platform_fit, platform),
                     platform_fit);
    add_platform_fit_messages(
        *verb("fit-messages", "Fit a platform to published times of messages between two ranks",
              platform_fit_messages, platform),
        platform_fit_messages);
    add_platform_patterns(*verb("patterns", "Predict published patterns of messages, and compare",
                                platform_patterns, platform),
                          platform_patterns);
    add_predict(*verb("predict", "Predict the time of an algorithm by its formula", predict),
                predict);
    add_advise(*verb("advise", "Say which algorithm to use at a point, and why", advise), advise);
    add_crossover(
        *verb("crossover", "Solve for the point from which one algorithm beats another", crossover),
        crossover);
    add_format(*verb("env", "Print what records say of this machine and build", env), env.format,
               kTableOrJson);
    verb("schema", "Print the JSON Schema of experiment files", schema);
    add_testbed(
        *verb("testbed", "An Ethernet of hosts emulated on this machine; needs root", testbed),
        testbed);
    add_completion();
    add_manual_pages();
    add_agent();
    add_examples(app);
  }

  void add_completion() {
    static const std::map<std::string, Shell> shells = {
        {"bash", Shell::bash}, {"fish", Shell::fish}, {"zsh", Shell::zsh}};
    verb("completion", "Print a script that makes a shell complete commands", completion)
        ->add_option("shell", completion.shell, "bash, fish or zsh")
        ->transform(CLI::Transformer(shells))
        ->transform(CLI::IsMember({"bash", "fish", "zsh"}))
        ->required();
  }

  void add_manual_pages() {
    verb("manual-pages", "Write the manual pages of all commands", manual_pages)
        ->add_option("folder", manual_pages.folder, "Where they are written")
        ->check(not_empty())
        ->required();
  }

  /// What mpirun runs on the hosts of the testbed; not in the help.
  void add_agent() {
    CLI::App* const agent = verb("testbed-agent", "", testbed)->group("");
    agent->parse_complete_callback([this, agent] {
      testbed.action = TestbedArguments::Action::agent;
      testbed.command = agent->remaining();
    });
    agent->add_option("host", testbed.host)->required();
    agent->prefix_command();
  }

  /// The parser's own message does not name an unknown verb.
  void require_verb(const std::string& name) const {
    std::vector<std::string> names;
    for (const CLI::App* known : app.get_subcommands({})) {
      if (known->get_name() == name) return;
      if (!known->get_group().empty()) names.push_back(known->get_name());
    }
    throw base::ConfigError("command line", "", fmt::format("no command \"{}\"", name),
                            fmt::format("{}", fmt::join(names, ", ")),
                            base::nearest_name(name, names));
  }

  template <class T>
  CLI::App* verb(const char* name, const char* description, const T& arguments) {
    return verb(name, description, arguments, app);
  }
  template <class T>
  CLI::App* verb(const char* name, const char* description, const T& arguments, CLI::App& parent) {
    return parent.add_subcommand(name, description)->callback([this, &arguments] {
      chosen = arguments;
    });
  }
};

}  // namespace

Arguments parse_arguments(int argc, const char* const* argv) {
  if (asks_for_version_as_json(argc, argv)) {
    print_version_as_json();
    return Finished{};
  }
  CommandLine line;
  if (argc > 1 && argv[1][0] != '-') line.require_verb(argv[1]);
  try {
    line.app.parse(argc, argv);
    return line.chosen;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return Finished{line.app.exit(error)};
    report_error({.kind = "usage", .message = base::both_ends(error.what()) + " (see --help)"},
                 wants_json(argc, argv));
    return Finished{kUsage};
  }
}

CommandDescription describe_program() { return describe_command(CommandLine().app); }

bool wants_json(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--format=json") return true;
    if (argument == "--format" && i + 1 < argc && std::string_view(argv[i + 1]) == "json")
      return true;
  }
  return false;
}

}  // namespace sparlab::cli
