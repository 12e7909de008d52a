#pragma once

#include <string>
#include <vector>

#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// A heading, then a row for the best sparse against the best dense time and for each pair of
/// successive winners: where they cross on each engine, as predicted (model) and observed.
/// "0.0312 [0.03 0.033]" has a 95 % interval; "(80%)" is the share of resampled curves that cross
/// there, if not all do. "none": they do not cross; "-": the engine did not run both.
/// Empty if the panel has one position.
std::vector<std::vector<std::string>> crossover_rows(const Panel& panel);

/// A heading, then a row for each algorithm: the ratios of the engines' times to the reference
/// engine's, "1.02 (1.00 to 1.10)" being median, least and greatest. Empty if there is one engine.
std::vector<std::vector<std::string>> agreement_rows(const Panel& panel);

}  // namespace sparlab::experiments
