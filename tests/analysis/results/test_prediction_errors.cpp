#include "analysis/results/prediction_errors.hpp"
#include "tests/catch.hpp"
#include "tests/report/compared_records.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::tests;

namespace {

/// Predictions of model with errors 1 %, 2 %, ... 10 % at ten values of P, alternately too long and
/// too short; the measurements of the last one differ by a factor of 3.
std::vector<ResultFolder> ten_points() {
  std::vector<experiments::Record> predictions;
  std::vector<experiments::Record> measurements;
  for (std::uint64_t i = 1; i <= 10; ++i) {
    const double error = 0.01 * static_cast<double>(i) * (i % 2 == 0 ? 1 : -1);
    experiments::Record prediction =
        record_of(experiments::Engine::model, "dense_ring", 1, 2 * (1 + error));
    experiments::Record measurement = published("dense_ring", 1, 2);
    measurement.p10_s = i == 10 ? 1.0 : 1.995;
    measurement.p90_s = i == 10 ? 3.0 : 2.005;
    for (experiments::Record* record : {&prediction, &measurement}) record->point.ranks = i;
    predictions.push_back(prediction);
    measurements.push_back(measurement);
  }
  return two_folders(std::move(predictions), std::move(measurements));
}

}  // namespace

TEST_CASE("errors are summarized by median and quantiles, and again where measurements repeat") {
  const auto folders = ten_points();
  const Pairing pairing = pair_points(folders, experiments::Engine::measured);
  const std::vector<ErrorGroup> groups = error_groups(pairing);
  const ErrorGroup& all = groups.front();
  CHECK(all.predictor == "model");
  CHECK(all.by.empty());
  CHECK(all.all.points == 10);
  CHECK(all.all.median == Approx(0.055));
  CHECK(all.all.p90 == Approx(0.091));
  CHECK(all.all.p95 == Approx(0.0955));
  CHECK(all.all.ratio == Approx(1.005));
  CHECK(all.all.below_noise == 1);
  REQUIRE(all.repeating);
  CHECK(all.repeating->points == 9);
  CHECK(all.repeating->median == Approx(0.05));
}

TEST_CASE("90th percentiles are compared where both sides have one") {
  auto folders = ten_points();
  CHECK(!error_groups(pair_points(folders, experiments::Engine::measured)).front().p90s);
  folders[0].records[0].p90_s = 1.1 * 2.005;
  folders[0].records[1].p90_s = 0.7 * 2.005;
  folders[0].records[9].p90_s = 3.0;
  folders[1].records[9].p10_s.reset();
  const Pairing pairing = pair_points(folders, experiments::Engine::measured);
  CHECK(*pairing.points[0].p90_ratio() == Approx(1.1));
  CHECK(!pairing.points[2].p90_ratio());
  CHECK(!pairing.points[9].p90_ratio());
  const auto groups = error_groups(pairing);
  REQUIRE(groups.front().p90s);
  CHECK(groups.front().p90s->points == 2);
  CHECK(groups.front().p90s->median == Approx(0.2));
  CHECK(groups.front().p90s->ratio == Approx(0.9));
  CHECK(groups.front().all.points == 10);
}

TEST_CASE("the measured 90th percentile is that of samples, and of several runs the median") {
  std::vector<experiments::Record> measured;
  for (const double p90_s : {3.0, 5.0, 4.0}) {
    measured.push_back(published("dense_ring", 1, 2, "over", std::to_string(p90_s)));
    measured.back().p10_s = 1;
    measured.back().p90_s = p90_s;
  }
  const auto folders =
      two_folders({record_of(experiments::Engine::model, "dense_ring", 1, 2)}, measured);
  CHECK(*pair_points(folders, experiments::Engine::measured).measured[0].p90_s == 4);
  experiments::Record sampled = published("dense_ring", 1, 2);
  sampled.samples_s = {1, 2, 3, 4, 5};
  const auto others =
      two_folders({record_of(experiments::Engine::model, "dense_ring", 1, 2)}, {sampled});
  CHECK(*pair_points(others, experiments::Engine::measured).measured[0].p90_s == Approx(4.6));
}

