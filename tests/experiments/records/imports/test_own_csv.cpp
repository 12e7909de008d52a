#include "base/errors/errors.hpp"
#include "experiments/records/store/record_lines.hpp"
#include "experiments/records/store/record_store.hpp"
#include "tests/experiments/experiments_for_tests.hpp"
#include "tests/experiments/records/imports/importing.hpp"
#include "tests/experiments/temporary_folder.hpp"

using namespace sparlab;
using namespace sparlab::experiments;
using namespace sparlab::experiments::records;
using namespace sparlab::tests;
using sparlab::inputs::DataError;

namespace {

const std::string kHeading = "machine,algorithm,ranks,elements,median_us\n";

Import import_own(const std::string& text) { return import_text(text, request_for("csv")); }
inputs::DataError error_of(const std::string& text) {
  return import_error(text, request_for("csv"));
}

}  // namespace

TEST_CASE("a row of the csv format becomes a record of engine measured") {
  const Import import = import_own(
      "machine,algorithm,ranks,elements,density,value,variant,min_us,p10_us,median_us,p90_us,"
      "mean_us,n,run,licence\n"
      "alps,ssar_split_allgather,16,1024,0.25,double,mine,1,2,3.5,5,4,100,monday,CC0\n");
  REQUIRE(import.records.size() == 1);
  const Record& record = import.records.front();
  CHECK(record.point.engine == Engine::measured);
  CHECK(record.point.algorithm == "ssar_split_allgather");
  CHECK(record.point.platform == "alps");
  CHECK(record.point.variant == "mine");
  CHECK(record.point.run == "monday");
  CHECK(record.point.ranks == 16);
  CHECK(record.point.universe == 1024);
  CHECK(record.point.nnz == 256);
  CHECK(record.point.density == 0.25);
  CHECK(record.point.value == sparlab::algos::ValueType::float64);
  CHECK(record.point.experiment == "times");
  CHECK(record.time_s == Approx(3.5e-6));
  CHECK(record.min_s.value() == Approx(1e-6));
  CHECK(record.p10_s.value() == Approx(2e-6));
  CHECK(record.p90_s.value() == Approx(5e-6));
  CHECK(record.mean_s.value() == Approx(4e-6));
  CHECK_FALSE(record.deterministic);
  CHECK(record.check.status == "skipped");
}

TEST_CASE("an imported record says where it comes from") {
  ImportRequest request = request_for("csv");
  request.source = "example.org @ 1234";
  const std::string text = kHeading + "\nalps,dense_ring,4,10,1\n";
  const auto environment = import_text(text, request).records.front().environment;
  CHECK(environment.at("source.file") == "times.csv");
  CHECK(environment.at("source.origin") == "example.org @ 1234");
  CHECK(environment.at("source.licence") == "MIT");
  CHECK(environment.at("source.line") == "3");
  base::Sha256 hash;
  hash.update(inputs::bytes_of(text));
  CHECK(environment.at("source.sha256") == hash.finish());
  CHECK(environment.map().count("host") == 0);  // this machine did not measure
}

TEST_CASE("an imported record survives its line in every bit") {
  const Import import = import_own(
      "machine,algorithm,ranks,bytes,min_us,p10_us,median_us,p90_us,mean_us,variant,run\n"
      "alps,dense_ring,4,40,0.1,0.3,0.7,1.1,0.8,a,b\n");
  const std::string line = record_to_line(import.records.front());
  CHECK(record_to_line(record_from_line(line)) == line);
  CHECK(record_from_line(line).min_s == import.records.front().min_s);
  CHECK(record_from_line(line).point.variant == "a");
  CHECK(record_from_line(line).point.run == "b");
}

TEST_CASE("variants and runs of one point have ids of their own") {
  const Import import = import_own(
      "machine,algorithm,ranks,elements,median_us,variant,run\n"
      "m,dense_ring,4,10,1,a,1\nm,dense_ring,4,10,1,a,2\nm,dense_ring,4,10,1,b,1\n");
  CHECK(import.records[0].id != import.records[1].id);
  CHECK(import.records[0].id != import.records[2].id);
}

TEST_CASE("the same point on two lines is refused with both lines") {
  const inputs::DataError error = error_of(kHeading + "m,dense_ring,4,10,1\nm,dense_ring,4,10,2\n");
  CHECK(error.place() == "line 3");
  CHECK_THAT(error.value(), Catch::Contains("line 2"));
}

TEST_CASE("cells that do not fit are refused with line, column and what is accepted") {
  struct Case {
    std::string row, column, value;
  };
  for (const Case& one : {Case{"m,dense_ring,4,10,nan", "median_us", "\"nan\""},
                          Case{"m,dense_ring,4,10,inf", "median_us", "\"inf\""},
                          Case{"m,dense_ring,4,10,-1", "median_us", "\"-1\""},
                          Case{"m,dense_ring,4,10,0", "median_us", "0"},
                          Case{"m,dense_ring,4,10,1e99", "median_us", "\"1e99\""},
                          Case{"m,dense_ring,4,10,1 us", "median_us", "\"1 us\""},
                          Case{"m,dense_ring,4,10,", "median_us", "\"\""},
                          Case{"m,dense_ring,0,10,1", "ranks", "\"0\""},
                          Case{"m,dense_ring,-4,10,1", "ranks", "\"-4\""},
                          Case{"m,dense_ring,4.5,10,1", "ranks", "\"4.5\""},
                          Case{"m,dense_ring,99999999999,10,1", "ranks", "\"99999999999\""},
                          Case{"m,dense_ring,4,0,1", "elements", "\"0\""},
                          Case{"m,dense_ring,4,,1", "elements", "no such cell"},
                          Case{"m,no_such,4,10,1", "algorithm", "\"no_such\""},
                          Case{",dense_ring,4,10,1", "machine", "\"\""},
                          Case{"a\x1b[2J,dense_ring,4,10,1", "machine", "\"a\\x1b[2J\""}}) {
    const inputs::DataError error = error_of(kHeading + one.row + "\n");
    INFO(error.what());
    CHECK(error.place() == "line 2, column " + one.column);
    CHECK(error.value() == one.value);
    CHECK_FALSE(error.accepted().empty());
    CHECK(error.file() == "times.csv");
  }
}

