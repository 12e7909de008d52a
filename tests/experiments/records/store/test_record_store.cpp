#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <limits>
#include <optional>
#include <sstream>

#include "base/errors/errors.hpp"
#include "base/json/json_fields.hpp"
#include "experiments/records/store/compressed_lines.hpp"
#include "experiments/records/store/record_json.hpp"
#include "experiments/records/store/record_lines.hpp"
#include "experiments/records/store/record_store.hpp"
#include "tests/experiments/experiments_for_tests.hpp"
#include "tests/experiments/temporary_folder.hpp"

using namespace sparlab;
using namespace sparlab::experiments;
using namespace sparlab::experiments::records;
using namespace sparlab::tests;

namespace {

constexpr auto kResume = RecordStore::Existing::resume;

std::string line(const std::string& id) { return LineWriter().write(full_record(id)) + "\n"; }

/// An output folder with this content in records.jsonl, without compression.
struct Output {
  base::TemporaryFolder folder;
  std::ostringstream messages;

  explicit Output(const std::string& content) { write_content(file(), content); }
  std::filesystem::path file() const { return folder.path() / "records.jsonl"; }
  /// What a run makes of it.
  std::string lines() const {
    CHECK_FALSE(std::filesystem::exists(file()));
    std::string all;
    for (const std::string& text : decompressed(content_of(folder.path() / "records.jsonl.gz")))
      all += text;
    return all;
  }
  RecordStore open(RecordStore::Existing existing = kResume) {
    return RecordStore(folder.path(), existing, messages);
  }
  /// Whether another process can write to the folder.
  bool opens_elsewhere() {
    const pid_t process = ::fork();
    if (process == 0) {
      try {
        open();
      } catch (const base::EnvironmentError&) {
        ::_exit(1);
      }
      ::_exit(0);
    }
    int status = -1;
    REQUIRE(::waitpid(process, &status, 0) == process);
    REQUIRE(WIFEXITED(status));
    return WEXITSTATUS(status) == 0;
  }
};

}  // namespace

