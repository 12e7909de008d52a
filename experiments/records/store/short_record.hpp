#pragma once

#include <string>

#include "experiments/spec/points/record.hpp"

namespace sparlab::experiments::records {

/// The fields of a short record after the name of its series, from `","id":"` to the closing brace.
/// Numbers are written in their shortest exact form. Without `has_check`, the check is one of them.
/// Errors  FormatError: a number is not finite.
std::string own_fields(const Record& record, bool has_common_check);

}  // namespace sparlab::experiments::records
