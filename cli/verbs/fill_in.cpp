#include "cli/verb.hpp"
#include "experiments/spec/definition/axis.hpp"
#include "experiments/spec/points/settings.hpp"
#include "inputs/fill_in/fill_in_study.hpp"
#include "report/tables/fill_in_tables.hpp"

namespace sparlab::cli {
namespace {

/// Errors  ConfigError: no axis of counts from 1 to `most`.
std::vector<std::uint64_t> counts(const std::string& text, const std::string& option,
                                  std::uint64_t most) {
  auto values = experiments::expand_count_axis(experiments::axis_from_text(text, option),
                                               {"command line", option});
  if (values.empty() || values.front() < 1 || values.back() > most)
    throw base::ConfigError("command line", option, text,
                            fmt::format("numbers from 1 to {}", most));
  return values;
}

}  // namespace

Run add_fill_in(Options& options) {
  auto& request = options.keep<inputs::FillInRequest>();
  options.set(request.path, "file FILE",
              "Recording (TKG), svmlight samples, index lists or NumPy arrays (.npy, .npz)");
  options.set(
      request.fit_workers, "--fit-workers n",
      "Fit the models to the first so many workers, and compare with the rest (default: all)",
      {from_to(std::uint64_t{1}, std::uint64_t{model::RecordedSupports::kMostRanks})});
  const auto& ranks = options.add<std::string>(
      "-P P",
      "Numbers of workers, an axis as in sparlab run (default: some up to 4 times those of the "
      "file)");
  add_universe(options, request.choice.universe);
  options.set(request.choice.batch, "--batch SAMPLES", "svmlight: samples of a worker",
              {shows_default(), from_to(std::uint64_t{1}, std::uint64_t{1'000'000'000})});
  options.set(request.choice.seed, "--seed SEED", "svmlight: which samples each worker gets",
              {shows_default()});
  const auto& format = add_format(options);
  return [&] {
    if (!ranks.empty()) request.ranks = counts(ranks, "-P", experiments::kMostRanks);
    const inputs::FillInStudy study = inputs::study_fill_in(request);
    if (format == OutputFormat::json)
      print_json(report::fill_in_to_json(study));
    else
      report::print_fill_in(std::cout, study);
    return kSuccess;
  };
}

}  // namespace sparlab::cli
