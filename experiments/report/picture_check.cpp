#include "experiments/report/picture_check.hpp"

#include <algorithm>
#include <fstream>
#include <string_view>
#include <system_error>

namespace sparlab::experiments {
namespace {

/// The last chunk of every PNG: length 0, type, checksum.
constexpr std::string_view kPngEnd{"\0\0\0\0IEND\xAE\x42\x60\x82", 12};
constexpr std::string_view kSvgEnd = "</svg>";

std::string last_bytes(const std::filesystem::path& path, std::uintmax_t size) {
  constexpr std::uintmax_t kEnough = 64;
  std::string end(std::min(size, kEnough), '\0');
  std::ifstream stream(path, std::ios::binary);
  stream.seekg(static_cast<std::streamoff>(size - end.size()));
  stream.read(end.data(), static_cast<std::streamsize>(end.size()));
  end.resize(static_cast<std::size_t>(stream.gcount()));
  return end;
}

}  // namespace

std::string picture_defect(const std::filesystem::path& picture) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(picture, error);
  if (error) return "is missing";
  if (size == 0) return "is empty";
  const std::string_view mark = picture.extension() == ".png" ? kPngEnd : kSvgEnd;
  return last_bytes(picture, size).find(mark) == std::string::npos ? "is cut off" : "";
}

}  // namespace sparlab::experiments
