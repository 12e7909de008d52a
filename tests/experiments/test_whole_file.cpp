#include <unistd.h>

#include <filesystem>
#include <string>

#include "experiments/errors/environment_error.hpp"
#include "experiments/report/whole_file.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/temporary_folder.hpp"

namespace sparlab::experiments {

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

TEST_CASE("a file is written whole and leaves nothing beside it") {
  const TemporaryFolder folder;
  const auto before = files_in(folder);
  write_whole_file(folder / "summary.csv", "old");
  write_whole_file(folder / "summary.csv", "new");
  CHECK(content_of(folder / "summary.csv") == "new");
  CHECK(files_in(folder) == before + 1);
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

TEST_CASE("a file that cannot be written is an error, and no part of it stays") {
  const TemporaryFolder folder;
  fs::create_directories(folder / "summary.csv" / "in_the_way");
  const auto before = files_in(folder);
  CHECK_THROWS_AS(write_whole_file(folder / "summary.csv", "data"), EnvironmentError);
  CHECK(files_in(folder) == before);
  CHECK_THROWS_WITH(write_whole_file(folder / "no" / "summary.csv", "data"),
                    Catch::Contains("No such file"));
}

}  // namespace sparlab::experiments
