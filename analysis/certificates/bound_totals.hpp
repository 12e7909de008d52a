#pragma once

#include <vector>

#include "analysis/certificates/certificate.hpp"

namespace sparlab::analysis {

/// A certificate and one of its cases.
struct CasePlace {
  const Certificate* certificate = nullptr;
  const CertifiedRanks* ranks = nullptr;
};

/// One bound in all certificates.
struct BoundTotal {
  BoundTally tally;       ///< the smallest call has the fewest ranks, then indices, then entries
  CasePlace nearest;      ///< the first with the least ratio
  CasePlace breaks = {};  ///< that of the smallest call; null if there is none
};

/// In the order of bounds. Refers to the certificates.
std::vector<BoundTotal> bound_totals(const std::vector<Certificate>& certificates);

}  // namespace sparlab::analysis
