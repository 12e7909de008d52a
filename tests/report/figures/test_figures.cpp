#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <limits>
#include <set>
#include <sstream>

#include "base/errors/errors.hpp"
#include "report/figures/figures.hpp"
#include "report/figures/kinds.hpp"
#include "report/gnuplot/drawing.hpp"
#include "report/gnuplot/script.hpp"
#include "report/report.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/temporary_folder.hpp"
#include "tests/report/chart_data.hpp"
#include "tests/report/sweep_records.hpp"

using namespace sparlab::tests;

namespace sparlab::report {
namespace {

namespace fs = std::filesystem;
using tests::content_of;
using tests::TemporaryFolder;
using tests::write_content;

std::size_t occurrences(const std::string& text, const std::string& wanted) {
  std::size_t count = 0;
  for (std::size_t at = text.find(wanted); at != std::string::npos;
       at = text.find(wanted, at + wanted.size()))
    ++count;
  return count;
}

/// Replaces PATH during its lifetime.
class PathIs {
 public:
  explicit PathIs(const std::string& path) : old_(std::getenv("PATH")) {
    ::setenv("PATH", path.c_str(), 1);
  }
  ~PathIs() { ::setenv("PATH", old_.c_str(), 1); }
  PathIs(const PathIs&) = delete;
  PathIs& operator=(const PathIs&) = delete;

