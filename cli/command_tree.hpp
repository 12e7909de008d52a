#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

/// The commands of the program as data. Manual pages and completions come from it, so that they say
/// what --help says.
namespace sparlab::cli {

struct OptionDescription {
  std::vector<std::string> names;  ///< "-o", "--output"; empty: a positional argument
  std::string value;               ///< "FOLDER"; empty: the option takes none
  std::string help;
  std::vector<std::string> choices;  ///< all accepted values, if they are few
  std::string listed;  ///< what `sparlab list` lists the accepted values; empty: nothing does
};

struct CommandDescription {
  std::string name;  ///< all its words: "sparlab platform show"
  std::string help;
  std::string footer;
  std::vector<OptionDescription> options;
  std::vector<CommandDescription> commands;  ///< its verbs
};

/// Hidden commands are left out.
CommandDescription describe_command(const CLI::App& app, const std::string& parent = "");

}  // namespace sparlab::cli
