#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace sparlab::base {

/// A mistake in the user's input: its place, the value, what is accepted, and the nearest name.
/// Fields that do not apply are empty. what() is the whole message in one line. All parts are
/// shortened, since user input may have any length.
struct ConfigError : std::runtime_error {
  ConfigError(std::string_view file, std::string_view json_path, std::string_view value,
              std::string_view accepted, std::string_view suggestion = {});

  std::string file;        ///< path, or "command line"
  std::string json_path;   ///< "sweeps.0.input.kind", an option, or "line 3, column 7"
  std::string value;       ///< as the user wrote it, or what to do if nothing is accepted
  std::string accepted;    ///< the accepted values
  std::string suggestion;  ///< the nearest name
  std::vector<ConfigError> more = {};  ///< further mistakes of the same input
};

/// Collects mistakes of an input, so that its user sees all of them at once.
class Mistakes {
 public:
  void add(const ConfigError& error);
  /// Calls `check`, and adds what it throws.
  template <class Check>
  void collect(Check check) {
    try {
      check();
    } catch (const ConfigError& error) {
      add(error);
    }
  }
  bool empty() const { return found_.empty(); }
  /// Errors  ConfigError: the first mistake with all others, if there is one.
  void raise() const;

 private:
  std::vector<ConfigError> found_;
};

/// The machine lacks something: a program, a permission, space. The user's input is not at fault.
class EnvironmentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace sparlab::base
