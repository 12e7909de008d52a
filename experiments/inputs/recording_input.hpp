#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "experiments/inputs/input.hpp"
#include "experiments/inputs/recording_file.hpp"

namespace sparlab::experiments::inputs {

/// Recorded gradients: rank r has the entries of worker r.
class RecordingInput final : public Input {
 public:
  /// `universe` 0 selects the recording's own. ranks >= 1.
  /// Errors  DataError: more ranks than workers, a universe smaller than the recording's.
  RecordingInput(std::shared_ptr<const Recording> recording, std::uint64_t universe,
                 std::uint64_t ranks);

  std::uint64_t universe() const override { return universe_; }
  double mean_nnz() const override { return static_cast<double>(recording_->nnz); }
  std::uint64_t max_ranks() const override { return recording_->workers; }
  bool exact_sums() const override { return false; }
  Entries rank_entries(std::uint64_t rank) const override;
  /// The union of random subsets of the recorded workers, extrapolated to more workers.
  std::shared_ptr<const model::FillIn> fill_in() const override;
  std::string content_hash() const override { return recording_->content_hash; }

 private:
  std::shared_ptr<const Recording> recording_;
  std::uint64_t universe_;
  mutable std::once_flag counted_;
  mutable std::shared_ptr<const model::FillIn> fill_in_;
};

}  // namespace sparlab::experiments::inputs
