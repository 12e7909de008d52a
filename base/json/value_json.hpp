#pragma once

#include <string>

#include "base/text/value.hpp"

namespace sparlab::base {

/// A result as JSON with this indentation, in the order of its fields; bytes that are not UTF-8 are
/// replaced. Negative: in one line.
std::string json_text(const Value& value, int indent = 2);

}  // namespace sparlab::base
