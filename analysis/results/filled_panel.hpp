#pragma once

#include <deque>

#include "analysis/results/panel.hpp"

namespace sparlab::analysis {

/// A panel along P with the model's times between its positions as well: winners change from one P
/// to the next, which a line between powers of two hides. Every P of a short panel; of a longer
/// one, values in equal ratios, and powers of two with their neighbours.
class FilledPanel {
 public:
  /// A panel along another axis, or one whose model cannot be evaluated again, stays as it is.
  explicit FilledPanel(const Panel& panel);

  const Panel& panel() const { return panel_; }

 private:
  std::deque<experiments::Record> computed_;  ///< to which the panel points
  Panel panel_;
};

}  // namespace sparlab::analysis
