#pragma once

#include <memory>
#include <string>

#include "inputs/formats/recording.hpp"
#include "inputs/sources/input.hpp"

namespace sparlab::inputs {

/// The recording of a file of any format with one sparse vector a worker (read_workers). The files
/// read last are cached in the process, as by shared_svmlight. Thread-safe.
/// Errors  DataError, as read_recording and read_workers; more than half of all values are nonzero
///         in a file that is no recording.
std::shared_ptr<const Recording> shared_recording(const std::string& path);

/// Recorded gradients: rank r has the entries of worker r.
class RecordingInput final : public Input {
 public:
  /// `universe` 0 selects the recording's own. ranks >= 1. With more ranks than workers there are
  /// entries for the recorded ones only, and expected unions are extrapolated.
  /// Errors  DataError: more ranks than workers, of which there are fewer than
  ///         model::UnionForecast::kLeastRanks; a universe smaller than the recording's.
  RecordingInput(std::shared_ptr<const Recording> recording, std::uint64_t universe,
                 std::uint64_t ranks);

  std::uint64_t universe() const override { return universe_; }
  double mean_nnz() const override { return recording_->mean_nnz(); }
  std::uint64_t max_ranks() const override { return recording_->workers(); }
  bool exact_sums() const override { return false; }
  Entries rank_entries(std::uint64_t rank) const override;
  /// The union of random subsets of the recorded workers, extrapolated to more workers.
  std::shared_ptr<const model::FillIn> fill_in() const override;
  std::string content_hash() const override { return recording_->content_hash; }

 private:
  std::shared_ptr<const Recording> recording_;
  std::uint64_t universe_;
};

}  // namespace sparlab::inputs
