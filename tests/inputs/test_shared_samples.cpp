#include <filesystem>

#include "inputs/files/data_error.hpp"
#include "inputs/formats/svmlight_file.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/temporary_folder.hpp"

using namespace sparlab::tests;

namespace sparlab::inputs {

using tests::TemporaryFolder;
using tests::write_content;

TEST_CASE("samples of one file are read once, whatever universe they are asked for") {
  const base::TemporaryFolder folder;
  const std::string path = folder.path() / "data.svm";
  write_content(path, "1 1:1 7:1\n");
  const auto samples = shared_svmlight(path, 0);
  CHECK(samples->universe == 7);
  CHECK(shared_svmlight(path, 0) == samples);
  CHECK(shared_svmlight(path, 7) == samples);
  CHECK(shared_svmlight(path, 100) == samples);
  CHECK_THROWS_WITH(shared_svmlight(path, 6), Catch::Contains("line 1"));
}

TEST_CASE("a file that changes is read again") {
  const base::TemporaryFolder folder;
  const std::string path = folder.path() / "data.svm";
  write_content(path, "1 1:1 7:1\n");
  const auto before = shared_svmlight(path, 0);
  write_content(path, "1 1:1 8:1\n");
  namespace fs = std::filesystem;
  fs::last_write_time(path, fs::last_write_time(path) + std::chrono::seconds(1));
  CHECK(shared_svmlight(path, 0)->universe == 8);
  CHECK(before->universe == 7);
  fs::remove(path);
  CHECK_THROWS_AS(shared_svmlight(path, 0), DataError);
}

}  // namespace sparlab::inputs
