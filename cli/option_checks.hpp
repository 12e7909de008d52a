#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

#include "cli/arguments.hpp"

/// Checks of options that several verbs have.
namespace sparlab::cli {

/// Unlike CLI::Range, this refuses NaN.
template <class Number>
CLI::Validator from_to(Number least, Number most) {
  return {[least, most](const std::string& text) {
            Number number{};
            if (CLI::detail::lexical_cast(text, number) && number >= least && number <= most)
              return std::string();
            return fmt::format("{} is not a number from {} to {}", text, least, most);
          },
          ""};
}

/// An empty text would silently select a default.
inline CLI::Validator not_empty() {
  return {[](const std::string& text) {
            return text.empty() ? std::string("an empty text; accepted: a path or a name")
                                : std::string();
          },
          ""};
}

inline void add_format(CLI::App& app, OutputFormat& format,
                       const std::map<std::string, OutputFormat>& accepted) {
  std::vector<std::string> names;
  for (const auto& [name, value] : accepted) names.push_back(name);
  // CLI11 applies the transformation added last first: the check of the names, whose message lists
  // them.
  app.add_option("--format", format,
                 fmt::format("What is printed on stdout: {}", fmt::join(names, ", ")))
      ->transform(CLI::Transformer(accepted))
      ->transform(CLI::IsMember(names))
      ->option_text("FORMAT");
}

inline const std::map<std::string, OutputFormat> kTableOrJson = {{"table", OutputFormat::table},
                                                                 {"json", OutputFormat::json}};

}  // namespace sparlab::cli
