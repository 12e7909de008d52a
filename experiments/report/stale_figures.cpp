#include "experiments/report/stale_figures.hpp"

#include <fmt/format.h>

#include <fstream>
#include <system_error>
#include <vector>

#include "experiments/errors/environment_error.hpp"
#include "experiments/report/gnuplot_script.hpp"

namespace sparlab::experiments {
namespace {

namespace fs = std::filesystem;

bool is_a_reports(const fs::path& script) {
  std::string line;
  std::getline(std::ifstream(script), line);
  return line.starts_with(first_words(script.stem().string()));
}

}  // namespace

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
    for (const char* extension : {".png", ".svg", ".dat", ".gp"}) {
      fs::remove(path.replace_extension(extension), error);
      if (error)
        throw EnvironmentError(fmt::format("cannot remove {}: {}", path.string(), error.message()));
    }
}

}  // namespace sparlab::experiments
