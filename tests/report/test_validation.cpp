#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/system/data_folders.hpp"
#include "experiments/records/store/record_lines.hpp"
#include "experiments/run/engines/execute.hpp"
#include "report/figures/tightness_figure.hpp"
#include "report/tables/bound_tables.hpp"
#include "report/validation.hpp"
#include "tests/experiments/experiments_for_tests.hpp"
#include "tests/experiments/temporary_folder.hpp"
#include "tests/json_of.hpp"
#include "tests/report/records_folder.hpp"
#include "tests/report/sweep_records.hpp"

using namespace sparlab;
using namespace sparlab::report;
using namespace sparlab::tests;
using nlohmann::json;

namespace {

/// A prediction on platform `alpha-beta`; with half of the entries on either of two ranks, it beats
/// Lemma 5.2 as published.
experiments::Record predicted(const std::string& algorithm, std::uint64_t ranks,
                              std::uint64_t nnz) {
  static const platforms::PlatformFile platform =
      platforms::load_platform(base::find_platform_file("alpha-beta", "command line", "platform"));
  experiments::Point point;
  point.experiment = "e";
  point.sweep = "s";
  point.algorithm = model::Algorithm(algorithm);
  point.ranks = ranks;
  point.universe = 1 << 16;
  point.nnz = nnz;
  point.density = static_cast<double>(nnz) / (1 << 16);
  point.value = algos::ValueType::float64;
  point.platform = "alpha-beta";
  experiments::Record record = experiments::run::execute(point, platform);
  record.platform_hash = platform.hash;
  record.id = fmt::format("{} {} {}", algorithm, ranks, nnz);
  return record;
}

std::vector<analysis::ResultFolder> three_records() {
  std::vector<analysis::ResultFolder> folders(1);
  folders[0].name = "r";
  folders[0].records = {predicted("ssar_recursive_double", 2, 28000), predicted("dense_ring", 8, 9),
                        record_of(experiments::Engine::mpi, "dense_ring", 0.1, 1)};
  return folders;
}

std::string table_of(const std::vector<analysis::ResultFolder>& folders) {
  std::ostringstream stream;
  print_bounds(stream, analysis::check_bounds_of(folders));
  return stream.str();
}

}  // namespace

TEST_CASE("the table of bounds has what applies, holds and is tight, and what does not",
          "[bounds]") {
  const std::string table = table_of(three_records());
  INFO(table);
  for (const char* text :
       {"3 records of 1 folder: 2 with lower bounds", "1 without: engine mpi",
        "time / largest proved bound", "dense_ring", "does not apply, records",
        "the algorithm need not move all N values", "broken: lemma_5_2_published 1 time",
        "the lemma adds the k values that a rank sends"})
    CHECK_THAT(table, Catch::Contains(text));
  CHECK_THAT(table, !Catch::Contains("BROKEN"));
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 100);
}

TEST_CASE("a time below a proved bound is reported as an error", "[bounds]") {
  std::vector<analysis::ResultFolder> folders = three_records();
  folders[0].records[1].time_s *= 0.001;
  const auto records = analysis::check_bounds_of(folders);
  CHECK_THAT(table_of(folders), Catch::Contains("BROKEN, although proved"));
  CHECK_THAT(bounds_sentence(analysis::bound_totals_of(folders[0].records)),
             Catch::Contains("BROKEN"));
  const auto broken = analysis::broken_bounds(records, true);
  REQUIRE(broken.size() == 3);  // the latency, the dense bound and Lemma 5.1
  CHECK(broken[0].record->record == &folders[0].records[1]);
  CHECK(broken[0].check->tightness <= broken[1].check->tightness);
}

TEST_CASE("a record of a changed or missing platform has no bounds", "[bounds]") {
  std::vector<analysis::ResultFolder> folders = three_records();
  folders[0].records[0].platform_hash = "another";
  folders[0].records[1].point.platform = "of_tomorrow";
  const auto reasons = analysis::records_without_bounds(analysis::check_bounds_of(folders));
  CHECK(reasons.count("platform alpha-beta is not there as it was") == 1);
  CHECK(reasons.count("platform of_tomorrow is not there as it was") == 1);
}

