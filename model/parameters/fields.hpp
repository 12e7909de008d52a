#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/parameters/settings.hpp"

/// Parameters of algorithms as plain structs that can be read from settings, checked and listed.
///
/// A parameter struct has its defaults as member initialisers. Its function `describe` states the
/// name, accepted values and meaning of each member:
///
///     struct KylixParameters {
///       std::vector<std::uint64_t> degrees;
///       template <class Visitor>
///       static void describe(Visitor& visit) {
///         visit("degrees", &KylixParameters::degrees, list_of_at_least(2), "ranks in a group of
///         each layer, ...");
///       }
///       void check(const Shape& shape) const;  // optional: what depends on P, N or k
///       static std::vector<TunedParameter> tuned(const TuningShape&);  // optional: see tuning.hpp
///     };
namespace sparlab::model {

/// The values against which settings are checked before anything runs.
struct Shape {
  std::uint64_t ranks = 1;     ///< P
  std::uint64_t universe = 1;  ///< N
  bool operator==(const Shape&) const = default;
};

/// How one parameter's text is parsed; `accepted` completes "accepted: ...".
template <class T>
struct Rule {
  std::string accepted;
  std::function<bool(const T&)> admits;
};

Rule<std::uint64_t> any_count();
Rule<std::uint64_t> at_least(std::uint64_t least);
Rule<std::uint64_t> one_of(std::vector<std::uint64_t> values);
Rule<std::vector<std::uint64_t>> list_of_at_least(std::uint64_t least);
/// Excludes both ends.
Rule<double> between(double low, double high);
/// Positive and finite.
Rule<double> positive();
/// Finite, at least `least`.
Rule<double> number_at_least(double least);
Rule<bool> yes_or_no();

/// The names of an enumeration's values: {{"binomial", Broadcast::binomial}, ...}.
template <class Enum>
struct Choice {
  std::string_view name;
  Enum value;
};
template <class Enum>
using Choices = std::vector<Choice<Enum>>;

/// Choices of an enumeration whose values are 0, 1, 2, ... in the order of their names.
template <class Enum>
Choices<Enum> choices_of(std::span<const std::string_view> names) {
  Choices<Enum> choices;
  for (std::size_t i = 0; i < names.size(); ++i)
    choices.push_back({names[i], static_cast<Enum>(i)});
  return choices;
}

/// Conversions between values and text; read_value returns false if the text is not a T. Counts are
/// written "64", "2^20" or "16M"; lists "4x2x2"; flags "true" or "false".
bool read_value(std::string_view text, std::uint64_t& value);
bool read_value(std::string_view text, double& value);
bool read_value(std::string_view text, bool& value);
bool read_value(std::string_view text, std::vector<std::uint64_t>& value);
std::string write_value(std::uint64_t value);
std::string write_value(double value);
std::string write_value(bool value);
std::string write_value(const std::vector<std::uint64_t>& value);

/// A parameter in a listing.
struct ParameterInfo {
  std::string name;
  std::string default_value;
  std::string accepted;
  std::string meaning;
};

namespace detail {

template <class Enum>
std::string names_of(const Choices<Enum>& choices) {
  std::string names;
  for (const auto& choice : choices) {
    if (!names.empty()) names += ", ";
    names += choice.name;
  }
  return names;
}

template <class Enum>
std::string name_of(const Choices<Enum>& choices, Enum value) {
  for (const auto& choice : choices)
    if (choice.value == value) return std::string(choice.name);
  return {};
}

/// Assigns one setting to the member of its name.
template <class Parameters>
class Reader {
 public:
  Reader(Parameters& parameters, const Setting& setting)
      : parameters_(parameters), setting_(setting) {}

  template <class T>
  void operator()(std::string_view name, T Parameters::*member, const Rule<T>& rule,
                  std::string_view) {
    if (!is(name)) return;
    T value{};
    if (!read_value(setting_.value, value) || !rule.admits(value)) refuse(rule.accepted);
    parameters_.*member = value;
  }
  template <class Enum>
  void operator()(std::string_view name, Enum Parameters::*member, const Choices<Enum>& choices,
                  std::string_view) {
    if (!is(name)) return;
    for (const auto& choice : choices) {
      if (choice.name != setting_.value) continue;
      parameters_.*member = choice.value;
      return;
    }
    refuse(names_of(choices));
  }
  bool found() const { return found_; }

