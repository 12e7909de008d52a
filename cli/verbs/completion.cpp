#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/command_tree.hpp"
#include "cli/verb.hpp"

namespace sparlab::cli {
namespace {

enum class Shell { bash, zsh, fish };

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
  return text;
}

/// One word of any of the shells.
std::string quoted(const std::string& text, Shell shell) {
  if (shell != Shell::fish) return "'" + replaced(text, "'", "'\\''") + "'";
  return "'" + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + "'";
}

/// The command that prints the values which `sparlab list` knows, one a line.
std::string list_values(const std::string& what) {
  return fmt::format("sparlab list {} --format names 2>/dev/null", what);
}

/// The words after "sparlab": "platform show".
std::string words_of(const CommandDescription& command) {
  const auto space = command.name.find(' ');
  return space == std::string::npos ? "" : command.name.substr(space + 1);
}

/// Calls `visit` for the program and all its verbs.
void for_each_command(const CommandDescription& command,
                      const std::function<void(const CommandDescription&)>& visit) {
  visit(command);
  for (const CommandDescription& verb : command.commands) for_each_command(verb, visit);
}

std::vector<std::string> last_words(const std::vector<CommandDescription>& commands) {
  std::vector<std::string> words;
  for (const CommandDescription& command : commands)
    words.push_back(command.name.substr(command.name.rfind(' ') + 1));
  return words;
}

/// What bash offers as the value of an option or argument; files where nothing is known.
std::string bash_values(const OptionDescription& option) {
  std::string sources;
  if (!option.choices.empty())
    sources = "-W " + quoted(fmt::format("{}", fmt::join(option.choices, " ")), Shell::bash);
  if (!option.listed.empty()) sources = fmt::format("-W \"$({})\"", list_values(option.listed));
  return fmt::format("COMPREPLY=($(compgen {} -- \"$current\"))",
                     sources.empty() ? "-f" : sources + (option.choices.empty() ? " -f" : ""));
}

void print_bash_command(std::ostream& stream, const CommandDescription& command) {
  stream << fmt::format("    {})\n", quoted(words_of(command), Shell::bash));
  stream << "      case \"$previous\" in\n";
  std::vector<std::string> words = last_words(command.commands);
  std::string positional;
  for (const OptionDescription& option : command.options) {
    words.insert(words.end(), option.names.begin(), option.names.end());
    if (option.names.empty()) {
      if (positional.empty()) positional = bash_values(option);
    } else if (!option.value.empty()) {
      stream << fmt::format("        {}) {}; return ;;\n", fmt::join(option.names, "|"),
                            bash_values(option));
    }
  }
  stream << "      esac\n";
  if (!positional.empty())
    stream << "      [[ $current == -* ]] || { " << positional << "; return; }\n";
  stream << fmt::format("      COMPREPLY=($(compgen -W {} -- \"$current\"))\n      ;;\n",
                        quoted(fmt::format("{}", fmt::join(words, " ")), Shell::bash));
}

void print_bash(std::ostream& stream, const CommandDescription& program) {
  std::vector<std::string> groups;
  for (const CommandDescription& command : program.commands)
    if (!command.commands.empty()) groups.push_back(words_of(command));
  stream << "# Completion of sparlab for bash.\n"
            "_sparlab() {\n"
            "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
            "  local command=\n"
            "  ((COMP_CWORD > 1)) && command=${COMP_WORDS[1]}\n";
  if (!groups.empty())
    stream << fmt::format(
        "  case $command in\n    {}) ((COMP_CWORD > 2)) && command+=\" ${{COMP_WORDS[2]}}\" ;;\n"
        "  esac\n",
        fmt::join(groups, "|"));
  stream << "  COMPREPLY=()\n  case \"$command\" in\n";
  for_each_command(program,
                   [&](const CommandDescription& command) { print_bash_command(stream, command); });
  stream << "  esac\n}\ncomplete -o filenames -F _sparlab sparlab ./sparlab\n";
}

std::string zsh_function(const CommandDescription& command) {
  return "_" + replaced(replaced(command.name, " ", "_"), "-", "_");
}

/// Text inside the brackets or after the colon of an argument of _arguments.
std::string zsh_text(const std::string& text) {
  std::string escaped = replaced(text, "\\", "\\\\");
  for (const char* const c : {"[", "]", ":"}) escaped = replaced(escaped, c, std::string("\\") + c);
  return escaped;
}

std::string zsh_values(const OptionDescription& option) {
  if (!option.choices.empty()) return fmt::format("({})", fmt::join(option.choices, " "));
  if (option.listed.empty()) return "_files";
  return fmt::format("{{compadd -- ${{(f)\"$({})\"}}; _files}}", list_values(option.listed));
}

void print_zsh_command(std::ostream& stream, const CommandDescription& command) {
  const bool has_verbs = !command.commands.empty();
  stream << zsh_function(command) << "() {\n  local context state line\n  _arguments -C";
  for (const OptionDescription& option : command.options) {
    const std::string value =
        option.value.empty() ? ""
                             : fmt::format(":{}:{}", zsh_text(option.value), zsh_values(option));
    if (option.names.empty()) {
      stream << " \\\n    " << quoted("*" + value, Shell::zsh);
      break;  // later ones cannot be told apart
    }
    for (const std::string& name : option.names)
      stream << " \\\n    "
             << quoted(fmt::format("*{}[{}]{}", name, zsh_text(option.help), value), Shell::zsh);
  }
  if (has_verbs) stream << " \\\n    '1:command:->command' '*::argument:->arguments'";
  stream << '\n';
  if (has_verbs) {
    stream << "  case $state in\n    command)\n      local -a commands=(";
    for (const CommandDescription& verb : command.commands)
      stream << "\n        "
             << quoted(verb.name.substr(verb.name.rfind(' ') + 1) + ":" + zsh_text(verb.help),
                       Shell::zsh);
    stream << ")\n      _describe command commands ;;\n    arguments)\n      case $line[1] in\n";
    for (const CommandDescription& verb : command.commands)
      stream << fmt::format("        {}) {} ;;\n", verb.name.substr(verb.name.rfind(' ') + 1),
                            zsh_function(verb));
    stream << "      esac ;;\n  esac\n";
  }
  stream << "}\n";
}

void print_zsh(std::ostream& stream, const CommandDescription& program) {
  stream << "#compdef sparlab\n# Completion of sparlab for zsh.\n";
  for_each_command(program,
                   [&](const CommandDescription& command) { print_zsh_command(stream, command); });
  stream << "_sparlab \"$@\"\n";
}

/// True in fish if the command line has the words of the command.
std::string fish_condition(const CommandDescription& command) {
  const std::string words = words_of(command);
  if (words.empty()) return "__fish_use_subcommand";
  std::string condition =
      "__fish_seen_subcommand_from " + replaced(words, " ", "; and __fish_seen_subcommand_from ");
  if (command.commands.empty()) return condition;
  return fmt::format("{}; and not __fish_seen_subcommand_from {}", condition,
                     fmt::join(last_words(command.commands), " "));
}

std::string fish_values(const OptionDescription& option) {
  if (!option.choices.empty())
    return " -x -a " + quoted(fmt::format("{}", fmt::join(option.choices, " ")), Shell::fish);
  if (!option.listed.empty())
    return fmt::format(" -r -a {}", quoted("(" + list_values(option.listed) + ")", Shell::fish));
  return option.value.empty() || option.names.empty() ? "" : " -r";
}

void print_fish(std::ostream& stream, const CommandDescription& program) {
  stream << "# Completion of sparlab for fish.\n";
  for_each_command(program, [&](const CommandDescription& command) {
    const std::string begin =
        fmt::format("complete -c sparlab -n {}", quoted(fish_condition(command), Shell::fish));
    for (const CommandDescription& verb : command.commands)
      stream << fmt::format("{} -f -a {} -d {}\n", begin,
                            verb.name.substr(verb.name.rfind(' ') + 1),
                            quoted(verb.help, Shell::fish));
    for (const OptionDescription& option : command.options) {
      if (option.names.empty() && fish_values(option).empty()) continue;  // files, as by default
      stream << begin;
      for (const std::string& name : option.names)
        stream << (name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1));
      stream << fish_values(option) << " -d " << quoted(option.help, Shell::fish) << '\n';
    }
  });
}

/// A script that makes the shell complete commands, options and values. Names of algorithms,
/// platforms, engines and suites come from `sparlab list` when they are needed, so that those of
/// the user are among them.
void print_completion(std::ostream& stream, const CommandDescription& program, Shell shell) {
  switch (shell) {
    case Shell::bash:
      return print_bash(stream, program);
    case Shell::zsh:
      return print_zsh(stream, program);
    case Shell::fish:
      return print_fish(stream, program);
  }
}

}  // namespace

Run add_completion(Options& options) {
  auto& shell = options.keep(Shell::bash);
  options.choose(shell, "shell", "bash, fish or zsh",
                 {{"bash", Shell::bash}, {"fish", Shell::fish}, {"zsh", Shell::zsh}});
  return [&] {
    print_completion(std::cout, describe_program(), shell);
    return kSuccess;
  };
}

}  // namespace sparlab::cli
