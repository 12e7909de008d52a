#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sparlab::analysis {

/// How many times an implementation of an algorithm copies the whole vector. Implementations of one
/// algorithm send the same messages, but differ in this.
struct CodeVariant {
  std::string_view code;       ///< the first word of a record's variant: over, ompi, mpich
  std::string_view algorithm;  ///< its name here
  double copied_vectors;
  std::string_view reason;
};

/// What is known of published codes, from their sources.
std::vector<CodeVariant> known_code_variants();

/// Copied vectors by code and algorithm: those known, and what a user adds or replaces.
class CopiedVectors {
 public:
  /// `texts`: "CODE/ALGORITHM=VECTORS".
  /// Errors  ConfigError that names the text.
  explicit CopiedVectors(const std::vector<std::string>& texts);

  /// `variant`: of a record.
  /// Errors  ConfigError: nothing is known of this code; names the option.
  double of(const std::string& variant, const std::string& algorithm) const;

 private:
  std::map<std::pair<std::string, std::string>, double> vectors_;
};

}  // namespace sparlab::analysis
