#include <nlohmann/json.hpp>
#include <sstream>

#include "experiments/records/store/record_lines.hpp"
#include "report/comparison.hpp"
#include "report/figures/parity_figure.hpp"
#include "report/gnuplot/script.hpp"
#include "report/tables/accuracy_tables.hpp"
#include "tests/experiments/experiments_for_tests.hpp"
#include "tests/experiments/temporary_folder.hpp"
#include "tests/json_of.hpp"
#include "tests/report/compared_records.hpp"
#include "tests/report/records_folder.hpp"

using namespace sparlab;
using namespace sparlab::report;
using namespace sparlab::tests;
using nlohmann::json;

namespace {

/// Two algorithms at four densities, predicted by loggp 20 % too long, and measured once.
std::vector<analysis::ResultFolder> four_positions() {
  std::vector<experiments::Record> predictions = sparse_against_dense(experiments::Engine::loggp);
  std::vector<experiments::Record> measurements;
  for (experiments::Record& record : predictions) {
    experiments::Record measurement =
        published(record.point.algorithm.spec(), record.point.density, record.time_s);
    measurement.p10_s = 0.98 * record.time_s;
    measurement.p90_s = 1.02 * record.time_s;
    measurements.push_back(measurement);
    record.id = "predicted " + measurement.id;
    record.time_s *= 1.2;
  }
  return two_folders(predictions, measurements);
}

std::string table_of(const analysis::Accuracy& accuracy) {
  std::ostringstream stream;
  print_accuracy(stream, accuracy);
  return stream.str();
}

}  // namespace

TEST_CASE("the table of a comparison has errors, order, crossovers and the worst points") {
  const std::string table = table_of(analysis::accuracy_of(four_positions(), "measured"));
  INFO(table);
  for (const char* text :
       {"8 predictions of 8 points of measured", "error |t / t_measured - 1|", "20 %", "1.20x",
        "P = 8", "ssar_split_allgather", "4 of 4", "crossovers of successive winners", "[0.01 0.1]",
        "agree", "largest disagreements", "density 0.5, p, over"})
    CHECK_THAT(table, Catch::Contains(text));
}

TEST_CASE(
    "the table says which predictions have no noise, and has the errors of the p90s of others") {
  auto folders = four_positions();
  const std::string quiet = table_of(analysis::accuracy_of(folders, "measured"));
  CHECK_THAT(quiet, Catch::Contains("8 predictions have no noise"));
  CHECK_THAT(quiet, !Catch::Contains("90th percentile"));
  for (experiments::Record& record : folders[0].records) record.p90_s = 1.1 * record.time_s;
  const auto accuracy = analysis::accuracy_of(std::move(folders), "measured");
  const std::string noisy = table_of(accuracy);
  CHECK_THAT(noisy, Catch::Contains("error of the 90th percentile |p90 / p90_measured - 1|"));
  CHECK_THAT(noisy, !Catch::Contains("have no noise"));
  const json object = json_of(accuracy_value(accuracy));
  const double ratio = 1.2 * 1.1 / 1.02;
  CHECK(object.at("points").at(0).at("p90_ratio").get<double>() == Approx(ratio));
  CHECK(object.at("errors").at(0).at("p90s").at("median").get<double>() == Approx(ratio - 1));
}

TEST_CASE("the JSON of a comparison has every point with the ids of its records") {
  const auto accuracy = analysis::accuracy_of(four_positions(), "");
  const json object = json_of(accuracy_value(accuracy));
  CHECK(object.at("reference") == "measured");
  REQUIRE(object.at("points").size() == 8);
  const json& point = object["points"][0];
  CHECK(point.at("error").get<double>() == Approx(0.2));
  CHECK(point.at("within_runs").get<double>() == Approx(1.02 / 0.98));
  CHECK(point.at("between_runs").is_null());
  CHECK(point.at("below_noise") == false);
  CHECK(point.at("repeats") == true);
  CHECK(point.at("predicted_id") ==
        "predicted " + point.at("measured_ids").at(0).get<std::string>());
  CHECK(object.at("errors").at(0).at("all").at("median").get<double>() == Approx(0.2));
  CHECK(object.at("rankings").at(0).at("right") == 4);
  CHECK(object.at("cases").size() == 4);
  CHECK(object.at("crossovers").at(0).at("overlaps") == true);
}

