#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <array>
#include <string>

#include "base/errors/errors.hpp"
#include "base/json/json_fields.hpp"
#include "machines/launchers/worker_request.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::machines;
using Catch::Matchers::Contains;

namespace {

/// A pipe that holds `text` and stays open for writing.
struct OpenInput {
  explicit OpenInput(const std::string& text) {
    std::array<int, 2> ends{};
    REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0);
    read_end = base::FileDescriptor(ends[0]);
    write_end = base::FileDescriptor(ends[1]);
    REQUIRE(base::write_all(write_end, text));
  }
  base::FileDescriptor read_end, write_end;
};

std::string refusal(const std::string& text) {
  OpenInput input(text);
  input.write_end.reset();
  try {
    read_request(input.read_end);
  } catch (const base::EnvironmentError& error) {
    return error.what();
  }
  FAIL("accepted: " << text);
  return {};
}

}  // namespace

TEST_CASE("a request arrives as it was sent, from an input that stays open") {
  const WorkerRequest sent{.task = WorkerTask::calibration,
                           .ranks = 7,
                           .token = "abc",
                           .environment = {{"A", "1"}},
                           .work = {{"name", "two\nlines"}}};
  const OpenInput input(request_to_text(sent) + "more");
  const WorkerRequest read = request_from_json(read_request(input.read_end));
  CHECK(read.task == WorkerTask::calibration);
  CHECK(read.ranks == 7);
  CHECK(read.token == "abc");
  CHECK(read.environment == sent.environment);
  CHECK(read.work == sent.work);
}

TEST_CASE("an input that a launcher did not pass on, or not as a whole, is refused") {
  CHECK_THAT(refusal(""), Contains("is empty") && Contains("the launcher must pass"));
  CHECK_THAT(refusal("sparlab-request 10\n{}"), Contains("ends after 2 of 10 bytes"));
  CHECK_THAT(refusal("sparlab-req"), Contains("ends in its first line"));
  CHECK_THAT(refusal("hello\n"), Contains("does not begin with a request"));
  CHECK_THAT(refusal("sparlab-request 1x\n{"), Contains("does not begin with a request"));
  CHECK_THAT(refusal("sparlab-request 99999999999999999\n"), Contains("does not begin"));
  CHECK_THROWS_AS(request_from_json("{}"), base::FormatError);
  CHECK_THROWS_AS(request_from_json("{"), base::ConfigError);
}

TEST_CASE("a variable that did not reach a rank is named") {
  ::setenv("SPARLAB_TEST_VARIABLE", "1", 1);
  WorkerRequest request;
  request.environment = {{"SPARLAB_TEST_VARIABLE", "1"}};
  CHECK_NOTHROW(require_environment(request));
  request.environment = {{"SPARLAB_TEST_VARIABLE", "2"}};
  CHECK_THROWS_WITH(require_environment(request),
                    Contains("SPARLAB_TEST_VARIABLE is \"1\" here instead of \"2\""));
  ::unsetenv("SPARLAB_TEST_VARIABLE");
  CHECK_THROWS_WITH(require_environment(request), Contains("is not set here instead of \"2\""));
}
