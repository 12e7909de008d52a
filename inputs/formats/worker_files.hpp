#pragma once

#include <string>
#include <vector>

#include "inputs/formats/recording_builder.hpp"

namespace sparlab::inputs {

/// Reads files that hold one worker each, as each rank of a training job writes its own: NumPy
/// arrays (.npy, .npz) of numbers, of any shape. The arrays of an archive are layers, which are
/// joined to one vector in the order of their names' numbers, or only `options.layers` in the order
/// given. A file may have one array of indices instead.
///
/// Errors  DataError: a file of another format, arrays of other names or lengths than those of the
///         first file, a layer that no array is, indices among several arrays; as NumpyArchive and
///         RecordingBuilder.
Recording read_worker_files(const std::vector<std::string>& paths, const RecordingOptions& options);

}  // namespace sparlab::inputs
