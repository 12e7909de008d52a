#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "analysis/results/panel.hpp"
#include "platforms/files/platform_file.hpp"

namespace sparlab::analysis {

/// The model's times at the positions of a panel, which are those of its records, and between them:
/// the closed form, evaluated again with the platform file that the records name, at steps of the
/// axis.
class ModelTimes {
 public:
  explicit ModelTimes(const Panel& panel);

  /// Why no times can be computed: the platform file is missing or has changed, or the input is a
  /// data file. Empty if they can.
  const std::string& obstacle() const { return obstacle_; }

  /// Seconds of an algorithm with a series of engine model; NaN where its settings do not fit.
  double seconds(const std::string& algorithm, std::uint64_t step);

  /// True if the closed form reproduces the record's own time to 1e-9.
  bool reproduces(const experiments::Record& record);

 private:
  double evaluated(const std::string& algorithm, std::uint64_t step) const;

  const Panel& panel_;
  std::string obstacle_;
  std::optional<platforms::PlatformFile> platform_;
  double density_ = 0;  ///< at the largest N, where it is closest to the specified one
  std::map<std::pair<std::string, std::uint64_t>, double> known_;
  std::map<const experiments::Record*, bool> reproduced_;
};

}  // namespace sparlab::analysis
