#include <rapidcheck.h>

#include <limits>

#include "base/json/json_fields.hpp"
#include "experiments/records/store/record_file.hpp"
#include "experiments/records/store/record_json.hpp"
#include "experiments/records/store/record_lines.hpp"
#include "experiments/spec/points/planned_point.hpp"
#include "tests/experiments/experiments_for_tests.hpp"

using namespace sparlab;
using namespace sparlab::experiments;
using namespace sparlab::experiments::records;
using namespace sparlab::tests;
using Catch::Matchers::Contains;
using nlohmann::json;

TEST_CASE("a record survives its line in every bit") {
  const Record record = full_record("abc");
  const Record read = record_from_line(record_to_line(record));
  CHECK(read.time_s == record.time_s);
  CHECK(read.samples_s == record.samples_s);
  CHECK(read.point.seed == record.point.seed);
  CHECK(read.point.formats == record.point.formats);
  CHECK(read.point.input.exponent == record.point.input.exponent);
  CHECK(read.time_low_s == record.time_low_s);
  CHECK(read.p5_s == record.p5_s);
  CHECK(read.phases.front().name == record.phases.front().name);
  // Compares all fields: reading and writing again gives the same text.
  CHECK(record_to_line(read) == record_to_line(record));
}

TEST_CASE("a record of an extrapolated union says so, and others do not") {
  Record record = full_record("abc");
  CHECK_FALSE(record_to_json(record).contains("extrapolated_from"));
  CHECK_FALSE(record_from_line(record_to_line(record)).extrapolated_from);
  record.extrapolated_from = 32;
  CHECK(record_from_line(record_to_line(record)).extrapolated_from == 32);
}

TEST_CASE("a record shows its point's main fields at top level") {
  const json object = record_to_json(full_record("abc"));
  CHECK(object["engine"] == "mpi");
  CHECK(object["algorithm"] == "dense_ring");
  CHECK(object["P"] == 8);
  CHECK(object["N"] == std::uint64_t{1} << 33U);
  CHECK(object["density"] == 0.1);
  CHECK(object["nnz"] == 3);
  CHECK(object["platform"] == "ideal");
}

TEST_CASE("every kind of input survives its JSON") {
  using sparlab::inputs::InputKind;
  for (const auto kind :
       {inputs::InputKind::uniform, inputs::InputKind::zipf, inputs::InputKind::clustered,
        inputs::InputKind::blocks, inputs::InputKind::svmlight, inputs::InputKind::recording}) {
    inputs::InputSpec input;
    input.kind = kind;
    input.path =
        kind == inputs::InputKind::svmlight || kind == inputs::InputKind::recording ? "a b" : "";
    const json object = input_to_json(input);
    CHECK(input_to_json(input_from_json(object)) == object);
    CHECK(input_from_json(object).kind == kind);
  }
}

TEST_CASE("a missing or mistyped field of a record is refused by name") {
  const json whole = record_to_json(full_record("abc"));
  for (const auto& [key, value] : whole.items()) {
    if (key == "experiment" || key == "sweep" || key == "engine" || key == "algorithm" ||
        key == "platform" || key == "P" || key == "N" || key == "nnz" || key == "density")
      continue;  // only a copy of a field of the point
    json missing = whole;
    missing.erase(key);
    const bool may_be_unknown = key == "time_low_s" || key == "time_high_s" || key == "p5_s" ||
                                key == "p95_s" || key == "messages" || key == "bytes" ||
                                key == "result_nnz" || key == "timeline";
    if (!may_be_unknown) CHECK_THROWS_AS(record_from_json(missing), base::FormatError);
    for (const json& wrong : {json::object({{"x", json::array()}}), json{json::object()}, json("x"),
                              json(-1), json(1e300), json(true)}) {
      if (wrong.type() == value.type() || (wrong.is_number() && value.is_number())) continue;
      if (value.is_null() && wrong.is_number()) continue;
      json mistyped = whole;
      mistyped[key] = wrong;
      INFO(key << " = " << wrong.dump());
      CHECK_THROWS_AS(record_from_json(mistyped), base::FormatError);
    }
  }
}

TEST_CASE("numbers out of range are refused instead of wrapped") {
  json object = record_to_json(full_record("abc"));
  for (const json& number : {json(1e300), json(-1), json(0.5), json("8")}) {
    object["P"] = number;
    CHECK_THROWS_AS(record_from_json(object), base::FormatError);
  }
  std::string text = record_to_json(full_record("abc")).dump();
  const std::string key = "\"wall_s\":1.5";
  text.replace(text.find(key), key.size(), "\"wall_s\":1e999");
  CHECK_THROWS_AS(record_from_line(with_checksum(text)), base::FormatError);
}

