#include "report/page/html_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "base/text/printable.hpp"

namespace sparlab::report {

namespace {

using Escapes = std::initializer_list<std::pair<std::string_view, std::string_view>>;

std::string escaped(std::string_view text, Escapes escapes) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const auto* const found = std::ranges::find_if(
        escapes, [&](const auto& escape) { return text.starts_with(escape.first); });
    const bool known = found != escapes.end();
    result += known ? found->second : text.substr(0, 1);
    text.remove_prefix(known ? found->first.size() : 1);
  }
  return result;
}

}  // namespace

std::string html_text(std::string_view text) {
  return escaped(base::printable(text),
                 {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {"'", "&#39;"}});
}

std::string script_json(std::string_view json) {
  return escaped(json, {{"\xE2\x80\xA8", "\\u2028"},
                        {"\xE2\x80\xA9", "\\u2029"},
                        {"<", "\\u003c"},
                        {">", "\\u003e"},
                        {"&", "\\u0026"}});
}

std::string html_table(const std::vector<std::vector<std::string>>& rows) {
  std::string html = "<div class=\"scroll\"><table>";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const char* const cell = i == 0 ? "th" : "td";
    html += "<tr>";
    for (const std::string& text : rows[i])
      html += fmt::format("<{0}>{1}</{0}>", cell, html_text(text));
    html += "</tr>";
  }
  return html + "</table></div>\n";
}

}  // namespace sparlab::report
