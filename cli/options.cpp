#include "cli/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <type_traits>

#include "model/parameters/count_text.hpp"

namespace sparlab::cli {
namespace {

/// Changes a text that is a number in the range into one that the library reads; otherwise returns
/// what is wrong with it.
template <class Number>
std::string number_error(std::string& text, Number least, Number most) {
  Number number{};
  if constexpr (std::is_integral_v<Number>) {
    if (const auto count = model::parse_count(text)) text = std::to_string(*count);
  }
  if (CLI::detail::lexical_cast(text, number) && number >= least && number <= most) return {};
  return fmt::format("{} is not a number from {} to {}", text, least, most);
}

template <class T>
inline constexpr bool is_text =
    std::is_same_v<T, std::string> || std::is_same_v<T, std::filesystem::path>;
template <class T>
inline constexpr bool is_text<std::vector<T>> = is_text<T>;

/// The names in "-o,--output FOLDER", and what follows them.
std::pair<std::string, std::string> names_and_value(const std::string& declared) {
  const auto space = declared.find(' ');
  if (space == std::string::npos) return {declared, ""};
  return {declared.substr(0, space), declared.substr(space + 1)};
}

void describe(CLI::App& verb, CLI::Option& option, const std::string& value, Details details) {
  if (!value.empty()) option.option_text(value);
  if (option.get_positional() && !value.starts_with('[')) option.required();
  for (const Detail& detail : details) detail(verb, option);
}

}  // namespace

Detail required() {
  return [](CLI::App&, CLI::Option& option) { option.required(); };
}
Detail shows_default() {
  return [](CLI::App&, CLI::Option& option) { option.capture_default_str(); };
}
Detail repeatable() {
  return [](CLI::App&, CLI::Option& option) { option.allow_extra_args(false); };
}
Detail comma_separated() {
  return [](CLI::App&, CLI::Option& option) { option.delimiter(',')->allow_extra_args(false); };
}
Detail at_least(int values) {
  return [=](CLI::App&, CLI::Option& option) { option.expected(-values); };
}
Detail needs(const std::string& other) {
  return [=](CLI::App& verb, CLI::Option& option) { option.needs(verb.get_option(other)); };
}
Detail excludes(const std::string& other) {
  return [=](CLI::App& verb, CLI::Option& option) { option.excludes(verb.get_option(other)); };
}
Detail variable(const std::string& name) {
  return [=](CLI::App&, CLI::Option& option) { option.envname(name); };
}
Detail existing_folder() {
  return [](CLI::App&, CLI::Option& option) { option.check(CLI::ExistingDirectory); };
}
Detail one_of(const std::vector<std::string>& accepted) {
  return [=](CLI::App&, CLI::Option& option) { option.check(CLI::IsMember(accepted)); };
}
template <class Number>
Detail from_to(Number least, Number most) {
  return checked([=](std::string& text) { return number_error(text, least, most); });
}
template Detail from_to(int, int);
template Detail from_to(unsigned, unsigned);
template Detail from_to(std::uint64_t, std::uint64_t);
template Detail from_to(double, double);
Detail share_from_to(double least, double most) {
  return checked([=](std::string& text) {
    std::string number = text;
    // A division by 100 would round.
    if (number.ends_with('%')) number.replace(number.size() - 1, 1, "e-2");
    if (!number_error(number, least, most).empty())
      return fmt::format("{} is not a number or percentage from {} to {}", text, least, most);
    text = number;
    return std::string();
  });
}
Detail checked(std::function<std::string(std::string&)> check) {
  return [check = std::move(check)](CLI::App&, CLI::Option& option) {
    option.transform(CLI::Validator(check, ""));
  };
}

template <class T>
void Options::set(T& value, const std::string& names, const std::string& help, Details details) {
  const auto [name, shown] = names_and_value(names);
  if constexpr (std::is_same_v<T, bool>) {
    describe(*verb_, *verb_->add_flag(name, value, help), shown, details);
  } else {
    CLI::Option& option = *verb_->add_option(name, value, help);
    if constexpr (is_text<T>)
      option.check([form = shown.find('=') == std::string::npos ? "a path or a name"
                                                                : shown](const std::string& text) {
        return text.empty() ? "an empty text; accepted: " + form : std::string();
      });
    describe(*verb_, option, shown, details);
  }
}
#define SPARLAB_OPTION(...) \
  template void Options::set(__VA_ARGS__&, const std::string&, const std::string&, Details)
SPARLAB_OPTION(bool);
SPARLAB_OPTION(std::string);
SPARLAB_OPTION(std::filesystem::path);
SPARLAB_OPTION(int);
SPARLAB_OPTION(unsigned);
SPARLAB_OPTION(std::uint64_t);
SPARLAB_OPTION(double);
SPARLAB_OPTION(std::optional<std::uint64_t>);
SPARLAB_OPTION(std::optional<double>);
SPARLAB_OPTION(std::vector<std::string>);
SPARLAB_OPTION(std::vector<std::filesystem::path>);
SPARLAB_OPTION(std::vector<int>);
SPARLAB_OPTION(std::vector<std::uint64_t>);
#undef SPARLAB_OPTION

void Options::call(const std::function<void(const std::string&)>& use, const std::string& names,
                   const std::string& help, Details details) {
  const auto [name, shown] = names_and_value(names);
  describe(*verb_, *verb_->add_option_function<std::string>(name, use, help), shown, details);
}

void Options::call_with_all(const std::function<void(const std::vector<std::string>&)>& use,
                            const std::string& names, const std::string& help, Details details) {
  const auto [name, shown] = names_and_value(names);
  CLI::Option* const option = verb_->add_option_function<std::vector<std::string>>(name, use, help);
  describe(*verb_, *option, shown, details);
}

const std::vector<std::string>& Options::add_rest() {
  auto& words = keep<std::vector<std::string>>();
  verb_->prefix_command();
  verb_->parse_complete_callback([verb = verb_, &words] { words = verb->remaining(); });
  return words;
}
void Options::add_note(const std::string& text) { verb_->footer(text); }

}  // namespace sparlab::cli
