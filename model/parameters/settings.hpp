#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace sparlab::model {

/// A setting of an algorithm is unknown or not accepted.
class ParameterError : public std::invalid_argument {
 public:
  ParameterError(std::string parameter, std::string value, std::string accepted);

  const std::string& parameter() const { return parameter_; }
  const std::string& value() const { return value_; }
  const std::string& accepted() const { return accepted_; }

 private:
  std::string parameter_;
  std::string value_;
  std::string accepted_;
};

/// One parameter of an algorithm as a user writes it: tau=64.
struct Setting {
  std::string name;
  std::string value;
  friend bool operator==(const Setting&, const Setting&) = default;
};
using Settings = std::vector<Setting>;

/// An algorithm with its settings, written "oktopk(tau=32, window=4)"; without settings just its
/// name. Does not check whether the algorithm and the parameters exist.
struct AlgorithmSpec {
  std::string name;
  Settings settings;
};

/// Errors  ParameterError naming the algorithm: no closing parenthesis, a setting without name or
///         value, a name given twice.
AlgorithmSpec parse_spec(std::string_view text);

/// The inverse: "name" or "name(a=1, b=2)".
std::string to_text(const AlgorithmSpec& spec);

/// The part of a spec before its settings.
std::string_view name_of_spec(std::string_view text);

}  // namespace sparlab::model
