#include <rapidcheck.h>

#include <algorithm>
#include <limits>

#include "base/json/json_fields.hpp"
#include "experiments/records/store/packed_numbers.hpp"
#include "experiments/records/store/record_file.hpp"
#include "experiments/records/store/record_json.hpp"
#include "experiments/records/store/record_lines.hpp"
#include "experiments/records/store/series.hpp"
#include "tests/experiments/experiments_for_tests.hpp"

using namespace sparlab;
using namespace sparlab::experiments;
using namespace sparlab::experiments::records;
using namespace sparlab::experiments::tests;

namespace {

Record with_id(const std::string& id, std::uint64_t ranks = 8) {
  Record record = full_record(id);
  record.point.ranks = ranks;
  return record;
}

std::vector<Record> read(const std::string& text) {
  const RecordFile file = scan_records(text, "f");
  REQUIRE(file.damaged.empty());
  std::vector<UnreadableRecord> unreadable;
  std::vector<Record> records = read_lines(file.records, unreadable);
  REQUIRE(unreadable.empty());
  return records;
}

std::string text_of(const std::vector<Record>& records) {
  SeriesWriter writer;
  std::string text;
  for (const Record& record : records) {
    const SeriesWriter::Lines lines = writer.write(record);
    if (!lines.series.empty()) text += lines.series + "\n";
    text += lines.record + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("a record survives its short line in every bit") {
  Record all = full_record("abc");
  all.phases.push_back({"late", 1, 2, 0.1 + 0.2});
  all.p5_s = 0.1;
  all.p95_s = 0.2;
  all.min_s = 0.3;
  all.p10_s = 0.4;
  all.p90_s = 0.5;
  all.mean_s = 0.6;
  all.extrapolated_from = 4;
  all.links = LinkStatistics{{{"node", 6, 0.1 + 0.2, 0.25, 1.0 / 3}},
                             {{"host 1", "switch 0", "node", 5e-324, 0.5}},
                             2,
                             {1, 0.7, 0, 1e308}};
  all.terms = {{"a", 1.0 / 3}, {"b", -0.0}, {"c", 5e-324}, {"d", 1e308}};
  Record few;
  few.point.algorithm = sparlab::model::Algorithm("dense_ring");
  few.check = {"skipped", "a prediction has no result"};
  for (Record record : {all, few, full_record("2")}) {
    for (const char* started : {"2025-01-31T12:34:56Z", "", "yesterday", "1969-01-01T00:00:00Z",
                                "2025-01-31T12:34:56Z "}) {
      record.started = started;
      const std::vector<Record> records = read(text_of({record}));
      REQUIRE(records.size() == 1);
      CHECK(record_to_line(records.front()) == record_to_line(record));
    }
  }
}

TEST_CASE("records that differ in size and results alone share one series") {
  Record other = with_id("2", 16);
  other.point.nnz = 5;
  other.point.density = 0.2;
  other.time_s = 7;
  other.terms["alpha_messages"] = 4;
  const std::string text = text_of({with_id("1"), other});
  CHECK(std::count(text.begin(), text.end(), '\n') == 3);
  const std::vector<Record> records = read(text);
  REQUIRE(records.size() == 2);
  CHECK(record_to_line(records[1]) == record_to_line(other));
}

TEST_CASE("records that differ in anything else have series of their own") {
  const auto changes = {+[](Record& record) { record.environment["host"] = "other"; },
                        +[](Record& record) { record.network["network/model"] = "other"; },
                        +[](Record& record) { record.terms["new"] = 1; },
                        +[](Record& record) { record.phases.front().name = "other"; },
                        +[](Record& record) { record.point.seed = 3; },
                        +[](Record& record) { record.point.input.exponent = 0.5; },
                        +[](Record& record) { record.point.universe = 7; },
                        +[](Record& record) { record.stopped_by = "interval"; },
                        +[](Record& record) { record.platform_hash = "q"; },
                        +[](Record& record) {
                          record.check = {"skipped", "no values"};
                        }};
  for (const auto change : changes) {
    Record changed = with_id("2");
    change(changed);
    const std::vector<Record> records = read(text_of({with_id("1"), changed, with_id("3")}));
    REQUIRE(records.size() == 3);
    CHECK(record_to_line(records[1]) == record_to_line(changed));
    CHECK(record_to_line(records[2]) == record_to_line(with_id("3")));
  }
}

TEST_CASE("lines may come in any order, twice, and beside whole records") {
  const std::string text = text_of({with_id("1"), with_id("2")});
  const std::size_t first = text.find('\n') + 1;
  const std::string whole = record_to_line(full_record("w")) + "\n";
  CHECK(read(text.substr(first) + whole + text.substr(0, first)).size() == 3);
  CHECK(read(text + text).size() == 4);
}

TEST_CASE("a damaged line of a series costs its records, which are named") {
  std::string text = text_of({with_id("1"), with_id("2")});
  text[20] ^= 1;
  const RecordFile file = scan_records(text, "f");
  CHECK(file.records.empty());
  REQUIRE(file.damaged.size() == 3);
  CHECK(file.damaged[1].reason.find("the line of its series") != std::string::npos);
  CHECK(file.damaged[1].reason.find("is missing or damaged") != std::string::npos);
  CHECK(without_damaged(text, file.damaged).empty());
}

TEST_CASE("a short record with one byte changed is refused") {
  const std::string text = text_of({full_record("abc")});
  const std::size_t second = text.find('\n') + 1;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    std::string changed = text;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    if (text[i] == '\n') continue;  // joins two lines
    const RecordFile file = scan_records(changed, "f");
    CHECK(file.damaged.size() == (i < second ? 2 : 1));
    CHECK(file.records.empty());
  }
}

TEST_CASE("crafted lines with right checksums are refused, not trusted") {
  const std::string text = text_of({full_record("abc")});
  const std::size_t second = text.find('\n') + 1;
  std::string series = text.substr(0, second - 1);
  series.resize(series.rfind(",\"crc32\""));
  std::string renamed = series;
  renamed.replace(11, 12, "000000000000");
  CHECK_THROWS_WITH(series_from_line(with_checksum(renamed + "}")),
                    "its name is not the hash of its content");
  std::string newer = series;
  newer.replace(newer.find("\"record_version\":3"), 18, "\"record_version\":4");
  const base::ConfigError error =
      config_error([&] { scan_records(with_checksum(newer + "}") + "\n", "f"); });
  CHECK(error.value == "written by record version 4");

  std::string record = text.substr(second, text.size() - second - 1);
  record.resize(record.rfind(",\"crc32\""));
  const RecordSeries known = series_from_line(text.substr(0, second - 1));
  rc::check([&](std::size_t position, char byte, std::size_t length) {
    std::string damaged = record;
    damaged[position % damaged.size()] = byte;
    damaged.resize(length % damaged.size());
    try {
      record_of_series(with_checksum(damaged + "}"), known);
    } catch (const base::FormatError&) {
    }
  });
}

TEST_CASE("a number that is not finite is refused by name") {
  Record record = full_record("abc");
  record.time_s = std::numeric_limits<double>::infinity();
  CHECK_THROWS_WITH(SeriesWriter().write(record), "\"time_s\" is not a number");
  record = full_record("abc");
  record.terms["share"] = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_WITH(SeriesWriter().write(record), "\"share\" is not a number");
}

TEST_CASE("packed numbers are base64 of their bytes, and read back to the same bits") {
  CHECK(pack_numbers({1}) == "AAAAAAAA8D8=");
  CHECK(pack_numbers({1, 2}) == "AAAAAAAA8D8AAAAAAAAAQA==");
  rc::check([](const std::vector<double>& numbers) {
    const std::vector<double> read = unpack_numbers(pack_numbers(numbers), numbers.size());
    RC_ASSERT(pack_numbers(read) == pack_numbers(numbers));
  });
  for (const char* text : {"", "AAAAAAAA8D8", "AAAAAAAA8D8A",
                           "AAAAAAAA8D9=", "AAAA AAA8D8=", "AAAAAAAA8H8=", "AAAAAAAA8D8=AAAA"})
    CHECK_THROWS_AS(unpack_numbers(text, 1), base::FormatError);
}
