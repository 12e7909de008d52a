#include "model/analysis/fit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Dense>
#include <cmath>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/base/contract.hpp"
#include "model/base/order_statistics.hpp"
#include "model/base/special_functions.hpp"

namespace sparlab::model {

namespace {

struct Solution {
  std::vector<Estimate> parameters;
  double relative_residual;
};

void require_time(double seconds) {
  if (!(seconds > 0) || !std::isfinite(seconds)) {
    throw std::invalid_argument(
        fmt::format("a fit needs positive finite times, but one is {} s", seconds));
  }
}

/// Least squares of design * parameters = 1, each row already divided by its measured time.
Solution solve(Eigen::MatrixXd design, double confidence) {
  SPARLAB_EXPECTS(confidence > 0 && confidence < 1);
  const Eigen::Index points = design.rows();
  const Eigen::Index unknowns = design.cols();
  if (points <= unknowns) {
    throw std::invalid_argument(fmt::format(
        "a fit of {} parameters needs at least {} points, got {}", unknowns, unknowns + 1, points));
  }
  // Columns differ by many orders of magnitude (seconds and bytes): scale them to unit length
  // first.
  Eigen::VectorXd scale = design.colwise().norm();
  for (Eigen::Index column = 0; column < unknowns; ++column)
    if (scale(column) > 0) design.col(column) /= scale(column);
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(design);
  if (qr.rank() < unknowns) {
    throw std::invalid_argument(
        fmt::format("the measured sizes do not determine all {} parameters of the fit", unknowns));
  }
  const Eigen::VectorXd ones = Eigen::VectorXd::Ones(points);
  const Eigen::VectorXd scaled = qr.solve(ones);
  const double squares = (design * scaled - ones).squaredNorm();
  const auto freedom = static_cast<double>(points - unknowns);
  const Eigen::MatrixXd covariance = (design.transpose() * design).inverse() * (squares / freedom);
  const double width = student_quantile(freedom, (1 + confidence) / 2);
  Solution solution{{}, std::sqrt(squares / static_cast<double>(points))};
  for (Eigen::Index i = 0; i < unknowns; ++i) {
    const double value = scaled(i) / scale(i);
    const double error = std::sqrt(covariance(i, i)) / scale(i);
    solution.parameters.push_back({value, error, value - width * error, value + width * error});
  }
  return solution;
}

}  // namespace

Machine ProtocolFit::machine(const Gammas& gammas) const {
  Machine machine;
  machine.alpha_s = eager_alpha_s.value;
  machine.beta_s_per_byte = beta_s_per_byte.value;
  machine.larger = {{rendezvous_bytes, rendezvous_alpha_s.value, beta_s_per_byte.value}};
  machine.gammas = gammas;
  return machine;
}

Repeated repeated(std::span<const double> fits, double confidence) {
  const auto interval = median_interval(fits, confidence);
  if (!interval) {
    throw std::invalid_argument(
        fmt::format("{} repetitions of a fit give no interval of {}", fits.size(), confidence));
  }
  return {median(fits), interval->lower, interval->upper};
}

ProtocolFit fit_protocols(std::span<const Transfer> transfers, double rendezvous_bytes,
                          double confidence) {
  Eigen::MatrixXd design(static_cast<Eigen::Index>(transfers.size()), 3);
  for (Eigen::Index row = 0; row < design.rows(); ++row) {
    const Transfer& transfer = transfers[static_cast<std::size_t>(row)];
    require_time(transfer.seconds);
    const bool eager = transfer.bytes < rendezvous_bytes;
    design.row(row) << (eager ? 1 / transfer.seconds : 0.0), (eager ? 0.0 : 1 / transfer.seconds),
        transfer.bytes / transfer.seconds;
  }
  const Solution solution = solve(std::move(design), confidence);
  return {rendezvous_bytes, solution.parameters[0], solution.parameters[1], solution.parameters[2],
          solution.relative_residual};
}

UnitCostFit fit_unit_cost(std::span<const Kernel> kernels, double confidence) {
  Eigen::MatrixXd design(static_cast<Eigen::Index>(kernels.size()), 1);
  for (Eigen::Index row = 0; row < design.rows(); ++row) {
    const Kernel& kernel = kernels[static_cast<std::size_t>(row)];
    require_time(kernel.seconds);
    if (!(kernel.units > 0)) throw std::invalid_argument("a unit cost needs positive unit counts");
    design(row, 0) = kernel.units / kernel.seconds;
  }
  const Solution solution = solve(std::move(design), confidence);
  return {solution.parameters[0], solution.relative_residual};
}

namespace {

constexpr std::size_t kFewestCollectives = 8;
constexpr std::size_t kFewestSizes = 3;
constexpr double kLeastRange = 16;

}  // namespace

void require_evidence(std::span<const MeasuredCollective> collectives) {
  std::set<double> sizes;
  std::set<double> counts;
  for (const MeasuredCollective& measured : collectives) {
    const LocalWork work = measured.cost.work();
    if (work.merged_entries + work.scattered_entries + work.selected_from > 0)
      throw std::invalid_argument(
          "a fit of a machine needs collectives without merges, scatters and selection");
    double messages = 0;
    for (const Stage& stage : measured.cost.critical_path) {
      sizes.insert(stage.bytes_per_message);
      messages += stage.messages;
    }
    counts.insert(messages);
  }
  std::vector<std::string> missing;
  if (collectives.size() < kFewestCollectives)
    missing.push_back(
        fmt::format("at least {} times, got {}", kFewestCollectives, collectives.size()));
  if (sizes.size() < kFewestSizes || *sizes.rbegin() < kLeastRange * *sizes.begin())
    missing.push_back(fmt::format(
        "messages of at least {} sizes, of which the largest is {:.0f} times the smallest, got {} "
        "from {:.4g} to {:.4g} B: times of more N",
        kFewestSizes, kLeastRange, sizes.size(), sizes.empty() ? 0 : *sizes.begin(),
        sizes.empty() ? 0 : *sizes.rbegin()));
  if (counts.size() < 2)
    missing.emplace_back("different numbers of messages: times of more P, or of another algorithm");
  if (!missing.empty())
    throw std::invalid_argument(
        fmt::format("a fit of a machine needs {}", fmt::join(missing, "; ")));
}

}  // namespace sparlab::model
