#include <cmath>

#include "algos/streams/sparse_stream.hpp"
#include "inputs/files/data_error.hpp"
#include "tests/training/training_for_tests.hpp"
#include "training/problem/gradient.hpp"

namespace sparlab::training {
namespace {

using tests::drawn_samples;
using tests::set_of;

std::vector<float> drawn_weights(std::uint64_t parameters) {
  inputs::Random random(5, inputs::Purpose::weights, 0);
  std::vector<float> weights;
  for (std::uint64_t i = 0; i < parameters; ++i)
    weights.push_back(static_cast<float>(random.unit() - 0.5));
  return weights;
}

std::vector<std::uint64_t> all_rows(const Rows& rows) {
  std::vector<std::uint64_t> all;
  for (std::uint64_t row = 0; row < rows.size(); ++row) all.push_back(row);
  return all;
}

TEST_CASE("gradients are the differences of the loss, for every model and number of classes") {
  for (const LossInfo& loss : losses())
    for (const std::uint64_t classes : {2, 3}) {
      const TrainingSet set = set_of(drawn_samples(20, 24, classes), std::string(loss.name));
      const Rows rows = set.rows_of(0, 1);
      std::vector<float> weights = drawn_weights(set.problem.parameters());
      GradientSum sums(set.problem);
      const auto batch = all_rows(rows);
      const auto found = sums.of(rows, batch, weights, 1, algos::Format::dense);
      CHECK(found.finite);
      CHECK(found.terms == set.samples->features.size() * set.problem.outputs());
      for (std::size_t i = 0; i < weights.size(); ++i) {
        constexpr float kStep = 1.0F / 1024;
        const float weight = weights[i];
        weights[i] = weight + kStep;
        const double above = evaluate(set.problem, rows, weights).loss;
        weights[i] = weight - kStep;
        const double below = evaluate(set.problem, rows, weights).loss;
        weights[i] = weight;
        INFO(loss.name << ", " << classes << " classes, parameter " << i);
        CHECK(static_cast<double>(found.gradient.values()[i]) ==
              Approx((above - below) / (2 * kStep)).margin(loss.loss == Loss::hinge ? 0.05 : 2e-3));
      }
    }
}

TEST_CASE("a sparse gradient has the entries of the dense one, and sums begin anew") {
  const TrainingSet set = set_of(drawn_samples(12, 40));
  const Rows rows = set.rows_of(1, 3);
  CHECK(rows.size() == 4);
  const std::vector<float> weights = drawn_weights(set.problem.parameters());
  GradientSum sums(set.problem);
  const std::vector<std::uint64_t> batch = {2, 0};
  const Typed dense = sums.of(rows, batch, weights, 0.5, algos::Format::dense).gradient;
  const Typed sparse = sums.of(rows, batch, weights, 0.5, algos::Format::coo).gradient;
  CHECK(sparse.count() < 13);
  std::vector<float> scattered(dense.values().size());
  for (std::size_t i = 0; i < sparse.values().size(); ++i)
    scattered[sparse.indices()[i]] = sparse.values()[i];
  CHECK(std::vector<float>(dense.values().begin(), dense.values().end()) == scattered);
}

TEST_CASE("two labels are classes whatever they are, and more have an output each") {
  inputs::Samples samples = *drawn_samples(4, 24);
  samples.labels = {7, 7, -3, -3};
  const Problem two = problem_of(samples, *find_loss("logistic"), 0);
  CHECK(two.outputs() == 1);
  CHECK(two.target(7, 0) == 1);
  CHECK(two.target(-3, 0) == -1);
  const std::vector<double> positive = {0.1};
  CHECK(two.predicts(7, positive));
  CHECK_FALSE(two.predicts(-3, positive));
  samples.labels = {7, 1, -3, 1};
  const Problem three = problem_of(samples, *find_loss("svm"), 0);
  CHECK(three.outputs() == 3);
  CHECK(three.parameters() == 72);
  CHECK(three.target(1, 1) == 1);
  CHECK(three.target(1, 2) == -1);
  const std::vector<double> margins = {-2, -1, -3};
  CHECK(three.predicts(1, margins));
  const Problem numbers = problem_of(samples, *find_loss("squares"), 0);
  CHECK(numbers.outputs() == 1);
  CHECK(numbers.target(-3, 0) == -3);
  CHECK_FALSE(numbers.knows_accuracy());
}

TEST_CASE("data without two classes or without features are refused") {
  const auto refuse = [](const inputs::Samples& samples, const std::string& words) {
    CHECK_THROWS_WITH(problem_of(samples, *find_loss("logistic"), 0), Catch::Contains(words));
  };
  inputs::Samples samples = *drawn_samples(4, 24);
  samples.labels = {1, 1, 1, 1};
  refuse(samples, "the label 1 only");
  CHECK(problem_of(samples, *find_loss("squares"), 0).outputs() == 1);
  refuse({}, "without any feature");
  samples = *drawn_samples(1200, 24);
  for (std::size_t i = 0; i < samples.size(); ++i) samples.labels[i] = static_cast<double>(i);
  refuse(samples, "more than 1000 different labels");
  samples = *drawn_samples(4, 24);
  samples.universe = std::uint64_t{1} << 32U;
  refuse(samples, "fewer than 2^32 parameters");
}

TEST_CASE("losses of large margins are finite") {
  for (const LossInfo& loss : losses())
    for (const double margin : {-1e4, 1e4})
      for (const double target : {-1.0, 1.0}) {
        CHECK(std::isfinite(loss.value(target, margin)));
        CHECK(std::isfinite(loss.slope(target, margin)));
      }
  CHECK(find_loss("logistic")->value(1, -1e4) == Approx(1e4));
}

}  // namespace
}  // namespace sparlab::training
