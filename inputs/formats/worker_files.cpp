#include "inputs/formats/worker_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <optional>
#include <utility>

#include "inputs/files/data_error.hpp"
#include "inputs/files/data_file.hpp"
#include "inputs/files/npy.hpp"
#include "inputs/formats/numpy_archive.hpp"
#include "inputs/formats/numpy_workers.hpp"
#include "inputs/formats/recording_formats.hpp"
#include "model/base/contract.hpp"

namespace sparlab::inputs {
namespace {

struct Layer {
  std::string name;  ///< empty: the only array of a .npy file
  std::uint64_t elements = 0;

  std::string text() const {
    return name.empty() ? fmt::format("{} elements", elements)
                        : fmt::format("{} of {} elements", inputs::quoted(name), elements);
  }
  bool operator==(const Layer&) const = default;
};

/// The worker of one file.
class WorkerFile {
 public:
  WorkerFile(const std::string& path, const std::vector<std::string>& layers) : path_(path) {
    const WorkerFormat format = format_of(path);
    DataFile file(path);
    if (format == WorkerFormat::npy) {
      if (!layers.empty()) refuse("one array without a name", "archives (.npz) with these layers");
      NpyReader array(path, file, file.max_bytes());
      append("", array);
      array.finish();
    } else if (format == WorkerFormat::npz) {
      const NumpyArchive archive(file);
      for (const std::string& name : layers.empty() ? archive.names() : layers) {
        if (!archive.has(name))
          refuse("no array " + inputs::quoted(name),
                 fmt::format("one of {}", fmt::join(archive.names(), ", ")));
        archive.read(name, [&](NpyReader& array) { append(name, array); });
      }
    } else {
      refuse(std::string(title_of(format)) + ", one of several files",
             "one such file, or NumPy arrays (.npy, .npz), a file for each worker");
    }
    if (layers_.size() > 1 && has_indices_)
      refuse(fmt::format("indices among {} arrays", layers_.size()),
             "layers as vectors of numbers, or one array of indices");
  }

  /// Indices have no length that must agree.
  void require_layers_of(const WorkerFile& first) const {
    if (has_indices_ || first.has_indices_) return;
    if (layers_.size() != first.layers_.size())
      refuse(fmt::format("{} arrays", layers_.size()),
             fmt::format("{} as in {}", first.layers_.size(), first.path_));
    for (std::size_t i = 0; i < layers_.size(); ++i)
      if (layers_[i] != first.layers_[i])
        refuse("an array " + layers_[i].text(),
               fmt::format("{}, as in {}", first.layers_[i].text(), first.path_));
  }

  void append_to(RecordingBuilder& workers) {
    const auto length = has_indices_ ? std::nullopt : std::optional(length_);
    workers.append(std::exchange(entries_, {}), length, path_);
  }

 private:
  [[noreturn]] void refuse(std::string found, std::string accepted) const {
    throw DataError(path_, "", std::move(found), std::move(accepted));
  }

  void append(const std::string& name, NpyReader& array) {
    layers_.push_back({name, array.elements()});
    if (array.integers()) {
      has_indices_ = true;
      for (const std::uint64_t index : array.indices(array.elements()))
        entries_.emplace_back(index, 1);
    } else {
      append_nonzeros(array.values(array.elements()), length_, entries_);
      length_ += array.elements();
    }
  }

  std::string path_;
  std::vector<Layer> layers_;
  std::uint64_t length_ = 0;  ///< of all vectors
  bool has_indices_ = false;
  WorkerEntries entries_;
};

}  // namespace

Recording read_worker_files(const std::vector<std::string>& paths,
                            const RecordingOptions& options) {
  SPARLAB_EXPECTS(!paths.empty());
  RecordingBuilder workers("one file for each worker", options);
  WorkerFile first(paths.front(), options.layers);
  first.append_to(workers);
  for (std::size_t i = 1; i < paths.size(); ++i) {
    WorkerFile worker(paths[i], options.layers);
    worker.require_layers_of(first);
    worker.append_to(workers);
  }
  return workers.finish("");
}

}  // namespace sparlab::inputs
