#include "algos/registry/registry.hpp"
#include "analysis/advice/advice.hpp"
#include "experiments/run/engines/execute.hpp"
#include "tests/analysis/advice/questions.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::tests;

TEST_CASE("an advice names settings that are faster than the default ones and all others tried") {
  const Advice advice =
      advise(read_question(request_of({"exact"}, "64", "25M", "0.1%", "ethernet10g-16x4")), {});
  CHECK(advice.best().is_tuned());
  CHECK(advice.best().seconds < advice.best().asked.seconds / kAsFast);
  std::size_t tried = 0;
  for (const RankedAlgorithm& one : advice.ranking.exact) {
    tried += one.tried.size();
    for (const TimedSettings& other : one.tried) CHECK(one.seconds <= other.seconds * kAsFast);
  }
  CHECK(tried > 30);
}

TEST_CASE("settings that are asked for stay") {
  const Advice advice = advise(
      read_question(request_of({"hierarchical(node=2)"}, "64", "25M", "0.1%", "ethernet10g-16x4")),
      {});
  CHECK(advice.best().name().starts_with("hierarchical(node=2, between="));
}

TEST_CASE("without time to search, algorithms keep their settings") {
  const Question question =
      read_question(request_of({"kylix"}, "64", "25M", "0.1%", "ethernet10g-16x4"));
  const PlaceModel place(question.place(), place_of(question.place()), question.platform);
  const model::Algorithm kylix("kylix");
  const double seconds = place.seconds(kylix);
  const auto found = [&](double limit_s) {
    return fastest_settings(kylix, seconds, place, SearchLimit(limit_s));
  };
  CHECK(found(-1).best.algorithm == kylix);
  CHECK(found(-1).tried.empty());
  CHECK(found(10).best.seconds < seconds);
}

TEST_CASE("settings that are tried compute the exact sum") {
  const Question question = read_question(request_of({"exact"}, "12", "3000", "2%"));
  experiments::Point point = question.place();
  point.engine = experiments::Engine::loggp;
  point.payload = experiments::Payload::data;
  std::size_t runs = 0;
  for (const experiments::Point& asked : question.points)
    for (const model::TunedParameter& parameter :
         asked.algorithm.tuned({{point.ranks, point.universe}, 4}))
      for (const std::string& value : parameter.values) {
        point.algorithm = model::Algorithm(
            model::to_text({std::string(asked.algorithm.name()), {{parameter.name, value}}}));
        CAPTURE(point.algorithm.spec());
        try {
          point.algorithm.check({point.ranks, point.universe});
        } catch (const model::ParameterError&) {
          continue;
        }
        CHECK(experiments::run::execute(point, question.platform).check.status == "passed");
        ++runs;
      }
  CHECK(runs > 40);
}
