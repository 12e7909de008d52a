#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sparlab::experiments {

/// Colours, "0xRRGGBB", and symbols, gnuplot's `pt`, of the algorithms of one figure. Those of
/// SparCML and the dense ones look the same in every figure; the others do, too, unless two of a
/// figure want the same colour. Sixteen are told apart by people with any kind of colour vision:
/// Okabe and Ito's set, its yellow replaced, and Paul Tol's; beyond, colours repeat.
class AlgorithmStyles {
 public:
  /// Specs, each once, in the order of the registry.
  explicit AlgorithmStyles(const std::vector<std::string>& algorithms);

  /// Contract: one of the figure's.
  std::string_view colour(std::string_view algorithm) const { return at(algorithm).colour; }
  int symbol(std::string_view algorithm) const { return at(algorithm).symbol; }

 private:
  struct Style {
    std::string_view colour;
    int symbol = 0;
  };
  struct Given {
    std::string algorithm;
    Style style;
  };
  const Style& at(std::string_view algorithm) const;
  bool taken(std::string_view colour) const;
  Style free_style(std::size_t wanted) const;

  std::vector<Given> given_;
};

/// The colour of curve `index` of `count` that are ordered: dark to light, also when printed grey.
std::string ordered_colour(std::size_t index, std::size_t count);

}  // namespace sparlab::experiments
