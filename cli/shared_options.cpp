#include "cli/shared_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "analysis/results/approximate_choice.hpp"
#include "base/system/data_folders.hpp"
#include "base/system/environment.hpp"
#include "experiments/spec/definition/algorithm_list.hpp"
#include "experiments/spec/points/engine.hpp"
#include "platforms/files/write_platform.hpp"

namespace sparlab::cli {
namespace {

constexpr std::array<const char*, 7> kFormatNames = {"csv",      "json",  "jsonl", "latex",
                                                     "markdown", "names", "text"};

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

/// The options of a sweep that the model uses, with the help of one value where it differs.
constexpr std::array<std::pair<std::string_view, const char*>, 9> kOfQuestion = {
    {{"P", "Ranks"},
     {"N", "Size of the index universe, as in 25M or 2^24"},
     {"density", "Nonzeros of one rank over N, as in 0.1% or 0.001"},
     {"input", nullptr},
     {"platform", "Name or path of a platform, also changed: gige-8:bandwidth=x2 (default: ideal)"},
     {"groups", nullptr},
     {"formats", nullptr},
     {"value_code", nullptr},
     {"seed", nullptr}}};

}  // namespace

const OutputFormat& add_format(Options& options, const std::vector<OutputFormat>& accepted) {
  std::vector<std::pair<std::string, OutputFormat>> choices;
  std::vector<std::string> names;
  for (const OutputFormat one : accepted)
    choices.emplace_back(names.emplace_back(kFormatNames.at(static_cast<std::size_t>(one))), one);
  auto& format = options.keep(accepted.back());
  options.choose(format, "--format FORMAT",
                 fmt::format("What is printed on stdout: {}", fmt::join(names, ", ")), choices);
  return format;
}

std::filesystem::path& add_output(Options& options, const std::string& help, Details details) {
  return options.add<std::filesystem::path>("-o,--output", help, details);
}

const unsigned& add_jobs(Options& options) {
  return options.add<unsigned>("-j,--jobs", "Simulations at a time (default: all processors)",
                               {from_to(1U, 4096U)}, base::usable_processors());
}

const std::optional<double>& add_point_timeout(Options& options, const std::string& help) {
  return options.add<std::optional<double>>("--point-timeout SECONDS", help, {from_to(1e-3, 1e9)});
}

const double& add_max_error(Options& options) {
  return options.add<double>("--max-error ERROR",
                             "Recommend approximate algorithms up to this error_l2",
                             {shows_default(), share_from_to(0.0, 1e9)}, analysis::kMostError);
}

const std::optional<std::size_t>& add_top(Options& options, const std::string& otherwise) {
  return options.add<std::optional<std::size_t>>(
      "--top NUMBER",
      fmt::format("List this many algorithms at each point, and the best dense one ({})",
                  otherwise),
      {from_to(std::size_t{1}, std::size_t{1'000'000})});
}

const std::filesystem::path& add_result_folder(Options& options, const std::string& help) {
  return options.add<std::filesystem::path>("dir", help);
}

std::vector<std::filesystem::path>& add_result_folders(Options& options, const std::string& help) {
  return options.add<std::vector<std::filesystem::path>>("results RESULTS...", help);
}

void add_algorithms(Options& options, std::vector<std::string>& algorithms,
                    const std::string& help) {
  options.call_with_all(
      [&algorithms](const std::vector<std::string>& texts) {
        algorithms.clear();
        for (const std::string& text : texts)
          for (std::string& one : experiments::split_algorithms(text))
            algorithms.push_back(std::move(one));
      },
      "-a,--algorithms ALGORITHMS", help, {repeatable()});
}

void add_what_if(Options& options, std::string& changes) {
  options.set(changes, "--what-if CHANGES",
              "Also with the platform changed, as in bandwidth=x2.5, latency=10us or both with a "
              "colon between them");
}

void add_experiment(Options& options, experiments::ExperimentRequest& request) {
  options.set(request.file, "file [FILE]",
              "Experiment file or the name of a suite (sparlab list suites); without one, -P, -N "
              "and --density describe a quick experiment");
  add_algorithms(options, request.algorithms,
                 "Only these algorithms: names, names with settings such as 'kylix(degrees=4x2)', "
                 "all, exact, approximate");
  std::vector<std::string_view> engines;
  for (const experiments::EngineInfo& engine : experiments::kEngines)
    if (experiments::runs(engine.engine)) engines.push_back(engine.name);
  options.set(request.engines, "--engines ENGINE,...",
              fmt::format("Only these engines: {}", fmt::join(engines, ", ")), {comma_separated()});
  for (const experiments::SweepOption& option : experiments::sweep_options())
    options.call([&request, key = std::string(option.key)](
                     const std::string& text) { request.sweep[key] = text; },
                 option.flags + " " + option.value_name, option.help);
  options.add_note(kAxes);
  options.set(request.overrides, "--set PATH=VALUE",
              "PATH=VALUE: overrides one value, as in sweeps.0.P=8 or, in all sweeps, "
              "input.path=FILE; repeatable",
              {repeatable()});
  add_what_if(options, request.what_if);
  add_accept_doubtful(options, request.accepts_doubtful);
}

void add_accept_doubtful(Options& options, bool& accepts) {
  options.set(accepts, "--accept-doubtful",
              "Also use a platform whose doubts say that other programs disturbed its calibration");
}

void add_question(Options& options, analysis::QuestionRequest& question, bool several) {
  for (const experiments::SweepOption& option : experiments::sweep_options()) {
    const auto* const known =
        std::ranges::find(kOfQuestion, option.key, [](const auto& one) { return one.first; });
    if (known == kOfQuestion.end()) continue;
    options.call([&question, key = std::string(option.key)](
                     const std::string& text) { question.sweep[key] = text; },
                 option.flags + " " +
                     (option.value_name == "AXIS" && !several ? "NUMBER" : option.value_name),
                 known->second == nullptr ? option.help : known->second);
  }
  if (several) {
    options.add_note(kAxes);
    add_what_if(options, question.what_if);
  }
  options.set(question.overrides, "--set PATH=VALUE",
              "PATH=VALUE: a setting without an option, as in input.exponent=1.2; repeatable",
              {repeatable()});
  add_accept_doubtful(options, question.accepts_doubtful);
}

void add_universe(Options& options, std::uint64_t& universe) {
  options.set(universe, "-N,--universe N",
              "Size of the index universe, if larger than the file says",
              {from_to(std::uint64_t{1}, kMostUniverse)});
}

const std::string& add_platform(Options& options) {
  return options.add<std::string>("platform", "Name or path of a platform file");
}

const std::string& add_like(Options& options, const std::string& platform,
                            const std::string& what) {
  return options.add<std::string>("--like PLATFORM",
                                  fmt::format("The platform from which {}", what),
                                  {shows_default()}, platform);
}

const std::filesystem::path& add_new_platform(Options& options, Details details) {
  return add_output(options, "The new file, NAME.json (default: in the user's platform folder)",
                    details);
}

void require_new_platform(const std::string& name, const std::string& like,
                          const std::filesystem::path& output) {
  platforms::new_platform_file(name, "--name", output);
  base::find_platform_file(like, "command line", "--like");
}

}  // namespace sparlab::cli
