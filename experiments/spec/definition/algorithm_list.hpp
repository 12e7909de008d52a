#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/algorithms/algorithm.hpp"

namespace sparlab::experiments {

/// One algorithm of a sweep.
struct SweepAlgorithm {
  model::Algorithm algorithm;
  std::string json_path;    ///< "sweeps.0.algorithms.1", for errors
  bool by_keyword = false;  ///< from "all", "exact" or "approximate", with default settings:
                            ///< skipped where it does not fit P and N
};

/// Expands a list of algorithms. Besides specs, it may hold the keywords "all", "exact" and
/// "approximate", which stand for those algorithms of the registry that the list does not name
/// (with other libraries' if `with_native`). `json_path` is the path of the list:
/// "sweeps.0.algorithms".
/// Errors  ConfigError: an unknown algorithm or parameter, a value that no P and N accept, an
///         algorithm that is listed twice with the same settings.
std::vector<SweepAlgorithm> read_algorithm_list(const std::vector<std::string>& list,
                                                bool with_native, const std::string& file,
                                                const std::string& json_path);

/// True if `wanted` selects the algorithm. `wanted` is a keyword, a bare name (selects all
/// settings), or a spec with settings in any spelling (selects only these). Errors  ConfigError
/// that names the option --algorithms.
bool is_wanted(const model::Algorithm& algorithm, const std::string& wanted);

/// Splits at the commas outside of parentheses: "a(x=1,y=2),b" gives "a(x=1,y=2)" and "b".
std::vector<std::string> split_algorithms(std::string_view text);

}  // namespace sparlab::experiments
