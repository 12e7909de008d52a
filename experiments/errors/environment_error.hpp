#pragma once

#include <stdexcept>

namespace sparlab::experiments {

/// The machine lacks something: a program, a permission, space. The user's input is not at fault.
class EnvironmentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace sparlab::experiments
