#pragma once

#include <span>

#include "model/analysis/machine_fit.hpp"

namespace sparlab::model {

/// Checks that collectives determine the costs of a machine: start and alpha are told apart by the
/// number of messages, alpha and beta by their size.
///
/// Errors  std::invalid_argument that names all that is missing: fewer than 8 collectives, messages
///         of fewer than 3 sizes or of a range below 16, one number of messages on the critical
///         path. The same for merges and other work that a fit cannot attribute.
void require_evidence(std::span<const MeasuredCollective> collectives);

}  // namespace sparlab::model
