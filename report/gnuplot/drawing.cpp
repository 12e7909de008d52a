#include "report/gnuplot/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <fstream>
#include <memory>
#include <system_error>
#include <utility>

#include "base/system/child_process.hpp"
#include "base/system/environment.hpp"
#include "base/system/whole_file.hpp"
#include "report/gnuplot/script.hpp"

namespace sparlab::report {
namespace {

namespace fs = std::filesystem;

/// The last chunk of every PNG: length 0, type, checksum.
constexpr std::string_view kPngEnd{"\0\0\0\0IEND\xAE\x42\x60\x82", 12};
constexpr std::string_view kSvgEnd = "</svg>";
constexpr std::string_view kPdfEnd = "%%EOF";

std::string last_bytes(const fs::path& path, std::uintmax_t size) {
  constexpr std::uintmax_t kEnough = 64;
  std::string end(std::min(size, kEnough), '\0');
  std::ifstream stream(path, std::ios::binary);
  stream.seekg(static_cast<std::streamoff>(size - end.size()));
  stream.read(end.data(), static_cast<std::streamsize>(end.size()));
  end.resize(static_cast<std::size_t>(stream.gcount()));
  return end;
}

/// The defect of a picture file, which gnuplot does not report; empty if there is none.
std::string picture_defect(const fs::path& picture) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(picture, error);
  if (error) return "is missing";
  if (size == 0) return "is empty";
  const std::string_view mark = picture.extension() == ".png"   ? kPngEnd
                                : picture.extension() == ".svg" ? kSvgEnd
                                                                : kPdfEnd;
  return last_bytes(picture, size).find(mark) == std::string::npos ? "is cut off" : "";
}

/// A gnuplot that runs NAME.gp in a folder.
class Drawing {
 public:
  Drawing(fs::path folder, std::string name) : folder_(std::move(folder)), name_(std::move(name)) {
    std::error_code ignored;
    for (const fs::path& picture : pictures()) fs::remove(picture, ignored);
    gnuplot_ = std::make_unique<base::ChildProcess>(
        std::vector<std::string>{"gnuplot", "-d", "./" + name_ + ".gp"},
        base::ChildSetup{.folder = folder_});
  }

  /// Waits for it. Returns an error message, empty on success.
  std::string finish() {
    base::ChildProcess& gnuplot = *gnuplot_;
    gnuplot.wait();
    if (gnuplot.exit_code() == base::ChildProcess::kNoProgram)
      throw MissingGnuplot(fmt::format(
          "figures need gnuplot, which is not in PATH (Debian: gnuplot-nox); the scripts and data "
          "are in {}",
          folder_.string()));
    if (!gnuplot.succeeded()) {
      const std::string printed = gnuplot.printed();
      return fmt::format("{}.gp: {}", name_,
                         printed.empty() ? "gnuplot " + gnuplot.describe_end() : printed);
    }
    for (const fs::path& picture : pictures())
      if (const std::string defect = picture_defect(picture); !defect.empty())
        return fmt::format("{} {} (is the disk full?)", picture.filename().string(), defect);
    return {};
  }

 private:
  std::vector<fs::path> pictures() const {
    return {folder_ / (name_ + ".png"), folder_ / (name_ + ".svg"), folder_ / (name_ + ".pdf")};
  }

  fs::path folder_;
  std::string name_;
  std::unique_ptr<base::ChildProcess> gnuplot_;
};

/// Whoever placed a link there would choose where files are written and removed.
void require_no_link(const fs::path& folder) {
  std::error_code absent;
  if (fs::is_symlink(folder, absent))
    throw base::EnvironmentError(
        fmt::format("{} is a symbolic link, which is not written through", folder.string()));
}

bool is_a_reports(const fs::path& script) {
  std::string line;
  std::getline(std::ifstream(script), line);
  return line.starts_with(first_words(script.stem().string()));
}

void remove_figures_except(const fs::path& folder, const std::vector<Chart>& kept) {
  std::error_code error;
  std::vector<fs::path> stale;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const fs::path& path = entry.path();
    if (path.extension() == ".gp" && is_a_reports(path) &&
        std::ranges::find(kept, path.stem().string(), &Chart::name) == kept.end())
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

}  // namespace

void draw_charts(const fs::path& folder, const std::vector<Chart>& charts) {
  require_no_link(folder);
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    throw base::EnvironmentError(
        fmt::format("cannot create {}: {}", folder.string(), error.message()));
  for (const Chart& chart : charts) {
    const GnuplotFiles files = gnuplot_files(chart);
    base::write_whole_file(folder / (chart.name + ".dat"), files.data);
    base::write_whole_file(folder / (chart.name + ".gp"), files.script);
  }
  std::string failures;
  std::deque<Drawing> running;
  const auto finish_first = [&] {
    const std::string failure = running.front().finish();
    running.pop_front();
    if (!failure.empty()) failures += (failures.empty() ? "" : "; ") + failure;
  };
  for (const Chart& chart : charts) {
    running.emplace_back(folder, chart.name);
    // The first one ends before others start: there may be no gnuplot.
    if (running.size() == base::usable_processors() || &chart == &charts.front()) finish_first();
  }
  while (!running.empty()) finish_first();
  if (!failures.empty())
    throw base::EnvironmentError(
        fmt::format("gnuplot failed in {}: {}", folder.string(), failures));
}

void replace_charts(const fs::path& folder, const std::vector<Chart>& charts) {
  require_no_link(folder);
  base::remove_stale_partials(folder);
  remove_figures_except(folder, charts);
  if (!charts.empty()) draw_charts(folder, charts);
}

}  // namespace sparlab::report
