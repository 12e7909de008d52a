#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sparlab::base {

/// A stored point or record does not have the expected form.
class FormatError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads the fields of a JSON object that this program wrote, and checks every type: the library's
/// own conversions silently turn 1e300 into an integer.
/// Errors  FormatError that names the key.
class JsonFields {
 public:
  explicit JsonFields(const nlohmann::json& object);

  bool has(std::string_view key) const { return object_.contains(key); }
  const nlohmann::json& at(std::string_view key) const;
  std::string text(std::string_view key) const;
  double number(std::string_view key) const;
  std::uint64_t count(std::string_view key) const;
  bool flag(std::string_view key) const;
  /// An object of texts.
  std::map<std::string, std::string> texts(std::string_view key) const;

  /// The enumerator that `parse` returns for a text.
  template <class Parse>
  auto choice(std::string_view key, Parse parse) const {
    const auto found = parse(text(key));
    if (!found) fail(key, "a known name");
    return *found;
  }

  [[noreturn]] static void fail(std::string_view key, std::string_view wanted);

 private:
  const nlohmann::json& object_;
};

}  // namespace sparlab::base
