#include "experiments/errors/config_error.hpp"

#include <utility>

namespace sparlab::experiments {
namespace {

std::string message(const std::string& file, const std::string& json_path, const std::string& value,
                    const std::string& accepted, const std::string& suggestion) {
  std::string text = file;
  if (!json_path.empty()) text += (text.empty() ? "" : ": ") + json_path;
  if (!value.empty()) text += (text.empty() ? "" : ": ") + value;
  if (!accepted.empty()) text += "; accepted: " + accepted;
  if (!suggestion.empty()) text += "; did you mean \"" + suggestion + "\"?";
  return text;
}

}  // namespace

ConfigError::ConfigError(std::string file_, std::string json_path_, std::string value_,
                         std::string accepted_, std::string suggestion_)
    : std::runtime_error(message(file_, json_path_, value_, accepted_, suggestion_)),
      file(std::move(file_)),
      json_path(std::move(json_path_)),
      value(std::move(value_)),
      accepted(std::move(accepted_)),
      suggestion(std::move(suggestion_)) {}

}  // namespace sparlab::experiments
