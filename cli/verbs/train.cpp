#include <system_error>
#include <utility>

#include "base/system/whole_file.hpp"
#include "cli/verb.hpp"
#include "experiments/spec/definition/algorithm_list.hpp"
#include "report/figures/training_figures.hpp"
#include "report/gnuplot/drawing.hpp"
#include "report/tables/training_tables.hpp"

namespace sparlab::cli {
namespace {

/// The last part of help: methods and their settings.
std::string methods_note() {
  std::string note = "Methods:\n";
  for (const training::MethodInfo& info : training::methods()) {
    note += fmt::format("  {:<10} {}\n", info.name, info.title);
    for (const model::ParameterInfo& parameter : info.parameters.list())
      note += fmt::format("    {}={}: {} ({})\n", parameter.name, parameter.default_value,
                          parameter.meaning, parameter.accepted);
  }
  return note;
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw base::EnvironmentError(
        fmt::format("cannot create {}: {}", folder.string(), error.message()));
}

/// The document, and the figures if there is gnuplot.
void write_results(const std::filesystem::path& folder, const training::TrainingPlan& plan,
                   const std::vector<training::Outcome>& outcomes) {
  base::write_whole_file(folder / "training.json",
                         base::json_text(report::training_value(plan, outcomes), 1) + "\n");
  const std::vector<report::Chart> charts = report::training_figures(plan, outcomes);
  if (charts.empty()) return;
  try {
    report::draw_charts(folder, charts);
  } catch (const report::MissingGnuplot& error) {
    std::cerr << fmt::format("sparlab: no figures: {}\n", error.what());
  }
}

int exit_code(const std::vector<training::Outcome>& outcomes) {
  int code = kSuccess;
  for (const training::Outcome& one : outcomes) {
    if (one.failure == training::kNotRun) return kInterrupted;
    if (one.curve.stop)
      code = kCheckFailed;
    else if (!one.failure.empty() && code == kSuccess)
      code = kPartial;
  }
  return code;
}

}  // namespace

Run add_train(Options& options) {
  auto& request = options.keep<training::TrainingRequest>();
  options.set(request.model, "model", fmt::format("What is trained: {}", training::loss_names()));
  options.set(request.data, "--data FILE", "Samples: an svmlight file, also compressed by gzip",
              {required()});
  options.set(request.ranks, "-P RANKS", "Ranks, among which the samples are divided",
              {required(), from_to(std::uint64_t{1}, std::uint64_t{1} << 20U)});
  options.call_with_all(
      [&request](const std::vector<std::string>& texts) {
        request.methods.clear();
        for (const std::string& text : texts)
          for (std::string& one : experiments::split_algorithms(text))
            request.methods.push_back(std::move(one));
      },
      "--method METHOD", "Methods, with settings as in 'topk_sgd(k=1%)' (default: sgd); repeatable",
      {repeatable()});
  add_algorithms(options, request.algorithms,
                 "Algorithms of the exchange, as in sparlab run (default: ssar_split_allgather). "
                 "One with a parameter k selects itself, and gets the k of the method");
  options.set(request.engines, "--engines ENGINE,...",
              "Where it runs: loggp, simgrid, mpi (default: loggp)", {comma_separated()});
  options.set(request.platform, "--platform PLATFORM",
              "Name or path of the platform of loggp and simgrid (default: ideal)");
  options.set(request.launcher, "--launcher LAUNCHER",
              "How the ranks of mpi are started: local, testbed, or the path of a launcher file; "
              "all hosts read the data by its path (default: local)");
  options.set(request.accepts_doubtful, "--accept-doubtful",
              "Also use a platform whose doubts say that other programs disturbed its calibration");
  options.set(request.epochs, "--epochs EPOCHS",
              "Passes over the samples; scd: over the parameters (default: 1)",
              {from_to(std::uint64_t{1}, std::uint64_t{1'000'000})});
  options.set(request.batch, "--batch SAMPLES",
              fmt::format("Samples of a rank in a step (default: {})", training::kBatch),
              {from_to(std::uint64_t{1}, std::uint64_t{1'000'000'000})});
  options.set(request.rate.rate, "--rate RATE", "Learning rate (default: 0.1)",
              {from_to(1e-12, 1e12)});
  using training::Schedule;
  options.choose(request.rate.schedule, "--schedule SCHEDULE",
                 "Learning rate of local step t: constant (the default), inverse_sqrt (rate / "
                 "sqrt(t)), inverse (rate / t)",
                 {{"constant", Schedule::constant},
                  {"inverse_sqrt", Schedule::inverse_sqrt},
                  {"inverse", Schedule::inverse}});
  options.set(request.l2, "--l2 L2", "Factor of |w|^2 / 2 in what is minimised (default: 0)",
              {from_to(0.0, 1e6)});
  options.set(request.seed, "--seed SEED",
              "Of the order of samples, and of coordinates (default: 1)");
  const auto& output = add_output(
      options, "Folder for training.json and the figures of the loss (default: none is written)",
      {}, "-o,--output FOLDER");
  const auto& jobs = add_jobs(options);
  const auto& format =
      add_format(options, {OutputFormat::csv, OutputFormat::json, OutputFormat::table});
  options.add_note(methods_note());
  return [&] {
    const training::TrainingPlan plan = training::make_training_plan(request);
    if (!output.empty()) make_folder(output);
    const std::vector<training::Outcome> outcomes = training::run_jobs(plan, jobs, std::cerr);
    if (!output.empty()) write_results(output, plan, outcomes);
    if (format == OutputFormat::json)
      print_json(report::training_value(plan, outcomes));
    else if (format == OutputFormat::csv)
      report::write_training_csv(std::cout, outcomes);
    else
      report::print_training(std::cout, plan, outcomes);
    return exit_code(outcomes);
  };
}

}  // namespace sparlab::cli
