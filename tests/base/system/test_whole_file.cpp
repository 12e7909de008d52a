#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/errors/errors.hpp"
#include "base/system/whole_file.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/temporary_folder.hpp"

namespace sparlab::base {

namespace fs = std::filesystem;
using namespace std::string_literals;
using tests::content_of;
using tests::TemporaryFolder;
using tests::write_content;

namespace {

auto files_in(const TemporaryFolder& folder) {
  return std::distance(fs::directory_iterator(folder.path()), {});
}

}  // namespace

TEST_CASE("a file is written whole and leaves no other file") {
  const TemporaryFolder folder;
  const auto before = files_in(folder);
  write_whole_file(folder / "summary.csv", "old");
  write_whole_file(folder / "summary.csv", "new");
  CHECK(content_of(folder / "summary.csv") == "new");
  CHECK(files_in(folder) == before + 1);
}

TEST_CASE("a folder is created with those above it, unless a file is in its place") {
  const TemporaryFolder folder;
  make_folder(folder / "a/b");
  make_folder(folder / "a/b");
  CHECK(fs::is_directory(folder / "a/b"));
  write_content(folder / "file", "");
  CHECK_THROWS_AS(make_folder(folder / "file/b"), EnvironmentError);
}

TEST_CASE("links in the place of a file are replaced, not followed") {
  const TemporaryFolder folder;
  const std::string own = std::to_string(::getpid());
  for (const std::string& planted :
       {"summary.csv"s, "summary.csv.partial"s, "summary.csv." + own + "-0.partial"}) {
    write_content(folder / "victim", "precious");
    fs::create_symlink(folder / "victim", folder.path() / planted);
    write_whole_file(folder / "summary.csv", "data");
    CHECK(content_of(folder / "victim") == "precious");
    CHECK(content_of(folder / "summary.csv") == "data");
    CHECK_FALSE(fs::is_symlink(folder / "summary.csv"));
  }
}

TEST_CASE("incomplete files stay while their writer lives, and go once it is gone") {
  const TemporaryFolder folder;
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  REQUIRE(::waitpid(child, nullptr, 0) == child);
  const std::string gone = std::to_string(child);
  write_content(folder.path() / ("summary.csv." + gone + "-0.partial"), "half");
  write_content(folder.path() / ("s.gp." + gone + "-12.partial"), "half");
  const std::vector<std::string> kept = {
      "summary.csv." + std::to_string(::getpid()) + "-0.partial",
      "summary.csv." + std::to_string(::getppid()) + "-0.partial",
      "summary.csv." + gone + "-0",
      "notes." + gone + ".partial",
      "notes.0-0.partial",
      "notes.-0.partial",
      "notes." + gone + "x-0.partial",
      "records.jsonl.partial"};
  for (const std::string& name : kept) write_content(folder.path() / name, "mine");
  const auto before = files_in(folder);
  remove_stale_partials(folder.path());
  CHECK(files_in(folder) == before - 2);
  for (const std::string& name : kept) CHECK(fs::exists(folder.path() / name));
  remove_stale_partials(folder / "nowhere");
}

TEST_CASE("a file that cannot be written is an error, and no part of it stays") {
  const TemporaryFolder folder;
  fs::create_directories(folder / "summary.csv" / "in_the_way");
  const auto before = files_in(folder);
  CHECK_THROWS_AS(write_whole_file(folder / "summary.csv", "data"), EnvironmentError);
  CHECK(files_in(folder) == before);
  CHECK_THROWS_WITH(write_whole_file(folder / "no" / "summary.csv", "data"),
                    Catch::Contains("No such file"));
}

}  // namespace sparlab::base
