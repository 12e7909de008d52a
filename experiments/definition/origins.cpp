#include "experiments/definition/origins.hpp"

#include <algorithm>
#include <string_view>

#include "experiments/text/both_ends.hpp"

namespace sparlab::experiments {
namespace {

/// Removes the first key of a dotted path and returns it.
std::string_view next_key(std::string_view& path) {
  const std::size_t end = std::min(path.find('.'), path.size());
  const std::string_view key = path.substr(0, end);
  path.remove_prefix(std::min(end + 1, path.size()));
  return key;
}

/// True if one path is a prefix of the other and both name a setting rather than a whole sweep.
bool meet(std::string_view path, std::string_view origin) {
  std::size_t common = 0;
  const bool in_sweep = origin.starts_with("sweeps.");
  for (; !path.empty() && !origin.empty(); ++common) {
    const std::string_view wanted = next_key(origin);
    const std::string_view key = next_key(path);
    if (wanted != key && wanted != "*") return false;
  }
  return common >= (in_sweep ? 3U : 1U);
}

}  // namespace

ConfigError blame_origin(const ConfigError& error, std::span<const Origin> origins) {
  for (auto origin = origins.rbegin(); origin != origins.rend(); ++origin)
    if (meet(error.json_path, origin->path))
      return {"command line, " + both_ends(origin->option), error.json_path, error.value,
              error.accepted, error.suggestion};
  return error;
}

}  // namespace sparlab::experiments
