#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/parameters/fields.hpp"
#include "model/parameters/tuning.hpp"

namespace sparlab::model {

/// One level of a butterfly, in groups of `degree` ranks. They exchange all that they hold, and
/// each reduces it; or each reduces one part of the range, and they gather the parts after the
/// levels that follow.
struct ButterflyLevel {
  enum class Kind : std::uint8_t { exchange, split };

  Kind kind = Kind::split;
  std::uint64_t degree = 2;
  friend bool operator==(const ButterflyLevel&, const ButterflyLevel&) = default;
};
using ButterflyLevels = std::vector<ButterflyLevel>;

/// Levels are written "split4-exchange2", in the order in which inputs pass them.
bool read_value(std::string_view text, ButterflyLevels& value);
std::string write_value(const ButterflyLevels& value);
/// Levels of at least two ranks.
Rule<ButterflyLevels> levels();

struct ButterflyParameters {
  ButterflyLevels levels;

  /// Where a dense part of a sparse sum becomes sparse again.
  static bool drops_neutral() { return true; }

  template <class Visitor>
  static void describe(Visitor& visit) {
    visit("levels", &ButterflyParameters::levels, model::levels(),
          "splits and exchanges, each with the ranks of a group, whose product is P; empty: a "
          "split for each prime factor of P, largest first");
  }
  /// Errors  ParameterError: degrees whose product is not P.
  void check(const Shape& shape) const;
  /// Splits by the first of P's prime factors, the largest, and exchanges by the others: between
  /// ssar_recursive_double and splits alone.
  static std::vector<ButterflyLevels> compositions(std::uint64_t ranks);
  /// These, and splits in one or two levels before the exchanges: at most 48 lists, those with the
  /// fewest rounds.
  static std::vector<TunedParameter> tuned(const TuningShape& shape);
  /// The levels on P ranks; none for one rank.
  ButterflyLevels on(std::uint64_t ranks) const;
};

}  // namespace sparlab::model
