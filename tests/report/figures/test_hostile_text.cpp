#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "base/text/printable.hpp"
#include "report/figures/figure_data.hpp"
#include "report/figures/figure_files.hpp"
#include "report/figures/figures.hpp"
#include "report/figures/gnuplot.hpp"
#include "report/report.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/temporary_folder.hpp"
#include "tests/report/sweep_records.hpp"

namespace sparlab::report {

using namespace tests;
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;
using tests::content_of;
using tests::TemporaryFolder;

/// Each would create a file PWN if anything executed it.
std::vector<std::string> hostile_texts() {
  return {"x]'.system('touch PWN').'",
          "x\" . system(\"touch PWN\") . \"",
          "`touch PWN`",
          "$(touch PWN)",
          "x'\n!touch PWN\nsystem('touch PWN')\n",
          "x\n\n\n# [settings]\ntitle\t`touch PWN`\nrows of curves\t99\n",
          "@ARG1 @title %s %d %n \\",
          "< touch PWN",
          "| touch PWN",
          "{/:Bold x} {/=999 y} a_b^c~d&{e}",
          "\"quoted\"",
          "'",
          "\"",
          "#",
          "?",
          "",
          " ",
          "\t",
          "NaN",
          "-e",
          "../../PWN",
          "\x1b[31m\x1b]0;PWN\x07",
          "\xff\xfe\x9b",
          "\u202egnp",
          "</text><script>PWN</script>",
          "=cmd|' /C touch PWN'!A0",
          std::string(30'000, 'x'),
          "a\0b"s};
}

/// Records that give a figure of each kind, with the text in every text field.
std::vector<experiments::Record> records_with(const std::string& text) {
  std::vector<experiments::Record> records;
  for (const experiments::Engine engine : {experiments::Engine::model, experiments::Engine::loggp,
                                           experiments::Engine::simgrid, experiments::Engine::mpi})
    for (const std::string& algorithm : {"sparlab_auto"s, "dense_ring"s, text, text + "2"})
      for (const std::uint64_t ranks : {2U, 4U, 8U}) {
        experiments::Record record =
            record_of(engine, algorithm, 0.01, 0.001 * static_cast<double>(ranks));
        record.point.ranks = ranks;
        record.point.experiment = text;
        record.point.sweep = text;
        record.point.platform = text;
        record.point.input.kind = inputs::InputKind::recording;
        record.point.input.path = text;
        record.network["network/model"] = text;
        record.environment["host"] = text;
        record.phases = {{text, 1, 8, 0.001}, {text + "2", 1, 8, 0.002}};
        record.result_nnz = 1000.0 * static_cast<double>(ranks);
        record.time_low_s = 0.9 * record.time_s;
        record.time_high_s = 1.1 * record.time_s;
        records.push_back(record);
      }
  return records;
}

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename());
  return names;
}

bool has_control(const std::string& text) {
  return std::ranges::any_of(text, [](unsigned char c) { return c < 0x20 && c != 0x0A; });
}

/// gnuplot indents with tabs.
std::string without_tabs(std::string text) {
  std::erase(text, '\t');
  return text;
}

}  // namespace

TEST_CASE("text of records is shown and never run, in figures of every kind") {
  if (std::system("gnuplot --version >/dev/null 2>&1") != 0) {
    WARN("gnuplot is not installed: pictures are not tested");
    return;
  }
  for (const std::string& text : hostile_texts()) {
    CAPTURE(text.substr(0, 100));
    const base::TemporaryFolder folder;
    const fs::path output = folder / "output";
    fs::create_directory(output);
    std::ostringstream table;
    write_report(output, records_with(text), table);
    CHECK_FALSE(has_control(table.str()));
    CHECK(names_in(output) == std::set<std::string>{"figures", "summary.csv"});

    const std::string stem = file_stem(base::printable(text));
    std::set<std::string> expected;
    for (const auto& [name, kind] : {std::pair{stem, FigureKind::curves},
                                     {stem + "-regret", FigureKind::regret},
                                     {stem + "-fill_in", FigureKind::curves},
                                     {stem + "-speed_up", FigureKind::curves},
                                     {stem + "-phases", FigureKind::boxes}}) {
      for (const char* extension : {".gp", ".dat", ".png", ".svg", ".pdf"})
        expected.insert(name + extension);
      const fs::path figure = output / "figures" / name;
      CHECK(content_of(figure.string() + ".gp") == gnuplot_script(kind, name));
      const std::string svg = content_of(figure.string() + ".svg");
      CHECK(svg.find("<script") == std::string::npos);
      CHECK_FALSE(has_control(without_tabs(svg)));
    }
    CHECK(names_in(output / "figures") == expected);
  }
  CHECK_FALSE(fs::exists("PWN"));
}

