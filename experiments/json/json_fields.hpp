#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace sparlab::experiments {

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

  bool has(const char* key) const { return object_.contains(key); }
  const nlohmann::json& at(const char* key) const;
  std::string text(const char* key) const;
  double number(const char* key) const;
  std::uint64_t count(const char* key) const;
  bool flag(const char* key) const;

  /// The enumerator that `parse` returns for a text.
  template <class Parse>
  auto choice(const char* key, Parse parse) const {
    const auto found = parse(text(key));
    if (!found) fail(key, "a known name");
    return *found;
  }

  [[noreturn]] static void fail(const char* key, const char* wanted);

 private:
  const nlohmann::json& object_;
};

}  // namespace sparlab::experiments
