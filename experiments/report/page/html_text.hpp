#pragma once

#include <string>
#include <string_view>

namespace sparlab::experiments {

/// A text as content of an HTML element or of a quoted attribute. Control characters and bytes that
/// are not UTF-8 are made printable.
std::string html_text(std::string_view text);

/// A JSON document inside a script element: "<", ">", "&" and the line separators U+2028 and U+2029
/// are escaped, so that no text in it can end the element or begin a comment.
std::string script_json(std::string_view json);

std::string base64(std::string_view bytes);

}  // namespace sparlab::experiments