TEST_CASE("a figure shows text literally") {
  if (std::system("gnuplot --version >/dev/null 2>&1") != 0) {
    WARN("gnuplot is not installed: pictures are not tested");
    return;
  }
  // All printable ASCII characters except those that XML escapes.
  const std::string text =
      R"(x]'.system('touch PWN').' "12" `a` $(b) @c {/:Bold d} e_f^g~h \i "j" #%d)";
  const base::TemporaryFolder folder;
  std::ostringstream table;
  write_report(folder.path(), records_with(text), table);
  const std::string stem = file_stem(text);
  const std::string svg = content_of(folder.path() / "figures" / (stem + ".svg"));
  CHECK(svg.find(text + "</tspan>") != std::string::npos);
}

TEST_CASE("a cell of a figure's data resists gnuplot's markup and escapes") {
  CHECK(figure_text("N = 2^24, 3^") == R"(N = 2^{24}, 3\\^)");
  CHECK(figure_text("a_b {c}") == R"(a\\_b \\{c\\})");
  CHECK(figure_text("\"a\"") == R"(\042a\042)");
  CHECK(figure_text("\"128") == R"(\042\061\0628)");
  CHECK(figure_text("") == R"(\040)");
  CHECK(figure_text(" a ") == R"(\040a\040)");
  CHECK(figure_text("a\tb\n") == R"(a\\\\tb\\\\n)");
}

TEST_CASE("names of files are plain and bounded, whatever the label") {
  CHECK(file_stem("gige-8_a") == "gige-8_a");
  CHECK(file_stem("a/../b c") == "a----b-c");
  CHECK(file_stem("") == "_");
  CHECK(file_stem("-e") == "_-e");
  const std::string longer(300, 'x');
  CHECK(file_stem(longer).size() == 64);
  CHECK(file_stem(longer) != file_stem(longer + "x"));
}

TEST_CASE("sweeps whose labels are long or alike have figures of their own") {
  std::vector<experiments::Record> records;
  for (const std::string& label : {std::string(300, 'x'), std::string(301, 'x'), "a/b"s, "a b"s}) {
    for (experiments::Record record : sparse_against_dense(experiments::Engine::model)) {
      record.point.sweep = label;
      records.push_back(record);
    }
  }
  const base::TemporaryFolder folder;
  std::ostringstream messages;
  write_figures(folder.path() / "figures", analysis::group_by_sweep(records), messages);
  std::set<std::string> pictures = names_in(folder.path() / "figures");
  std::erase_if(pictures, [](const std::string& name) { return !name.ends_with(".png"); });
  CHECK(pictures.size() == 8);  // of times and of speed-up
}

TEST_CASE("a panel's figure does not replace that of a sweep whose label looks like its name") {
  std::vector<experiments::Record> records;
  for (const std::uint64_t ranks : {2U, 4U})
    for (experiments::Record record : sparse_against_dense(experiments::Engine::model)) {
      record.point.ranks = ranks;
      records.push_back(record);
    }
  for (experiments::Record record : sparse_against_dense(experiments::Engine::model)) {
    record.point.sweep = "s-P2";
    records.push_back(record);
  }
  const base::TemporaryFolder folder;
  std::ostringstream messages;
  write_figures(folder.path() / "figures", analysis::group_by_sweep(records), messages);
  CHECK(fs::exists(folder.path() / "figures" / "s-P2.gp"));
  CHECK(fs::exists(folder.path() / "figures" / "s-P4.gp"));
  CHECK(fs::exists(folder.path() / "figures" / "s-P2-2.gp"));
}

TEST_CASE("a link in the place of a picture is replaced, not followed") {
  const base::TemporaryFolder folder;
  tests::write_content(folder / "victim", "precious");
  fs::create_directory(folder / "figures");
  for (const char* name : {"s.png", "s.svg", "s.pdf", "s.dat", "s.gp"})
    fs::create_symlink(folder / "victim", folder.path() / "figures" / name);
  std::ostringstream table;
  write_report(folder.path(), sparse_against_dense(experiments::Engine::model), table);
  CHECK(content_of(folder / "victim") == "precious");
}

TEST_CASE("a link in the place of the folder of figures is refused") {
  const base::TemporaryFolder folder;
  const base::TemporaryFolder victim;
  fs::create_directory_symlink(victim.path(), folder / "figures");
  const std::string stale = first_words("old");
  tests::write_content(victim / "old.gp", stale);
  std::ostringstream table;
  CHECK_THROWS_WITH(
      write_report(folder.path(), sparse_against_dense(experiments::Engine::model), table),
      Catch::Contains("figures is a symbolic link, which is not written through"));
  CHECK(content_of(victim / "old.gp") == stale);
  CHECK_FALSE(fs::exists(victim / "s.gp"));
}

}  // namespace sparlab::report