 private:
  bool is(std::string_view name) {
    found_ = found_ || name == setting_.name;
    return name == setting_.name;
  }
  [[noreturn]] void refuse(const std::string& accepted) const {
    throw ParameterError(setting_.name, setting_.value, accepted);
  }

  Parameters& parameters_;
  const Setting& setting_;
  bool found_ = false;
};

/// Lists all members of `parameters`.
template <class Parameters>
class Lister {
 public:
  explicit Lister(const Parameters& parameters) : parameters_(parameters) {}

  template <class T>
  void operator()(std::string_view name, T Parameters::*member, const Rule<T>& rule,
                  std::string_view meaning) {
    add(name, write_value(parameters_.*member), rule.accepted, meaning);
  }
  template <class Enum>
  void operator()(std::string_view name, Enum Parameters::*member, const Choices<Enum>& choices,
                  std::string_view meaning) {
    add(name, name_of(choices, parameters_.*member), names_of(choices), meaning);
  }
  std::vector<ParameterInfo> list;

 private:
  void add(std::string_view name, std::string value, std::string accepted,
           std::string_view meaning) {
    list.push_back(
        {std::string(name), std::move(value), std::move(accepted), std::string(meaning)});
  }
  const Parameters& parameters_;
};

[[noreturn]] void refuse_unknown(const Setting& setting, const std::vector<ParameterInfo>& known);

}  // namespace detail

/// The parameters with their values in `parameters`, in the order of the struct.
template <class Parameters>
std::vector<ParameterInfo> list_parameters(const Parameters& parameters = {}) {
  detail::Lister<Parameters> lister(parameters);
  Parameters::describe(lister);
  return std::move(lister.list);
}

/// Errors  ParameterError: a parameter that does not exist, or a value that is not accepted.
template <class Parameters>
Parameters read_parameters(const Settings& settings) {
  Parameters parameters;
  for (const Setting& setting : settings) {
    detail::Reader<Parameters> reader(parameters, setting);
    Parameters::describe(reader);
    if (!reader.found()) detail::refuse_unknown(setting, list_parameters<Parameters>());
  }
  return parameters;
}

/// The settings that differ from the defaults, in the order of the struct and in canonical
/// spelling: equal parameters have equal settings.
template <class Parameters>
Settings canonical_settings(const Parameters& parameters) {
  const auto defaults = list_parameters<Parameters>();
  const auto given = list_parameters(parameters);
  Settings settings;
  for (std::size_t i = 0; i < given.size(); ++i)
    if (given[i].default_value != defaults[i].default_value)
      settings.push_back({given[i].name, given[i].default_value});
  return settings;
}

/// For `check`, where `name` has no effect because of other settings. Refuses a value other than
/// the default, since two specs with the same behaviour would count as two algorithms. `otherwise`
/// is a setting with which `name` has an effect: "reuse=true".
/// Errors  ParameterError.
template <class Parameters>
void refuse_without_effect(const Parameters& parameters, std::string_view name,
                           std::string_view otherwise) {
  const auto defaults = list_parameters<Parameters>();
  const auto given = list_parameters(parameters);
  for (std::size_t i = 0; i < given.size(); ++i) {
    const std::string& value = given[i].default_value;
    if (given[i].name != name || value == defaults[i].default_value) continue;
    throw ParameterError(given[i].name, value,
                         defaults[i].default_value + ", or " + std::string(otherwise));
  }
}

/// Checks settings that depend on P and N or on each other. Errors  ParameterError.
template <class Parameters>
void check_parameters(const Parameters& parameters, const Shape& shape) {
  if constexpr (requires { parameters.check(shape); }) parameters.check(shape);
}

/// For algorithms without parameters.
struct NoParameters {
  template <class Visitor>
  static void describe(Visitor&) {}
};

}  // namespace sparlab::model
