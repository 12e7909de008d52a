#include "sim/arrival_step.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <xbt/config.hpp>

namespace sparlab::sim {
namespace {

const std::string kPrecision = "surf/precision";

/// The mean covers about this number of recent messages.
constexpr double kRecent = 256;
/// A step that changed less stays.
constexpr double kChange = 1.25;

}  // namespace

ArrivalStep::ArrivalStep(std::size_t many)
    : many_(many), exact_s_(simgrid::config::get_value<double>(kPrecision)), step_s_(exact_s_) {}

double ArrivalStep::begin(double now_s, double least_s) {
  ++under_way_;
  // Where all ranks begin to send long messages, steps must not wait for the first one to end.
  if (least_s > mean_s_) {
    mean_s_ += (least_s - mean_s_) / kRecent;
    adapt();
  }
  if (step_s_ == exact_s_) return now_s;
  // Steps are counted from a message, not from time 0, so that calls that repeat take equal times.
  if (now_s > latest_s_ + step_s_)
    latest_s_ = now_s;
  else if (now_s > latest_s_)
    latest_s_ += step_s_;
  return latest_s_;
}

void ArrivalStep::end(double took_s) {
  --under_way_;
  mean_s_ += (took_s - mean_s_) / kRecent;
  adapt();
}

void ArrivalStep::adapt() {
  if (under_way_ < many_) return set(exact_s_);
  const double wanted_s = std::max(exact_s_, kPart * mean_s_);
  if (wanted_s > kChange * step_s_ || wanted_s * kChange < step_s_) set(wanted_s);
}

void ArrivalStep::finish() { set(exact_s_); }

void ArrivalStep::set(double step_s) {
  if (step_s == step_s_) return;
  simgrid::config::set_value<double>(kPrecision.c_str(), step_s);
  step_s_ = step_s;
  if (step_s > exact_s_) longest_s_ = std::max(longest_s_, step_s);
}

}  // namespace sparlab::sim
