#include <limits>
#include <sstream>

#include "experiments/errors/environment_error.hpp"
#include "experiments/json/json_fields.hpp"
#include "experiments/records/record_json.hpp"
#include "experiments/records/record_store.hpp"
#include "tests/experiments/experiments_for_tests.hpp"
#include "tests/experiments/temporary_folder.hpp"

using namespace sparlab::experiments;
using namespace sparlab::experiments::tests;

namespace {

constexpr auto kResume = RecordStore::Existing::resume;

std::string line(const std::string& id) { return record_to_line(full_record(id)) + "\n"; }

/// An output folder whose records.jsonl holds `content`.
struct Output {
  TemporaryFolder folder;
  std::ostringstream messages;

  explicit Output(const std::string& content) { write_content(file(), content); }
  std::filesystem::path file() const { return folder.path() / "records.jsonl"; }
  RecordStore open(RecordStore::Existing existing = kResume) {
    return RecordStore(folder.path(), existing, messages);
  }
};

}  // namespace

TEST_CASE("records are there when the folder is opened again") {
  const TemporaryFolder folder;
  const auto output = folder.path() / "a/b";
  std::ostringstream messages;
  {
    RecordStore store(output, kResume, messages);
    CHECK(store.records().empty());
    store.append(full_record("1"));
    store.append(full_record("2"));
    CHECK(store.contains("2"));
  }
  const RecordStore store(output, kResume, messages);
  CHECK(store.records().size() == 2);
  CHECK(store.contains("1"));
  CHECK_FALSE(store.contains("3"));
  CHECK(messages.str().empty());
}

TEST_CASE("a last line cut anywhere is set aside and the run goes on") {
  const std::string second = line("2");
  for (std::size_t cut = 1; cut + 1 < second.size(); cut += 97) {
    Output output(line("1") + second.substr(0, cut));
    {
      RecordStore store = output.open();
      CHECK(store.records().size() == 1);
      CHECK(output.messages.str().find("records.damaged") != std::string::npos);
      store.append(full_record("3"));
    }
    CHECK(output.open().records().size() == 2);
    CHECK(content_of(output.folder.path() / "records.damaged") == second.substr(0, cut) + "\n");
  }
}

TEST_CASE("a last line that lacks nothing but its newline is kept") {
  Output output(line("1") + record_to_line(full_record("2")));
  output.open().append(full_record("3"));
  CHECK(output.open().records().size() == 3);
}

TEST_CASE("zeros left by a crashed file system are set aside") {
  Output output(line("1") + std::string(4096, '\0'));
  CHECK(output.open().records().size() == 1);
}

TEST_CASE("a damaged line before the last is an error that names it, unless a fresh start") {
  Output output(line("1") + "garbage\n" + line("2"));
  const ConfigError error = config_error([&] { output.open(); });
  CHECK(error.file == output.file().string());
  CHECK(error.json_path == "line 2");
  CHECK(content_of(output.file()) == line("1") + "garbage\n" + line("2"));

  CHECK(output.open(RecordStore::Existing::fresh).records().empty());
  CHECK(content_of(output.folder.path() / "records.old-1.jsonl").find("garbage") !=
        std::string::npos);
}

TEST_CASE("of records with one id the last counts") {
  Record changed = full_record("1");
  changed.time_s = 42;
  Output output(line("1") + line("2") + record_to_line(changed) + "\n");
  const RecordStore store = output.open();
  REQUIRE(store.records().size() == 2);
  CHECK(store.records().front().time_s == 42);
}

TEST_CASE("two runs cannot write to one folder") {
  Output output("");
  const RecordStore first = output.open();
  CHECK_THROWS_AS(output.open(), EnvironmentError);
}

TEST_CASE("a folder that cannot be made or written is the environment's fault") {
  std::ostringstream messages;
  CHECK_THROWS_AS(RecordStore("/proc/none", kResume, messages), EnvironmentError);
  const TemporaryFolder folder;
  write_content(folder.path() / "file", "");
  CHECK_THROWS_AS(RecordStore(folder.path() / "file", kResume, messages), EnvironmentError);
}

TEST_CASE("a record that could not be read back never enters the file") {
  Output output("");
  RecordStore store = output.open();
  Record record = full_record("1");
  record.time_s = std::numeric_limits<double>::infinity();
  CHECK_THROWS_AS(store.append(record), FormatError);
  CHECK(content_of(output.file()).empty());
}

TEST_CASE("reading a folder for figures changes nothing in it") {
  const Output output(line("1") + "half");
  CHECK(read_records(output.folder.path()).size() == 1);
  CHECK(content_of(output.file()) == line("1") + "half");
  CHECK_THROWS_AS(read_records(output.folder.path() / "none"), ConfigError);
}
