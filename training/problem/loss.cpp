#include "training/problem/loss.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sparlab::training {
namespace {

/// log(1 + exp(-z)), without overflow.
double logistic_value(double target, double margin) {
  const double z = target * margin;
  return z > 0 ? std::log1p(std::exp(-z)) : std::log1p(std::exp(z)) - z;
}
double logistic_slope(double target, double margin) {
  return -target / (1 + std::exp(target * margin));
}

double hinge_value(double target, double margin) { return std::max(0.0, 1 - target * margin); }
double hinge_slope(double target, double margin) { return target * margin < 1 ? -target : 0; }

double squares_value(double target, double margin) {
  return 0.5 * (margin - target) * (margin - target);
}
double squares_slope(double target, double margin) { return margin - target; }

constexpr std::array kLosses = {
    LossInfo{Loss::logistic, "logistic", 0.25, logistic_value, logistic_slope},
    LossInfo{Loss::hinge, "svm", 0, hinge_value, hinge_slope},
    LossInfo{Loss::squares, "squares", 1, squares_value, squares_slope}};

}  // namespace

std::span<const LossInfo> losses() { return kLosses; }

const LossInfo* find_loss(std::string_view name) {
  const auto* const found = std::ranges::find(kLosses, name, &LossInfo::name);
  return found == kLosses.end() ? nullptr : found;
}

std::string loss_names() {
  std::string names;
  for (const LossInfo& info : kLosses)
    names += (names.empty() ? "" : ", ") + std::string(info.name);
  return names;
}

}  // namespace sparlab::training
