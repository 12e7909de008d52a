#pragma once

#include <string>

namespace sparlab::base {

/// A text as part of a label or a file's name: '-' instead of all but letters, digits, '.' and '_',
/// and none at the end.
std::string label_text(std::string text);

}  // namespace sparlab::base