TEST_CASE("quantiles on the wrong side of the median are refused") {
  const Record record = full_record("abc");
  json object = record_to_json(record);
  object["p10_s"] = 1.01 * record.time_s;
  CHECK_THROWS_WITH(record_from_json(object), Contains("p10_s"));
  object["p10_s"] = record.time_s;
  object["p90_s"] = 0.99 * record.time_s;
  CHECK_THROWS_WITH(record_from_json(object), Contains("p90_s"));
  object["p90_s"] = record.time_s;
  CHECK_NOTHROW(record_from_json(object));
}

TEST_CASE("a line with one byte changed, added or left out is refused") {
  const std::string whole = record_to_line(full_record("abc"));
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    CHECK_THROWS_AS(record_from_line(changed), base::FormatError);
    std::string longer = whole;
    longer.insert(i, 1, ' ');
    CHECK_THROWS_AS(record_from_line(longer), base::FormatError);
    std::string shorter = whole;
    shorter.erase(i, 1);
    CHECK_THROWS_AS(record_from_line(shorter), base::FormatError);
  }
}

TEST_CASE("a record survives the line of a folder in every bit") {
  Record all = full_record("abc");
  all.phases.push_back({"late", 1, 2, 0.1 + 0.2});
  all.p5_s = 0.1;
  all.p95_s = 0.2;
  all.min_s = 0.3;
  all.p10_s = 0.9 * all.time_s;
  all.p90_s = 1.1 * all.time_s;
  all.mean_s = 0.6;
  all.extrapolated_from = 4;
  all.links = LinkStatistics{{{"node", 6, 0.1 + 0.2, 0.25, 1.0 / 3}},
                             {{"host 1", "switch 0", "node", 5e-324, 0.5}},
                             2,
                             {1, 0.7, 0, 1e308}};
  all.terms = {{"a", 1.0 / 3}, {"b", -0.0}, {"c", 5e-324}, {"d", 1e308}, {"e \"\n", 1e15}};
  Record few;
  few.point.algorithm = sparlab::model::Algorithm("dense_ring");
  few.check = {"skipped", "a prediction has no result"};
  LineWriter writer;
  LineReader reader;
  for (const Record& record : {all, few, full_record("2"), all}) {
    const std::string line = writer.write(record);
    CHECK(id_of_line(line) == record.id);
    CHECK(record_to_line(reader.read(line)) == record_to_line(record));
  }
}

TEST_CASE("records that differ in what others have in common have it in their lines") {
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
    LineWriter writer;
    LineReader reader;
    Record changed = full_record("2");
    change(changed);
    for (const Record& record : {full_record("1"), changed, full_record("3")})
      CHECK(record_to_line(reader.read(writer.write(record))) == record_to_line(record));
  }
}

TEST_CASE("a line of a folder with one byte changed is damaged, not of another version") {
  const std::string whole = LineWriter().write(full_record("abc"));
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    const RecordFile file = scan_records({changed + "\n"}, "f");
    CHECK(file.records.empty());
    CHECK(file.damaged.size() == (changed[i] == '\n' ? 2 : 1));
  }
}

TEST_CASE("a number that is not finite is refused by name") {
  Record record = full_record("abc");
  record.time_s = std::numeric_limits<double>::infinity();
  CHECK_THROWS_WITH(LineWriter().write(record), "\"time_s\" is not a number");
  record = full_record("abc");
  record.terms["share"] = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_WITH(LineWriter().write(record), "\"share\" is not a number");
}

TEST_CASE("the checksum is zlib's CRC-32 of what stands before it") {
  CHECK(with_checksum(R"({"a":1})") == R"({"a":1,"crc32":"a702fc6e"})");
  CHECK(checksum_of(R"({"a":1,"crc32":"a702fc6e"})") == Checksum::right);
  CHECK(checksum_of(R"({"a":2,"crc32":"a702fc6e"})") == Checksum::wrong);
  CHECK(checksum_of(R"({"a":1})") == Checksum::absent);
  CHECK(checksum_of("") == Checksum::absent);
}

TEST_CASE("a record of another version is called that, with a checksum and without") {
  json object = record_to_json(full_record("abc"));
  object["record_version"] = 1U;
  CHECK_THROWS_AS(record_from_json(object), RecordVersionError);
  CHECK_THROWS_WITH(record_from_line(object.dump()), "written by record version 1");
  object["record_version"] = 7U;
  CHECK_THROWS_WITH(record_from_line(with_checksum(object.dump())), "written by record version 7");
}

TEST_CASE("any text is a record or a FormatError") {
  const std::string whole = record_to_line(full_record("abc"));
  const std::string object = record_to_json(full_record("abc")).dump();
  rc::check([&](std::string text) {
    try {
      record_from_line(text);
      RC_FAIL("accepted");
    } catch (const base::FormatError&) {
    }
  });
  rc::check([&](std::size_t position, char byte, std::size_t length) {
    std::string damaged = object;
    damaged[position % damaged.size()] = byte;
    damaged.resize(length % damaged.size());
    try {
      record_from_line(with_checksum(damaged + "}"));
    } catch (const base::FormatError&) {
    }
  });
  CHECK_THROWS_AS(record_from_line(std::string(100000, '[')), base::FormatError);
}
