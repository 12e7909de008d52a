#pragma once

#include <set>
#include <string>
#include <string_view>

namespace sparlab::experiments {

/// A text as the beginning of a file's name: letters, digits, "-" and "_", 1 to 64 of them, the
/// first no "-". A longer text is cut and ends with a hash of the whole.
std::string file_stem(std::string_view text);

/// Names that are each given once.
class UniqueNames {
 public:
  /// `wanted`, or with "-2", "-3", ... behind it.
  std::string give(const std::string& wanted);
  const std::set<std::string>& given() const { return given_; }

 private:
  std::set<std::string> given_;
};

}  // namespace sparlab::experiments
