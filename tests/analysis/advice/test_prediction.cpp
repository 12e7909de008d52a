#include <array>

#include "analysis/advice/prediction.hpp"
#include "experiments/run/engines/execute.hpp"
#include "tests/analysis/advice/questions.hpp"
#include "tests/experiments/experiments_for_tests.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::tests;

namespace {

AlgorithmPrediction prediction_of(const char* algorithm, const char* platform) {
  return predict(read_question(request_of({algorithm}, "16", "100k", "1%", platform)));
}

std::array<double, 5> totals_of(const AlgorithmPrediction& prediction) {
  const TimeTotals& totals = prediction.totals;
  return {totals.start_s, totals.latency_s, totals.bandwidth_s, totals.ports_s,
          totals.computation_s};
}

}  // namespace

TEST_CASE("stages, totals and the time of a prediction agree") {
  for (const char* platform : {"ideal", "piz-daint", "ethernet10g-16x4"}) {
    for (const char* algorithm :
         {"dense_ring", "ssar_split_allgather", "kylix", "oktopk", "omnireduce", "sparlab_auto"}) {
      CAPTURE(platform, algorithm);
      const AlgorithmPrediction prediction = prediction_of(algorithm, platform);
      const double time_s = prediction.time_s;
      double stages_s = prediction.totals.start_s;
      for (const PredictedStage& stage : prediction.stages) {
        double terms_s = 0;
        for (const auto& [symbol, term] : stage.terms) terms_s += term.seconds;
        CHECK(terms_s == Approx(stage.seconds).epsilon(1e-9));
        stages_s += terms_s;
      }
      double totals_s = 0;
      for (const double total_s : totals_of(prediction)) totals_s += total_s;
      CHECK(stages_s == Approx(time_s).epsilon(1e-9));
      CHECK(totals_s == Approx(time_s).epsilon(1e-9));
      CHECK(prediction.interval.low_s < time_s);
      CHECK(prediction.interval.high_s > time_s);
    }
  }
}

TEST_CASE("the shares of the time are within 0 and 100 % and add up, whatever is predicted") {
  for (const char* platform :
       {"ideal", "gige-8", "piz-daint", "lumi", "ethernet10g-4x4", "ethernet10g-16x4"}) {
    for (const auto& [ranks, universe, density] : std::vector<std::array<const char*, 3>>{
             {"2", "1k", "10%"}, {"7", "100k", "1%"}, {"8", "1M", "40%"}, {"8", "25M", "0.01%"}}) {
      const Question question = read_question(
          request_of({"all", "omnireduce(slots=1)", "oktopk(window=1)", "hierarchical(node=2)"},
                     ranks, universe, density, platform));
      for (const experiments::Point& point : question.points) {
        CAPTURE(platform, ranks, universe, density, point.algorithm.spec());
        Question one = question;
        one.points = {point};
        const AlgorithmPrediction prediction = predict(one);
        const double time_s = prediction.time_s;
        const auto check = [&](double seconds) {
          CHECK(seconds >= 0);
          CHECK(seconds <= time_s * (1 + 1e-9));
          return seconds;
        };
        double sum_s = 0;
        for (const double total_s : totals_of(prediction)) sum_s += check(total_s);
        CHECK(sum_s == Approx(time_s).epsilon(1e-9));
        for (const PredictedStage& stage : prediction.stages)
          for (const auto& [symbol, term] : stage.terms) {
            check(term.seconds);
            if (term.kind != model::CostTerm::Kind::ports)
              CHECK(term.count * term.unit_s == Approx(term.seconds).epsilon(1e-9));
          }
      }
    }
  }
}
