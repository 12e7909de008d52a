#pragma once

#include <cstdint>
#include <vector>

#include "inputs/files/data_file.hpp"
#include "inputs/formats/recording_builder.hpp"

namespace sparlab::inputs {

/// Reads an array whose rows (or, of one dimension, the whole of it) are workers. A row of integers
/// lists a worker's indices; its values are 1. A row of floating-point numbers or booleans is a
/// dense vector, whose nonzeros are the worker's entries.
/// Errors  DataError: as NpyReader and RecordingBuilder.
Recording read_npy(DataFile& file, const RecordingOptions& options = {});

/// Reads a zip archive of arrays, as numpy.savez and scipy.sparse.save_npz make it: either a CSR
/// matrix with a row for each worker (arrays indptr, indices, data and shape), or an array of one
/// dimension for each worker, in the order of their names' numbers (arr_0, arr_1, ..., arr_10).
/// Errors  DataError: as read_npy and NumpyArchive; arrays of two dimensions or of different kinds,
///         an indptr that decreases or does not fit, data and indices of different lengths.
Recording read_npz(DataFile& file, const RecordingOptions& options = {});

/// Appends the nonzeros of a dense vector; the first element has the index `begin`.
void append_nonzeros(const std::vector<double>& vector, std::uint64_t begin,
                     WorkerEntries& entries);

}  // namespace sparlab::inputs
