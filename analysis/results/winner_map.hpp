#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/results/sweep_views.hpp"

namespace sparlab::analysis {

/// The gains whose contours maps show.
inline constexpr std::array<double, 4> kContourLevels = {1, 2, 5, 10};

/// The fastest exact algorithm of an engine over density and a second axis.
struct WinnerMap {
  /// The winner at one place: if several share the first place, the one with the least time.
  struct Cell {
    std::size_t column = 0;  ///< of `densities`
    std::size_t row = 0;     ///< of `positions`
    std::string winner;
    bool tied = false;
    std::string dense;                  ///< the best dense algorithm; empty if none ran
    std::optional<double> gain;         ///< its time over the winner's
    std::optional<double> sparse_gain;  ///< best dense over best sparse time: below 1, dense wins
  };
  /// A contour's piece, in coordinates of density and the second axis.
  struct Segment {
    double x0, y0, x1, y1;
  };

  experiments::Engine engine = experiments::Engine::model;
  Axis second = Axis::ranks;      ///< P, or N
  std::string fixed;              ///< "N = 2^24"
  std::string sharing;            ///< which ranks shared processors: ProcessorSharing::text
  std::vector<double> densities;  ///< increasing
  std::vector<double> positions;  ///< of the second axis, increasing
  std::vector<Cell> cells;        ///< places without a known winner are absent

  /// The engine, or its ranks that shared processors: "mpi: 4 ranks on 2 processors".
  std::string title() const;

  /// The line on which the best sparse algorithm is `level` times as fast as the best dense one,
  /// interpolated in logarithms between the places.
  std::vector<Segment> contour(double level) const;
};

/// One map for each engine, and for each value of the coordinate that is not an axis of the map.
/// Empty unless a sweep has three densities and two values of P or of N.
std::vector<WinnerMap> winner_maps(const SweepView& sweep);

}  // namespace sparlab::analysis
