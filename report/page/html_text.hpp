#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sparlab::report {

/// A text as content of an HTML element or of a quoted attribute. Control characters and bytes that
/// are not UTF-8 are made printable.
std::string html_text(std::string_view text);

/// A JSON document inside a script element: "<", ">", "&" and the line separators U+2028 and U+2029
/// are escaped, so that no text in it can end the element or begin a comment.
std::string script_json(std::string_view json);

/// A table that scrolls where it is wider than the page. The first row is the heading.
std::string html_table(const std::vector<std::vector<std::string>>& rows);

}  // namespace sparlab::report
