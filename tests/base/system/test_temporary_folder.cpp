#include "base/system/temporary_folder.hpp"
#include "tests/catch.hpp"

using namespace sparlab::base;

namespace fs = std::filesystem;

TEST_CASE("a temporary folder is its user's alone, and goes with its owner") {
  fs::path path;
  {
    const TemporaryFolder folder;
    path = folder.path();
    CHECK(path.parent_path() == temporary_place());
    CHECK(fs::status(path).permissions() == fs::perms::owner_all);
    fs::create_directories(folder / "inner/most");
  }
  CHECK_FALSE(fs::exists(path));
}
