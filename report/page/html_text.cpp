#include "report/page/html_text.hpp"

#include <fmt/format.h>

#include "base/text/printable.hpp"

namespace sparlab::report {

std::string html_text(std::string_view text) {
  std::string result;
  for (const char c : base::printable(text)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string script_json(std::string_view json) {
  std::string result;
  result.reserve(json.size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    const std::string_view rest = json.substr(i);
    if (rest.starts_with("\xE2\x80\xA8") || rest.starts_with("\xE2\x80\xA9")) {
      result += rest[2] == '\xA8' ? "\\u2028" : "\\u2029";
      i += 2;
    } else if (rest[0] == '<') {
      result += "\\u003c";
    } else if (rest[0] == '>') {
      result += "\\u003e";
    } else if (rest[0] == '&') {
      result += "\\u0026";
    } else {
      result += rest[0];
    }
  }
  return result;
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
