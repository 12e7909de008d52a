#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <string>

#include "machines/launchers/worker_results.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::machines;
using Catch::Matchers::Contains;

namespace {

/// What a writer sends for these results.
std::string sent(const std::vector<JobResult>& results) {
  std::array<int, 2> ends{};
  REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0);
  const base::FileDescriptor read_end(ends[0]);
  {
    ResultWriter writer(base::FileDescriptor(ends[1]), "token");
    for (const JobResult& result : results) writer.send(result);
  }
  std::string text(60000, '\0');
  const ssize_t size = ::read(read_end.get(), text.data(), text.size());
  REQUIRE(size > 0);
  text.resize(static_cast<std::size_t>(size));
  return text;
}

/// A reader that has received a text.
class Received {
 public:
  explicit Received(const std::string& text) : Received(text, pipe()) {}
  ResultReader reader;

 private:
  using Ends = std::array<int, 2>;
  static Ends pipe() {
    Ends ends{};
    REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0);
    return ends;
  }
  Received(const std::string& text, Ends ends) : reader(base::FileDescriptor(ends[0]), "token") {
    const base::FileDescriptor write_end(ends[1]);
    for (std::size_t at = 0; at < text.size(); at += 1000) {  // in parts, as a network delivers
      REQUIRE(base::write_all(write_end, text.substr(at, 1000)));
      reader.receive();
    }
  }
};

std::string replaced(std::string text, const std::string& old, const std::string& by) {
  const std::size_t at = text.find(old);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old.size(), by);
}

const std::string kLong(5000, 'x');

}  // namespace

TEST_CASE("results arrive as they were sent, long ones too") {
  ResultReader reader =
      std::move(Received(sent({{true, "a b\nc"}, {false, ""}, {true, kLong}})).reader);
  CHECK(reader.started());
  CHECK(reader.damage().empty());
  auto first = reader.take();
  REQUIRE(first);
  CHECK(first->succeeded);
  CHECK(first->text == "a b c");
  auto second = reader.take();
  REQUIRE(second);
  CHECK_FALSE(second->succeeded);
  CHECK(second->text.empty());
  auto third = reader.take();
  REQUIRE(third);
  CHECK(third->text == kLong);
  CHECK_FALSE(reader.take());
}

TEST_CASE("other output around results is skipped and shown in messages") {
  std::string text = sent({{true, "one"}});
  text = "a banner\n[1,0]<stdout>:" + text + "progress 100 %";
  text = replaced(text, "one\n", "one\r\nwarning\n@sparlab other 2 result 3 00000000 two\n");
  Received received(text);
  const auto result = received.reader.take();
  REQUIRE(result);
  CHECK(result->text == "one");
  CHECK(received.reader.damage().empty());
  CHECK_FALSE(received.reader.take());
  CHECK_THAT(received.reader.other_output(),
             Contains("a banner | warning | ") && Contains("progress"));
}

TEST_CASE("a changed or lost line is found, and nothing is taken from then on") {
  const std::string text = sent({{true, "one"}, {true, "two"}});
  Received changed(replaced(text, " one\n", " onE\n"));
  CHECK_THAT(changed.reader.damage(), Contains("line 2") && Contains("changed"));
  CHECK_FALSE(changed.reader.take());
  // Another program prints into the line of a long result.
  Received torn(replaced(sent({{true, kLong}}), "xxxxxx", "xx\nhello\nxxxx"));
  CHECK_THAT(torn.reader.damage(), Contains("changed"));
  CHECK_FALSE(torn.reader.take());
  const std::size_t begin = text.find("@sparlab token 1 ");
  Received lost(text.substr(0, begin) + text.substr(text.find("@sparlab token 2 ")));
  CHECK_THAT(lost.reader.damage(), Contains("line 2") && Contains("lost"));
  CHECK_FALSE(lost.reader.take());
}

TEST_CASE("output without an end of line takes no memory") {
  Received received(std::string(1000000, 'a'));
  CHECK_FALSE(received.reader.started());
  CHECK(received.reader.other_output().size() < 1000);
}
