#pragma once

#include <set>
#include <string>
#include <string_view>

namespace sparlab::report {

/// Converts a text to the stem of a file name: 1 to 64 letters, digits, "-" and "_", not beginning
/// with "-". A longer text is truncated and ends with a hash of the whole text.
std::string file_stem(std::string_view text);

/// Hands out unique names.
class UniqueNames {
 public:
  /// `wanted`, followed by "-2", "-3", ... if it is taken.
  std::string give(const std::string& wanted);

 private:
  std::set<std::string> given_;
};

}  // namespace sparlab::report
