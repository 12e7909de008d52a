#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

#include "cli/arguments.hpp"
#include "model/parameters/count_text.hpp"

/// Checks of options that several verbs have.
namespace sparlab::cli {

/// A number in a range, for transform(): a whole number may also be 16k, 2^4 or 1e3. Unlike
/// CLI::Range, this refuses NaN.
template <class Number>
CLI::Validator from_to(Number least, Number most) {
  return {[least, most](std::string& text) {
            Number number{};
            if constexpr (std::is_integral_v<Number>) {
              if (const auto count = model::parse_count(text)) text = std::to_string(*count);
            }
            if (CLI::detail::lexical_cast(text, number) && number >= least && number <= most)
              return std::string();
            return fmt::format("{} is not a number from {} to {}", text, least, most);
          },
          ""};
}

/// Simulations at a time.
inline CLI::Validator job_count() { return from_to(1U, 4096U); }

/// The same for a share, which may also be a percentage: 0.1 or 10%.
inline CLI::Validator share_from_to(double least, double most) {
  return {[least, most](std::string& text) {
            std::string number = text;
            // A division by 100 would round.
            if (number.ends_with('%')) number.replace(number.size() - 1, 1, "e-2");
            if (!from_to(least, most)(number).empty())
              return fmt::format("{} is not a number or percentage from {} to {}", text, least,
                                 most);
            text = number;
            return std::string();
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
