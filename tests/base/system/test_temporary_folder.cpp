#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "tests/catch.hpp"
#include "tests/experiments/temporary_folder.hpp"

using namespace sparlab::base;
using namespace sparlab::experiments::tests;

namespace fs = std::filesystem;

namespace {

/// During its lifetime, temporary folders are created in `place`.
class TemporaryPlace {
 public:
  explicit TemporaryPlace(const fs::path& place) {
    if (const char* const before = std::getenv("TMPDIR")) before_ = before;
    ::setenv("TMPDIR", place.c_str(), 1);
  }
  ~TemporaryPlace() {
    if (before_.empty()) {
      ::unsetenv("TMPDIR");
    } else {
      ::setenv("TMPDIR", before_.c_str(), 1);
    }
  }
  TemporaryPlace(const TemporaryPlace&) = delete;
  TemporaryPlace& operator=(const TemporaryPlace&) = delete;

 private:
  std::string before_;
};

/// Creates a folder in another process, which exits without removing it.
void leave_a_folder_behind() {
  const pid_t pid = ::fork();
  REQUIRE(pid >= 0);
  if (pid == 0) {
    const TemporaryFolder folder;
    write_content(folder / "points", "[]");
    ::_exit(0);
  }
  REQUIRE(::waitpid(pid, nullptr, 0) == pid);
}

std::size_t entries_in(const fs::path& place) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(place), fs::directory_iterator()));
}

}  // namespace

TEST_CASE("a folder that a killed owner left behind is removed") {
  const TemporaryFolder outer;
  const TemporaryPlace place(outer.path());
  const std::size_t before = entries_in(outer.path());
  leave_a_folder_behind();
  REQUIRE(entries_in(outer.path()) == before + 1);
  TemporaryFolder::remove_stale();
  CHECK(entries_in(outer.path()) == before);
}

TEST_CASE("a folder whose owner is running stays, and so does one that sparlab did not create") {
  const TemporaryFolder outer;
  const TemporaryPlace place(outer.path());
  const TemporaryFolder owned;
  fs::create_directory(outer / "sparlab-mine");
  write_content(outer / "sparlab-mine/.owner", "");  // accessible to others: not made by mkdtemp
  fs::permissions(outer / "sparlab-mine", fs::perms::others_read, fs::perm_options::add);
  leave_a_folder_behind();
  fs::create_directory_symlink(owned.path(), outer / "sparlab-linked");
  const std::size_t all = entries_in(outer.path());
  TemporaryFolder::remove_stale();
  CHECK(entries_in(outer.path()) == all - 1);
  CHECK(fs::exists(owned.path()));
  CHECK(fs::exists(outer / "sparlab-mine/.owner"));
  CHECK(fs::is_symlink(outer / "sparlab-linked"));
}
