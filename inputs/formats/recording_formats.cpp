#include "inputs/formats/recording_formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "inputs/files/data_error.hpp"
#include "inputs/formats/index_lists.hpp"
#include "inputs/formats/numpy_workers.hpp"
#include "model/base/contract.hpp"

namespace sparlab::inputs {
namespace {

constexpr std::size_t kLookAhead = std::size_t{1} << 16;

/// True for "label index:value", false for "index index" and "index:value index:value".
bool looks_like_svmlight(std::string_view text) {
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    line = line.substr(0, line.find('#'));
    constexpr std::string_view blanks = " \t\r,";
    line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
    if (line.empty() || line.find_first_not_of(" \t\r-") == std::string_view::npos) continue;
    const std::size_t first_end = std::min(line.find_first_of(blanks), line.size());
    const std::size_t colon = line.find(':');
    if (colon != std::string_view::npos) return colon > first_end;
    if (line.front() == '+' || line.front() == '-') return true;  // a label without features
  }
  return false;
}

Recording rebuilt(const Recording& recording, const RecordingOptions& options) {
  RecordingBuilder workers(recording.name, options);
  for (std::uint64_t worker = 0; worker < recording.workers(); ++worker) {
    const auto indices = recording.indices_of(worker);
    const auto values = recording.values_of(worker);
    WorkerEntries entries;
    for (std::size_t i = 0; i < indices.size(); ++i) entries.emplace_back(indices[i], values[i]);
    workers.append(std::move(entries), recording.universe, fmt::format("worker {}", worker));
  }
  return workers.finish(recording.content_hash);
}

}  // namespace

std::string_view title_of(WorkerFormat format) {
  switch (format) {
    case WorkerFormat::recording:
      return "recording (TKG)";
    case WorkerFormat::index_lists:
      return "index lists";
    case WorkerFormat::npy:
      return "NumPy array";
    case WorkerFormat::npz:
      return "NumPy arrays";
    case WorkerFormat::svmlight:
      return "svmlight";
  }
  model::contract_violation("format is a WorkerFormat", __FILE__, __LINE__);
}

WorkerFormat format_of(std::span<const std::byte> first_bytes) {
  const std::string_view text(reinterpret_cast<const char*>(first_bytes.data()),
                              first_bytes.size());
  if (text.starts_with("TKG")) return WorkerFormat::recording;
  if (text.starts_with("\x93NUMPY")) return WorkerFormat::npy;
  if (text.starts_with("PK\x03\x04") || text.starts_with("PK\x05\x06")) return WorkerFormat::npz;
  return looks_like_svmlight(text) ? WorkerFormat::svmlight : WorkerFormat::index_lists;
}

WorkerFormat format_of(const std::string& path) {
  DataFile file(path);
  std::vector<std::byte> first(kLookAhead);
  first.resize(file.read(first));
  const WorkerFormat format = format_of(first);
  const bool text = format == WorkerFormat::index_lists || format == WorkerFormat::svmlight;
  if (text && std::ranges::find(first, std::byte{0}) != first.end())
    throw DataError(path, "", "a file of no known format",
                    "a recording (TKG), NumPy arrays (.npy, .npz), or text: index lists or "
                    "svmlight samples");
  return format;
}

Recording read_workers(const std::string& path, const RecordingOptions& options) {
  const WorkerFormat format = format_of(path);
  DataFile file(path);
  switch (format) {
    case WorkerFormat::index_lists:
      return read_index_lists(file, options);
    case WorkerFormat::npy:
      return read_npy(file, options);
    case WorkerFormat::npz:
      return read_npz(file, options);
    case WorkerFormat::recording:
      return rebuilt(read_recording(file), options);
    case WorkerFormat::svmlight:
      break;
  }
  throw DataError(path, at_line(1), "svmlight samples, which no worker holds",
                  "a recording, index lists or NumPy arrays");
}

}  // namespace sparlab::inputs