TEST_CASE("of several records with one id, the last counts", "[bounds]") {
  std::vector<analysis::ResultFolder> folders = three_records();
  experiments::Record again = folders[0].records[1];
  again.time_s = 1;
  folders[0].records.push_back(again);
  const auto records = analysis::check_bounds_of(folders);
  REQUIRE(records.size() == 3);
  CHECK(records[1].record->time_s == 1);
}

TEST_CASE("the sentence of a summary says how many bounds hold", "[bounds]") {
  const auto folders = three_records();
  const std::string sentence = bounds_sentence(analysis::bound_totals_of(folders[0].records));
  INFO(sentence);
  for (const char* text : {"lower bounds: 2 of 3 records", "all proved ones hold",
                           "least time / bound 1.", "1 published one broken"})
    CHECK_THAT(sentence, Catch::Contains(text));
  const std::vector<analysis::ResultFolder> measured = {{"m", {folders[0].records[2]}}};
  CHECK_THAT(bounds_sentence(analysis::bound_totals_of(measured[0].records)),
             Catch::Contains("lower bounds: none; engine mpi"));
}

TEST_CASE("JSON has every bound of every record", "[bounds]") {
  const auto folders = three_records();
  const json object = json_of(bounds_value(analysis::check_bounds_of(folders)));
  CHECK(object["broken"] == 0);
  CHECK(object["broken_as_published"] == 1);
  REQUIRE(object["records"].size() == 3);
  CHECK(object["records"][2]["bounds"].empty());
  CHECK_THAT(object["records"][2]["why_none"].get<std::string>(), Catch::Contains("mpi"));
  const json& bounds = object["records"][0]["bounds"];
  REQUIRE(bounds.size() == model::kBoundKinds.size());
  for (const json& one : bounds) {
    CAPTURE(one);
    CHECK(one.contains("bound_s") == one["applies"].get<bool>());
    if (one["bound"] != "lemma_5_2_published") continue;
    CHECK(one["holds"] == false);
    CHECK(one["tightness"].get<double>() < 1);
  }
}

TEST_CASE("CSV has a line for each record", "[bounds]") {
  const auto folders = three_records();
  std::ostringstream stream;
  write_bounds_csv(stream, analysis::check_bounds_of(folders));
  std::istringstream lines(stream.str());
  std::vector<std::string> read;
  for (std::string line; std::getline(lines, line);) read.push_back(line);
  REQUIRE(read.size() == 4);
  CHECK_THAT(read[0], Catch::Contains("lemma_5_2_published_s,lemma_5_2_corrected_s"));
  CHECK_THAT(read[1], Catch::EndsWith(",lemma_5_2_published"));
}

TEST_CASE("the figure has a panel for proved and one for published bounds", "[bounds]") {
  const auto folders = three_records();
  const auto records = analysis::check_bounds_of(folders);
  const std::optional<Chart> chart = tightness_figure(records, "tightness");
  REQUIRE(chart);
  REQUIRE(chart->panels.size() == 2);
  CHECK(chart->panels[0].title == "largest proved bound");
  CHECK(chart->panels[1].title == "largest published bound");
  CHECK_THAT(chart->panels[1].subtitle, Catch::Contains("1 broken"));
  CHECK(chart->y.ticks.at(1).text == "ssar_recursive_double");
  CHECK_FALSE(tightness_figure({{.record = records[2].record, .folder = "", .why_none = "x"}},
                               "tightness"));
}

TEST_CASE("validation reads folders, and refuses those without records or given twice",
          "[bounds]") {
  const base::TemporaryFolder folder;
  write_folder(folder.path() / "r", three_records()[0].records);
  std::ostringstream messages;
  CHECK(validate_results({folder.path() / "r"}, messages).records.size() == 3);
  CHECK(messages.str().empty());
  CHECK_THAT(config_error([&] { validate_results({folder.path()}, messages); }).what(),
             Catch::Contains("no records.jsonl"));
  write_folder(folder.path() / "empty", {});
  CHECK_THAT(config_error([&] { validate_results({folder.path() / "empty"}, messages); }).what(),
             Catch::Contains("no records"));
  const auto twice = {folder.path() / "r", folder.path() / "empty" / ".." / "r"};
  CHECK_THAT(config_error([&] { validate_results(twice, messages); }).what(),
             Catch::Contains("each folder once"));
}
