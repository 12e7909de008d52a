#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>

#include "base/errors/errors.hpp"
#include "base/system/build_info.hpp"
#include "cli/command_line.hpp"
#include "cli/command_tree.hpp"
#include "cli/verb.hpp"

namespace sparlab::cli {
namespace {

/// Text that roff prints as it is: no escapes, no requests at the beginning of a line.
std::string roff(std::string_view text) {
  std::string escaped;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) escaped += "\\&";
    if (c == '\\') {
      escaped += "\\e";
    } else if (c == '-') {
      escaped += "\\-";
    } else {
      escaped += c;
    }
    line_begins = c == '\n';
  }
  return escaped;
}

std::string page_name(const std::string& command) {
  std::string name = command;
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

/// "-o, --output FOLDER", in bold and italics.
std::string heading(const OptionDescription& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names) names.push_back("\\fB" + roff(name) + "\\fR");
  std::string text = fmt::format("{}", fmt::join(names, ", "));
  if (!option.value.empty())
    text += (names.empty() ? "\\fI" : " \\fI") + roff(option.value) + "\\fR";
  return text;
}

void print_section(std::ostream& stream, std::string_view title, const std::string& body) {
  if (!body.empty()) stream << ".SH " << title << '\n' << body;
}

std::string options_text(const CommandDescription& command, bool positional) {
  std::string text;
  for (const OptionDescription& option : command.options)
    if (option.names.empty() == positional)
      text += ".TP\n" + heading(option) + '\n' + roff(option.help) + '\n';
  return text;
}

std::string commands_text(const CommandDescription& command) {
  std::string text;
  for (const CommandDescription& verb : command.commands)
    text += fmt::format(".TP\n\\fB{}\\fR(1)\n{}\n", roff(page_name(verb.name)), roff(verb.help));
  return text;
}

std::string synopsis(const CommandDescription& command) {
  std::string text = "\\fB" + roff(command.name) + "\\fR";
  if (!command.commands.empty()) text += " \\fICOMMAND\\fR";
  text += " [\\fIoptions\\fR]";
  for (const OptionDescription& option : command.options)
    if (option.names.empty()) text += " " + heading(option);
  return text + '\n';
}

/// The manual page of one command, in section 1.
void print_manual_page(std::ostream& stream, const CommandDescription& command) {
  const std::string name = page_name(command.name);
  stream << fmt::format(".TH \"{}\" 1 \"\" \"sparlab {}\" \"sparlab\"\n", roff(name),
                        base::build_info::version);
  print_section(stream, "NAME", fmt::format("{} \\- {}\n", roff(name), roff(command.help)));
  print_section(stream, "SYNOPSIS", synopsis(command));
  print_section(stream, "COMMANDS", commands_text(command));
  print_section(stream, "ARGUMENTS", options_text(command, true));
  print_section(stream, "OPTIONS", options_text(command, false));
  if (!command.footer.empty())
    print_section(stream, "NOTES", ".nf\n" + roff(command.footer) + "\n.fi\n");
  if (command.name != "sparlab") print_section(stream, "SEE ALSO", ".BR sparlab (1)\n");
}

/// Writes the pages of a command and of all its verbs: sparlab.1, sparlab-platform-show.1, ...
///
/// Errors  EnvironmentError: the folder or a file cannot be written.
void write_manual_pages(const CommandDescription& command, const std::filesystem::path& folder) {
  std::error_code refused;
  std::filesystem::create_directories(folder, refused);
  const auto path = folder / (page_name(command.name) + ".1");
  std::ofstream file(path);
  print_manual_page(file, command);
  if (!file.flush()) throw base::EnvironmentError(fmt::format("cannot write {}", path.string()));
  for (const CommandDescription& verb : command.commands) write_manual_pages(verb, folder);
}

}  // namespace

Run add_manual_pages(Options& options) {
  const auto& folder = options.add<std::filesystem::path>("folder", "Where they are written");
  return [&] {
    write_manual_pages(describe_program(), folder);
    return kSuccess;
  };
}

}  // namespace sparlab::cli
