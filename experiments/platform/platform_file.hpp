#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "model/cost.hpp"
#include "runtime/loggp/machine.hpp"
#include "sim/platform.hpp"

namespace sparlab::experiments {

/// One platform as every engine sees it, from one file, so that the engines differ only by what
/// they model.
struct PlatformFile {
  std::string name;   ///< that of the file without its extension
  std::string title;  ///< one line for people
  std::string hash;   ///< of the content: the same for any spelling of the same JSON
  std::map<std::string, std::string> doubts;  ///< why numbers may be wrong, by what they concern
  int max_hosts = 0;

  model::Machine machine;                  ///< alpha-beta, for `model`
  runtime::loggp::Machine loggp_hockney;   ///< the same machine, for `loggp`
  runtime::loggp::Machine loggp;           ///< L, o, g, G apart
  std::optional<sim::Platform> simulated;  ///< nothing if the file has no links
};

/// Reads and checks a platform file: docs/platforms.md says what stands in it.
///
/// Errors  ConfigError: unreadable file, syntax, missing or unknown key, wrong type or unit, number
///         without source or uncertainty, structure that SimGrid cannot build.
PlatformFile load_platform(const std::filesystem::path& file);

/// The same for content that was read already; `file` gives the name that it must bear.
PlatformFile platform_from_json(const nlohmann::json& content, const std::filesystem::path& file);

}  // namespace sparlab::experiments
