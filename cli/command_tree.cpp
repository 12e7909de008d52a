#include "cli/command_tree.hpp"

#include <CLI/CLI.hpp>
#include <array>
#include <utility>

namespace sparlab::cli {
namespace {

/// Options whose values `sparlab list` knows.
constexpr std::array<std::pair<const char*, const char*>, 5> kListed = {
    {{"--platform", "platforms"},
     {"--like", "platforms"},
     {"platform", "platforms"},
     {"--algorithms", "algorithms"},
     {"--engines", "engines"}}};

/// CLI11 keeps the accepted values as "{a,b,c}" in the name of the type.
std::vector<std::string> choices_of(const std::string& type) {
  const auto open = type.find('{');
  const auto close = type.find('}', open == std::string::npos ? 0 : open);
  if (open == std::string::npos || close == std::string::npos) return {};
  return CLI::detail::split(type.substr(open + 1, close - open - 1), ',');
}

OptionDescription describe_option(const CLI::Option& option) {
  OptionDescription description;
  for (const std::string& name : option.get_snames()) description.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) description.names.push_back("--" + name);
  const bool positional = description.names.empty();
  description.help = option.get_description();
  description.choices = choices_of(option.get_type_name());
  if (positional) {
    description.value = option.get_name(true);
  } else if (option.get_expected_max() != 0) {
    description.value = option.get_option_text().empty() ? "VALUE" : option.get_option_text();
  }
  const std::string key = positional ? description.value : description.names.back();
  for (const auto& [name, what] : kListed)
    if (key == name) description.listed = what;
  return description;
}

}  // namespace

CommandDescription describe_command(const CLI::App& app, const std::string& parent) {
  CommandDescription description;
  description.name = parent.empty() ? app.get_name() : parent + " " + app.get_name();
  description.help = app.get_description();
  description.footer = app.get_footer();
  for (const CLI::Option* const option : app.get_options())
    description.options.push_back(describe_option(*option));
  for (const CLI::App* const verb : app.get_subcommands([](const CLI::App*) { return true; }))
    if (!verb->get_group().empty())
      description.commands.push_back(describe_command(*verb, description.name));
  return description;
}

}  // namespace sparlab::cli
