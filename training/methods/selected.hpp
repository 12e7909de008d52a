#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/parameters/fields.hpp"

namespace sparlab::training {

/// How many of N parameters a rank selects: a number of them ("1000"), or a share ("1%", "0.01").
/// 0: all, nothing is held back.
struct Selected {
  double share = 0;  ///< 0: see count
  std::uint64_t count = 0;

  bool some() const { return share > 0 || count > 0; }
  /// At least 1 if there is a selection.
  std::uint64_t of(std::uint64_t parameters) const;
};

// The texts of a setting (model/parameters/fields.hpp).
bool read_value(std::string_view text, Selected& value);
std::string write_value(const Selected& value);
model::Rule<Selected> number_or_share();

}  // namespace sparlab::training
