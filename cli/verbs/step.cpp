#include <array>
#include <charconv>

#include "base/json/json_fields.hpp"
#include "base/json/json_text.hpp"
#include "base/system/data_folders.hpp"
#include "base/system/whole_file.hpp"
#include "base/text/csv_writer.hpp"
#include "base/text/quantity.hpp"
#include "base/text/text_table.hpp"
#include "cli/verb.hpp"
#include "experiments/spec/definition/axis.hpp"
#include "experiments/spec/definition/spec_error.hpp"
#include "experiments/spec/points/planned_point.hpp"
#include "machines/calibration/local_platform.hpp"
#include "report/tables/report_writer.hpp"
#include "workloads/definition/workload_file.hpp"
#include "workloads/results/step_rows.hpp"
#include "workloads/results/step_timeline.hpp"

namespace sparlab::cli {
namespace {

using runtime::loggp::Delays;

[[noreturn]] void refuse_option(const std::string& option, const std::string& value,
                                const std::string& accepted) {
  throw base::ConfigError("command line", option, value, accepted);
}

/// What the options say.
struct StepRequest {
  std::string workload;
  std::string ranks;
  std::string platform = "ideal";
  std::vector<std::string> algorithms = {"sparlab_auto"};
  std::vector<std::string> engines = {"model"};
  std::string dense = "dense_rabenseifner";
  std::string input;
  std::string stragglers;
  std::optional<std::uint64_t> streams;
  std::optional<double> bucket_bytes;
  std::optional<double> first_bucket_bytes;
  std::optional<double> dense_below_bytes;
  workloads::StepSettings settings;
  std::filesystem::path timeline;
};

/// A multiple, which may be a percentage.
double multiple(const std::string& option, const std::string& whole, std::string_view text) {
  const bool percent = text.ends_with('%');
  if (percent) text.remove_suffix(1);
  double number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size() ||
      !(number > 0 && number <= 1e6))
    refuse_option(option, whole,
                  "KIND:MEAN or KIND:MEAN:SPREAD, as in exponential:5% or normal:0.1:0.02");
  return percent ? number / 100 : number;
}

/// "exponential:5%": each part after the kind is a multiple of the computation.
Delays read_stragglers(const std::string& text) {
  constexpr const char* kOption = "--stragglers";
  constexpr std::array<std::string_view, 4> kKinds = {"uniform", "exponential", "normal",
                                                      "lognormal"};
  std::vector<std::string> parts(1);
  for (const char c : text)
    if (c == ':')
      parts.emplace_back();
    else
      parts.back() += c;
  const auto kind = std::ranges::find(kKinds, parts.front());
  const bool spreads = kind == kKinds.begin() + 2 || kind == kKinds.begin() + 3;
  if (kind == kKinds.end() || parts.size() != (spreads ? 3U : 2U))
    refuse_option(kOption, text,
                  "uniform:MEAN, exponential:MEAN, normal:MEAN:DEVIATION or lognormal:MEDIAN:90TH");
  Delays delays{.kind = static_cast<Delays::Kind>(1 + (kind - kKinds.begin())),
                .typical = multiple(kOption, text, parts[1])};
  if (spreads) delays.spread = multiple(kOption, text, parts[2]);
  if (delays.kind == Delays::Kind::lognormal && !(delays.spread > delays.typical))
    refuse_option(kOption, text, "a 90th percentile above the median");
  return delays;
}

inputs::InputSpec read_input(const std::string& text) {
  const nlohmann::json value = base::json_or_text(text, "--input");
  inputs::InputSpec input;
  try {
    input =
        experiments::input_from_json(value.is_string() ? nlohmann::json{{"kind", value}} : value);
  } catch (const base::FormatError& error) {
    refuse_option("--input", text,
                  fmt::format("a kind of input or its JSON object: {}", error.what()));
  }
  if (inputs::is_real_data(input.kind))
    refuse_option("--input", text, "a generated input: each exchange has a size of its own");
  return input;
}

platforms::PlatformFile read_platform(const std::string& name) {
  if (name == platforms::kLocalPlatform) return machines::load_local_platform();
  platforms::PlatformFile platform =
      platforms::load_platform(base::find_platform_file(name, "command line", "--platform"));
  if (const auto doubt = platforms::disturbance(platform))
    refuse_option(
        "--platform", name,
        fmt::format("a platform whose measurement was not disturbed. This one is doubtful: {}",
                    *doubt));
  return platform;
}

std::vector<workloads::StepEngine> read_engines(const std::vector<std::string>& names) {
  std::vector<workloads::StepEngine> engines;
  for (const std::string& name : names) {
    const auto known = std::ranges::find(workloads::kStepEngines, name,
                                         [](const auto& info) { return info.name; });
    if (known == workloads::kStepEngines.end())
      refuse_option("--engines", name, "model, loggp, recorded");
    engines.push_back(known->engine);
  }
  return engines;
}

/// The schedule, with the sizes that it uses.
workloads::Schedule read_schedule(const StepRequest& request) {
  using Kind = workloads::ScheduleKind;
  workloads::Schedule schedule = request.settings.schedule;
  const auto take = [&](const char* option, const std::optional<double>& given, double& bytes,
                        bool used) {
    if (given && !used)
      refuse_option(option, fmt::format("with --schedule {}", name_of(schedule.kind)),
                    "a schedule that uses it (buckets, or by-size)");
    bytes = given.value_or(bytes);
  };
  const bool by_size = schedule.kind == Kind::by_size;
  const bool buckets = schedule.kind == Kind::buckets;
  take("--bucket", request.bucket_bytes, schedule.bucket_bytes, buckets || by_size);
  take("--first-bucket", request.first_bucket_bytes, schedule.first_bucket_bytes, buckets);
  take("--dense-below", request.dense_below_bytes, schedule.dense_below_bytes, by_size);
  return schedule;
}

workloads::StepQuestion read_question(const StepRequest& request) {
  workloads::StepQuestion question{
      .workload = workloads::load_workload(request.workload),
      .platform = read_platform(request.platform),
      .settings = request.settings,
      .ranks = experiments::expand_count_axis(experiments::axis_from_text(request.ranks, "-P"),
                                              {"command line", "-P"}),
      .engines = read_engines(request.engines),
      .algorithms = experiments::read_algorithm_list(request.algorithms, false, "command line",
                                                     "--algorithms"),
      .dense = {}};
  try {
    question.dense = model::Algorithm(request.dense);
  } catch (const model::ParameterError& error) {
    throw experiments::spec_error(error, request.dense, "command line", "--dense");
  }
  if (question.ranks.empty() || question.ranks.front() < 1)
    refuse_option("-P", request.ranks, "numbers from 1");
  question.settings.schedule = read_schedule(request);
  if (!request.input.empty()) question.settings.input = read_input(request.input);
  if (!request.stragglers.empty())
    question.settings.stragglers = read_stragglers(request.stragglers);
  question.settings.streams = request.streams.value_or(1);
  const bool simulates =
      std::ranges::find(question.engines, workloads::StepEngine::loggp) != question.engines.end();
  if (!simulates && (request.streams || request.settings.steps))
    refuse_option(request.streams ? "--streams" : "--steps", "without engine loggp",
                  "--engines loggp");
  return question;
}

std::string describe(const workloads::StepQuestion& question) {
  const workloads::Workload& workload = question.workload;
  const workloads::StepSettings& settings = question.settings;
  std::string text = fmt::format(
      "{}: {} parameters in {} layers, {} of computation; platform {}; exchanges: {}, {}",
      workload.name, base::short_count(workload.parameters()), workload.layers.size(),
      base::seconds_text(workload.compute_s()), question.platform.name,
      name_of(settings.schedule.kind), name_of(settings.progress));
  if (settings.density) text += fmt::format(", density {:.3g} %", 100 * *settings.density);
  if (workload.recorded && workload.recorded->step_s)
    text += fmt::format("; the recorded step of {} ranks took {}", workload.recorded->ranks,
                        base::seconds_text(*workload.recorded->step_s));
  return text;
}

void print(const workloads::StepQuestion& question, const std::vector<base::Fields>& rows,
           OutputFormat format) {
  if (format == OutputFormat::csv) {
    base::CsvWriter csv(std::cout);
    for (const base::Fields& row : rows) csv.row(row);
  } else if (format == OutputFormat::json) {
    print_json(base::Fields{{"workload", question.workload.name},
                            {"platform", question.platform.name},
                            {"schedule", name_of(question.settings.schedule.kind)},
                            {"progress", name_of(question.settings.progress)},
                            {"density", question.settings.density},
                            {"dense", question.dense.spec()},
                            {"rows", rows}});
  } else if (format == OutputFormat::markdown) {
    const auto report = report::markdown_report(std::cout);
    report->paragraph(describe(question));
    report->table(base::text_rows(rows), 1);
  } else {
    base::print_wrapped(std::cout, describe(question));
    std::cout << '\n';
    base::print_table(std::cout, rows);
  }
}

/// An option for a number of bytes.
void add_size(Options& options, std::optional<double>& bytes, const std::string& names,
              const std::string& help) {
  options.call(
      [&bytes, option = names.substr(0, names.find(' '))](const std::string& text) {
        const auto read = base::parse_quantity(text, base::Dimension::size);
        if (!read) refuse_option(option, text, "a size, as in 25MiB or 128kB");
        bytes = read->in_base_units;
      },
      names, help);
}

template <class Kind, std::size_t kKinds>
std::vector<std::pair<std::string, Kind>> choices(
    const std::array<std::string_view, kKinds>& names) {
  std::vector<std::pair<std::string, Kind>> all;
  for (std::size_t i = 0; i < kKinds; ++i) all.emplace_back(names[i], static_cast<Kind>(i));
  return all;
}

void add_settings(Options& options, StepRequest& request) {
  workloads::StepSettings& settings = request.settings;
  options.set(settings.density, "--density DENSITY",
              "Keep this share of each gradient, as in 0.1% (default: what layers have)",
              {share_from_to(1e-12, 1)});
  options.choose(settings.schedule.kind, "--schedule NAME",
                 "When gradients are exchanged: blocking, layers, buckets (default) or by-size",
                 choices<workloads::ScheduleKind>(workloads::kScheduleNames));
  add_size(options, request.bucket_bytes, "--bucket SIZE", "Size of a bucket (default: 25MiB)");
  add_size(options, request.first_bucket_bytes, "--first-bucket SIZE",
           "Size of the first one (default: 1MiB)");
  add_size(options, request.dense_below_bytes, "--dense-below SIZE",
           "Schedule by-size: smaller layers are exchanged as dense vectors (default: 128kB)");
  options.choose(settings.progress, "--progress NAME",
                 "Where exchanges work: offloaded (default), on a thread of the rank's processor, "
                 "or in calls between layers",
                 choices<workloads::Progress>(workloads::kProgressNames));
  options.set(request.streams, "--streams NUMBER",
              "loggp: exchanges that a rank has under way at most (default: 1)",
              {from_to(std::uint64_t{1}, std::uint64_t{256})});
  options.set(request.stragglers, "--stragglers KIND:MEAN",
              "loggp: how much longer ranks compute, as in exponential:5% or normal:0.1:0.02");
  options.set(settings.steps, "--steps NUMBER",
              "loggp: steps to simulate (default: a period of the algorithm)",
              {from_to(std::uint64_t{1}, std::uint64_t{100'000})});
  options.set(settings.seed, "--seed SEED",
              "Of inputs, stragglers and the platform's noise (default: 1)");
  options.set(request.input, "--input TEXT",
              "Kind of generated input, or its JSON object: how the kept entries of ranks overlap");
}

}  // namespace

Run add_step(Options& options) {
  auto& request = options.keep<StepRequest>();
  options.set(request.workload, "workload WORKLOAD",
              "A network (sparlab list workloads) or the path of a workload file");
  options.set(request.ranks, "-P,--ranks AXIS", "Ranks: an axis as in sparlab run", {required()});
  options.set(request.platform, "--platform TEXT", "Name or path of a platform (default: ideal)");
  add_algorithms(options, request.algorithms,
                 "Of the exchanges: names, also with settings, all, exact, approximate (default: "
                 "sparlab_auto)");
  options.set(request.engines, "--engines ENGINE,...",
              "How times are found: model (default), loggp, recorded (times of the workload file)",
              {comma_separated()});
  options.set(request.dense, "--dense ALGORITHM",
              "The dense algorithm with which others are compared (default: dense_rabenseifner)");
  add_settings(options, request);
  options.set(request.timeline, "--timeline FILE",
              "Write the step of the only row as a trace that Perfetto opens");
  const auto& format = add_format(options, {OutputFormat::csv, OutputFormat::json,
                                            OutputFormat::markdown, OutputFormat::table});
  return [&] {
    const workloads::StepQuestion question = read_question(request);
    std::vector<base::Fields> rows;
    std::string trace;
    workloads::answer(question, [&](const workloads::StepAnswer& answer) {
      rows.push_back(workloads::step_fields(answer.row));
      if (!request.timeline.empty()) trace = workloads::chrome_trace(question.workload, answer);
    });
    if (!request.timeline.empty()) {
      if (rows.size() != 1)
        refuse_option("--timeline", fmt::format("{} rows", rows.size()),
                      "one number of ranks, one engine and one algorithm");
      base::write_whole_file(request.timeline, trace);
    }
    print(question, rows, format);
    return kSuccess;
  };
}

}  // namespace sparlab::cli
