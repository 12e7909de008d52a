#include <fstream>
#include <sstream>
#include <string>

#include "base/text/printable.hpp"
#include "base/text/text_table.hpp"
#include "experiments/run/sweep/progress.hpp"
#include "tests/catch.hpp"

namespace sparlab::base {

using namespace std::string_literals;

TEST_CASE("text without control characters is printable as it is") {
  for (const char* text : {"", "plain", "a\\b \"c\" 'd' `e` $(f)", "größer 日本 🙂 e\u0301"})
    CHECK(printable(text) == text);
}

TEST_CASE("control characters and marks of direction are written out") {
  CHECK(printable("\x1b[31mred\x07"s + "\0"s) == R"(\u001b[31mred\u0007\u0000)");
  CHECK(printable("a\nb\r\tc\x7f") == R"(a\nb\r\tc\u007f)");
  CHECK(printable("\u0085\u009b") == R"(\u0085\u009b)");
  CHECK(printable("\u202egp.exe\u2066\u200f\u061c\u2028") ==
        R"(\u202egp.exe\u2066\u200f\u061c\u2028)");
  CHECK(printable_lines("a\n\x1b\n") == "a\n\\u001b\n");
}

TEST_CASE("bytes that are not UTF-8 are written out") {
  CHECK(printable("\xff"
                  "a") == R"(\xffa)");
  CHECK(printable("\x9b[31m") == R"(\x9b[31m)");                  // C1 of an 8-bit terminal
  CHECK(printable("\xc0\x9b") == R"(\xc0\x9b)");                  // overlong
  CHECK(printable("\xed\xa0\x80") == R"(\xed\xa0\x80)");          // a surrogate
  CHECK(printable("\xf4\x90\x80\x80") == R"(\xf4\x90\x80\x80)");  // beyond Unicode
  CHECK(printable("\xe2\x82") == R"(\xe2\x82)");                  // truncated
}

TEST_CASE("nothing that is written to a printable stream commands the terminal") {
  std::ostringstream terminal;
  std::ostream out(terminal.rdbuf());
  {
    const PrintableStream filter(out);
    out << "a\x1b[2J\n" << '\x9b' << "1m" << std::flush;
    for (const char byte : "gr\u00f6\u009b"s) out << byte;  // characters may be written in pieces
    write_control_sequence(out, "\r\x1b[K");
    out << "\xe2";  // and may remain incomplete
  }
  out << "\x1b";
  CHECK(terminal.str() == "a\\u001b[2J\n\\x9b1mgr\u00f6\\u009b\r\x1b[K\\xe2\x1b");
}

TEST_CASE("a stream that fails fails through the filter, too") {
  std::ofstream full("/dev/full");
  const PrintableStream filter(full);
  full << "text" << std::flush;
  CHECK_FALSE(full);
}

TEST_CASE("a cell or a sentence of a table cannot forge a line") {
  std::ostringstream table;
  print_columns(table, {{"a\nsparlab: 0 failed", "b"}});
  print_wrapped(table, "one\rtwo\n", 0, 80);
  CHECK(table.str() == "a\\nsparlab: 0 failed  b\none\\rtwo\\n\n");
}

TEST_CASE("progress commands the terminal, its points do not") {
  std::ostringstream terminal;
  std::ostream err(terminal.rdbuf());
  {
    const PrintableStream filter(err);
    experiments::run::Progress progress(
        err, true, [](const experiments::Point&) { return std::string("point \x1b[31m\n"); });
    const experiments::Point point;
    progress.add(point, 1, 1);
    progress.started(point, 1);
    progress.show();
    progress.message("failed \x1b]0;title\x07\nsparlab: forged");
    progress.close();
  }
  const std::string shown = terminal.str();
  CHECK(shown.find("\r\x1b[K") == 0);
  CHECK(shown.find(R"(point \u001b[31m\n)") != std::string::npos);
  CHECK(shown.find("failed \\u001b]0;title\\u0007\\nsparlab: forged\n") != std::string::npos);
}

}  // namespace sparlab::base
