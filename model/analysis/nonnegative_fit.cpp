#include "model/analysis/nonnegative_fit.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace sparlab::model {
namespace {

/// Errors below this count as squares, so that a point that fits exactly gets no infinite weight.
constexpr double kSmallError = 0.02;
constexpr int kReweightings = 8;
/// Keeps the equations solvable where costs occur only together.
constexpr double kRidge = 1e-10;

/// Each row divided by its time, each column by its length. `wanted` is the share of the time that
/// costs explain.
struct Equations {
  Eigen::MatrixXd design;
  Eigen::VectorXd scale;
  Eigen::VectorXd wanted;
};

Equations equations_of(std::span<const Observation> observations) {
  if (observations.empty()) throw std::invalid_argument("a fit needs at least one time");
  const std::size_t unknowns = observations.front().counts.size();
  Equations equations{Eigen::MatrixXd(static_cast<Eigen::Index>(observations.size()),
                                      static_cast<Eigen::Index>(unknowns)),
                      {},
                      Eigen::VectorXd(static_cast<Eigen::Index>(observations.size()))};
  Eigen::Index row = 0;
  for (const auto& [counts, seconds, known_s] : observations) {
    if (!(seconds > 0) || !std::isfinite(seconds))
      throw std::invalid_argument(
          fmt::format("a fit needs positive finite times, but one is {} s", seconds));
    if (!(known_s >= 0) || !std::isfinite(known_s))
      throw std::invalid_argument(fmt::format("{} s is no part of a time", known_s));
    if (counts.size() != unknowns)
      throw std::invalid_argument("the times of a fit have different numbers of counts");
    Eigen::Index column = 0;
    for (const double count : counts) {
      if (!(count >= 0) || !std::isfinite(count))
        throw std::invalid_argument(fmt::format("{} is no count of a cost", count));
      equations.design(row, column++) = count / seconds;
    }
    equations.wanted(row) = 1 - known_s / seconds;
    ++row;
  }
  equations.scale = equations.design.colwise().norm();
  for (Eigen::Index column = 0; column < equations.scale.size(); ++column)
    if (equations.scale(column) > 0) equations.design.col(column) /= equations.scale(column);
  return equations;
}

/// Solves normal equations for the unknowns in `active`; the others are 0.
Eigen::VectorXd solve_active(const Eigen::MatrixXd& normal, const Eigen::VectorXd& right,
                             const std::vector<Eigen::Index>& active) {
  const auto count = static_cast<Eigen::Index>(active.size());
  Eigen::MatrixXd part(count, count);
  Eigen::VectorXd of_part(count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const Eigen::Index row = active[static_cast<std::size_t>(i)];
    of_part(i) = right(row);
    for (Eigen::Index j = 0; j < count; ++j)
      part(i, j) = normal(row, active[static_cast<std::size_t>(j)]);
  }
  const Eigen::VectorXd solved = part.ldlt().solve(of_part);
  Eigen::VectorXd values = Eigen::VectorXd::Zero(right.size());
  for (Eigen::Index i = 0; i < count; ++i) values(active[static_cast<std::size_t>(i)]) = solved(i);
  return values;
}

/// Moves from `from` towards `to` until the first unknown reaches zero, and removes it.
void step_to_boundary(Eigen::VectorXd& from, const Eigen::VectorXd& to,
                      std::vector<Eigen::Index>& active) {
  double share = 1;
  for (const Eigen::Index i : active)
    if (to(i) <= 0) share = std::min(share, from(i) / (from(i) - to(i)));
  Eigen::Index first = -1;
  for (const Eigen::Index i : active) {
    const bool ends_here = to(i) <= 0 && from(i) / (from(i) - to(i)) <= share;
    if (ends_here) first = i;
  }
  from += share * (to - from);
  if (first >= 0) from(first) = 0;
  std::erase_if(active, [&](Eigen::Index i) { return from(i) <= 0; });
  for (Eigen::Index i = 0; i < from.size(); ++i) from(i) = std::max(0.0, from(i));
}

/// Lawson and Hanson, Solving Least Squares Problems, chapter 23.
Eigen::VectorXd nonnegative_solution(const Eigen::MatrixXd& normal, const Eigen::VectorXd& right) {
  const Eigen::Index unknowns = right.size();
  Eigen::VectorXd values = Eigen::VectorXd::Zero(unknowns);
  std::vector<Eigen::Index> active;
  // Each unknown enters and leaves a few times at most; the limit only ends rounding errors.
  for (Eigen::Index turn = 0; turn < 5 * unknowns; ++turn) {
    const Eigen::VectorXd gradient = right - normal * values;
    Eigen::Index best = -1;
    for (Eigen::Index i = 0; i < unknowns; ++i) {
      const bool is_active = std::find(active.begin(), active.end(), i) != active.end();
      if (is_active || gradient(i) <= 1e-9 || normal(i, i) <= kRidge) continue;
      if (best < 0 || gradient(i) > gradient(best)) best = i;
    }
    if (best < 0) break;
    active.push_back(best);
    while (!active.empty()) {
      const Eigen::VectorXd solved = solve_active(normal, right, active);
      const bool inside =
          std::all_of(active.begin(), active.end(), [&](Eigen::Index i) { return solved(i) > 0; });
      if (inside) {
        values = solved;
        break;
      }
      step_to_boundary(values, solved, active);
    }
  }
  return values;
}

}  // namespace

NonnegativeFit fit_nonnegative(std::span<const Observation> observations) {
  const Equations equations = equations_of(observations);
  const Eigen::Index unknowns = equations.design.cols();
  Eigen::VectorXd weights = Eigen::VectorXd::Ones(equations.design.rows());
  Eigen::VectorXd solution;
  Eigen::VectorXd errors;
  for (int i = 0; i < kReweightings; ++i) {
    const Eigen::MatrixXd weighted = weights.asDiagonal() * equations.design;
    Eigen::MatrixXd normal = equations.design.transpose() * weighted;
    normal += kRidge * normal.diagonal().cwiseMax(1.0).asDiagonal().toDenseMatrix();
    solution = nonnegative_solution(normal, weighted.transpose() * equations.wanted);
    errors = equations.design * solution - equations.wanted;
    weights = errors.cwiseAbs().cwiseMax(kSmallError).cwiseInverse();
  }
  NonnegativeFit fit;
  for (Eigen::Index i = 0; i < unknowns; ++i)
    fit.costs.push_back(equations.scale(i) > 0 ? solution(i) / equations.scale(i) : 0);
  fit.relative_errors.assign(errors.begin(), errors.end());
  return fit;
}

}  // namespace sparlab::model
