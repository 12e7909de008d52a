#include "report/charts/chart_names.hpp"

#include <fmt/format.h>

#include "base/text/content_hash.hpp"

namespace sparlab::report {

std::string file_stem(std::string_view text) {
  constexpr std::size_t kMostBytes = 64;
  constexpr std::size_t kHashDigits = 12;
  std::string stem;
  for (const char c : text) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                       c == '-' || c == '_';
    stem += plain ? c : '-';
  }
  // Programs interpret a leading "-" as an option.
  if (stem.empty() || stem.front() == '-') stem.insert(0, "_");
  if (stem.size() <= kMostBytes) return stem;
  return fmt::format("{}-{}", stem.substr(0, kMostBytes - kHashDigits - 1),
                     base::content_hash(text).substr(0, kHashDigits));
}

std::string UniqueNames::give(const std::string& wanted) {
  std::string name = wanted;
  for (int number = 2; !given_.insert(name).second; ++number)
    name = fmt::format("{}-{}", wanted, number);
  return name;
}

}  // namespace sparlab::report
