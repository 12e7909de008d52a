#include "inputs/sources/recording_input.hpp"

#include <fmt/format.h>

#include <span>
#include <utility>
#include <vector>

#include "inputs/files/data_error.hpp"
#include "inputs/files/recent.hpp"
#include "inputs/formats/recording_formats.hpp"
#include "model/base/contract.hpp"
#include "model/fill_in/expected_recorded_fill_in.hpp"
#include "model/fill_in/recorded_fill_in.hpp"

namespace sparlab::inputs {
namespace {

Recording read_any(const std::string& path) {
  if (format_of(path) == WorkerFormat::recording) {
    DataFile file(path);
    return read_recording(file);
  }
  Recording recording = read_workers(path);
  if (recording.mean_nnz() > static_cast<double>(recording.universe) / 2)
    throw DataError(path, "", "arrays of which most values are not zero",
                    "sparse vectors; sparlab convert --density 1% selects the largest values");
  return recording;
}

}  // namespace

std::shared_ptr<const Recording> shared_recording(const std::string& path) {
  static Recent<FileState, Recording> recent(2);
  // Determined before reading, so that a file that changes meanwhile is read again.
  return recent.get(state_of(path),
                    [&] { return std::make_shared<const Recording>(read_any(path)); });
}

RecordingInput::RecordingInput(std::shared_ptr<const Recording> recording, std::uint64_t universe,
                               std::uint64_t ranks)
    : recording_(std::move(recording)), universe_(universe == 0 ? recording_->universe : universe) {
  SPARLAB_EXPECTS(ranks >= 1);
  constexpr std::uint64_t kLeast = model::UnionForecast::kLeastRanks;
  if (ranks > recording_->workers() && recording_->workers() < kLeast) {
    throw DataError(
        recording_->name, "", fmt::format("{} recorded workers", recording_->workers()),
        fmt::format("at least {}, one for each rank, or {} to extrapolate from", ranks, kLeast));
  }
  if (universe_ < recording_->universe) {
    throw DataError(recording_->name, at_byte(8),
                    fmt::format("a universe of {}", recording_->universe),
                    fmt::format("at most the given N = {}", universe_));
  }
}

Entries RecordingInput::rank_entries(std::uint64_t rank) const {
  SPARLAB_EXPECTS(rank < recording_->workers());
  const auto indices = recording_->indices_of(rank);
  const auto values = recording_->values_of(rank);
  return {{indices.begin(), indices.end()}, {values.begin(), values.end()}};
}

std::shared_ptr<const model::FillIn> RecordingInput::fill_in() const {
  using Key = std::pair<std::shared_ptr<const Recording>, std::uint64_t>;
  static Recent<Key, model::FillIn> recent(2);  // it does not depend on the number of ranks
  return recent.get(Key{recording_, universe_}, [this] {
    std::vector<std::span<const std::uint32_t>> supports;
    for (std::uint64_t worker = 0; worker < recording_->workers(); ++worker)
      supports.push_back(recording_->indices_of(worker));
    return std::make_shared<model::ExpectedRecordedFillIn>(
        model::RecordedSupports(universe_, supports));
  });
}

}  // namespace sparlab::inputs
