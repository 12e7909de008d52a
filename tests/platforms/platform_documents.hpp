#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/errors/errors.hpp"
#include "base/json/json_text.hpp"
#include "base/system/build_info.hpp"
#include "platforms/files/platform_file.hpp"
#include "tests/catch.hpp"

/// Platform files of tests: shipped ones, and changes of them.
namespace sparlab::tests {

inline std::string shipped_file(const std::string& name) {
  return std::string(base::build_info::source_dir) + "/platforms/" + name + ".json";
}

inline nlohmann::json shipped_content(const std::string& name) {
  return base::read_json_file(shipped_file(name));
}

inline nlohmann::json number(double value, const char* unit) {
  return {{"value", value}, {"unit", unit}, {"source", "a test"}, {"uncertainty", "none"}};
}

/// As from a file, where whole numbers are unsigned.
inline platforms::PlatformFile read_platform(const nlohmann::json& content,
                                             const std::string& file = "gige-8.json") {
  return platforms::platform_from_json(nlohmann::json::parse(content.dump()), file);
}

/// A change that makes a file wrong, and the path that its error names.
struct WrongChange {
  std::string error_path;
  std::string place;                         ///< "/gamma/merge/value"
  std::optional<nlohmann::json> value = {};  ///< none: the place is erased
};

inline nlohmann::json changed(nlohmann::json content, const std::string& place,
                              const std::optional<nlohmann::json>& value) {
  const nlohmann::json::json_pointer pointer(place);
  if (value) {
    content[pointer] = *value;
  } else {
    content[pointer.parent_pointer()].erase(pointer.back());
  }
  return content;
}

/// "PATH: VALUE; ACCEPTED" of the error of a file; "accepted" if there is none.
inline std::string refusal_of(const nlohmann::json& content,
                              const std::string& file = "gige-8.json") {
  try {
    read_platform(content, file);
  } catch (const base::ConfigError& error) {
    return error.json_path + ": " + error.value + "; " + error.accepted;
  }
  return "accepted";
}

inline void check_refusals(const nlohmann::json& content, const std::vector<WrongChange>& changes,
                           const std::string& file = "gige-8.json") {
  for (const auto& [error_path, place, value] : changes) {
    CAPTURE(place);
    const std::string refusal = refusal_of(changed(content, place, value), file);
    CHECK(refusal.substr(0, refusal.find(':')) == error_path);
  }
}

}  // namespace sparlab::tests
