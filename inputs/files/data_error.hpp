#pragma once

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sparlab::inputs {

/// A data file that cannot be used: its name, the place in it, the value found, what is accepted.
class DataError : public std::runtime_error {
 public:
  DataError(std::string file, std::string place, std::string value, std::string accepted);

  const std::string& file() const { return file_; }
  /// "line 17", "byte 1024" (of the decompressed data); empty if the error concerns the whole file.
  const std::string& place() const { return place_; }
  const std::string& value() const { return value_; }
  const std::string& accepted() const { return accepted_; }

 private:
  std::string file_, place_, value_, accepted_;
};

std::string at_line(std::uint64_t line);
std::string at_byte(std::uint64_t offset);

/// A piece of a file for a message: quoted and shortened, with unprintable bytes escaped.
std::string quoted(std::string_view text);

/// The accepted values of data files: finite, and so far below the largest float that sums over
/// ranks cannot overflow. An overflowing sum could not be distinguished from a wrong result.
inline constexpr double kMostMagnitude = 1e30;
inline constexpr const char* kAcceptedValues = "finite numbers of magnitude at most 1e30";

inline bool is_accepted_value(double value) { return std::abs(value) <= kMostMagnitude; }

}  // namespace sparlab::inputs
