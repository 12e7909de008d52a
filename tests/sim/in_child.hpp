#pragma once

#include <functional>
#include <string>
#include <vector>

namespace sparlab::sim {

/// Runs `body` in a forked child, because SimGrid allows one engine per process, and returns the
/// text that it wrote (its return value). An exception that leaves `body`, or the child's death,
/// becomes a std::runtime_error here.
std::string in_child(const std::function<std::string()>& body);

/// The same for a list of numbers.
std::vector<double> numbers_in_child(const std::function<std::vector<double>()>& body);

/// The message of the CommError that `body` throws in a child; a std::runtime_error if it throws
/// none.
std::string comm_error_in_child(const std::function<void()>& body);

}  // namespace sparlab::sim