TEST_CASE("the CSV of a comparison has a line for each point below its heading") {
  std::ostringstream stream;
  write_accuracy_csv(stream, analysis::accuracy_of(four_positions(), ""));
  const std::string csv = stream.str();
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 9);
  CHECK(csv.starts_with(
      "predictor,engine,algorithm,P,N,nnz,density,machine,variant,groups,platform,"));
  CHECK_THAT(csv, Catch::Contains("\nloggp,loggp,"));
}

TEST_CASE("folders of results are read, compared and written") {
  const base::TemporaryFolder folder;
  const auto folders = four_positions();
  write_folder(folder / "a", folders[0].records);
  write_folder(folder / "b", folders[1].records);
  std::ostringstream messages;
  const analysis::Accuracy accuracy =
      compare_results({{folder / "a", folder / "b"}, "measured", {}}, messages);
  CHECK(messages.str().empty());
  CHECK(accuracy.pairing.points.size() == 8);
  write_comparison(folder / "out", accuracy);
  for (const char* name :
       {"compare.json", "points.csv", "parity.dat", "parity.gp", "parity.png", "parity.svg"}) {
    INFO(name);
    CHECK_FALSE(content_of(folder / "out" / name).empty());
  }
}

TEST_CASE("a comparison that cannot be made names what is missing") {
  const base::TemporaryFolder folder;
  const auto folders = four_positions();
  write_folder(folder / "a", folders[0].records);
  std::filesystem::create_directories(folder / "empty");
  std::ostringstream messages;
  const auto error_of = [&](const ComparisonRequest& request) {
    return config_error([&] { compare_results(request, messages); });
  };
  CHECK_THAT(error_of({{folder / "empty"}, "", {}}).value, Catch::Contains("no records.jsonl"));
  CHECK_THAT(error_of({{folder / "a"}, "", {}}).value, Catch::Contains("no records of engine"));
  for (const char* machine : {"p", "=p", "p=", "x=p"})
    CHECK(error_of({{folder / "a"}, "mpi", {machine}}).what() != std::string());
  CHECK(error_of({{folder / "a"}, "", {"p"}}).json_path == "--machine-of");
  std::string line = experiments::records::record_to_line(folders[0].records.front());
  line.replace(line.find("\"record_version\":2"), 18, "\"record_version\":1");
  line.replace(line.rfind(",\"crc32\""), std::string::npos, "}");
  write_content(folder / "a" / "records.jsonl", experiments::records::with_checksum(line) + "\n");
  CHECK_THAT(error_of({{folder / "a"}, "", {}}).value, Catch::Contains("record version 1"));
}

TEST_CASE(
    "the parity figure has a panel for each predictor, and no text of records in its script") {
  auto folders = four_positions();
  const std::string hostile = "`touch x` \"';^{}";
  for (experiments::Record& record : folders[1].records) record.point.variant = hostile;
  experiments::Record other = folders[0].records.front();
  other.point.engine = experiments::Engine::simgrid;
  folders[0].records.push_back(other);
  const analysis::Accuracy accuracy = analysis::accuracy_of(std::move(folders), "");
  const Chart chart = parity_figure(accuracy, "parity");
  REQUIRE(chart.panels.size() == 2);
  CHECK(chart.panels[0].title == "loggp");
  CHECK_THAT(chart.panels[0].subtitle, Catch::Contains("n = 8, error: median 20 %"));
  const auto& [script, data] = gnuplot_files(chart);
  CHECK_THAT(data, !Catch::Contains(hostile));  // quotes and markup are escaped
  CHECK_THAT(script, !Catch::Contains("touch"));
  CHECK_THAT(script, Catch::Contains("`sparlab compare --output`"));
}
