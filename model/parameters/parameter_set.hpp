#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "model/base/contract.hpp"
#include "model/parameters/fields.hpp"
#include "model/parameters/tuning.hpp"

namespace sparlab::model {

/// The values of an algorithm's parameters, read and checked once. Only the algorithm's cost and
/// code know the type of the struct that holds them; all else uses these functions.
class ParameterValues {
 public:
  virtual ~ParameterValues() = default;
  ParameterValues(const ParameterValues&) = delete;
  ParameterValues& operator=(const ParameterValues&) = delete;

  /// The settings that differ from the defaults, in canonical spelling.
  virtual Settings settings() const = 0;
  /// Checks settings that depend on P and N. Errors  ParameterError.
  virtual void check(const Shape& shape) const = 0;
  /// Calls after which a stateful algorithm's behaviour repeats; 1 for the others.
  virtual std::uint64_t period() const = 0;
  /// Whether the settings make an algorithm lose mass that it would otherwise conserve.
  virtual bool loses_mass() const = 0;
  /// Whether the settings make an exact algorithm leave out entries that equal the neutral element.
  virtual bool drops_neutral() const = 0;
  /// Whether, with these settings, an algorithm computes no collective but an allreduce.
  virtual bool only_allreduce() const = 0;

  /// The struct itself. Another type than the algorithm's own is a contract violation.
  template <class Parameters>
  operator const Parameters&() const;

 protected:
  ParameterValues() = default;
};

namespace detail {

template <class Parameters>
class ValuesOf final : public ParameterValues {
 public:
  explicit ValuesOf(Parameters values) : values_(std::move(values)) {}

  Settings settings() const override { return canonical_settings(values_); }
  void check(const Shape& shape) const override { check_parameters(values_, shape); }
  std::uint64_t period() const override {
    if constexpr (requires { values_.period(); }) return values_.period();
    return 1;
  }
  bool loses_mass() const override {
    if constexpr (requires { values_.loses_mass(); }) return values_.loses_mass();
    return false;
  }
  bool drops_neutral() const override {
    if constexpr (requires { values_.drops_neutral(); }) return values_.drops_neutral();
    return false;
  }
  bool only_allreduce() const override {
    if constexpr (requires { values_.only_allreduce(); }) return values_.only_allreduce();
    return false;
  }
  const Parameters& values() const { return values_; }

 private:
  Parameters values_;
};

}  // namespace detail

template <class Parameters>
ParameterValues::operator const Parameters&() const {
  const auto* const typed = dynamic_cast<const detail::ValuesOf<Parameters>*>(this);
  SPARLAB_EXPECTS(typed != nullptr);
  return typed->values();
}

/// The parameters of one algorithm, for tables.
struct ParameterSet {
  std::vector<ParameterInfo> (*list)();
  /// Each setting is checked separately. Errors  ParameterError.
  std::shared_ptr<const ParameterValues> (*read)(const Settings&);
  std::vector<TunedParameter> (*tuned)(const TuningShape&);
};

template <class Parameters>
constexpr ParameterSet parameter_set() {
  return {[] { return list_parameters<Parameters>(); },
          [](const Settings& settings) -> std::shared_ptr<const ParameterValues> {
            return std::make_shared<detail::ValuesOf<Parameters>>(
                read_parameters<Parameters>(settings));
          },
          [](const TuningShape& shape) { return tuned_parameters<Parameters>(shape); }};
}

}  // namespace sparlab::model
