#include "training/methods/method.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "algos/registry/registry.hpp"
#include "model/parameters/redsync.hpp"

namespace sparlab::training {
namespace {

using model::Choices;
using model::ParameterError;
using model::ParameterValues;

constexpr const char* kSelectedMeaning =
    "entries that a rank sends of contribution + residual; 0: all";
constexpr const char* kBucketMeaning =
    "k entries of each bucket of so many consecutive parameters, k a number; 0: of all parameters";

/// A bucket needs a number of entries that it can hold.
template <class Parameters>
void check_selection(const Parameters& parameters, const model::Shape& shape) {
  const std::uint64_t most = parameters.bucket > 0 ? parameters.bucket : shape.universe;
  if (parameters.k.count > most)
    throw ParameterError("k", model::write_value(parameters.k.count),
                         "a number up to " + std::to_string(most));
  if (parameters.k.share > 0 || !parameters.k.some())
    model::refuse_without_effect(parameters, "bucket", "k a number above 0");
}

struct SgdParameters {
  algos::Format gradient = algos::Format::coo;

  template <class Visitor>
  static void describe(Visitor& visit) {
    visit("gradient", &SgdParameters::gradient,
          Choices<algos::Format>{{"sparse", algos::Format::coo}, {"dense", algos::Format::dense}},
          "form of a gradient; sparse: the features of the mini-batch");
  }
};

struct TopkSgdParameters {
  Selected k{.share = 0.01};
  std::uint64_t bucket = 0;

  template <class Visitor>
  static void describe(Visitor& visit) {
    visit("k", &TopkSgdParameters::k, number_or_share(), kSelectedMeaning);
    visit("bucket", &TopkSgdParameters::bucket, model::any_count(), kBucketMeaning);
  }
  void check(const model::Shape& shape) const { check_selection(*this, shape); }
};

struct RgcParameters {
  Selected k{.share = 0.001};
  std::uint64_t bucket = 0;
  double momentum = 0.9;
  bool nesterov = false;

  template <class Visitor>
  static void describe(Visitor& visit) {
    using P = RgcParameters;
    visit("k", &P::k, number_or_share(), kSelectedMeaning);
    visit("bucket", &P::bucket, model::any_count(), kBucketMeaning);
    model::detail::describe_redsync_momentum<P>(visit);
  }
  void check(const model::Shape& shape) const {
    check_selection(*this, shape);
    if (momentum == 0) model::refuse_without_effect(*this, "nesterov", "momentum above 0");
  }
};

struct ScdParameters {
  std::uint64_t coordinates = 100;

  template <class Visitor>
  static void describe(Visitor& visit) {
    visit("coordinates", &ScdParameters::coordinates, model::at_least(1),
          "parameters that a rank changes in a step, at random in its slice");
  }
};

struct BmufParameters {
  std::uint64_t tau = 10;
  double rate = 1;

  template <class Visitor>
  static void describe(Visitor& visit) {
    visit("tau", &BmufParameters::tau, model::at_least(1), "local steps between two exchanges");
    visit("rate", &BmufParameters::rate, model::positive(), "rate zeta of the block update");
  }
};

struct LocalSgdParameters {
  std::uint64_t tau = 10;
  Selected k;
  std::uint64_t bucket = 0;
  double momentum = 0;
  bool nesterov = false;
  double rate = 1;

