#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/text/quantity.hpp"

namespace sparlab::base {

/// Reads one JSON object that a user wrote. Every requested key must be present with the right
/// type, and `finish` refuses the keys that were never requested.
///
/// Errors  ConfigError with file, JSON path, value, what is accepted and the nearest name.
class StrictObject {
 public:
  /// `path` is the path of the object itself; empty for the whole document.
  StrictObject(const nlohmann::json& value, std::string file, std::string path = {});

  bool has(const std::string& key) const;

  /// The same, and the refusal of an unknown key lists this one.
  bool optional(const std::string& key);

  StrictObject object(const std::string& key);
  std::string text(const std::string& key);  ///< not empty

  /// A whole number in [1, 2^31).
  int count(const std::string& key);

  bool flag(const std::string& key);  ///< true or false

  /// Reads {"value", "source", "uncertainty"}: a count that someone measured or assumed.
  int sourced_count(const std::string& key);

  /// The index of the value in `choices`; any other value is refused.
  std::size_t choice(const std::string& key, const std::vector<std::string>& choices);

  /// Reads {"value", "unit", "source", "uncertainty"}. Returns the value in base units; it must be
  /// within accepted_range.
  double quantity(const std::string& key, Dimension dimension);

  /// Whether the value at `key` is an object with a unit of this dimension.
  bool has_unit(const std::string& key, Dimension dimension) const;

  /// Reads {"values", "unit", "source", "uncertainty"}: 1 to `most` quantities of one unit.
  std::vector<double> quantities(const std::string& key, Dimension dimension, std::size_t most);

  /// A plain number; other numbers are refused.
  double number(const std::string& key, double least, double most);

  /// An array of 1 to `most` objects.
  std::vector<StrictObject> objects(const std::string& key, std::size_t most);

  /// An array of exactly `size` whole numbers in [0, end).
  std::vector<std::uint32_t> whole_numbers(const std::string& key, std::size_t size,
                                           std::uint32_t end);
  bool is_array(const std::string& key) const;

  /// An object whose values are texts.
  std::map<std::string, std::string> texts(const std::string& key);

  /// A list of texts that are not empty; the list itself may be empty.
  std::vector<std::string> list(const std::string& key);

  /// A list of objects that is not empty. Its objects refer to this one's value.
  std::vector<StrictObject> objects(const std::string& key);

  void finish() const;

  /// Refuses the value at `key`.
  [[noreturn]] void fail(const std::string& key, const std::string& accepted) const;

  /// The same with a description of the value, for one that is too long to be shown.
  [[noreturn]] void refuse(const std::string& key, const std::string& value,
                           const std::string& accepted) const;

 private:
  const nlohmann::json& at(const std::string& key);
  std::string path_of(const std::string& key) const;

  const nlohmann::json& value_;
  std::string file_;
  std::string path_;
  std::vector<std::string> known_;
};

}  // namespace sparlab::base
