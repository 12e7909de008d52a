#pragma once

#include <cstddef>

#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// The largest number of algorithms that can be told apart in one figure.
inline constexpr std::size_t kMostDrawnExact = 10;
inline constexpr std::size_t kMostDrawnApproximate = 6;

/// The panel restricted to the algorithms that a figure shows. If there are too many, the most
/// competitive exact and approximate ones are shown: those that come nearest to the fastest of
/// their kind at any position on any engine.
Panel drawn_panel(const Panel& panel);

}  // namespace sparlab::experiments
