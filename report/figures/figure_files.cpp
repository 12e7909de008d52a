#include "report/figures/figure_files.hpp"

#include <fmt/format.h>

#include <fstream>
#include <system_error>
#include <vector>

#include "base/errors/errors.hpp"
#include "base/text/content_hash.hpp"
#include "report/figures/gnuplot.hpp"

namespace sparlab::report {
namespace {

namespace fs = std::filesystem;

bool is_a_reports(const fs::path& script) {
  std::string line;
  std::getline(std::ifstream(script), line);
  return line.starts_with(first_words(script.stem().string()));
}

}  // namespace

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

void remove_stale_figures(const fs::path& folder, const std::set<std::string>& kept) {
  std::error_code error;
  std::vector<fs::path> stale;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const fs::path& path = entry.path();
    if (path.extension() == ".gp" && kept.count(path.stem().string()) == 0 && is_a_reports(path))
      stale.push_back(path);
  }
  for (fs::path path : stale)
    // The script is removed last, since it marks the other files as belonging to a report.
    for (const char* extension : {".png", ".svg", ".pdf", ".dat", ".gp"}) {
      fs::remove(path.replace_extension(extension), error);
      if (error)
        throw base::EnvironmentError(
            fmt::format("cannot remove {}: {}", path.string(), error.message()));
    }
}

}  // namespace sparlab::report
