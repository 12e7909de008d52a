#include <sstream>

#include "report/tables/report_writer.hpp"
#include "tests/catch.hpp"

namespace sparlab::report {
namespace {

using MakeWriter = std::unique_ptr<ReportWriter> (*)(std::ostream&);

std::string example(MakeWriter make) {
  std::ostringstream stream;
  const auto owned = make(stream);
  ReportWriter& writer = *owned;
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

std::string paragraph(MakeWriter make, const std::string& text) {
  std::ostringstream stream;
  make(stream)->paragraph(text);
  return stream.str();
}

std::string markdown(const std::string& text) { return paragraph(markdown_report, text); }

}  // namespace

TEST_CASE("a report as text has aligned columns, and an empty line around tables") {
  CHECK(example(text_report) == R"(
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
  CHECK(example(markdown_report) == R"(## s

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

TEST_CASE("a report as LaTeX has lists and tables") {
  CHECK(example(latex_report) == R"(\section{s}

p

\begin{itemize}
  \item {}one
  \item {}two
\end{itemize}

\begin{tabular}{ll}
\hline
{}density & model: time lead \\ \hline
{}0.1 & 1.00 ms 50.0x \\
\hline
\end{tabular}

\begin{tabular}{ll}
\hline
{}a & b \\ \hline
{}c &  \\
\hline
\end{tabular}

q

)");
}

TEST_CASE("text is data in LaTeX: no command, no comment, no end of a cell") {
  CHECK(paragraph(latex_report, "ssar_ring \\input{a} 5 % & $x$ #1 ~ ^2 a<b|c") ==
        "ssar\\_ring \\textbackslash{}input\\{a\\} 5 \\% \\& \\$x\\$ \\#1 \\~{} \\^{}2 "
        "a$<$b$|$c\n\n");
}

}  // namespace sparlab::report
