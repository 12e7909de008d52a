#include "base/system/temporary_folder.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>

#include "base/errors/errors.hpp"

namespace sparlab::base {

namespace fs = std::filesystem;

fs::path temporary_place() {
  const char* const chosen = ::getenv("TMPDIR");
  return chosen == nullptr || *chosen == '\0' ? "/tmp" : chosen;
}

TemporaryFolder::TemporaryFolder() {
  std::string name = temporary_place() / "sparlab-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr)
    throw EnvironmentError(
        fmt::format("cannot create the temporary folder {}: {}; TMPDIR chooses another place", name,
                    std::strerror(errno)));
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace sparlab::base
