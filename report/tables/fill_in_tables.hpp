#pragma once

#include <iosfwd>

#include "base/text/value.hpp"
#include "inputs/fill_in/fill_in_study.hpp"

namespace sparlab::report {

/// All fields of a study. `measured`, `intervals` and each of `models` map P, as text, to entries
/// of the union; `recommended` names one of the models.
base::Value fill_in_value(const inputs::FillInStudy& study);

/// The same for reading, in lines of at most 100 characters if the path is short.
void print_fill_in(std::ostream& stream, const inputs::FillInStudy& study);

}  // namespace sparlab::report
