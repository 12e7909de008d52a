#pragma once

#include <span>

#include "model/analysis/machine_fit.hpp"
#include "model/base/cost.hpp"

namespace sparlab::model {

/// One measured one-way transfer.
struct Transfer {
  double bytes = 0;
  double seconds = 0;
};

/// A number fitted to each repetition of a measurement separately: the median of the fits, and a
/// nonparametric interval of that median. The interval of a single fit says how well its formula
/// matches the points; this one says how repeatable the machine is.
struct Repeated {
  double value = 0;
  double lo = 0;
  double hi = 0;

  double relative_half_width() const { return (hi - lo) / 2 / value; }
};

/// Errors  std::invalid_argument: too few fits for an interval (fewer than 6 at 0.95).
Repeated repeated(std::span<const double> fits, double confidence = 0.95);

/// Checks that collectives determine the costs of a machine: start and alpha are told apart by the
/// number of messages, alpha and beta by their size.
///
/// Errors  std::invalid_argument that names all that is missing: fewer than 8 collectives, messages
///         of fewer than 3 sizes or of a range below 16, one number of messages on the critical
///         path. The same for merges and other work that a fit cannot attribute.
void require_evidence(std::span<const MeasuredCollective> collectives);

}  // namespace sparlab::model
