#include "experiments/inputs/byte_source.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "experiments/inputs/data_error.hpp"

namespace sparlab::experiments::inputs {
namespace {

constexpr const char* kAccepted = "a readable regular file";

std::uint64_t regular_file_size(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found) {
    throw DataError(path, "", "no such file", kAccepted);
  }
  if (status.type() == std::filesystem::file_type::none) {
    throw DataError(path, "", error.message(), kAccepted);
  }
  if (!std::filesystem::is_regular_file(status)) {
    throw DataError(path, "", "not a regular file", kAccepted);
  }
  const std::uint64_t size = std::filesystem::file_size(path, error);
  if (error) throw DataError(path, "", error.message(), kAccepted);
  return size;
}

}  // namespace

std::size_t MemorySource::read(std::span<std::byte> into) {
  const std::size_t count = std::min(into.size(), rest_.size());
  std::copy_n(rest_.begin(), count, into.begin());
  rest_ = rest_.subspan(count);
  return count;
}

FileSource::FileSource(std::string path)
    : path_(std::move(path)),
      size_(regular_file_size(path_)),
      file_(std::fopen(path_.c_str(), "rb")) {
  if (!file_) throw DataError(path_, "", std::strerror(errno), kAccepted);
}

std::size_t FileSource::read(std::span<std::byte> into) {
  const std::size_t count = std::fread(into.data(), 1, into.size(), file_.get());
  if (count < into.size() && std::ferror(file_.get()) != 0) {
    throw DataError(path_, "", std::strerror(errno), kAccepted);
  }
  return count;
}

}  // namespace sparlab::experiments::inputs
