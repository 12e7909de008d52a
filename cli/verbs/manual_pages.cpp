#include "cli/manual_pages.hpp"

#include "cli/command_line.hpp"
#include "cli/verb.hpp"

namespace sparlab::cli {

Run add_manual_pages(Options& options) {
  const auto& folder = options.add<std::filesystem::path>("folder", "Where they are written");
  return [&] {
    write_manual_pages(describe_program(), folder);
    return kSuccess;
  };
}

}  // namespace sparlab::cli
