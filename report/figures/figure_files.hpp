#pragma once

#include <filesystem>
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
  const std::set<std::string>& given() const { return given_; }

 private:
  std::set<std::string> given_;
};

/// Removes NAME.gp, NAME.dat, NAME.png, NAME.svg and NAME.pdf of earlier reports from a folder of
/// figures unless `kept` contains NAME. A figure belongs to a report if NAME.gp begins with the
/// line that reports write, which contains NAME. So a copy under another name stays, as do all
/// other files. Errors  EnvironmentError: a file cannot be removed.
void remove_stale_figures(const std::filesystem::path& folder, const std::set<std::string>& kept);

}  // namespace sparlab::report