TEST_CASE("times out of order are refused") {
  const std::string heading =
      "machine,algorithm,ranks,elements,min_us,p10_us,median_us,p90_us\nm,dense_ring,4,10,";
  CHECK(error_of(heading + "2,1,3,4\n").place() == "line 2, column p10_us");
  CHECK(error_of(heading + "4,4,3,4\n").place() == "line 2, column min_us");
  CHECK(error_of(heading + "1,2,3,2.5\n").place() == "line 2, column p90_us");
}

TEST_CASE("a heading that does not fit is refused with the expected columns") {
  for (const std::string text :
       {"", "\n", "machine,algorithm\n", "machine,algorithm,ranks,elements,median_us,extra\n",
        "machine,machine,algorithm,ranks,elements,median_us\n"}) {
    const inputs::DataError error = error_of(text);
    INFO(error.what());
    CHECK(error.place() == "line 1");
    CHECK_THAT(error.accepted(), Catch::Contains("median_us"));
  }
}

TEST_CASE("long lines and many lines are refused") {
  const inputs::DataError error = error_of(kHeading + std::string(100'000, 'x'));
  CHECK(error.place() == "line 2");
  CHECK(error.value() == "a longer line");
  CHECK(error_of(std::string(5'000, ',')).value() == "a longer line");
  CHECK(error_of(kHeading + std::string(1'000'000, '\n')).value() == "more lines");
}

TEST_CASE("quotes, carriage returns and a byte order mark are read as spreadsheets write them") {
  const Import import = import_own(
      "\xEF\xBB\xBFmachine,algorithm,ranks,elements,median_us\r\n"
      "\"a \"\"b\"\", c\",dense_ring,4,10,1\r\n");
  CHECK(import.records.front().point.platform == "a \"b\", c");
  CHECK(error_of(kHeading + "\"m,dense_ring,4,10,1\n").place() == "line 2");
  CHECK(error_of(kHeading + "m,dense_ring,4,10\n").value() == "4 cells");
}

TEST_CASE("a density of the csv format leaves at least one entry") {
  const Import import = import_own(
      "machine,algorithm,ranks,elements,density,median_us\n"
      "m,sparse_allgather,4,1000,1e-9,1\nm,sparse_allgather,4,1000,0,1\n");
  CHECK(import.records[0].point.nnz == 1);
  CHECK(import.records[0].point.density == 0.001);
  CHECK(import.records[1].point.nnz == 0);
}

TEST_CASE("the user's names of algorithms become variants") {
  ImportRequest request = request_for("csv");
  request.algorithm_map = {"my ring=dense_ring", "b=oktopk(tau=32)"};
  const Import import =
      import_text(kHeading + "m,my ring,4,100,1\nm,b,4,100,1\nm,dense_ring,4,100,1\n", request);
  CHECK(import.records[0].point.algorithm == "dense_ring");
  CHECK(import.records[0].point.variant == "my ring");
  CHECK(import.records[1].point.algorithm == "oktopk(tau=32)");
  CHECK(import.records[2].point.variant.empty());
}

TEST_CASE("a request that cannot be met names its option") {
  const std::string text = kHeading + "m,dense_ring,4,10,1\n";
  const auto option_of = [&](const ImportRequest& request) {
    return config_error([&] { import_text(text, request); }).json_path;
  };
  ImportRequest request = request_for("csv");
  request.licence.clear();
  CHECK(option_of(request) == "--licence");
  CHECK(option_of(request_for("xls")) == "--format");
  for (const char* map : {"no equals", "=dense_ring", "a=no_such", "absent=dense_ring"}) {
    request = request_for("csv");
    request.algorithm_map = {map};
    CHECK(option_of(request) == "--algorithm-map");
  }
  request.algorithm_map = {"dense_ring=dense_ring", "dense_ring=dense_rabenseifner"};
  CHECK(option_of(request) == "--algorithm-map");
}

TEST_CASE("an import writes all records, and never over others") {
  const base::TemporaryFolder folder;
  const Import import = import_own(kHeading + "m,dense_ring,4,10,1\nm,dense_ring,8,10,1\n");
  const auto output = folder / "new" / "out";
  std::ostringstream messages;
  write_import(import, output, messages);
  const std::vector<Record> read = read_records(output, messages);
  REQUIRE(read.size() == 2);
  CHECK(messages.str().empty());
  CHECK(record_to_line(read[1]) == record_to_line(import.records[1]));
  const std::string before = content_of(output / "records.jsonl.gz");
  CHECK(config_error([&] { write_import(import, output, messages); }).accepted ==
        "a new folder, or one without records.jsonl.gz");
  CHECK(content_of(output / "records.jsonl.gz") == before);
}

TEST_CASE("a damaged gzip file of measurements is refused") {
  const auto packed = inputs::gzip(inputs::bytes_of(kHeading + "m,dense_ring,4,10,1\n"));
  inputs::DataFile whole("times.csv.gz", packed);
  CHECK(read_import(request_for("csv"), whole).records.size() == 1);
  inputs::DataFile half("times.csv.gz", std::span(packed).first(packed.size() / 2));
  CHECK_THROWS_AS(read_import(request_for("csv"), half), inputs::DataError);
}
