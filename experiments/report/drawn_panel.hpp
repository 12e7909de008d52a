#pragma once

#include <cstddef>

#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// As many algorithms as one figure can tell apart.
inline constexpr std::size_t kMostDrawnExact = 10;
inline constexpr std::size_t kMostDrawnApproximate = 6;

/// The panel with the algorithms that a figure shows: all, or of the exact and of the approximate
/// ones the most competitive: those that come nearest to the fastest of their kind at any position
/// on any engine.
Panel drawn_panel(const Panel& panel);

}  // namespace sparlab::experiments
