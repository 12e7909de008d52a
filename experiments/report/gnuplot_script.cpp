#include "experiments/report/gnuplot_script.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/report/gnuplot_templates.hpp"
#include "model/base/contract.hpp"

namespace sparlab::experiments {
namespace {

/// True if a name has no special characters for gnuplot or the shell.
bool is_plain(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' ||
           c == '_' || c == '.';
  });
}

std::string_view body(FigureKind kind) {
  return kind == FigureKind::curves ? gnuplot_templates::curves : gnuplot_templates::regret;
}

}  // namespace

std::string first_words(std::string_view name) {
  return fmt::format("# Written by sparlab. `gnuplot {}.gp`", name);
}

std::string gnuplot_script(FigureKind kind, std::string_view name) {
  SPARLAB_EXPECTS(is_plain(name));
  return fmt::format(R"({} in this folder draws it again; `sparlab plot` writes it
# anew, or removes it, so copy it to keep changes.
reset session
figure = '{}'
{}{}{}{})",
                     first_words(name), name, gnuplot_templates::tables, gnuplot_templates::frame,
                     body(kind), gnuplot_templates::pictures);
}

}  // namespace sparlab::experiments