TEST_CASE("errors are grouped by algorithm and P, and by what else varies") {
  auto folders = ten_points();
  folders[0].records.push_back(record_of(experiments::Engine::loggp, "sparse_ring", 0.5, 1));
  folders[1].records.push_back(published("sparse_ring", 0.5, 1, "ompi"));
  folders[1].records.push_back(published("sparse_ring", 0.5, 2, "over"));
  const Pairing pairing = pair_points(folders, experiments::Engine::measured);
  std::vector<std::string> names;
  for (const ErrorGroup& group : error_groups(pairing))
    names.push_back(group.predictor + "/" + group.by + "/" + group.value);
  CHECK(names == std::vector<std::string>{"model//", "loggp//", "//", "model/algorithm/dense_ring",
                                          "model/P/1", "model/P/2", "model/P/3", "model/P/4",
                                          "model/P/5", "model/P/6", "model/P/7", "model/P/8",
                                          "model/P/9", "model/P/10", "loggp/algorithm/sparse_ring",
                                          "loggp/P/8", "loggp/variant/ompi", "loggp/variant/over"});
  CHECK(error_groups(pairing)[2].all.points == 12);
}

TEST_CASE("errors of steps are grouped by how they exchange") {
  auto folders = ten_points();
  for (auto& folder : folders)
    for (std::size_t i = 0; i < folder.records.size(); ++i) {
      auto& step = folder.records[i].point.step.emplace();
      step.progress = i < 3 ? workloads::Progress::calls : workloads::Progress::offloaded;
    }
  std::map<std::string, std::size_t> points;
  const Pairing pairing = pair_points(folders, experiments::Engine::measured);
  for (const ErrorGroup& group : error_groups(pairing))
    if (group.by == "exchanges") points[group.value] = group.all.points;
  CHECK(points ==
        std::map<std::string, std::size_t>{{"buckets, calls", 3}, {"buckets, offloaded", 7}});
}

TEST_CASE("of three runs or more, each is a prediction of the median of the others") {
  std::vector<experiments::Record> measured;
  for (const double time_s : {1.0, 1.1, 2.0})
    measured.push_back(published("dense_ring", 1, time_s, "over", std::to_string(time_s)));
  measured.push_back(published("sparse_ring", 0.5, 1, "over", "1"));
  measured.push_back(published("sparse_ring", 0.5, 9, "over", "2"));
  std::vector<experiments::Record> predicted;
  for (const experiments::Engine engine : {experiments::Engine::model, experiments::Engine::loggp})
    for (const char* const algorithm : {"dense_ring", "sparse_ring"})
      predicted.push_back(
          record_of(engine, algorithm, algorithm == std::string("dense_ring") ? 1 : 0.5, 1));
  const auto folders = two_folders(predicted, measured);
  const Pairing pairing = pair_points(folders, experiments::Engine::measured);
  const std::vector<ErrorGroup> groups = error_groups(pairing);
  REQUIRE(groups.size() > 3);
  const ErrorGroup& runs = groups[2];
  CHECK(runs.predictor == kAnotherRun);
  CHECK(runs.by.empty());
  CHECK(groups[3].predictor.empty());
  // By hand: 1 to 1.55, 1.1 to 1.5 and 2 to 1.05; the two runs of the other point are too few.
  CHECK(runs.all.points == 3);
  CHECK(runs.all.median == Approx(1 - 1 / 1.55));
  CHECK(runs.all.ratio == Approx(1.1 / 1.5));
  CHECK(runs.all.below_noise == 3);
  CHECK(!runs.repeating);
  CHECK(groups.back().predictor == kAnotherRun);
  CHECK(groups.back().by == "P");
}

TEST_CASE("the worst points are those farthest from the measurement, too long or too short") {
  std::vector<experiments::Record> predictions;
  std::vector<experiments::Record> measurements;
  const std::vector<double> times = {1, 1.5, 0.25, 3};
  for (std::uint64_t i = 0; i < times.size(); ++i) {
    predictions.push_back(record_of(experiments::Engine::model, "dense_ring", 1, times[i]));
    measurements.push_back(published("dense_ring", 1, 1));
    predictions.back().point.ranks = measurements.back().point.ranks = i + 1;
  }
  const auto folders = two_folders(predictions, measurements);
  const Pairing pairing = pair_points(folders, experiments::Engine::measured);
  const auto worst = worst_points(pairing, 2);
  REQUIRE(worst.size() == 2);
  CHECK(worst[0]->ratio() == 0.25);
  CHECK(worst[1]->ratio() == 3);
}
