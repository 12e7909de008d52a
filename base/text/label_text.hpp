#pragma once

#include <string>

namespace sparlab::base {

/// A text as part of a label or a file's name. Every other character than letters, digits, '.' and
/// '_' becomes '-'; those at the end are removed.
std::string label_text(std::string text);

}  // namespace sparlab::base
