#include "inputs/formats/numpy_workers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "inputs/files/data_error.hpp"
#include "inputs/files/npy.hpp"
#include "inputs/formats/numpy_archive.hpp"

namespace sparlab::inputs {
namespace {

/// The next `count` elements of an array are a worker.
void append_worker(NpyReader& array, std::uint64_t count, RecordingBuilder& workers,
                   const std::string& place) {
  WorkerEntries entries;
  if (array.integers()) {
    for (const std::uint64_t index : array.indices(count)) entries.emplace_back(index, 1);
    return workers.append(std::move(entries), std::nullopt, place);
  }
  append_nonzeros(array.values(count), 0, entries);
  workers.append(std::move(entries), count, place);
}

void append_csr(const NumpyArchive& arrays, RecordingBuilder& workers) {
  const auto begin = arrays.integers("indptr");
  const auto indices = arrays.integers("indices");
  const auto shape = arrays.integers("shape");
  std::vector<double> values;
  arrays.read("data", [&](NpyReader& reader) {
    if (!reader.integers()) return void(values = reader.values(reader.elements()));
    for (const std::uint64_t value : reader.indices(reader.elements()))
      values.push_back(static_cast<double>(value));
  });
  if (shape.size() != 2 || begin.size() != shape[0] + 1 || begin.front() != 0 ||
      begin.back() != indices.size() || values.size() != indices.size() ||
      !std::ranges::is_sorted(begin))
    arrays.refuse(
        fmt::format("indptr of {}, indices of {}, data of {} elements", begin.size(),
                    indices.size(), values.size()),
        "those of a CSR matrix of shape (workers, N), as scipy.sparse.save_npz writes it");
  for (std::size_t row = 0; row + 1 < begin.size(); ++row) {
    WorkerEntries entries;
    for (std::uint64_t i = begin[row]; i < begin[row + 1]; ++i)
      entries.emplace_back(indices[static_cast<std::size_t>(i)],
                           values[static_cast<std::size_t>(i)]);
    workers.append(std::move(entries), shape[1], fmt::format("row {}", row));
  }
}

void append_arrays(const NumpyArchive& arrays, RecordingBuilder& workers) {
  for (const std::string& name : arrays.names())
    arrays.read(name, [&](NpyReader& reader) {
      if (reader.shape().size() > 1)
        throw DataError(arrays.place_of(name), "",
                        fmt::format("an array of {} dimensions", reader.shape().size()),
                        "one dimension for each worker, or a file for each worker");
      append_worker(reader, reader.elements(), workers, "array " + inputs::quoted(name));
    });
}

}  // namespace

void append_nonzeros(const std::vector<double>& vector, std::uint64_t begin,
                     WorkerEntries& entries) {
  for (std::size_t i = 0; i < vector.size(); ++i)
    if (vector[i] != 0) entries.emplace_back(begin + i, vector[i]);
}

Recording read_npy(DataFile& file, const RecordingOptions& options) {
  RecordingBuilder workers(file.name(), options);
  NpyReader array(file.name(), file, file.max_bytes());
  const std::vector<std::uint64_t>& shape = array.shape();
  if (shape.size() > 2)
    throw DataError(file.name(), "", "more than two dimensions",
                    "rows of workers, and columns; or a file for each worker");
  const std::uint64_t rows = shape.size() == 2 ? shape[0] : 1;
  const std::uint64_t columns = shape.empty() ? 1 : shape.back();
  for (std::uint64_t row = 0; row < rows; ++row)
    append_worker(array, columns, workers, fmt::format("row {}", row));
  array.finish();
  return workers.finish(file.content_hash());
}

Recording read_npz(DataFile& file, const RecordingOptions& options) {
  RecordingBuilder workers(file.name(), options);
  const NumpyArchive arrays(file);
  if (arrays.has("indptr")) {
    for (const char* needed : {"indices", "data", "shape"})
      if (!arrays.has(needed))
        arrays.refuse(fmt::format("an indptr without {}", needed), "all arrays of a CSR matrix");
    append_csr(arrays, workers);
  } else {
    append_arrays(arrays, workers);
  }
  return workers.finish(file.content_hash());
}

}  // namespace sparlab::inputs
