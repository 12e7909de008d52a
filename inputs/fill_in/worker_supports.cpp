#include "inputs/fill_in/worker_supports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "inputs/files/data_error.hpp"
#include "inputs/formats/recording_formats.hpp"
#include "inputs/formats/svmlight_file.hpp"
#include "inputs/sources/svmlight_input.hpp"

namespace sparlab::inputs {

WorkerSupports read_worker_supports(const std::string& path, const WorkerChoice& choice) {
  const WorkerFormat format = format_of(path);
  if (format == WorkerFormat::svmlight) {
    const auto samples = shared_svmlight(path, choice.universe);
    const std::uint64_t workers = std::max<std::uint64_t>(1, samples->size() / choice.batch);
    if (workers > model::RecordedSupports::kMostRanks)
      throw DataError(
          path, "", fmt::format("samples for {} workers", workers),
          fmt::format("at most {}; more samples a worker", model::RecordedSupports::kMostRanks));
    const SvmlightInput input(samples, choice.universe, choice.batch, workers, choice.seed);
    return {fmt::format("svmlight, {} samples a worker, seed {}", choice.batch, choice.seed),
            samples->content_hash, choice.universe > 0, input.supports()};
  }
  const Recording recording = read_workers(path, {.universe = choice.universe});
  std::vector<std::span<const std::uint32_t>> lists;
  for (std::uint64_t worker = 0; worker < recording.workers(); ++worker)
    lists.push_back(recording.indices_of(worker));
  return {std::string(title_of(format)), recording.content_hash, recording.states_universe,
          model::RecordedSupports(recording.universe, lists)};
}

}  // namespace sparlab::inputs
