#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "experiments/plan/point.hpp"

namespace sparlab::experiments {

/// The colour of an algorithm, "#RRGGBB", the same in every figure. Told apart by people with any
/// kind of colour vision: Okabe and Ito's set, its yellow replaced by a dark red of Paul Tol's.
/// Dense algorithms are blue, black and grey. Unknown names share one colour.
std::string_view colour_of(std::string_view algorithm);

/// The symbol of an algorithm's measurements, gnuplot's `pt`.
int symbol_of(std::string_view algorithm);

/// The colour of curve `index` of `count` that are ordered: dark to light, also when printed grey.
std::string ordered_colour(std::size_t index, std::size_t count);

/// How an engine draws in colour `colour`: gnuplot's `with ...`. The model is a broad pale band, so
/// that a simulation that agrees with it shows on top.
std::string line_of(Engine engine, std::string_view colour);

/// gnuplot's `dashtype` of an engine's vertical lines.
int dash_of(Engine engine);

}  // namespace sparlab::experiments
