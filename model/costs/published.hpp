#pragma once

#include <optional>
#include <string_view>

#include "model/base/cost.hpp"

namespace sparlab::model {

/// The symbols of the papers.
struct Symbols {
  double ranks;     ///< P
  double elements;  ///< N
  double nnz;       ///< k, equal on all ranks
  double index_bytes = 4;
  double value_bytes = 4;

  double beta_s() const { return index_bytes + value_bytes; }  ///< bytes of an (index, value) pair
  double beta_d() const { return value_bytes; }                ///< bytes of a dense value
};

/// A cost as an interval of bytes on the critical path, without headers and local work: T in
/// [messages*alpha + low_bytes*beta, messages*alpha + high_bytes*beta].
struct CostInterval {
  double messages = 0;
  double low_bytes = 0;
  double high_bytes = 0;

  double low_s(const Machine& machine) const;
  double high_s(const Machine& machine) const;
};

/// One algorithm's cost as published, and with the paper's errors corrected.
struct PublishedCost {
  std::string_view algorithm;
  std::string_view formula;     ///< the published form, in its symbols
  std::string_view correction;  ///< differences of the corrected form, with reasons; may be empty
  CostInterval (*published)(const Symbols&);
  CostInterval (*corrected)(const Symbols&);
};

/// nullopt for algorithms without a published cost.
std::optional<PublishedCost> published_cost(std::string_view algorithm);

}  // namespace sparlab::model
