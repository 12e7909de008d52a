#include "base/text/nearest_name.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace sparlab::base {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

/// Optimal string alignment distance.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates) {
  constexpr std::size_t kLongest = 256;  // a longer text is not a misspelt name
  if (name.empty() || name.size() > kLongest) return {};
  const std::string wanted = lower(name);
  std::string nearest;
  std::size_t smallest = kLongest;
  for (const std::string& candidate : candidates) {
    const std::string known = lower(candidate);
    const std::size_t d = distance(wanted, known);
    const bool near = 3 * d <= std::max(wanted.size(), known.size());
    if (near && d < smallest) {
      nearest = candidate;
      smallest = d;
    }
  }
  if (!nearest.empty() || wanted.size() < 3) return nearest;
  const auto begins = std::find_if(candidates.begin(), candidates.end(), [&](const auto& known) {
    return lower(known).starts_with(wanted);
  });
  return begins == candidates.end() ? std::string() : *begins;
}

}  // namespace sparlab::base
