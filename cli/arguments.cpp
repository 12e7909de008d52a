#include "cli/arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iostream>
#include <map>
#include <string_view>

#include "cli/advice_options.hpp"
#include "cli/errors.hpp"
#include "cli/option_checks.hpp"
#include "cli/platform_options.hpp"
#include "experiments/errors/errors.hpp"
#include "experiments/imports/import_formats.hpp"
#include "experiments/points/engine.hpp"
#include "experiments/system/build_info.hpp"
#include "experiments/text/nearest_name.hpp"
#include "experiments/text/printable.hpp"

namespace sparlab::cli {
namespace {

using experiments::ExperimentRequest;

CLI::Validator rate() {
  return {[](const std::string& text) {
            return experiments::testbed::bits_per_s(text)
                       ? std::string()
                       : fmt::format("{} is not a rate from 1mbit to 100gbit", text);
          },
          ""};
}

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

void add_max_error(CLI::App& app, double& max_error) {
  app.add_option("--max-error", max_error, "Recommend approximate algorithms up to this error_l2")
      ->capture_default_str()
      ->transform(share_from_to(0.0, 1e9))
      ->option_text("ERROR");
}

void add_run(CLI::App& app, RunArguments& run) {
  add_request(app, run.request);
  app.add_option("-o,--output", run.output, "Output folder (default: results/<experiment>)")
      ->check(not_empty());
  app.add_option("-j,--jobs", run.jobs, "Simulations at a time (default: all processors)")
      ->transform(from_to(1U, 4096U));
  auto* const resume =
      app.add_flag("--resume", run.resume, "Keep the records that are there (the default)");
  app.add_flag("--fresh", run.fresh, "Start without records; the old file is renamed")
      ->excludes(resume);
  app.add_flag("--force", run.force,
               "Run points above the point budget, the available memory or the ranks that fit the "
               "processors too");
  app.add_flag("--fail-fast", run.fail_fast, "Stop at the first point that fails");
  app.add_flag("--dry-run", run.dry_run, "Print what would run, with predicted time and memory");
  app.add_option("--point-budget", run.point_budget_s,
                 "Refuse points predicted to run longer than this many seconds")
      ->capture_default_str()
      ->transform(from_to(1e-3, 1e9))
      ->option_text("SECONDS");
  app.add_option("--point-timeout", run.point_timeout_s,
                 "Stop any point that runs longer than this many seconds (default: 20 times its "
                 "predicted time, at least 60)")
      ->transform(from_to(1e-3, 1e9))
      ->option_text("SECONDS");
  add_max_error(app, run.max_error);
  auto formats = kTableOrJson;
  formats.insert({{"csv", OutputFormat::csv}, {"jsonl", OutputFormat::jsonl}});
  add_format(app, run.format, formats);
}

void add_import(CLI::App& app, ImportArguments& import) {
  app.add_option("file", import.request.file, "Table of measurements, also compressed by gzip")
      ->check(not_empty())
      ->required()
      ->option_text("FILE");
  std::vector<std::string> formats;
  for (const experiments::ImportFormat& format : experiments::import_formats())
    formats.push_back(fmt::format("{} ({})", format.name, format.title));
  app.add_option("--format", import.request.format,
                 fmt::format("What the columns mean: {}", fmt::join(formats, ", ")))
      ->required()
      ->option_text("FORMAT");
  app.add_option("-o,--out", import.output, "Output folder; it must not have records")
      ->check(not_empty())
      ->required();
  app.add_option("--algorithm-map", import.request.algorithm_map,
                 "NAME=SPEC: an algorithm's name in the file and what it is here; repeatable")
      ->option_text("NAME=SPEC")
      ->allow_extra_args(false);
  app.add_option("--licence", import.request.licence,
                 "Licence of the data, unless the table has a column licence")
      ->check(not_empty())
      ->option_text("TEXT");
  app.add_option("--source", import.request.source, "Where the file comes from")
      ->check(not_empty())
      ->option_text("TEXT");
}

/// "60s", "2min" and "90" (seconds).
CLI::Validator seconds_from_to(double least_s, double most_s) {
  return {[least_s, most_s](std::string& text) {
            std::size_t digits = 0;
            double seconds = 0;
            try {
              seconds = std::stod(text, &digits);
            } catch (const std::exception&) {
              digits = 0;
            }
            const std::string unit = text.substr(digits);
            if (unit == "min") seconds *= 60;
            if (digits > 0 && (unit.empty() || unit == "s" || unit == "min") &&
                seconds >= least_s && seconds <= most_s) {
              text = fmt::format("{}", seconds);
              return std::string();
            }
            return fmt::format("{} is not a time from {} s to {} s; accepted: 60s, 2min, 90", text,
                               least_s, most_s);
          },
          ""};
}

void add_calibrate(CLI::App& app, CalibrateArguments& calibrate) {
  app.add_option("what", calibrate.what,
                 "kernels: measures kernels alone, and prints them; chunks: measures whether long "
                 "messages travel faster in chunks, among the largest of --ranks")
      ->check(CLI::IsMember({"kernels", "chunks"}))
      ->option_text("[kernels | chunks]");
  app.add_option("-o,--output", calibrate.output,
                 "Platform file to write (default: the user's file of platform local)")
      ->check(not_empty());
  app.add_option(
         "--launcher", calibrate.launcher,
         "How the ranks that measure are started: local, testbed, or the path of a launcher file; "
         "needs --output unless it is local")
      ->check(not_empty())
      ->option_text("LAUNCHER");
  app.add_option("--ranks", calibrate.ranks,
                 "Numbers of ranks among which messages are measured; 2 is one of them (default: "
                 "2, 4, 8 as far as there are processors)")
      ->delimiter(',')
      ->transform(from_to(2, 1024))
      ->option_text("RANKS,...")
      ->allow_extra_args(false);
  app.add_option("--budget", calibrate.budget_s,
                 "Time for the whole measurement, as in 60s or 2min")
      ->capture_default_str()
      ->transform(seconds_from_to(1, 86'400))
      ->option_text("TIME");
  app.add_flag("--force", calibrate.force,
               "Write the numbers even if other programs used the processors");
}

/// A host, and the rest of the command line, whatever it looks like.
void add_command(CLI::App& app, const char* host, TestbedArguments& testbed,
                 TestbedArguments::Action action) {
  app.add_option("host", testbed.host, host)->required();
  app.prefix_command();
  app.callback([&app, &testbed, action] {
    testbed.action = action;
    testbed.command = app.remaining();
  });
}

void add_testbed(CLI::App& app, TestbedArguments& testbed) {
  using Action = TestbedArguments::Action;
  app.require_subcommand(1);
  const auto verb = [&](const char* name, const char* description, Action action) {
    CLI::App* const added = app.add_subcommand(name, description);
    added->callback([&testbed, action] { testbed.action = action; });
    return added;
  };
  CLI::App* const up = verb("up", "Make it", Action::up);
  up->add_option("--hosts", testbed.shape.hosts, "Number of hosts")
      ->capture_default_str()
      ->transform(from_to(1, experiments::testbed::kMostHosts))
      ->option_text("HOSTS");
  up->add_option("--rate", testbed.shape.rate,
                 "Rate of each port, in both directions: a whole number of kbit, mbit or gbit")
      ->capture_default_str()
      ->check(rate())
      ->option_text("RATE");
  verb("down", "Remove it, also what a crash left of it", Action::down);
  verb("status", "Print its hosts and what their ports have sent", Action::status);
  add_command(*app.add_subcommand("exec", "Run a command on a host: exec HOST COMMAND..."),
              "Number of the host, from 1", testbed, Action::exec);
}

void add_compare(CLI::App& app, CompareArguments& compare) {
  app.add_option("results", compare.request.results,
                 "Output folders of run and import, whose records are joined")
      ->check(not_empty())
      ->required()
      ->option_text("RESULTS...");
  std::vector<std::string_view> references;
  for (const experiments::EngineInfo& engine : experiments::kEngines)
    if (experiments::observes(engine.engine)) references.push_back(engine.name);
  app.add_option("--reference", compare.request.reference,
                 fmt::format("Engine with the measured times: {} (default: the first that has "
                             "records)",
                             fmt::join(references, ", ")))
      ->check(not_empty())
      ->option_text("ENGINE");
  app.add_option("--machine-of", compare.request.machines,
                 "PLATFORM=MACHINE: a platform that describes a machine of another name; "
                 "repeatable")
      ->option_text("PLATFORM=MACHINE")
      ->allow_extra_args(false);
  app.add_option("-o,--out", compare.output, "Folder for all numbers and the figure")
      ->check(not_empty());
  add_format(app, compare.format, kTableOrJson);
}

void add_reproduce(CLI::App& app, ReproduceArguments& reproduce) {
  app.add_option("rows", reproduce.rows,
                 "Rows of --list, or paths of files of the same form (default: all)")
      ->check(not_empty())
      ->option_text("[ROW...]");
  app.add_flag("--list", reproduce.list, "Print the rows with predicted times; run nothing");
  app.add_option("-o,--output", reproduce.output,
                 "Folder with one output folder for each experiment; records in it are kept")
      ->capture_default_str()
      ->check(not_empty());
  app.add_option("--data", reproduce.data,
                 "Folder of data files that do not ship; rows whose file is absent are skipped "
                 "(default: $SPARLAB_DATA)")
      ->envname("SPARLAB_DATA")
      ->check(CLI::ExistingDirectory)
      ->option_text("FOLDER");
  app.add_option("-j,--jobs", reproduce.jobs, "Simulations at a time (default: all processors)")
      ->check(from_to(1U, 4096U));
  add_format(app, reproduce.format, kTableOrJson);
}

void add_validate(CLI::App& app, ValidateArguments& validate) {
  app.add_option("results", validate.results, "Output folders of run, whose records are checked")
      ->check(not_empty())
      ->required()
      ->option_text("RESULTS...");
  app.add_option("-o,--out", validate.output, "Folder for all numbers and the figure")
      ->check(not_empty());
  add_format(app, validate.format, kTableOrJson);
}

void add_fill_in(CLI::App& app, FillInArguments& fill_in) {
  experiments::FillInRequest& request = fill_in.request;
  app.add_option("file", request.path,
                 "Recording (TKG), svmlight samples, index lists or NumPy arrays (.npy, .npz)")
      ->check(not_empty())
      ->required()
      ->option_text("FILE");
  app.add_option("--fit-workers", request.fit_workers,
                 "Fit the models to the first so many workers, and compare with the rest (default: "
                 "all)")
      ->check(from_to<std::uint64_t>(1, model::RecordedSupports::kMostRanks))
      ->option_text("n");
  app.add_option("-P", fill_in.ranks,
                 "Numbers of workers, an axis as in sparlab run (default: some up to 4 times those "
                 "of the file)")
      ->check(not_empty())
      ->option_text("P");
  app.add_option("-N,--universe", fill_in.universe,
                 "Size of the index universe, if larger than the file says")
      ->check(not_empty())
      ->option_text("N");
  app.add_option("--batch", request.choice.batch, "svmlight: samples of a worker")
      ->capture_default_str()
      ->check(from_to<std::uint64_t>(1, 1'000'000'000))
      ->option_text("SAMPLES");
  app.add_option("--seed", request.choice.seed, "svmlight: which samples each worker gets")
      ->capture_default_str()
      ->option_text("SEED");
  add_format(app, fill_in.format, kTableOrJson);
}

void add_convert(CLI::App& app, ConvertArguments& convert) {
  app.add_option("input", convert.input, "Index lists, NumPy arrays (.npy, .npz) or a recording")
      ->check(not_empty())
      ->required()
      ->option_text("FILE");
  app.add_option("output", convert.output, "Recording (TKG) to write, compressed if it ends in .gz")
      ->check(not_empty())
      ->required()
      ->option_text("OUTPUT");
  app.add_option("-N,--universe", convert.universe,
                 "Size of the index universe, if larger than the file says")
      ->check(not_empty())
      ->option_text("N");
}

/// All verbs with their arguments; parsing selects one of them.
struct CommandLine {
  CLI::App app{"sparlab: which sparse allreduce wins where, by theory, simulation and measurement",
               "sparlab"};
  RunArguments run;
  PlanArguments plan;
  ListArguments list;
  PlotArguments plot;
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
  PlatformFitArguments platform_fit;
  PlatformFitMessagesArguments platform_fit_messages;
  PlatformPatternsArguments platform_patterns;
  PredictArguments predict;
  AdviseArguments advise;
  CrossoverArguments crossover;
  EnvArguments env;
  SchemaArguments schema;
  TestbedArguments testbed;
  Arguments chosen;

  CommandLine() {
    app.set_version_flag("--version",
                         fmt::format("sparlab {} ({})", experiments::build_info::version,
                                     experiments::build_info::commit));
    app.require_subcommand(1);
    add_run(*verb("run", "Run an experiment and report who wins where", run), run);
    CLI::App* const plans = verb("plan", "Print the points of an experiment", plan);
    add_request(*plans, plan.request);
    add_format(*plans, plan.format, kTableOrJson);
    CLI::App* const lists = verb("list", "List algorithms, platforms, engines or suites", list);
    lists->add_option("what", list.what, "algorithms, platforms, engines or suites")
        ->check(CLI::IsMember({"algorithms", "platforms", "engines", "suites"}));
    lists->add_option("name", list.algorithm, "An algorithm: lists its parameters")
        ->option_text("[NAME]");
    add_format(*lists, list.format, kTableOrJson);
    CLI::App* const plots =
        verb("plot", "Write table, CSV and figures of an output folder again; needs gnuplot", plot);
    plots->add_option("dir", plot.directory, "Output folder of a run")
        ->check(not_empty())
        ->required();
    add_max_error(*plots, plot.max_error);
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
    CLI::App& platform = *app.add_subcommand("platform", "Show, check, make or fit platform files")
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
    add_agent();
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
    throw experiments::ConfigError("command line", "", fmt::format("no command \"{}\"", name),
                                   fmt::format("{}", fmt::join(names, ", ")),
                                   experiments::nearest_name(name, names));
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
  CommandLine line;
  if (argc > 1 && argv[1][0] != '-') line.require_verb(argv[1]);
  try {
    line.app.parse(argc, argv);
    return line.chosen;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return Finished{line.app.exit(error)};
    report_error(
        {.kind = "usage", .message = experiments::both_ends(error.what()) + " (see --help)"},
        wants_json(argc, argv));
    return Finished{kUsage};
  }
}

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
