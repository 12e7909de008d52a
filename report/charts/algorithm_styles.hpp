#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sparlab::report {

/// Colours ("0xRRGGBB") and symbols (gnuplot's `pt`) of algorithms. There are 36 styles: nine
/// symbols in four colours, which differ in lightness, so that two styles with the same symbol can
/// be distinguished in greyscale and by people with any kind of colour vision. An algorithm of the
/// registry has its own style in every figure; of two algorithms with the same one, the later in
/// the registry has a free style in figures that show both. A spec with settings has one of the
/// free styles, which follows from its text. Free styles differ from figure to figure only if two
/// specs want the same one.
class AlgorithmStyles {
 public:
  /// Canonical specs without duplicates, in the order of the registry.
  explicit AlgorithmStyles(const std::vector<std::string>& algorithms);

  /// Contract: an algorithm of the figure.
  std::string_view colour(std::string_view algorithm) const { return at(algorithm).colour; }
  /// Of a filled symbol.
  int symbol(std::string_view algorithm) const { return at(algorithm).symbol; }

  struct Style {
    std::string_view colour;
    int symbol = 0;
    friend bool operator==(const Style&, const Style&) = default;
  };

 private:
  struct Given {
    std::string algorithm;
    Style style;
  };
  const Style& at(std::string_view algorithm) const;
  bool taken(const Style& style) const;
  Style free_style(std::string_view algorithm) const;

  std::vector<Given> given_;
};

/// The hollow form of a filled symbol; a symbol of lines has none and stays as it is.
int hollow_symbol(int symbol);

/// The colour of curve `index` of `count` ordered curves: dark to light, also in greyscale.
std::string ordered_colour(std::size_t index, std::size_t count);

/// Black or white, whichever is legible on a colour.
std::string_view contrast(const std::string& colour);

/// A colour mixed with white: `share` 1 is the colour itself, 0 is white.
std::string tint(std::string_view colour, double share);

}  // namespace sparlab::report
