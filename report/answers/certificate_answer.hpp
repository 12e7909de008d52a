#pragma once

#include <iosfwd>
#include <vector>

#include "analysis/certificates/certificate.hpp"
#include "base/text/value.hpp"

namespace sparlab::report {

/// Certificates with all their numbers of ranks, and the build that made them.
base::Fields certificates_fields(const std::vector<analysis::Certificate>& certificates);
/// One row an algorithm, then the counterexamples.
void print_certificates(std::ostream& stream,
                        const std::vector<analysis::Certificate>& certificates);

}  // namespace sparlab::report
