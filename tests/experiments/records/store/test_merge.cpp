#include <sstream>

#include "base/errors/errors.hpp"
#include "experiments/records/store/failure_log.hpp"
#include "experiments/records/store/merge.hpp"
#include "experiments/records/store/record_lines.hpp"
#include "experiments/records/store/record_store.hpp"
#include "tests/experiments/experiments_for_tests.hpp"
#include "tests/experiments/temporary_folder.hpp"

using namespace sparlab;
using namespace sparlab::experiments;
using namespace sparlab::experiments::records;
using namespace sparlab::tests;

namespace {

std::ostringstream messages;

void store(const std::filesystem::path& folder, const std::vector<Record>& records) {
  RecordStore store(folder, RecordStore::Existing::resume, messages);
  for (const Record& record : records) store.append(record);
  store.flush();
}

Record record_at(const std::string& id, std::uint64_t ranks, const std::string& started) {
  Record record = full_record(id);
  record.point.ranks = ranks;
  record.started = started;
  return record;
}

}  // namespace

TEST_CASE("merging gives the same content in any order, and the last record of a point") {
  const base::TemporaryFolder folder;
  const auto at = [&](const char* name) { return folder.path() / name; };
  const Record old = record_at("2", 4, "2025-01-01T00:00:00Z");
  Record repeated = record_at("2", 4, "2025-01-02T00:00:00Z");
  repeated.time_s = 9;
  store(at("a"), {record_at("1", 8, "2025-01-01T00:00:00Z"), old});
  store(at("b"), {repeated, record_at("3", 2, "2025-01-01T00:00:00Z")});
  const MergeOutcome outcome = merge_records(at("ab"), {at("a"), at("b")}, messages);
  CHECK(outcome.records == 3);
  CHECK(outcome.repeated == 1);
  merge_records(at("ba"), {at("b"), at("a")}, messages);
  const std::string content = content_of(at("ab") / "records.jsonl.gz");
  CHECK(content_of(at("ba") / "records.jsonl.gz") == content);
  merge_records(at("ab"), {at("ab"), at("a")}, messages);
  CHECK(content_of(at("ab") / "records.jsonl.gz") == content);
  const std::vector<Record> records = read_records(at("ab"), messages);
  REQUIRE(records.size() == 3);
  CHECK(records[0].id == "3");
  CHECK(record_to_line(records[1]) == record_to_line(repeated));
}

TEST_CASE("merging keeps failures until their point has a record") {
  const base::TemporaryFolder folder;
  store(folder.path() / "a", {full_record("1")});
  store(folder.path() / "b", {full_record("2")});
  FailureLog(folder.path() / "a").add({"2", "point 2", "killed", "now"});
  FailureLog(folder.path() / "a").add({"3", "point 3", "killed", "now"});
  const auto output = folder.path() / "ab";
  CHECK(merge_records(output, {folder.path() / "a", folder.path() / "b"}, messages).failures == 1);
  CHECK(FailureLog(output).contains("3"));
  CHECK_FALSE(FailureLog(output).contains("2"));
}

TEST_CASE("a wrong input leaves no output") {
  const base::TemporaryFolder folder;
  CHECK_THROWS_AS(merge_records(folder.path() / "o", {folder.path() / "none"}, messages),
                  base::ConfigError);
  CHECK_FALSE(std::filesystem::exists(folder.path() / "o"));
}

TEST_CASE("a log of failures survives a line that was cut") {
  const base::TemporaryFolder folder;
  const auto file = folder.path() / "failures.jsonl";
  FailureLog(folder.path()).add({"1", "p", "r", "t"});
  const std::string content = content_of(file);
  write_content(file, content + content.substr(0, 20));
  FailureLog(folder.path()).add({"2", "p", "r", "t"});
  CHECK(FailureLog(folder.path()).failures().size() == 2);
}

TEST_CASE("a point that was left out is no failure, unless it failed in another input") {
  const base::TemporaryFolder folder;
  store(folder.path() / "a", {full_record("1")});
  store(folder.path() / "b", {full_record("2")});
  FailureLog(folder.path() / "a").add({"3", "point 3", "left out: 300 s", "now", true});
  const auto output = folder.path() / "ab";
  const std::vector<std::filesystem::path> inputs = {folder.path() / "a", folder.path() / "b"};
  const MergeOutcome merged = merge_records(output, inputs, messages);
  CHECK(merged.failures == 0);
  CHECK(merged.left_out == 1);
  CHECK(FailureLog(output).failures().at("3").left_out);
  FailureLog(folder.path() / "b").add({"3", "point 3", "killed", "now"});
  const MergeOutcome failed = merge_records(folder.path() / "again", inputs, messages);
  CHECK(failed.failures == 1);
  CHECK(failed.left_out == 0);
}
