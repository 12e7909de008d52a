#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <vector>

#include "base/errors/errors.hpp"
#include "cli/commands.hpp"
#include "cli/errors.hpp"
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

/// A recording of these would be read without any doubt by all other verbs.
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

int convert_command(const ConvertArguments& arguments) {
  const std::vector<std::string> files(arguments.files.begin(), arguments.files.end() - 1);
  const std::string& output = arguments.files.back();
  if (std::filesystem::exists(output))
    refuse("OUTPUT", output + ", which exists", "the path of a new file");
  const inputs::Recording recording = read(files, arguments.options);
  require_sparse_vectors(recording, arguments.options.selects());
  inputs::write_recording(output, recording);
  std::cout << fmt::format("{}: {} workers, N = {}, {} entries, density {:.3g} %\n", output,
                           recording.workers(), recording.universe, recording.indices.size(),
                           100 * density_of(recording));
  std::cout << fmt::format("first worker: {}; last: {}\n", recording.first_place,
                           recording.last_place);
  return kSuccess;
}

}  // namespace sparlab::cli
