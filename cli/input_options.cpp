#include "cli/input_options.hpp"

#include <CLI/CLI.hpp>
#include <cstdint>

#include "cli/option_checks.hpp"

namespace sparlab::cli {
namespace {

constexpr std::uint64_t kMostUniverse = std::uint64_t{1} << 53U;

void add_universe(CLI::App& app, std::uint64_t& universe) {
  app.add_option("-N,--universe", universe,
                 "Size of the index universe, if larger than the file says")
      ->transform(from_to<std::uint64_t>(1, kMostUniverse))
      ->option_text("N");
}

}  // namespace

void add_fill_in(CLI::App& app, FillInArguments& fill_in) {
  inputs::FillInRequest& request = fill_in.request;
  app.add_option("file", request.path,
                 "Recording (TKG), svmlight samples, index lists or NumPy arrays (.npy, .npz)")
      ->check(not_empty())
      ->required()
      ->option_text("FILE");
  app.add_option("--fit-workers", request.fit_workers,
                 "Fit the models to the first so many workers, and compare with the rest (default: "
                 "all)")
      ->transform(from_to<std::uint64_t>(1, model::RecordedSupports::kMostRanks))
      ->option_text("n");
  app.add_option("-P", fill_in.ranks,
                 "Numbers of workers, an axis as in sparlab run (default: some up to 4 times those "
                 "of the file)")
      ->check(not_empty())
      ->option_text("P");
  add_universe(app, request.choice.universe);
  app.add_option("--batch", request.choice.batch, "svmlight: samples of a worker")
      ->capture_default_str()
      ->transform(from_to<std::uint64_t>(1, 1'000'000'000))
      ->option_text("SAMPLES");
  app.add_option("--seed", request.choice.seed, "svmlight: which samples each worker gets")
      ->capture_default_str()
      ->option_text("SEED");
  add_format(app, fill_in.format, kTableOrJson);
}

void add_convert(CLI::App& app, ConvertArguments& convert) {
  inputs::RecordingOptions& options = convert.options;
  app.add_option("files", convert.files,
                 "What to read: NumPy arrays (.npy, .npz), index lists or a recording; or several "
                 "NumPy files, one for each worker. Last the recording (TKG) to write, compressed "
                 "if it ends in .gz")
      ->check(not_empty())
      ->required()
      ->expected(-2)
      ->option_text("FILE... OUTPUT");
  add_universe(app, options.universe);
  CLI::Option* const top_k =
      app.add_option("--top-k", options.top_k,
                     "Keep so many entries of each worker, those of largest magnitude")
          ->transform(from_to<std::uint64_t>(1, kMostUniverse))
          ->option_text("K");
  app.add_option("--density", options.density, "The same as a share of N, as in 1%")
      ->transform(share_from_to(1e-12, 1))
      ->excludes(top_k)
      ->option_text("DENSITY");
  app.add_option("--layers", options.layers,
                 "Each file is a worker, and of its arrays join these (default: of several files, "
                 "all)")
      ->delimiter(',')
      ->check(not_empty())
      ->option_text("NAME,...")
      ->allow_extra_args(false);
}

}  // namespace sparlab::cli
