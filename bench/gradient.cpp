// The gradient of a mini-batch beside Eigen's sparse products, on random samples with 80 of N
// features:
//
//   margins          X w
//   dense gradient   margins, slopes, X^T s as a dense vector
//   sparse gradient  the same as a sparse vector
//
// Samples of a mini-batch follow each other in memory on both sides.
#include "training/problem/gradient.hpp"

#include <fmt/format.h>

#include <Eigen/Sparse>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

#include "bench/ratios.hpp"
#include "inputs/files/random.hpp"

namespace {

using namespace sparlab;
using Matrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

constexpr std::size_t kFeatures = 80;
constexpr std::size_t kSamples = 20'000;

std::shared_ptr<const inputs::Samples> samples_of(std::uint64_t features) {
  inputs::Random random(1, inputs::Purpose::values, 0);
  auto samples = std::make_shared<inputs::Samples>();
  samples->universe = features;
  for (std::size_t i = 0; i < kSamples; ++i) {
    samples->labels.push_back(static_cast<double>(i % 2));
    for (const std::uint64_t feature : inputs::random_subset(features, kFeatures, random)) {
      samples->features.push_back(feature);
      samples->values.push_back(random.unit());
    }
    samples->begin.push_back(samples->features.size());
  }
  return samples;
}

Matrix matrix_of(const training::Rows& rows, std::span<const std::uint64_t> batch,
                 std::uint64_t features) {
  Matrix matrix(static_cast<Eigen::Index>(batch.size()), static_cast<Eigen::Index>(features));
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t i = 0; i < batch.size(); ++i)
    for (std::size_t j = 0; j < kFeatures; ++j)
      entries.emplace_back(static_cast<int>(i), static_cast<int>(rows.features(batch[i])[j]),
                           rows.values(batch[i])[j]);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

/// Mini-batches of one set of samples, and what both sides compute of them.
class Batches {
 public:
  explicit Batches(std::uint64_t features)
      : samples_(samples_of(features)),
        rows_(samples_, 0, kSamples),
        problem_(training::problem_of(*samples_, *training::find_loss("logistic"), 0)),
        sums_(problem_),
        order_(kSamples),
        weights_(problem_.parameters(), 0.01F),
        eigen_weights_(Vector::Constant(static_cast<Eigen::Index>(weights_.size()), 0.01)) {
    std::iota(order_.begin(), order_.end(), std::uint64_t{0});
    for (std::size_t begin = 0; begin < kSamples; begin += kBatch)
      matrices_.push_back(matrix_of(rows_, batch(begin / kBatch), problem_.parameters()));
  }

  std::vector<bench::Ratio> ratios() {
    const auto ratio = [&](const char* what, auto ours, auto eigen) {
      const std::size_t count = matrices_.size();
      std::size_t next = 0;
      std::size_t eigen_next = 0;
      const double value = bench::time_ratio(
          static_cast<int>(count), [&] { ours(next++ % count); },
          [&] { eigen(eigen_next++ % count); });
      return bench::Ratio{fmt::format("{}/N={}", what, problem_.parameters()), value, false,
                          "time over Eigen's"};
    };
    return {ratio(
                "margins", [&](std::size_t i) { margins(i); },
                [&](std::size_t i) { keep(Vector(matrices_[i] * eigen_weights_)); }),
            ratio(
                "dense_gradient", [&](std::size_t i) { gradient(i, algos::Format::dense); },
                [&](std::size_t i) { keep(Vector(matrices_[i].transpose() * eigen_slopes(i))); }),
            ratio(
                "sparse_gradient", [&](std::size_t i) { gradient(i, algos::Format::coo); },
                [&](std::size_t i) {
                  const Eigen::SparseVector<double> slopes = eigen_slopes(i).sparseView();
                  keep(Eigen::SparseVector<double>(matrices_[i].transpose() * slopes));
                })};
  }

 private:
  static constexpr std::size_t kBatch = 100;

  std::span<const std::uint64_t> batch(std::size_t i) const {
    return std::span(order_).subspan(i * kBatch, kBatch);
  }

  template <class Result>
  static void keep(Result result) {
    benchmark::DoNotOptimize(result);
  }

  void margins(std::size_t i) {
    double margin = 0;
    for (const std::uint64_t row : batch(i)) {
      training::find_margins(problem_, rows_.features(row), rows_.values(row), weights_,
                             std::span(&margin, 1));
      benchmark::DoNotOptimize(margin);
    }
  }

  void gradient(std::size_t i, algos::Format format) {
    keep(sums_.of(rows_, batch(i), weights_, 1.0 / kBatch, format));
  }

  Vector eigen_slopes(std::size_t i) const {
    Vector slopes = matrices_[i] * eigen_weights_;
    for (std::size_t j = 0; j < kBatch; ++j) {
      double& slope = slopes[static_cast<Eigen::Index>(j)];
      slope = problem_.loss->slope(problem_.target(rows_.label(batch(i)[j]), 0), slope) / kBatch;
    }
    return slopes;
  }

  std::shared_ptr<const inputs::Samples> samples_;
  training::Rows rows_;
  training::Problem problem_;
  training::GradientSum sums_;
  std::vector<std::uint64_t> order_;
  std::vector<float> weights_;
  Vector eigen_weights_;
  std::vector<Matrix> matrices_;
};

std::vector<bench::Ratio> promised() {
  std::vector<bench::Ratio> ratios;
  for (const std::uint64_t features : {62'061, 1'355'191})
    for (bench::Ratio& ratio : Batches(features).ratios()) ratios.push_back(std::move(ratio));
  return ratios;
}

}  // namespace

int main(int argc, char** argv) {
  return sparlab::bench::run_benchmarks("bench_gradient", argc, argv, promised);
}
