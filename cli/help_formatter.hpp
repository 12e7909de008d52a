#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <string>

namespace sparlab::cli {

/// Help whose descriptions are wrapped at the width of the terminal.
class HelpFormatter : public CLI::Formatter {
 public:
  /// `columns`: the width of the terminal.
  explicit HelpFormatter(std::size_t columns) : columns_(columns) {}

  std::string make_option_desc(const CLI::Option* option) const override;
  std::string make_subcommand(const CLI::App* verb) const override;

 private:
  /// Lines that fit beside the column of names.
  std::string wrapped(const std::string& text) const;

  std::size_t columns_;
};

}  // namespace sparlab::cli
