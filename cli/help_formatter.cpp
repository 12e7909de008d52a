#include "cli/help_formatter.hpp"

#include <algorithm>
#include <sstream>

#include "base/text/text_table.hpp"

namespace sparlab::cli {

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  return wrapped(CLI::Formatter::make_option_desc(option));
}

std::string HelpFormatter::make_subcommand(const CLI::App* verb) const {
  std::ostringstream line;
  CLI::detail::format_help(line, verb->get_name(), wrapped(verb->get_description()), column_width_);
  return line.str();
}

std::string HelpFormatter::wrapped(const std::string& text) const {
  constexpr std::size_t kLeast = 30;
  std::ostringstream lines;
  base::print_wrapped(lines, text, 0,
                      std::max(kLeast, columns_ - std::min(columns_, column_width_)));
  std::string joined = lines.str();
  joined.pop_back();
  return joined;
}

}  // namespace sparlab::cli
