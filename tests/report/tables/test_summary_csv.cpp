#include <algorithm>
#include <sstream>

#include "report/tables/summary_csv.hpp"
#include "tests/catch.hpp"
#include "tests/report/sweep_records.hpp"

using namespace sparlab::tests;

namespace sparlab::report {
namespace {

std::string csv_of(const std::vector<experiments::Record>& records) {
  std::ostringstream stream;
  write_summary_csv(stream, records);
  return stream.str();
}

/// The cell of a column in the first record's line. Cells must not contain commas.
std::string cell(const experiments::Record& record, const std::string& column) {
  const auto lines = split(csv_of({record}), '\n');
  const auto names = split(lines.at(0), ',');
  const auto cells = split(lines.at(1), ',');
  REQUIRE(names.size() == cells.size());
  const auto found = std::find(names.begin(), names.end(), column);
  REQUIRE(found != names.end());
  return cells.at(static_cast<std::size_t>(found - names.begin()));
}

}  // namespace

TEST_CASE("summary.csv gives numbers that read back to the same bits") {
  experiments::Record record = record_of(experiments::Engine::model, "sparse_ring", 0.1, 0.1 + 0.2);
  record.bytes = 1.0 / 3;
  CHECK(std::stod(cell(record, "time_s")) == 0.1 + 0.2);
  CHECK(std::stod(cell(record, "bytes")) == 1.0 / 3);
}

TEST_CASE("summary.csv derives bandwidths: of the dense vector, of the wire, of the bus") {
  experiments::Record record = record_of(experiments::Engine::mpi, "dense_ring", 0.1, 0.5);
  record.bytes = 4096;
  record.terms["best_s"] = 0.25;
  const double algbw = 4.0 * (1U << 20U) / 0.5;
  CHECK(std::stod(cell(record, "algbw_bytes_per_s")) == algbw);
  CHECK(std::stod(cell(record, "wirebw_bytes_per_s")) == 4096 / 8 / 0.5);
  CHECK(std::stod(cell(record, "busbw_bytes_per_s")) == algbw * 14 / 8);
  CHECK(cell(record, "best_s") == "0.25");
  record.point.algorithm = model::Algorithm("sparse_ring");
  CHECK(cell(record, "busbw_bytes_per_s").empty());
}

TEST_CASE("summary.csv leaves empty what a record does not know") {
  const experiments::Record record = record_of(experiments::Engine::mpi, "dense_mpi", 0.1, 0);
  for (const char* column : {"messages", "bytes", "time_low_s", "p95_s", "result_density", "best_s",
                             "wirebw_bytes_per_s", "algbw_bytes_per_s"})
    CHECK(cell(record, column).empty());
}

TEST_CASE("summary.csv says where a time comes from: input, payload, machine, formats, host") {
  experiments::Record record = record_of(experiments::Engine::loggp, "sparse_ring", 0.1, 1);
  record.point.input.kind = inputs::InputKind::zipf;
  record.point.input.exponent = 0.5;
  record.point.payload = experiments::Payload::data;
  record.point.machine = experiments::MachineKind::loggp;
  record.point.formats = {model::Format::coo, model::Format::delta};
  record.environment = {{"host", "node7"}};
  CHECK(cell(record, "input") == "zipf exponent=0.5 shuffled=true");
  CHECK(cell(record, "payload") == "data");
  CHECK(cell(record, "machine") == "loggp");
  CHECK(cell(record, "formats") == "coo+delta");
  record.point.value_code = algos::ValueCode::exponents;
  CHECK(cell(record, "formats") == "coo+delta+exponents");
  CHECK(cell(record, "host") == "node7");
  CHECK(cell(record, "commit").empty());
}

TEST_CASE("summary.csv quotes texts that hold commas, quotes or line ends") {
  experiments::Record record = record_of(experiments::Engine::model, "dense_ring", 0.1, 1);
  record.point.platform = "a \"b\", c.json";
  CHECK(csv_of({record}).find(",\"a \"\"b\"\", c.json\",") != std::string::npos);
  record.point.platform = "two\nlines";
  CHECK(csv_of({record}).find(",\"two\nlines\",") != std::string::npos);
}

}  // namespace sparlab::report
