#include <memory>
#include <string>

#include "base/system/child_process.hpp"
using sparlab::base::last_lines;

namespace {

std::string last_lines_after(const std::string& printed) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), &std::fclose);
  REQUIRE(file != nullptr);
  REQUIRE(std::fwrite(printed.data(), 1, printed.size(), file.get()) == printed.size());
  return last_lines(file.get());
}

}  // namespace

TEST_CASE("what a process printed becomes one line") {
  CHECK(last_lines_after("").empty());
  CHECK(last_lines_after("one\n\ntwo\n") == "one | two");
}

TEST_CASE("a launcher's banner does not hide what the program said") {
  CHECK(last_lines_after("sparlab: rank 1: out of memory\n-----\nMPI_ABORT was invoked\n" +
                         std::string(2000, '-') + "\n") == "rank 1: out of memory");
}

TEST_CASE("of much print the beginning and the end are kept") {
  const std::string shown = last_lines_after("ssh: connect to host nowhere: no route\n-----\n" +
                                             std::string(5000, 'a') + "end");
  CHECK(shown.size() < 1100);
  CHECK(shown.starts_with("ssh: connect to host nowhere: no route | a"));
  CHECK(shown.ends_with("aend"));
}
