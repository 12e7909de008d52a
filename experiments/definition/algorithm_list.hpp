#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sparlab::experiments {

/// One algorithm of a sweep.
struct SweepAlgorithm {
  std::string spec;         ///< in its one spelling (algos::canonical_spec)
  std::string json_path;    ///< "sweeps.0.algorithms.1", for errors
  bool by_keyword = false;  ///< one of "all", "exact" or "approximate", with default settings: left
                            ///< out where it does not fit P and N
};

/// The algorithms that a list means: specs, and the keywords "all", "exact" and "approximate" for
/// those of the registry (the MPI library's own if `with_native`) that the list does not name.
/// `json_path` is the list's; "sweeps.0.algorithms".
/// Errors  ConfigError: an unknown algorithm or parameter, a value that no P and N accept, an
///         algorithm that is named twice with the same settings.
std::vector<SweepAlgorithm> read_algorithm_list(const std::vector<std::string>& list,
                                                bool with_native, const std::string& file,
                                                const std::string& json_path);

/// Whether `wanted` means the algorithm `spec` (in its one spelling): a keyword, a bare name (with
/// all its settings), or a spec with settings (those alone), in any spelling.
/// Errors  ConfigError, as of the option --algorithms.
bool is_wanted(std::string_view spec, const std::string& wanted);

/// "a(x=1,y=2),b" as "a(x=1,y=2)" and "b": the commas outside of parentheses separate.
std::vector<std::string> split_algorithms(std::string_view text);

}  // namespace sparlab::experiments
