#include <sstream>

#include "analysis/advice/prediction.hpp"
#include "experiments/run/engines/execute.hpp"
#include "tests/analysis/advice/questions.hpp"
#include "tests/experiments/experiments_for_tests.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::experiments::tests;
using Catch::Matchers::Contains;
using nlohmann::ordered_json;

namespace {

ordered_json prediction_of(const char* algorithm, const char* platform) {
  return predict(read_question(request_of({algorithm}, "16", "100k", "1%", platform)));
}

std::string text_of(const ordered_json& prediction) {
  std::ostringstream stream;
  print_prediction(stream, prediction, true);
  return stream.str();
}

}  // namespace

TEST_CASE("stages, totals and the time of a prediction agree") {
  for (const char* platform : {"ideal", "piz-daint", "ethernet10g-16x4"}) {
    for (const char* algorithm :
         {"dense_ring", "ssar_split_allgather", "kylix", "oktopk", "omnireduce", "sparlab_auto"}) {
      CAPTURE(platform, algorithm);
      const ordered_json prediction = prediction_of(algorithm, platform);
      const double time_s = prediction.at("time_s").get<double>();
      double stages_s = prediction.at("totals").at("start_s").get<double>();
      for (const ordered_json& stage : prediction.at("stages")) {
        double terms_s = 0;
        for (const ordered_json& term : stage.at("terms"))
          terms_s += term.at("seconds").get<double>();
        CHECK(terms_s == Approx(stage.at("seconds").get<double>()).epsilon(1e-9));
        stages_s += terms_s;
      }
      double totals_s = 0;
      for (const auto& total : prediction.at("totals")) totals_s += total.get<double>();
      CHECK(stages_s == Approx(time_s).epsilon(1e-9));
      CHECK(totals_s == Approx(time_s).epsilon(1e-9));
      CHECK(prediction.at("low_s").get<double>() < time_s);
      CHECK(prediction.at("high_s").get<double>() > time_s);
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
        const ordered_json prediction = predict(one);
        const double time_s = prediction.at("time_s").get<double>();
        const auto check = [&](const ordered_json& seconds) {
          CHECK(seconds.get<double>() >= 0);
          CHECK(seconds.get<double>() <= time_s * (1 + 1e-9));
          return seconds.get<double>();
        };
        double sum_s = 0;
        for (const auto& total : prediction.at("totals")) sum_s += check(total);
        CHECK(sum_s == Approx(time_s).epsilon(1e-9));
        for (const ordered_json& stage : prediction.at("stages"))
          for (const ordered_json& term : stage.at("terms")) {
            check(term.at("seconds"));
            if (term.contains("count"))
              CHECK(term.at("count").get<double>() * term.at("seconds_per_unit").get<double>() ==
                    Approx(term.at("seconds").get<double>()).epsilon(1e-9));
          }
      }
    }
  }
}

TEST_CASE("an explanation has the formula in symbols, in numbers and as published") {
  const std::string text = text_of(prediction_of("dense_ring", "ideal"));
  CHECK_THAT(text, Contains("time = densify + reduce_scatter + allgather"));
  CHECK_THAT(text, Contains("reduce_scatter = 15 alpha + "));
  CHECK_THAT(text, Contains("= 15 x 1.00 us + "));
  CHECK_THAT(text, Contains("gamma_dense_sum"));
  CHECK_THAT(text, Contains("published: "));
  // Messages of two protocols have different alphas.
  CHECK_THAT(text_of(prediction_of("sparse_allgather", "piz-daint")), Contains("alpha_2"));
}

TEST_CASE("the lines of a prediction have at most 100 characters") {
  for (const char* platform : {"ideal", "piz-daint", "ethernet10g-16x4"}) {
    for (const char* algorithm :
         {"sparlab_auto", "omnireduce", "oktopk", "kylix", "hierarchical"}) {
      std::istringstream lines(text_of(prediction_of(algorithm, platform)));
      for (std::string line; std::getline(lines, line);) {
        CAPTURE(algorithm, line);
        CHECK(line.size() <= 100);
      }
    }
  }
}
