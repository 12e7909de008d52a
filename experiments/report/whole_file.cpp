#include "experiments/report/whole_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include "experiments/errors/environment_error.hpp"

namespace sparlab::experiments {

void write_whole_file(const std::filesystem::path& path, std::string_view content) {
  std::filesystem::path partial = path;
  partial += ".partial";
  errno = 0;
  std::ofstream stream(partial, std::ios::binary | std::ios::trunc);
  stream << content;
  stream.close();
  if (!stream) {
    const std::string reason = std::strerror(errno);
    std::error_code ignored;
    std::filesystem::remove(partial, ignored);
    throw EnvironmentError(fmt::format("cannot write {}: {}", path.string(), reason));
  }
  std::error_code error;
  std::filesystem::rename(partial, path, error);
  if (error)
    throw EnvironmentError(fmt::format("cannot write {}: {}", path.string(), error.message()));
}

}  // namespace sparlab::experiments