  template <class Visitor>
  static void describe(Visitor& visit) {
    using P = LocalSgdParameters;
    visit("tau", &P::tau, model::at_least(1), "local steps between two exchanges");
    visit("k", &P::k, number_or_share(), kSelectedMeaning);
    visit("bucket", &P::bucket, model::any_count(), kBucketMeaning);
    model::detail::describe_redsync_momentum<P>(visit);
    visit("rate", &P::rate, model::positive(), "rate of the outer step");
  }
  void check(const model::Shape& shape) const {
    check_selection(*this, shape);
    if (momentum == 0) model::refuse_without_effect(*this, "nesterov", "momentum above 0");
  }
};

template <class Parameters, MethodRule (*Rule)(const Parameters&, std::uint64_t)>
constexpr MethodInfo method_info(std::string_view name, std::string_view title,
                                 std::string_view source) {
  return {name, title, source, model::parameter_set<Parameters>(),
          [](const ParameterValues& values, std::uint64_t ranks) {
            return Rule(static_cast<const Parameters&>(values), ranks);
          }};
}

MethodRule sgd_rule(const SgdParameters& given, std::uint64_t) {
  return {.gradient = given.gradient, .rate_at_update = true};
}
MethodRule topk_sgd_rule(const TopkSgdParameters& given, std::uint64_t) {
  return {.selected = given.k, .bucket = given.bucket};
}
MethodRule rgc_rule(const RgcParameters& given, std::uint64_t) {
  return {.rate_at_update = true,
          .selected = given.k,
          .bucket = given.bucket,
          .correction = {given.momentum, given.nesterov}};
}
MethodRule scd_rule(const ScdParameters& given, std::uint64_t) {
  return {.coordinates = given.coordinates};
}
MethodRule bmuf_rule(const BmufParameters& given, std::uint64_t ranks) {
  return {.local_steps = given.tau,
          .outer_momentum = 1 - 1 / static_cast<double>(ranks),
          .outer_rate = given.rate};
}
MethodRule local_sgd_rule(const LocalSgdParameters& given, std::uint64_t) {
  return {.local_steps = given.tau,
          .selected = given.k,
          .bucket = given.bucket,
          .outer_momentum = given.momentum,
          .outer_rate = given.rate,
          .outer_nesterov = given.nesterov};
}

constexpr std::array kMethods = {
    method_info<SgdParameters, sgd_rule>("sgd", "SGD; lossless with an exact algorithm",
                                         "Renggli et al., SC'19, section 8.2"),
    method_info<TopkSgdParameters, topk_sgd_rule>(
        "topk_sgd", "top-k SGD with error feedback; Ok-Topk SGD with oktopk",
        "Renggli et al., SC'19, Algorithm 1; Li and Hoefler, PPoPP'22, Algorithm 2"),
    method_info<RgcParameters, rgc_rule>("rgc", "top-k SGD with momentum correction",
                                         "Fang and Hsieh, RedSync, Algorithm 4"),
    method_info<ScdParameters, scd_rule>("scd", "random block coordinate descent",
                                         "Renggli et al., SC'19, section 8.2; Wright 2015"),
    method_info<BmufParameters, bmuf_rule>("bmuf", "local SGD with block momentum 1 - 1/P",
                                           "Chen and Huo, ICASSP'16; Renggli et al., SC'19"),
    method_info<LocalSgdParameters, local_sgd_rule>(
        "local_sgd", "local SGD, whose changes may be sparse",
        "DiLoCo and SparseLoCo, with SGD as the local optimizer")};

std::string method_names() {
  std::string names;
  for (const MethodInfo& info : kMethods)
    names += (names.empty() ? "" : ", ") + std::string(info.name);
  return names;
}

bool has_parameter(const model::Algorithm& algorithm, std::string_view name) {
  return !setting_of(algorithm, name).empty();
}

[[noreturn]] void refuse_algorithm(const model::Algorithm& algorithm, const Method& method,
                                   const std::string& accepted) {
  throw ParameterError("algorithm", algorithm.spec() + " with " + method.spec(), accepted);
}

}  // namespace

std::span<const MethodInfo> methods() { return kMethods; }

Method::Method(std::string_view text) {
  info_ = std::ranges::find(kMethods, model::name_of_spec(text), &MethodInfo::name);
  if (info_ == kMethods.end())
    throw ParameterError("method", std::string(text), "one of " + method_names());
  model::AlgorithmSpec canonical = model::parse_spec(text);
  values_ = info_->parameters.read(canonical.settings);
  canonical.settings = values_->settings();
  spec_ = model::to_text(canonical);
}

void Method::check(const model::Shape& shape, const LossInfo& loss) const {
  values_->check(shape);
  if (rule(shape.ranks).coordinates > 0 && loss.curvature == 0)
    throw ParameterError("method", spec_ + " for model " + std::string(loss.name),
                         "another method: this loss has no second derivative");
}

std::string setting_of(const model::Algorithm& algorithm, std::string_view name) {
  for (const model::Setting& given : model::parse_spec(algorithm.spec()).settings)
    if (given.name == name) return given.value;
  for (const model::ParameterInfo& parameter : algos::info_of(algorithm).parameters())
    if (parameter.name == name) return parameter.default_value;
  return {};
}

bool selects(const model::Algorithm& algorithm) { return has_parameter(algorithm, "k"); }

model::Algorithm algorithm_of(const Method& method, const model::Algorithm& algorithm,
                              const model::Shape& shape) {
  const MethodRule rule = method.rule(shape.ranks);
  algorithm.check(shape);
  if (algos::info_of(algorithm).native)
    refuse_algorithm(algorithm, method, "an algorithm with code of ours");
  if (!selects(algorithm)) {
    if (rule.coordinates > 0 && algos::info_of(algorithm).exactness != algos::Exactness::exact)
      refuse_algorithm(algorithm, method, "an exact algorithm");
    return algorithm;
  }
  if (rule.coordinates > 0) refuse_algorithm(algorithm, method, "an exact algorithm");
  model::AlgorithmSpec spec = model::parse_spec(algorithm.spec());
  const auto given = [&](std::string_view name) {
    return std::ranges::find(spec.settings, name, &model::Setting::name) != spec.settings.end();
  };
  if (rule.selected.some()) {
    if (given("k"))
      refuse_algorithm(algorithm, method, "k of the method or of the algorithm, not of both");
    if (rule.bucket > 0)
      refuse_algorithm(algorithm, method, "bucket=0, since the algorithm selects");
    spec.settings.push_back({"k", std::to_string(rule.selected.of(shape.universe))});
  }
  if (rule.correction.momentum > 0) {
    if (!has_parameter(algorithm, "momentum"))
      refuse_algorithm(algorithm, method,
                       "redsync_rgc, redsync_rgc_quantized or an algorithm that does not select");
    if (given("momentum") || given("nesterov"))
      refuse_algorithm(algorithm, method, "the momentum of the method only");
    spec.settings.push_back({"momentum", model::write_value(rule.correction.momentum)});
    if (rule.correction.nesterov) spec.settings.push_back({"nesterov", "true"});
  }
  model::Algorithm set(model::to_text(spec));
  set.check(shape);
  return set;
}

std::uint64_t Selected::of(std::uint64_t parameters) const {
  if (!(share > 0)) return count;
  const double entries = std::round(share * static_cast<double>(parameters));
  return std::clamp<std::uint64_t>(static_cast<std::uint64_t>(entries), 1, parameters);
}

bool read_value(std::string_view text, Selected& value) {
  value = {};
  if (!text.ends_with('%') && model::read_value(text, value.count)) return true;
  std::string number(text);
  // A division by 100 would round.
  if (number.ends_with('%')) number.replace(number.size() - 1, 1, "e-2");
  return model::read_value(number, value.share) && value.share >= 0 && value.share <= 1;
}

std::string write_value(const Selected& value) {
  return value.share > 0 ? fmt::format("{:.12g}%", 100 * value.share)
                         : model::write_value(value.count);
}

model::Rule<Selected> number_or_share() {
  return {"a whole number, or a share from 0% to 100%", [](const Selected&) { return true; }};
}

}  // namespace sparlab::training