TEST_CASE("records are there when the folder is opened again") {
  const base::TemporaryFolder folder;
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

TEST_CASE("a file cut anywhere loses no record of the members before") {
  const std::string before = compressed(line("1") + line("2"));
  const std::string cut_member = compressed(line("3"));
  for (std::size_t cut = 1; cut < cut_member.size(); cut += 7) {
    Output output("");
    write_content(output.folder.path() / "records.jsonl.gz", before + cut_member.substr(0, cut));
    {
      RecordStore store = output.open();
      CHECK(store.contains("1"));
      CHECK(store.contains("2"));
      store.append(full_record("4"));
    }
    const RecordStore store = output.open();
    CHECK(store.records().size() == store.size());
    CHECK(store.contains("4"));
    CHECK(output.messages.str().find("records.damaged") != std::string::npos);
  }
}

TEST_CASE("zeros left by a crashed file system are set aside") {
  Output output(line("1") + std::string(4096, '\0'));
  CHECK(output.open().records().size() == 1);
}

TEST_CASE("a damaged line anywhere costs only itself, and is kept elsewhere") {
  std::string edited = line("4");
  edited.replace(edited.find("\"P\":8"), 5, "\"P\":9");
  for (const std::string& damaged : {std::string("garbage\n"), std::string("\n"), edited}) {
    Output output(damaged + line("1") + line("2") + damaged + line("3") + line("5").substr(0, 100));
    {
      RecordStore store = output.open();
      CHECK(store.records().size() == 3);
      store.append(full_record("6"));
    }
    CHECK(output.lines() == line("1") + line("2") + line("3") + line("6"));
    CHECK(content_of(output.folder.path() / "records.damaged") ==
          damaged + damaged + line("5").substr(0, 100) + "\n");
    const std::string said = output.messages.str();
    CHECK(said.find("line 1 (") != std::string::npos);
    CHECK(said.find("line 4 (") != std::string::npos);
    CHECK(std::count(said.begin(), said.end(), '\n') == 1);
  }
}

TEST_CASE("records of another version are an error that says so and changes nothing") {
  nlohmann::json old = record_to_json(full_record("1"));
  old["record_version"] = 1U;
  const std::string content = "garbage\n" + old.dump() + "\n" + line("2");
  Output output(content);
  const base::ConfigError error = config_error([&] { output.open(); });
  CHECK(error.file == output.file().string());
  CHECK(error.json_path == "line 2");
  CHECK(error.value == "written by record version 1");
  CHECK(error.accepted.find("--fresh") != std::string::npos);
  CHECK(content_of(output.file()) == content);
  std::ostringstream messages;
  CHECK_THROWS_AS(read_records(output.folder.path(), messages), base::ConfigError);

  CHECK(output.open(RecordStore::Existing::fresh).records().empty());
  CHECK(content_of(output.folder.path() / "records.old-1.jsonl") == content);
}

TEST_CASE("no file of the store is written through a symbolic link") {
  for (const std::string name :
       {"records.jsonl.gz", "records.jsonl.gz.partial", "records.damaged", ".lock"}) {
    const base::TemporaryFolder folder;
    const auto output = folder.path() / "output";
    const auto target = folder.path() / "target";
    std::filesystem::create_directory(output);
    write_content(target, "");
    // With lines to set aside, the file is replaced, not written to.
    if (name != "records.jsonl.gz") write_content(output / "records.jsonl", "garbage\n");
    std::filesystem::create_symlink(target, output / name);
    std::ostringstream messages;
    CHECK_THROWS_AS(RecordStore(output, kResume, messages), base::EnvironmentError);
    CHECK(content_of(target).empty());
  }
}

TEST_CASE("of records with one id the last counts") {
  Record changed = full_record("1");
  changed.time_s = 42;
  Output output(line("1") + line("2") + LineWriter().write(changed) + "\n");
  const RecordStore store = output.open();
  REQUIRE(store.records().size() == 2);
  CHECK(store.records().front().time_s == 42);
}

TEST_CASE("two runs cannot write to one folder") {
  Output output("");
  std::optional<RecordStore> first(std::in_place, output.folder.path(), kResume, output.messages);
  CHECK_FALSE(output.opens_elsewhere());
  // A worker that outlives its run does not hold the folder.
  const pid_t worker = ::fork();
  if (worker == 0) {
    ::pause();
    ::_exit(0);
  }
  REQUIRE(worker > 0);
  first.reset();
  CHECK(output.opens_elsewhere());
  ::kill(worker, SIGKILL);
  ::waitpid(worker, nullptr, 0);
}

TEST_CASE("a folder that cannot be made or written is the environment's fault") {
  std::ostringstream messages;
  CHECK_THROWS_AS(RecordStore("/proc/none", kResume, messages), base::EnvironmentError);
  const base::TemporaryFolder folder;
  write_content(folder.path() / "file", "");
  CHECK_THROWS_AS(RecordStore(folder.path() / "file", kResume, messages), base::EnvironmentError);
}

TEST_CASE("a record that could not be read back never enters the file") {
  Output output("");
  RecordStore store = output.open();
  Record record = full_record("1");
  record.time_s = std::numeric_limits<double>::infinity();
  CHECK_THROWS_AS(store.append(record), base::FormatError);
  CHECK_THROWS_AS(store.append("{}"), base::FormatError);
  store.flush();
  CHECK(output.lines().empty());
}

TEST_CASE("reading a folder for figures changes nothing in it") {
  const Output output("bad\n" + line("1") + "half");
  std::ostringstream messages;
  CHECK(read_records(output.folder.path(), messages).size() == 1);
  CHECK(messages.str().find("left out: line 1 (") != std::string::npos);
  CHECK(content_of(output.file()) == "bad\n" + line("1") + "half");
  CHECK_THROWS_AS(read_records(output.folder.path() / "none", messages), base::ConfigError);
}
