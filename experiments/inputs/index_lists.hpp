#pragma once

#include <cstdint>

#include "experiments/inputs/data_file.hpp"
#include "experiments/inputs/recording.hpp"

namespace sparlab::experiments::inputs {

/// Reads text with a line for each worker: its indices, from 0 and in any order, between blanks or
/// commas; with values as index:value. Without values all are 1. A worker without entries is the
/// line "-". Empty lines and comments from '#' are skipped. `universe` 0 selects the largest index
/// + 1.
/// Errors  DataError with the line: anything else, an index twice in a line, indices of `universe`
///         or more, values on some entries only, no worker, or too many.
Recording read_index_lists(DataFile& file, std::uint64_t universe = 0);

/// Sorts entries by index and appends them to the recording as its next worker.
/// Errors  DataError at `place`: an index twice, of `universe` or more, too many workers, values
///         that are not accepted (data_error.hpp).
void append_worker(Recording& recording, std::vector<std::pair<std::uint64_t, double>> entries,
                   std::uint64_t universe, const std::string& place);

/// Gives the recording its universe: `universe`, or the largest index + 1.
/// Errors  DataError: no worker, or no index and universe 0.
void finish_workers(Recording& recording, std::uint64_t universe);

}  // namespace sparlab::experiments::inputs
