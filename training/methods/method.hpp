#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "algos/error_feedback/held_back.hpp"
#include "algos/formats/format.hpp"
#include "model/algorithms/algorithm.hpp"
#include "model/parameters/fields.hpp"
#include "model/parameters/parameter_set.hpp"
#include "training/problem/loss.hpp"

namespace sparlab::training {

/// How many of N parameters a rank selects: a number of them ("1000"), or a share ("1%", "0.01").
/// 0: all, nothing is held back.
struct Selected {
  double share = 0;  ///< 0: see count
  std::uint64_t count = 0;

  bool some() const { return share > 0 || count > 0; }
  /// At least 1 if there is a selection.
  std::uint64_t of(std::uint64_t parameters) const;
};

// The texts of a setting (model/parameters/fields.hpp).
bool read_value(std::string_view text, Selected& value);
std::string write_value(const Selected& value);
model::Rule<Selected> number_or_share();

/// What a rank does in a step of a method: a local step gives a contribution c, the exchange adds
/// up (a selection of) the contributions of all ranks to u, the update changes the weights w.
///
///     c = rate * gradient, or what `local_steps` steps change, or a block of coordinates
///     U = m U + c (momentum correction);  a = e + U;  s = select(a);  e = a - s
///     u = allreduce(s)
///     D = eta D + u / P;  w -= zeta D, or with Nesterov w -= zeta (u / P + eta D)
struct MethodRule {
  algos::Format gradient = algos::Format::coo;
  std::uint64_t coordinates = 0;  ///< above 0: coordinate descent, w -= u
  std::uint64_t local_steps = 1;
  bool rate_at_update = false;  ///< c is the gradient, and the update has the rate
  Selected selected = {};
  std::uint64_t bucket = 0;  ///< above 0: so many of each bucket of consecutive parameters
  algos::error_feedback::MomentumOptions correction = {.momentum = 0};
  double outer_momentum = 0;  ///< eta
  double outer_rate = 1;      ///< zeta
  bool outer_nesterov = false;
};

/// A kind of method.
struct MethodInfo {
  std::string_view name;
  std::string_view title;
  std::string_view source;
  model::ParameterSet parameters;
  MethodRule (*rule)(const model::ParameterValues& values, std::uint64_t ranks);
};

/// All methods, in the order of help.
std::span<const MethodInfo> methods();

/// A method with its settings, parsed from a spec such as "topk_sgd(k=0.1%)".
class Method {
 public:
  /// Errors  ParameterError: an unknown method or parameter, or a value that is not accepted.
  explicit Method(std::string_view spec);

  /// The canonical spelling, without defaults.
  const std::string& spec() const { return spec_; }
  MethodRule rule(std::uint64_t ranks) const { return info_->rule(*values_, ranks); }
  /// Errors  ParameterError: settings that P and N do not accept, or a loss that the method cannot
  ///         minimise.
  void check(const model::Shape& shape, const LossInfo& loss) const;

 private:
  const MethodInfo* info_ = nullptr;
  std::shared_ptr<const model::ParameterValues> values_;
  std::string spec_;
};

/// True if the algorithm itself selects entries of input + residual.
bool selects(const model::Algorithm& algorithm);

/// The setting of an algorithm by name, also a default; empty if it has no such parameter.
std::string setting_of(const model::Algorithm& algorithm, std::string_view name);

/// The algorithm as it sums the contributions of a method. One that selects gets the method's k,
/// and one with momentum its momentum; the method then does neither. All others get the selections
/// of the method.
/// Errors  ParameterError: the algorithm does not accept what the method needs, or has k already.
model::Algorithm algorithm_of(const Method& method, const model::Algorithm& algorithm,
                              const model::Shape& shape);

}  // namespace sparlab::training
