#pragma once

#include "inputs/files/data_file.hpp"
#include "inputs/formats/recording_builder.hpp"

namespace sparlab::inputs {

/// Reads text with a line for each worker: its indices, from 0 and in any order, between blanks or
/// commas; with values as index:value. Without values all are 1. A worker without entries is the
/// line "-". Empty lines and comments from '#' are skipped.
/// Errors  DataError with the line: anything else, an index twice in a line, indices of N or
///         more, values on some entries only; as RecordingBuilder.
Recording read_index_lists(DataFile& file, const RecordingOptions& options = {});

}  // namespace sparlab::inputs
