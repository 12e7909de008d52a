#include "cli/command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/errors/errors.hpp"
#include "base/system/build_info.hpp"
#include "base/system/environment.hpp"
#include "base/text/nearest_name.hpp"
#include "base/text/printable.hpp"
#include "base/text/text_table.hpp"
#include "cli/errors.hpp"
#include "cli/verb.hpp"

namespace sparlab::cli {
namespace {

/// A command of several lines, each of which begins with an option, if one line is too long for the
/// terminal.
std::string continued(std::string_view command) {
  constexpr std::size_t kIndent = 2;
  constexpr std::string_view kMore = " \\\n      ";
  const std::size_t width = std::max<std::size_t>(40, base::terminal_columns()) - kIndent - 2;
  std::string text;
  std::size_t column = 0;
  while (!command.empty()) {
    const std::string_view part = command.substr(0, command.find(" -", 1));
    command.remove_prefix(part.size());
    if (column > 0 && column + part.size() > width) {
      text += kMore;
      column = kMore.size() - 3;
      text += part.substr(1);
    } else {
      text += part;
    }
    column += part.size();
  }
  return text;
}

/// Help whose descriptions are wrapped at the width of the terminal.
class HelpFormatter : public CLI::Formatter {
 public:
  /// `columns`: the width of the terminal.
  explicit HelpFormatter(std::size_t columns) : columns_(columns) {}

  std::string make_option_desc(const CLI::Option* option) const override {
    return wrapped(CLI::Formatter::make_option_desc(option));
  }
  std::string make_subcommand(const CLI::App* verb) const override {
    std::ostringstream line;
    CLI::detail::format_help(line, verb->get_name(), wrapped(verb->get_description()),
                             column_width_);
    return line.str();
  }

 private:
  /// Lines that fit beside the column of names.
  std::string wrapped(const std::string& text) const {
    constexpr std::size_t kLeast = 30;
    const std::size_t width = std::max(kLeast, columns_ - std::min(columns_, column_width_));
    return fmt::format("{}", fmt::join(base::wrapped(text, width, width - 2), "\n  "));
  }

  std::size_t columns_;
};

namespace build = base::build_info;

/// --version is not a verb, so that its format is not one of a verb's options.
bool asks_for_version_as_json(int argc, const char* const* argv) {
  const std::vector<std::string_view> words(argv + 1, argv + argc);
  using Words = std::vector<std::string_view>;
  return words == Words{"--version", "--format", "json"} ||
         words == Words{"--version", "--format=json"};
}

void print_version_as_json() {
  const nlohmann::json version = {{"version", build::version}, {"commit", build::commit},
                                  {"modified", build::dirty},  {"compiler", build::compiler},
                                  {"flags", build::flags},     {"libraries", build::libraries}};
  std::cout << version.dump(2) << '\n';
}

/// The table of verbs as the library parses it.
struct CommandLine {
  CLI::App app{"sparlab: which sparse allreduce wins where, by theory, simulation and measurement",
               "sparlab"};
  Run chosen;  ///< the verb that the command line names

  CommandLine() {
    app.set_version_flag("--version", fmt::format("sparlab {} ({})", build::version, build::commit),
                         "Print the version; --version --format json also says how it was built");
    app.require_subcommand(1);
    app.formatter(std::make_shared<HelpFormatter>(base::terminal_columns()));
    for (const Verb& verb : verbs()) add(verb);
  }

  void add(const Verb& verb) {
    const auto last_word = verb.name.rfind(' ') + 1;
    CLI::App* const parent =
        last_word == 0 ? &app : app.get_subcommand(verb.name.substr(0, last_word - 1));
    CLI::App* const added = parent->add_subcommand(verb.name.substr(last_word), verb.help);
    added->footer("");  // not that of its family
    if (verb.help.empty()) added->group("");
    if (verb.add == nullptr) {
      added->require_subcommand(1);
    } else {
      Options options(*added);
      const Run run = verb.add(options);
      added->callback([this, run, kept = options.kept()] { chosen = run; });
    }
    if (verb.examples.empty()) return;
    const std::string note = added->get_footer();
    std::string examples;
    for (const std::string& example : verb.examples) examples += "\n  " + continued(example);
    added->footer(fmt::format("{}Examples:{}", note.empty() ? "" : note + "\n", examples));
  }

  /// The parser's own message does not name an unknown verb.
  void require_verb(const std::string& name) const {
    std::vector<std::string> names;
    for (const CLI::App* known : app.get_subcommands({})) {
      if (known->get_name() == name) return;
      if (!known->get_group().empty()) names.push_back(known->get_name());
    }
    throw base::ConfigError("command line", "", fmt::format("no command \"{}\"", name),
                            fmt::format("{}", fmt::join(names, ", ")),
                            base::nearest_name(name, names));
  }
};

}  // namespace

int run_command_line(int argc, const char* const* argv) {
  if (asks_for_version_as_json(argc, argv)) {
    print_version_as_json();
    return kSuccess;
  }
  CommandLine line;
  if (argc > 1 && argv[1][0] != '-') line.require_verb(argv[1]);
  try {
    line.app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return line.app.exit(error);
    report_error({.kind = "usage", .message = base::both_ends(error.what()) + " (see --help)"},
                 wants_json(argc, argv));
    return kUsage;
  }
  return line.chosen();
}

CommandDescription describe_program() { return describe_command(CommandLine().app); }

bool wants_json(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--format=json") return true;
    if (argument == "--format" && i + 1 < argc && std::string_view(argv[i + 1]) == "json")
      return true;
  }
  return false;
}

}  // namespace sparlab::cli
