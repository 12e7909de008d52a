#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace sparlab::training {

enum class Loss : std::uint8_t { logistic, hinge, squares };

/// The loss of one sample, a convex function of its margin m = x.w; t is its target: +1 or -1, and
/// for least squares any number.
struct LossInfo {
  Loss loss;
  std::string_view name;  ///< of the model: "svm"
  double curvature;       ///< the largest second derivative by m; 0: there is none
  double (*value)(double target, double margin);
  double (*slope)(double target, double margin);  ///< the derivative by m
};

/// All losses.
std::span<const LossInfo> losses();
/// Null if there is none of this name.
const LossInfo* find_loss(std::string_view name);
/// "logistic, svm, squares".
std::string loss_names();

}  // namespace sparlab::training
