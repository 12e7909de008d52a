#include <sstream>

#include "report/tables/report_writer.hpp"
#include "tests/catch.hpp"

namespace sparlab::report {
namespace {

template <class Writer>
std::string example() {
  std::ostringstream stream;
  Writer writer(stream);
  writer.section("s");
  writer.paragraph("p");
  writer.item("one");
  writer.item("two");
  writer.table({{"", "  model"}, {"density", "   time  lead"}, {"0.1", "1.00 ms 50.0x"}}, 2);
  writer.table({}, 1);
  writer.table({{"a", "b"}, {"c"}}, 1);
  writer.paragraph("q");
  return stream.str();
}

std::string markdown(const std::string& text) {
  std::ostringstream stream;
  MarkdownReport(stream).paragraph(text);
  return stream.str();
}

}  // namespace

TEST_CASE("a report as text has aligned columns, and an empty line around tables") {
  CHECK(example<TextReport>() == R"(
s
  p
    one
    two

             model
  density     time  lead
  0.1      1.00 ms 50.0x

  a  b
  c

  q
)");
}

TEST_CASE("a report as Markdown has one heading row, and as many cells in each row") {
  CHECK(example<MarkdownReport>() == R"(## s

p

- one
- two

| density | model: time lead |
| --- | --- |
| 0.1 | 1.00 ms 50.0x |

| a | b |
| --- | --- |
| c |  |

q
)");
}

TEST_CASE("text is data in Markdown: no element, no link, no emphasis, no end of a cell") {
  CHECK(markdown("ssar_split_allgather") == "ssar_split_allgather\n");
  CHECK(markdown("<b>") == "\\<b\\>\n");
  CHECK(markdown("[a](http://b)") == "\\[a\\](http://b)\n");
  CHECK(markdown("*a* _b_ `c` ~d~ $e$") == "\\*a\\* \\_b\\_ \\`c\\` \\~d\\~ \\$e\\$\n");
  CHECK(markdown("a|b\\|c&amp;") == "a\\|b\\\\\\|c\\&amp;\n");
  CHECK(markdown("two\nlines\x1B") == "two\\\\nlines\\\\u001b\n");
}

}  // namespace sparlab::report
