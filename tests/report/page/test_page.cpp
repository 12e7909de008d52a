#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text/base64.hpp"
#include "base/text/shell_words.hpp"
#include "report/page/html_text.hpp"
#include "report/page/page.hpp"
#include "report/page/page_data.hpp"
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
    CHECK(data.at("sweeps").at(0).at("maps").size() == 1);
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

TEST_CASE("a page of many rows has a map of fewer places") {
  std::vector<experiments::Record> records;
  for (std::uint64_t ranks = 2; ranks < 102; ++ranks)
    for (experiments::Record record : sparse_against_dense(experiments::Engine::model)) {
      record.point.ranks = ranks;
      records.push_back(record);
    }
  const auto sweeps = analysis::group_by_sweep(records);
  const auto map_of = [&](std::size_t rows) {
    return nlohmann::json::parse(page_data(sweeps, rows)).at("sweeps").at(0).at("maps").at(0);
  };
  CHECK(map_of(10000).at("cells").size() == 400);
  const auto thinned = map_of(100);
  CHECK(thinned.at("cells").size() == 4 * 32);
  CHECK(thinned.at("positions").front() == 2);
  CHECK(thinned.at("positions").back() == 101);
  CHECK(thinned.at("contours").size() > 4);
}

TEST_CASE("a map in a page has the contours of the gain between its places") {
  std::vector<experiments::Record> records;
  for (const std::uint64_t ranks : {2U, 4U})
    for (experiments::Record record : sparse_against_dense(experiments::Engine::model)) {
      record.point.ranks = ranks;
      records.push_back(record);
    }
  const auto data = nlohmann::json::parse(page_data(analysis::group_by_sweep(records)));
  const auto& contours = data.at("sweeps").at(0).at("maps").at(0).at("contours");
  // Sparse takes the density in seconds, dense 0.05 s: at 1, 2, 5 and 10 times the gain is the same
  // for both P.
  REQUIRE(contours.size() == 4);
  for (const auto& [level, density] :
       {std::pair{0, 0.05}, std::pair{1, 0.025}, std::pair{2, 0.01}, std::pair{3, 0.005}}) {
    const auto& piece = contours.at(static_cast<std::size_t>(level));
    CHECK(piece.at(1).get<double>() == Approx(density).epsilon(1e-3));
    CHECK(piece.at(3).get<double>() == Approx(density).epsilon(1e-3));
    CHECK(piece.at(2).get<double>() + piece.at(4).get<double>() == Approx(6));
  }
}

TEST_CASE("a page of 100,000 records stays below 5 MB, and says which it shows") {
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
