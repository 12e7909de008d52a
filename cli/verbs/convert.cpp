#include <filesystem>

#include "cli/verb.hpp"
#include "inputs/formats/recording_formats.hpp"
#include "inputs/formats/worker_files.hpp"

namespace sparlab::cli {
namespace {

[[noreturn]] void refuse(const std::string& argument, const std::string& found,
                         const std::string& accepted) {
  throw base::ConfigError("command line", argument, found, accepted);
}

inputs::Recording read(const std::vector<std::string>& files,
                       const inputs::RecordingOptions& options) {
  if (files.size() > 1 || !options.layers.empty()) return inputs::read_worker_files(files, options);
  return inputs::read_workers(files.front(), options);
}

double density_of(const inputs::Recording& recording) {
  return recording.mean_nnz() / static_cast<double>(recording.universe);
}

/// Refuses inputs that are probably not sparse gradients: other verbs would read their recording
/// without a warning.
void require_sparse_vectors(const inputs::Recording& recording, bool selected) {
  if (!recording.states_universe)
    refuse("-N", "none, and the files list indices without it",
           fmt::format("the number of elements of a gradient, at least {}: the largest index + 1",
                       recording.universe));
  if (!selected && density_of(recording) > 0.5)
    refuse("FILE",
           fmt::format("vectors of which {:.3g} % are nonzero: a dense gradient",
                       100 * density_of(recording)),
           "--top-k K or --density D, which keep the largest entries of each worker (--density "
           "100% keeps all)");
}

}  // namespace

Run add_convert(Options& options) {
  const auto& files = options.add<std::vector<std::string>>(
      "files FILE... OUTPUT",
      "What to read: NumPy arrays (.npy, .npz), index lists or a recording; or several NumPy "
      "files, "
      "one for each worker. Last the recording (TKG) to write, compressed if it ends in .gz",
      {at_least(2)});
  auto& choice = options.keep<inputs::RecordingOptions>();
  add_universe(options, choice.universe);
  options.set(choice.top_k, "--top-k K",
              "Keep so many entries of each worker, those of largest magnitude",
              {from_to(std::uint64_t{1}, kMostUniverse)});
  options.set(choice.density, "--density DENSITY", "The same as a share of N, as in 1%",
              {share_from_to(1e-12, 1), excludes("--top-k")});
  options.set(
      choice.layers, "--layers NAME,...",
      "Each file is a worker, and of its arrays join these (default: of several files, all)",
      {comma_separated()});
  return [&] {
    const std::string& output = files.back();
    if (std::filesystem::exists(output))
      refuse("OUTPUT", output + ", which exists", "the path of a new file");
    const inputs::Recording recording = read({files.begin(), files.end() - 1}, choice);
    require_sparse_vectors(recording, choice.selects());
    inputs::write_recording(output, recording);
    std::cout << fmt::format("{}: {} workers, N = {}, {} entries, density {:.3g} %\n", output,
                             recording.workers(), recording.universe, recording.indices.size(),
                             100 * density_of(recording));
    std::cout << fmt::format("first worker: {}; last: {}\n", recording.first_place,
                             recording.last_place);
    return kSuccess;
  };
}

}  // namespace sparlab::cli
