#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace sparlab::experiments::tests {

/// A value in which one number is at a limit of the schema, next to it, or just beyond it.
struct LimitValue {
  nlohmann::json value;
  bool inside = true;  ///< whether the schema accepts it
};

/// Finds the limits of all numbers in a schema, whatever keys it has.
class SchemaLimits {
 public:
  /// `paths` gives the data file for each kind of input that needs one.
  SchemaLimits(nlohmann::json root, std::map<std::string, std::string> paths);

  const nlohmann::json& root() const { return root_; }

  /// Values of a part of the schema, each with one number singled out. The other required members
  /// have, if possible, their minimum, the same number, and their maximum in turn.
  std::vector<LimitValue> values_of(const nlohmann::json& schema) const;

 private:
  /// Values of the other required members of an object.
  enum class OtherMembers { least, same, largest };

  const nlohmann::json& resolved(const nlohmann::json& schema) const;
  std::vector<LimitValue> members(const nlohmann::json& schema) const;
  nlohmann::json chosen(const nlohmann::json& schema, OtherMembers others,
                        const nlohmann::json& same) const;

  nlohmann::json root_;
  std::map<std::string, std::string> paths_;
};

}  // namespace sparlab::experiments::tests
