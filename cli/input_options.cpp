#include "cli/input_options.hpp"

#include <CLI/CLI.hpp>
#include <cstdint>

#include "cli/option_checks.hpp"

namespace sparlab::cli {

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
      ->transform(from_to<std::uint64_t>(1, model::RecordedSupports::kMostRanks))
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
      ->transform(from_to<std::uint64_t>(1, 1'000'000'000))
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

}  // namespace sparlab::cli
