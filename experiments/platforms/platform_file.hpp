#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "model/base/cost.hpp"
#include "runtime/loggp/machine.hpp"
#include "sim/platform.hpp"

namespace sparlab::experiments {

/// All numbers of a machine; machine_from_json(machine_to_json(m)) is bitwise equal to m.
nlohmann::json machine_to_json(const model::Machine& machine);

/// Errors  FormatError that names the key that is missing or has the wrong type.
model::Machine machine_from_json(const nlohmann::json& object);

/// One platform as every engine sees it. All engines read the same file, so they differ only by
/// what they model.
struct PlatformFile {
  std::string name;   ///< the file name without its extension
  std::string title;  ///< one line of text
  std::string hash;   ///< of the content: the same for any formatting of the same JSON
  std::map<std::string, std::string> doubts;  ///< why numbers may be wrong, by number
  int max_hosts = 0;

  model::Machine machine;                  ///< alpha-beta, for `model`
  runtime::loggp::Machine loggp_hockney;   ///< the same machine, for `loggp`
  runtime::loggp::Machine loggp;           ///< separate L, o, g, G
  std::optional<sim::Platform> simulated;  ///< nullopt if the file has no links
};

/// Reads and checks a platform file; docs/platforms.md describes the format.
///
/// Errors  ConfigError: unreadable file, syntax error, missing or unknown key, wrong type or unit,
///         number without source or uncertainty, a structure that SimGrid cannot build.
PlatformFile load_platform(const std::filesystem::path& file);

/// The same for content that was already parsed; its name must match the name of `file`.
PlatformFile platform_from_json(const nlohmann::json& content, const std::filesystem::path& file);

}  // namespace sparlab::experiments
