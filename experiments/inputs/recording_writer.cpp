#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "experiments/inputs/data_error.hpp"
#include "experiments/inputs/recording_file.hpp"

namespace sparlab::experiments::inputs {
namespace {

[[noreturn]] void refuse(const std::string& path) {
  throw DataError(path, "", errno != 0 ? std::strerror(errno) : "not written",
                  "a path that can be written");
}

}  // namespace

void write_recording(const std::string& path, const Recording& recording) {
  const std::vector<std::byte> bytes = encode_recording(recording);
  errno = 0;
  // In mode "T" zlib writes its input without compression.
  std::unique_ptr<gzFile_s, int (*)(gzFile)> file(
      gzopen(path.c_str(), path.ends_with(".gz") ? "wb" : "wbT"), gzclose);
  if (!file) refuse(path);
  constexpr std::size_t piece = std::size_t{1} << 30;
  for (std::size_t done = 0; done < bytes.size();) {
    const std::size_t count = std::min(piece, bytes.size() - done);
    if (gzwrite(file.get(), bytes.data() + done, static_cast<unsigned>(count)) <= 0) refuse(path);
    done += count;
  }
  if (gzclose(file.release()) != Z_OK) refuse(path);
}

}  // namespace sparlab::experiments::inputs
