#pragma once

#include <cstdint>
#include <string>

#include "model/fill_in/recorded_fill_in.hpp"

namespace sparlab::inputs {

/// How a file is divided into workers.
struct WorkerChoice {
  std::uint64_t universe = 0;  ///< N; 0 for the file's own
  std::uint64_t batch = 32;    ///< of svmlight files: samples of a worker
  std::uint64_t seed = 1;      ///< of svmlight files: which samples a worker gets
};

/// The indices that each worker holds, from a file of any format.
struct WorkerSupports {
  std::string format;           ///< what the file is, in a few words
  std::string content_hash;     ///< of the file
  bool states_universe = true;  ///< false: N is the largest index + 1
  model::RecordedSupports supports;
};

/// Reads a recording, index lists, NumPy arrays (recording_formats.hpp), or an svmlight file, whose
/// samples are dealt to as many workers as they suffice for (svmlight_input.hpp). The content
/// decides which it is.
/// Errors  DataError: missing or damaged file, a universe smaller than its indices need, fewer
///         samples than one worker needs, or samples for more workers than
///         model::RecordedSupports takes.
WorkerSupports read_worker_supports(const std::string& path, const WorkerChoice& choice);

}  // namespace sparlab::inputs
