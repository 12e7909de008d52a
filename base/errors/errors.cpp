#include "base/errors/errors.hpp"

#include <utility>

#include "base/text/printable.hpp"

namespace sparlab::base {
namespace {

/// The accepted values may be a long list of names.
constexpr std::size_t kMostAccepted = 4000;

std::string message(std::string_view file, std::string_view json_path, std::string_view value,
                    std::string_view accepted, std::string_view suggestion) {
  std::string text = both_ends(file);
  if (!json_path.empty()) text += (text.empty() ? "" : ": ") + both_ends(json_path);
  if (!value.empty()) text += (text.empty() ? "" : ": ") + both_ends(value);
  if (!accepted.empty()) text += "; accepted: " + both_ends(accepted, kMostAccepted);
  if (!suggestion.empty()) text += "; did you mean \"" + both_ends(suggestion) + "\"?";
  return text;
}

}  // namespace

ConfigError::ConfigError(std::string_view file_, std::string_view json_path_,
                         std::string_view value_, std::string_view accepted_,
                         std::string_view suggestion_)
    : std::runtime_error(message(file_, json_path_, value_, accepted_, suggestion_)),
      file(file_),
      json_path(both_ends(json_path_)),
      value(both_ends(value_)),
      accepted(both_ends(accepted_, kMostAccepted)),
      suggestion(both_ends(suggestion_)) {}

void Mistakes::add(const ConfigError& error) {
  constexpr std::size_t kMost = 20;
  ConfigError first = error;
  const std::vector<ConfigError> more = std::exchange(first.more, {});
  if (found_.size() < kMost) found_.push_back(std::move(first));
  for (const ConfigError& one : more) add(one);
}

void Mistakes::raise() const {
  if (found_.empty()) return;
  ConfigError first = found_.front();
  first.more.assign(found_.begin() + 1, found_.end());
  throw first;
}

}  // namespace sparlab::base
