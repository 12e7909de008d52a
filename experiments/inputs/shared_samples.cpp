#include "experiments/inputs/shared_samples.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <compare>
#include <cstdint>
#include <mutex>
#include <optional>
#include <tuple>
#include <vector>

namespace sparlab::experiments::inputs {
namespace {

/// Distinguishes versions of a file.
using FileState = std::tuple<std::string, dev_t, ino_t, off_t, time_t, long>;

std::optional<FileState> state_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return FileState{path,           status.st_dev,         status.st_ino,
                   status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

struct Kept {
  FileState file;
  std::shared_ptr<const Samples> samples;
};

}  // namespace

std::shared_ptr<const Samples> shared_svmlight(const std::string& path, std::uint64_t universe) {
  constexpr std::size_t kMostFiles = 2;
  static std::mutex mutex;
  static std::vector<Kept> kept;  // oldest first
  const std::lock_guard lock(mutex);
  // Determined before reading, so that a file that changes meanwhile is read again.
  const std::optional<FileState> state = state_of(path);
  const auto found =
      std::ranges::find_if(kept, [&](const Kept& one) { return state && one.file == *state; });
  // If indices exceed the bound, the file is read again, and that error names the line.
  if (found != kept.end() && (universe == 0 || found->samples->universe <= universe))
    return found->samples;
  DataFile file(path);
  auto samples = std::make_shared<const Samples>(read_svmlight(file, universe));
  if (state) {
    if (kept.size() == kMostFiles) kept.erase(kept.begin());
    kept.push_back({*state, samples});
  }
  return samples;
}

}  // namespace sparlab::experiments::inputs