 private:
  std::string old_;
};

Chart figure_of(const std::vector<experiments::Record>& records) {
  const auto sweeps = analysis::group_by_sweep(records);
  return time_figure(sweeps.at(0), sweeps[0].panels.at(0)).value();
}

std::vector<std::string> legend_of(const Chart& chart) {
  std::vector<std::string> texts;
  for (const LegendEntry& entry : chart.legend) texts.push_back(entry.text);
  return texts;
}

std::vector<experiments::Record> measured_and_predicted() {
  std::vector<experiments::Record> records = sparse_against_dense(experiments::Engine::model);
  for (const double density : four_densities())
    records.push_back(
        measured("ssar_split_allgather", density, {density}, density / 2, density, 2 * density));
  return records;
}

}  // namespace

TEST_CASE("a figure has each series once and names algorithms and engines once") {
  const Chart chart = figure_of(measured_and_predicted());
  const std::string data = data_of(chart);
  CHECK(occurrences(data, "# model ssar_split_allgather: density, time_s\n") == 1);
  CHECK(occurrences(data, "# model dense_ring: density, time_s\n") == 1);
  CHECK(occurrences(data, "# mpi ssar_split_allgather: density, time_s, low, high\n") == 1);
  CHECK(chart.panels.at(0).series.size() ==
        3 + 2);  // the last have the numbered places and their intervals
  CHECK(legend_of(chart) ==
        std::vector<std::string>{"Algorithm", "dense_ring", "ssar_split_allgather", " ", "Engine",
                                 "model", "mpi: median, 95 % interval", " ",
                                 "Best sparse = best dense", "model: density [0.01 0.1]"});
  CHECK(chart.legend[1].style.symbol == 9);
  CHECK(chart.legend[2].style.symbol == 11);
}

TEST_CASE("a figure marks where the best sparse and dense times cross") {
  const Chart chart = figure_of(sparse_against_dense(experiments::Engine::loggp));
  CHECK(chart.legend.back().text == "loggp: density [0.01 0.1]");
  const std::vector<Guide>& guides = chart.panels[0].guides;
  REQUIRE(guides.size() == 2);
  CHECK((guides[0].from == 0.01 && guides[0].to == 0.1));
  CHECK(guides[1].from == guides[1].to);
}

TEST_CASE("absent intervals and what no log axis can show are left out") {
  std::vector<experiments::Record> records = measured_and_predicted();
  records.back().time_low_s.reset();
  records.back().time_high_s.reset();
  records.push_back(record_of(experiments::Engine::model, "sparse_ring", 0, 1));
  records.push_back(record_of(experiments::Engine::model, "sparse_ring", 0.1, 0));
  records.push_back(record_of(experiments::Engine::model, "sparse_ring", 0.5,
                              std::numeric_limits<double>::quiet_NaN()));
  const Chart chart = figure_of(records);
  const std::string data = data_of(chart);
  CHECK(data.find("0.5\t0.5\tNaN\tNaN\n\n") != std::string::npos);
  CHECK(occurrences(data, "NaN") == 4);  // also over the best
  CHECK(data.find("# model sparse_ring") == std::string::npos);
  CHECK(occurrences(data, "mpi: median, 95 % interval") == 1);
}

TEST_CASE("fill-in has a curve for each k and engine, without results in dense format") {
  std::vector<experiments::Record> records;
  for (const std::uint64_t ranks : {2U, 4U, 8U})
    for (const std::uint64_t nnz : {1U, 8U}) {
      for (const experiments::Engine engine :
           {experiments::Engine::model, experiments::Engine::loggp}) {
        experiments::Record record = record_of(engine, "ssar_split_allgather", 0, 1);
        record.point.ranks = ranks;
        record.point.universe = 64;
        record.point.nnz = nnz;
        record.point.density = static_cast<double>(nnz) / 64;
        record.result_nnz = static_cast<double>(ranks * nnz);
        records.push_back(record);
      }
    }
  const auto sweeps = analysis::group_by_sweep(records);
  const auto figures = fill_in_figures(sweeps.at(0));
  REQUIRE(figures.size() == 1);
  const std::string data = data_of(figures[0]);
  CHECK(occurrences(data, "# [series ") == 4);
  CHECK(data.find("# model k = 8: P, result_density\n2\t0.25\n4\t0.5\n8\t1\n") !=
        std::string::npos);
  CHECK(data.find("# loggp k = 8: P, result_density\n2\t0.25\n4\t0.5\n\n") != std::string::npos);
}

TEST_CASE("a report is written in full even without gnuplot, which is then asked for") {
  const base::TemporaryFolder folder;
  const PathIs empty((folder.path() / "none").string());
  std::ostringstream table;
  CHECK_THROWS_MATCHES(
      write_report(folder.path(), sparse_against_dense(experiments::Engine::model), table),
      MissingGnuplot,
      Catch::Matchers::Message(
          "figures need gnuplot, which is not in PATH (Debian: gnuplot-nox); the "
          "scripts and data are in " +
          (folder.path() / "figures").string()));
  CHECK(content_of(folder.path() / "summary.csv").find("dense_ring") != std::string::npos);
  CHECK(table.str().find("What wins where") != std::string::npos);
  CHECK(fs::exists(folder.path() / "figures" / "s.gp"));
  CHECK(fs::exists(folder.path() / "figures" / "s.dat"));
}

TEST_CASE("a gnuplot that fails is quoted") {
  const base::TemporaryFolder folder;
  write_content(folder.path() / "gnuplot", "#!/bin/sh\necho no such terminal >&2\nexit 1\n");
  fs::permissions(folder.path() / "gnuplot", fs::perms::owner_all);
  const PathIs fake(folder.path().string());
  std::ostringstream table;
  CHECK_THROWS_WITH(
      write_report(folder.path(), sparse_against_dense(experiments::Engine::model), table),
      Catch::Contains("no such terminal"));
}

TEST_CASE("pictures that gnuplot leaves incomplete without failing are an error") {
  const base::TemporaryFolder folder;
  std::vector<experiments::Record> records;  // of one algorithm, so that there is one figure
  add_series(records, experiments::Engine::model, "dense_ring", [](double) { return 0.05; });
  const auto report_with = [&](const std::string& commands) {
    write_content(folder.path() / "gnuplot", "#!/bin/sh\n" + commands);
    fs::permissions(folder.path() / "gnuplot", fs::perms::owner_all);
    const PathIs fake(folder.path().string());
    std::ostringstream table;
    write_report(folder.path(), records, table);
  };
  const std::string png = R"(printf '\211PNG\0\0\0\0IEND\256B`\202' >s.png;)";
  const std::string svg = "echo '<svg></svg>' >s.svg;";
  const std::string pdf = "echo %%EOF >s.pdf;";
  CHECK_NOTHROW(report_with(png + svg + pdf));
  CHECK_THROWS_WITH(report_with(":"), Catch::Contains("s.png is missing"));
  CHECK_THROWS_WITH(report_with(": >s.png;" + svg), Catch::Contains("s.png is empty"));
  CHECK_THROWS_WITH(report_with("echo PNG >s.png;" + svg), Catch::Contains("s.png is cut off"));
  CHECK_THROWS_WITH(report_with(png + "echo '<svg>' >s.svg"), Catch::Contains("s.svg is cut off"));
  CHECK_THROWS_WITH(report_with(png + svg), Catch::Contains("s.pdf is missing"));
  CHECK_THROWS_WITH(report_with(png + svg + "echo %PDF >s.pdf"),
                    Catch::Contains("s.pdf is cut off"));
}

TEST_CASE("figures of earlier reports are removed, other files stay") {
  const base::TemporaryFolder folder;
  const fs::path figures = folder.path() / "figures";
  fs::create_directory(figures);
  Chart chart;
  chart.name = "figure";
  const std::string script = gnuplot_files(chart).script;
  write_content(figures / "figure.gp", script);
  write_content(figures / "copy.gp", script);  // a user's copy: its script names figure.gp
  write_content(figures / "own.gp", "plot sin(x)\n");
  for (const char* name :
       {"figure.png", "figure.svg", "figure.pdf", "figure.dat", "copy.png", "own.png", "x.svg"})
    write_content(figures / name, "x");
  std::ostringstream table;
  write_report(folder.path(), {record_of(experiments::Engine::model, "dense_ring", 0.1, 1)}, table);
  for (const char* name : {"figure.gp", "figure.png", "figure.svg", "figure.pdf", "figure.dat"})
    CHECK_FALSE(fs::exists(figures / name));
  for (const char* name : {"copy.gp", "copy.png", "own.gp", "own.png", "x.svg"})
    CHECK(fs::exists(figures / name));
}

TEST_CASE("a report of one point has a table and no figure") {
  const base::TemporaryFolder folder;
  std::ostringstream table;
  write_report(folder.path(), {record_of(experiments::Engine::model, "dense_ring", 0.1, 1)}, table);
  CHECK(table.str().find("no figure of s: it has the time of one algorithm at one density") !=
        std::string::npos);
  CHECK_FALSE(fs::exists(folder.path() / "figures"));
}

TEST_CASE("a folder that cannot be written is an error of the environment") {
  const base::TemporaryFolder folder;
  write_content(folder.path() / "file", "in the way");
  std::ostringstream table;
  CHECK_THROWS_AS(write_report(folder.path() / "file", {}, table), base::EnvironmentError);
}

TEST_CASE("of many panels some are drawn, with the first and the last, and that is said") {
  std::vector<experiments::Record> records;
  for (std::uint64_t ranks = 2; ranks < 2 + 2 * kMostPanels; ++ranks)
    for (std::uint64_t nnz = 1; nnz < 20; ++nnz) {
      records.push_back(record_of(experiments::Engine::model, "dense_ring", 0, 1));
      records.back().point.ranks = ranks;
      records.back().point.nnz = nnz;
      records.back().point.density = static_cast<double>(nnz) / 1024;
    }
  const base::TemporaryFolder folder;
  const PathIs empty((folder.path() / "none").string());
  std::ostringstream messages;
  CHECK_THROWS_AS(replace_charts(folder.path() / "figures",
                                 figures_of(analysis::group_by_sweep(records), messages)),
                  base::EnvironmentError);
  CHECK(messages.str().find("of 12 panels, 6 are drawn") != std::string::npos);
  for (const char* drawn : {"s-P2.gp", "s-P13.gp"})
    CHECK(fs::exists(folder.path() / "figures" / drawn));
  CHECK_FALSE(fs::exists(folder.path() / "figures" / "s-P3.gp"));
}

TEST_CASE("gnuplot draws a report's figures, if it is there") {
  if (std::system("gnuplot --version >/dev/null 2>&1") != 0) {
    WARN("gnuplot is not installed: pictures are not tested");
    return;
  }
  const base::TemporaryFolder folder;
  std::ostringstream table;
  write_report(folder.path(), measured_and_predicted(), table);
  const fs::path figures = folder.path() / "figures";
  CHECK(content_of(figures / "s.png").substr(1, 3) == "PNG");
  CHECK(fs::file_size(figures / "s.png") > 20'000);
  const std::string svg = content_of(figures / "s.svg");
  CHECK(svg.find("</svg>") != std::string::npos);
  CHECK(svg.find("ssar_split_allgather") != std::string::npos);
  CHECK(svg.find("mpi: median") != std::string::npos);
}

}  // namespace sparlab::report
