#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text/base64.hpp"
#include "base/text/shell_words.hpp"
#include "report/figures/kinds.hpp"
#include "report/page/html_text.hpp"
#include "report/page/page.hpp"
#include "report/page/page_data.hpp"
#include "report/page/vega.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/temporary_folder.hpp"
#include "tests/report/link_records.hpp"

namespace sparlab::report {

using namespace tests;
namespace {

using namespace std::string_literals;

std::string page_of(const std::vector<experiments::Record>& records,
                    const std::vector<experiments::records::LoggedFailure>& failures = {}) {
  const std::vector<analysis::SweepView> sweeps = analysis::group_by_sweep(records);
  return page_html({records, sweeps, "results/x", analysis::kMostError, {}, failures, {}});
}

std::size_t count(const std::string& text, const std::string& wanted) {
  std::size_t found = 0;
  for (std::size_t at = text.find(wanted); at != std::string::npos; at = text.find(wanted, at + 1))
    ++found;
  return found;
}

/// What Vega evaluates in a document.
std::vector<std::string> expressions_of(const nlohmann::json& document) {
  std::vector<std::string> expressions;
  for (const auto& [key, value] : document.items()) {
    if (value.is_string() && (key == "signal" || key == "update" || key == "events"))
      expressions.push_back(value);
    if (!value.is_structured()) continue;
    for (std::string& inner : expressions_of(value)) expressions.push_back(std::move(inner));
  }
  return expressions;
}

}  // namespace

TEST_CASE("text in a page ends neither an element, an attribute nor a script") {
  CHECK(html_text("<b a='\"'>&") == "&lt;b a=&#39;&quot;&#39;&gt;&amp;");
  CHECK(html_text("a\x1B[31m\n") == "a\\u001b[31m\\n");
  CHECK(script_json("\"</script><!--&\xE2\x80\xA8\xE2\x80\xA9\"") ==
        "\"\\u003c/script\\u003e\\u003c!--\\u0026\\u2028\\u2029\"");
  CHECK(base::shell_word("piz-daint") == "piz-daint");
  CHECK(base::shell_word("a'; rm -r ~") == "'a'\\''; rm -r ~'");
}

TEST_CASE("hostile text of records is data everywhere in a page") {
  for (const std::string& text :
       {"</script><script>pwned=1</script>"s, "\"><img src=x onerror=alert(1)>"s,
        "' onload='alert(1)"s, "<!--<script>"s, "\xE2\x80\xA8]]>\xFF\x01"s}) {
    std::vector<experiments::Record> records;
    for (const std::string& algorithm : {"dense_ring"s, text})
      for (const std::uint64_t ranks : {2U, 4U, 8U})
        for (const double density : four_densities()) {
          experiments::Record record =
              record_of(experiments::Engine::loggp, algorithm, density, 0.01);
          record.point.ranks = ranks;
          record.point.experiment = record.point.sweep = record.point.platform = text;
          record.environment[text] = text;
          record.check = {"skipped", text};
          records.push_back(record);
        }
    records.push_back(records.front());
    records.back().check = {"failed", text};
    const std::string page = page_of(records, {{text, text, text, text}});
    // Its own scripts are the data and page.js; there are no other elements or handlers.
    CHECK(count(page, "<script") == 2);
    CHECK(count(page, "</script") == 2);
    CHECK(count(page, "<img") == 0);
    CHECK(page.find("<!--") == std::string::npos);
    CHECK(page.find('\x01') == std::string::npos);
    const std::size_t begin = page.find("id=\"data\">") + 10;
    CHECK(page.substr(0, begin).find("' onload='") == std::string::npos);
    const auto data =
        nlohmann::json::parse(page.substr(begin, page.find("</script>", begin) - begin));
    CHECK(data.at("rows").size() == 23);
    CHECK(data.at("algorithms").size() == 2);
    const nlohmann::json& charts = data.at("sweeps").at(0).at("charts");
    CHECK(charts.size() == 5);  // a map, times of three panels, a speed-up
    for (const std::string& expression : expressions_of(charts)) {
      INFO(expression);
      CHECK(expression.find("pwned") == std::string::npos);
      CHECK(expression.find("alert") == std::string::npos);
    }
  }
}

TEST_CASE(
    "a page names what failed, the provenance, and the command that runs "
    "a panel again") {
  std::vector<experiments::Record> records = sparse_against_dense(experiments::Engine::model);
  records.front().check = {"failed", "rank 3 differs"};
  records.front().environment["commit"] = "abc";
  const std::string page = page_of(records);
  CHECK(page.find("rank 3 differs") != std::string::npos);
  CHECK(page.find("<td>commit</td><td>abc (1)</td>") != std::string::npos);
  CHECK(page.find("sparlab report results/x") != std::string::npos);
  CHECK(page.find("sparlab run -a dense_ring,ssar_split_allgather --engines "
                  "model -P 8 -N 1048576 "
                  "--density 0.001,0.01,0.1,0.5 --platform p") != std::string::npos);
  CHECK(page.find("no interactive charts") != std::string::npos);
}

TEST_CASE("a page groups the points without a result by their reason") {
  std::vector<experiments::records::LoggedFailure> failures;
  for (int i = 0; i < 25; ++i)
    failures.push_back(
        {std::to_string(i), "mpi point " + std::to_string(i), "killed", "2026-01-02"});
  failures.push_back({"x", "loggp x", "left out: predicted 300 s", "2026-01-01", true});
  const std::vector<experiments::Record> records = sparse_against_dense(experiments::Engine::model);
  const std::string page = page_of(records, failures);
  CHECK(page.find("<td>no result</td><td>25</td><td>killed</td><td>mpi point 0; mpi point 1;") !=
        std::string::npos);
  CHECK(page.find("mpi point 19; 5 more</td><td>2026-01-02</td>") != std::string::npos);
  CHECK(page.find("<td>left out before the run</td><td>1</td><td>left out: predicted 300 s</td>"
                  "<td>loggp x</td>") != std::string::npos);
  CHECK(page.find("None: every point") == std::string::npos);
  CHECK(page_of(records).find("None: every point") != std::string::npos);
}

TEST_CASE("a page has the use of links where records know it") {
  const std::string page = page_of(records_with_links());
  CHECK(page.find("<a href=\"#links\">Links</a>") != std::string::npos);
  CHECK(page.find("<td>sparse_ring</td><td>   2 MB 25.0 % 80.0 %</td>") != std::string::npos);
  CHECK(page.find("<td>switch 1</td><td>switch 7</td><td>fast</td>") != std::string::npos);
  CHECK(page_of(sparse_against_dense(experiments::Engine::loggp)).find("links") ==
        std::string::npos);
}

TEST_CASE("charts of many records show fewer places") {
  std::vector<experiments::Record> records;
  for (std::uint64_t ranks = 2; ranks < 102; ++ranks)
    for (experiments::Record record : sparse_against_dense(experiments::Engine::model)) {
      record.point.ranks = ranks;
      records.push_back(record);
    }
  const auto sweeps = analysis::group_by_sweep(records);
  const auto cells_of = [&](std::size_t most_of_charts) {
    const auto data = nlohmann::json::parse(page_data(sweeps, 10000, most_of_charts));
    const auto& map = data.at("sweeps").at(0).at("charts").at(0);
    CHECK(map.at("name") == "s-map");
    return map.at("spec").at("data").at(0).at("values");
  };
  CHECK(cells_of(10000).size() == 400);
  const auto thinned = cells_of(100);
  CHECK(thinned.size() == 4 * kMostChartPlaces);
}

TEST_CASE("a chart of a page has the data, the texts and the ticks of the figure") {
  const auto records = sparse_against_dense(experiments::Engine::loggp);
  const auto sweeps = analysis::group_by_sweep(records);
  const Chart chart = time_figure(sweeps[0], sweeps[0].panels[0]).value();
  const nlohmann::json spec = vega_spec(chart);
  const nlohmann::json& rows = spec.at("data").at(0).at("values");
  REQUIRE(rows.size() == chart.panels[0].series[0].rows.size());
  CHECK(rows.at(0) == nlohmann::json({{"density", 0.001}, {"time_s", 0.05}}));
  const std::string text = spec.dump();
  for (const LegendEntry& entry : chart.legend) CHECK(text.find(entry.text) != std::string::npos);
  for (const Tick& tick : chart.x.ticks) CHECK(text.find(tick.text) != std::string::npos);
  CHECK(text.find(chart.list.at(0).text) != std::string::npos);
  CHECK(text.find("P = 8, N = 2²⁰") != std::string::npos);
}

TEST_CASE("a page of 100,000 records stays below 5 MB, and says which it shows", "[arithmetic]") {
  std::vector<experiments::Record> records;
  records.reserve(100'000);
  for (const char* algorithm : {"dense_ring", "ssar_split_allgather"})
    for (std::uint64_t ranks = 2; ranks <= 256; ranks *= 2)
      for (int i = 1; i <= 6250; ++i) {
        records.push_back(
            record_of(experiments::Engine::model, algorithm, i / 12500.0, 1.234567e-3 * i));
        records.back().point.ranks = ranks;
        records.back().bytes = 1234567.0 * i;
      }
  REQUIRE(records.size() == 100'000);
  const auto data = nlohmann::json::parse(page_data(analysis::group_by_sweep(records)));
  CHECK(data.at("records") == 100'000);
  CHECK(data.at("every") == 5);
  CHECK(data.at("rows").size() <= kMostPageRows + 16);
  constexpr std::size_t kLibraries = 900'000;
  constexpr std::size_t kPictures = 2'700'000;
  CHECK(data.dump().size() + kLibraries + kPictures < 5'000'000);
}

TEST_CASE("a page begins with the gain, where dense wins, and a strip of winners") {
  const std::string page = page_of(sparse_against_dense(experiments::Engine::loggp));
  CHECK(page.find("<b>50.0x</b>") < page.find("<b>density 0.1</b>"));
  CHECK(page.find("<b>density 0.1</b>") < page.find("class=\"strip\""));
  CHECK(count(page, "class=\"strip\"") == 1);
  // From 0.001 on the sparse algorithm, and from the crossing between 0.01 and 0.1 the dense one.
  CHECK(page.find("title=\"ssar_split_allgather from density 0.001\"") != std::string::npos);
  CHECK(page.find("title=\"dense_ring from density [0.01 0.1]\"") != std::string::npos);
}

TEST_CASE("a page of a folder has its pictures") {
  const tests::TemporaryFolder folder;
  std::filesystem::create_directory(folder / "figures");
  tests::write_content(folder / "figures/s.svg", "<svg><script>alert(1)</script></svg>");
  tests::write_content(folder / "figures/s.dat", "1\t2\n");
  write_page(folder.path(), folder / "page.html", sparse_against_dense(experiments::Engine::model));
  const std::string page = tests::content_of(folder / "page.html");
  // Scripts of a picture do not run in an img element.
  CHECK(page.find("<script>alert(1)") == std::string::npos);
  CHECK(page.find("src=\"data:image/svg+xml;base64," +
                  base::to_base64("<svg><script>alert(1)</script></svg>")) != std::string::npos);
  CHECK(page.find(base::to_base64("1\t2\n")) != std::string::npos);
}

}  // namespace sparlab::report
