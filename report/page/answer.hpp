#pragma once

#include <string>

#include "analysis/results/panel.hpp"

namespace sparlab::report {

/// The answer of a panel as HTML: the greatest gain over dense algorithms, where dense ones are
/// faster, how often the engines agree, and the winners along the axis as one strip an engine.
/// Empty if no exact algorithms were compared.
std::string answer_html(const analysis::Panel& panel);

}  // namespace sparlab::report
