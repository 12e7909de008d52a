#include "report/figures/gnuplot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "model/base/contract.hpp"

namespace sparlab::report {
namespace {

/// True if a name has no special characters for gnuplot or the shell.
bool is_plain(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' ||
           c == '_' || c == '.';
  });
}

/// The last chunk of every PNG: length 0, type, checksum.
constexpr std::string_view kPngEnd{"\0\0\0\0IEND\xAE\x42\x60\x82", 12};
constexpr std::string_view kSvgEnd = "</svg>";
constexpr std::string_view kPdfEnd = "%%EOF";

std::string last_bytes(const std::filesystem::path& path, std::uintmax_t size) {
  constexpr std::uintmax_t kEnough = 64;
  std::string end(std::min(size, kEnough), '\0');
  std::ifstream stream(path, std::ios::binary);
  stream.seekg(static_cast<std::streamoff>(size - end.size()));
  stream.read(end.data(), static_cast<std::streamsize>(end.size()));
  end.resize(static_cast<std::size_t>(stream.gcount()));
  return end;
}

/// The defect of a picture file; empty if there is none.
std::string picture_defect(const std::filesystem::path& picture) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(picture, error);
  if (error) return "is missing";
  if (size == 0) return "is empty";
  const std::string_view mark = picture.extension() == ".png"   ? kPngEnd
                                : picture.extension() == ".svg" ? kSvgEnd
                                                                : kPdfEnd;
  return last_bytes(picture, size).find(mark) == std::string::npos ? "is cut off" : "";
}

/// A figure with panels has a template of its own; others share the parts.
std::string template_text(FigureKind kind) {
  if (kind == FigureKind::parity) return std::string(gnuplot_template("parity.gp"));
  if (kind == FigureKind::tightness) return std::string(gnuplot_template("tightness.gp"));
  if (kind == FigureKind::boxes) return std::string(gnuplot_template("boxes.gp"));
  if (kind == FigureKind::topology) return std::string(gnuplot_template("topology.gp"));
  std::string text;
  for (const char* part :
       {"tables", "frame", kind == FigureKind::regret ? "regret" : "curves", "pictures"})
    text += gnuplot_template(std::string(part) + ".gp");
  return text;
}

}  // namespace

std::string first_words(std::string_view name) {
  return fmt::format("# Written by sparlab. `gnuplot {}.gp`", name);
}

std::string gnuplot_script(FigureKind kind, std::string_view name) {
  SPARLAB_EXPECTS(is_plain(name));
  const std::string_view command = kind == FigureKind::parity      ? "compare --out"
                                   : kind == FigureKind::tightness ? "validate --out"
                                   : kind == FigureKind::topology  ? "platform draw"
                                   : kind == FigureKind::published ? "reproduce --figures"
                                                                   : "plot";
  return fmt::format(R"({} in this folder draws it again. `sparlab {}` replaces
# or removes this file, so copy it to keep changes.
reset session
figure = '{}'
)",
                     first_words(name), command, name) +
         template_text(kind);
}

Drawing::Drawing(const std::filesystem::path& folder, std::string name)
    : folder_(folder), name_(std::move(name)) {
  std::error_code ignored;
  for (const auto& picture : pictures()) std::filesystem::remove(picture, ignored);
  gnuplot_ = std::make_unique<base::ChildProcess>(
      std::vector<std::string>{"gnuplot", "-d", "./" + name_ + ".gp"},
      base::ChildSetup{.folder = folder_});
}

std::vector<std::filesystem::path> Drawing::pictures() const {
  return {folder_ / (name_ + ".png"), folder_ / (name_ + ".svg"), folder_ / (name_ + ".pdf")};
}

std::string Drawing::finish() {
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
  for (const auto& picture : pictures())
    if (const std::string defect = picture_defect(picture); !defect.empty())
      return fmt::format("{} {} (is the disk full?)", picture.filename().string(), defect);
  return {};
}

std::string draw(const std::filesystem::path& folder, const std::string& name) {
  return Drawing(folder, name).finish();
}

}  // namespace sparlab::report
