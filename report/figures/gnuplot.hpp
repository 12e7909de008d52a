#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/errors/errors.hpp"
#include "base/system/child_process.hpp"

namespace sparlab::report {

/// The kind of a figure, which selects the template that draws it.
enum class FigureKind : std::uint8_t {
  curves,     ///< of engines and algorithms, or engines and entries
  published,  ///< curves beside what a paper reports
  regret,
  parity,     ///< predicted against measured times
  tightness,  ///< times over lower bounds
  boxes,      ///< panels of rectangles: bars, maps
  topology,   ///< of a platform
};

/// A figure as text, before gnuplot draws it.
struct Figure {
  std::string name;  ///< of the files, without extension: letters, digits, "-", "_" and "."
  FigureKind kind = FigureKind::curves;
  std::string data;  ///< content of NAME.dat
};

/// The content of NAME.gp, which draws NAME.dat as PNG, SVG and PDF. It consists of the name and
/// the fixed text of a template, without any data.
std::string gnuplot_script(FigureKind kind, std::string_view name);

/// The text of templates/NAME.gp, which is compiled into the program.
/// Contract: such a file exists.
std::string_view gnuplot_template(std::string_view name);

/// The first line of the script of figure NAME, by which reports recognize their own files.
std::string first_words(std::string_view name);

/// The machine has no gnuplot in PATH.
struct MissingGnuplot : base::EnvironmentError {
  using base::EnvironmentError::EnvironmentError;
};

/// A gnuplot that runs NAME.gp in a folder, which draws NAME.png, NAME.svg and NAME.pdf.
class Drawing {
 public:
  /// Starts it. Errors  EnvironmentError: no process or temporary file can be created.
  Drawing(const std::filesystem::path& folder, std::string name);

  /// Waits for it. Returns an error message, empty on success: gnuplot failed, or a picture is
  /// missing, empty or cut off, which gnuplot does not report. Errors  MissingGnuplot.
  std::string finish();

 private:
  std::vector<std::filesystem::path> pictures() const;

  std::filesystem::path folder_;
  std::string name_;
  std::unique_ptr<base::ChildProcess> gnuplot_;
};

/// Starts a drawing and waits for it.
std::string draw(const std::filesystem::path& folder, const std::string& name);

}  // namespace sparlab::report
