#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sparlab::experiments {

/// Colours ("0xRRGGBB") and symbols (gnuplot's `pt`) of the algorithms of one figure. SparCML's and
/// dense algorithms look the same in every figure; so do the others, unless two algorithms of a
/// figure have the same preferred colour. There are sixteen styles, which people with any kind of
/// colour vision can distinguish: Okabe and Ito's set, with its yellow replaced, and Paul Tol's.
/// With more algorithms, colours repeat with other symbols.
class AlgorithmStyles {
 public:
  /// Canonical specs without duplicates, in the order of the registry.
  explicit AlgorithmStyles(const std::vector<std::string>& algorithms);

  /// Contract: an algorithm of the figure.
  std::string_view colour(std::string_view algorithm) const { return at(algorithm).colour; }
  int symbol(std::string_view algorithm) const { return at(algorithm).symbol; }

 private:
  struct Style {
    std::string_view colour;
    int symbol = 0;
    friend bool operator==(const Style&, const Style&) = default;
  };
  struct Given {
    std::string algorithm;
    Style style;
  };
  const Style& at(std::string_view algorithm) const;
  bool taken(std::string_view colour) const;
  bool taken(const Style& style) const;
  Style free_style(std::size_t wanted) const;

  std::vector<Given> given_;
};

/// The colour of curve `index` of `count` ordered curves: dark to light, also in greyscale.
std::string ordered_colour(std::size_t index, std::size_t count);

}  // namespace sparlab::experiments
