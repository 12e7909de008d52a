#include "experiments/inputs/recording_input.hpp"

#include <fmt/format.h>

#include <span>
#include <utility>
#include <vector>

#include "experiments/inputs/data_error.hpp"
#include "model/base/contract.hpp"
#include "model/fill_in/expected_recorded_fill_in.hpp"
#include "model/fill_in/recorded_fill_in.hpp"

namespace sparlab::experiments::inputs {

RecordingInput::RecordingInput(std::shared_ptr<const Recording> recording, std::uint64_t universe,
                               std::uint64_t ranks)
    : recording_(std::move(recording)), universe_(universe == 0 ? recording_->universe : universe) {
  SPARLAB_EXPECTS(ranks >= 1);
  if (ranks > recording_->workers) {
    throw DataError(recording_->name, "", fmt::format("{} recorded workers", recording_->workers),
                    fmt::format("at least {}, one for each rank", ranks));
  }
  if (universe_ < recording_->universe) {
    throw DataError(recording_->name, at_byte(8),
                    fmt::format("a universe of {}", recording_->universe),
                    fmt::format("at most the given N = {}", universe_));
  }
}

Entries RecordingInput::rank_entries(std::uint64_t rank) const {
  SPARLAB_EXPECTS(rank < recording_->workers);
  const auto indices = recording_->indices_of(rank);
  const auto values = recording_->values_of(rank);
  return {{indices.begin(), indices.end()}, {values.begin(), values.end()}};
}

std::shared_ptr<const model::FillIn> RecordingInput::fill_in() const {
  std::call_once(counted_, [this] {
    std::vector<std::span<const std::uint32_t>> supports;
    for (std::uint64_t worker = 0; worker < recording_->workers; ++worker) {
      supports.push_back(recording_->indices_of(worker));
    }
    fill_in_ = std::make_shared<model::ExpectedRecordedFillIn>(
        model::RecordedSupports(universe_, supports));
  });
  return fill_in_;
}

}  // namespace sparlab::experiments::inputs
