#include <fmt/format.h>

#include "analysis/advice/advice.hpp"
#include "experiments/run/engines/execute.hpp"
#include "tests/analysis/advice/questions.hpp"
#include "tests/experiments/experiments_for_tests.hpp"
#include "tests/experiments/temporary_folder.hpp"
#include "tests/platforms/platform_documents.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::tests;
using Catch::Matchers::Contains;

namespace {

/// All algorithms, in the order of the answer.
std::vector<RankedAlgorithm> all_of(const Advice& advice) {
  std::vector<RankedAlgorithm> all = advice.ranking.exact;
  all.insert(all.end(), advice.ranking.approximate.begin(), advice.ranking.approximate.end());
  return all;
}

/// The time of an algorithm, with the settings that are best for the request, over that of the
/// fastest exact one.
double ratio_of(const std::string& spec, const QuestionRequest& request) {
  const Advice advice = advise(read_question(request), {});
  for (const RankedAlgorithm& one : all_of(advice))
    if (model::name_of_spec(one.name()) == model::name_of_spec(spec)) return advice.ratio(one);
  FAIL("no such algorithm");
  return 0;
}

}  // namespace

TEST_CASE("the algorithm to use is the fastest exact one of engine model") {
  for (const char* density : {"1e-4", "1%", "30%"}) {
    const Question question = read_question(request_of({"all"}, "16", "100k", density));
    const Advice advice = advise(question, {});
    double least_s = 1e9;
    for (const RankedAlgorithm& one : all_of(advice)) {
      experiments::Point point = question.place();
      point.algorithm = one.point.algorithm;
      CHECK(one.seconds ==
            Approx(experiments::run::execute(point, question.platform).time_s).epsilon(1e-12));
    }
    for (const RankedAlgorithm& one : advice.ranking.exact)
      least_s = std::min(least_s, one.seconds);
    CHECK(advice.best().seconds == least_s);
    CHECK(advice.ratio(*advice.dense()) >= 1);
    CHECK(advice.ratio(*advice.runner_up()) > 1);
  }
}

TEST_CASE("algorithms that do the same share a row") {
  // Without dense entries, parallax is a parameter server.
  const Advice advice = advise(
      read_question(request_of({"parameter_server", "parallax", "dense_ring"}, "16", "100k", "1%")),
      {});
  using Names = std::vector<std::string>;
  REQUIRE(advice.ranking.exact.size() == 2);
  CHECK(advice.best().name() == "parameter_server");
  CHECK(advice.best().same == Names{"parallax"});
  CHECK(advice.equal() == Names{"parallax"});
  CHECK(advice.runner_up()->name() == "dense_ring");
}

TEST_CASE("no recommendation names an algorithm that chooses, which says what it chooses") {
  for (const char* platform : {"ideal", "gige-8", "piz-daint", "ethernet10g-16x4"}) {
    for (const char* density : {"0.001%", "0.1%", "1%", "10%", "50%"}) {
      CAPTURE(platform, density);
      const Advice advice =
          advise(read_question(request_of({"exact"}, "8", "1M", density, platform)), {});
      for (const RankedAlgorithm& one : all_of(advice)) CHECK(one.name() != "sparlab_auto");
      for (const AdviceCrossover& one : advice.crossovers) CHECK(one.algorithm != "sparlab_auto");
      REQUIRE(advice.ranking.choosing.size() == 1);
      CHECK(advice.ranking.choosing.front().name() == "sparlab_auto");
      if (advice.chooses != "a gather of all inputs")
        CHECK_NOTHROW(sparlab::model::Algorithm(advice.chooses));
    }
  }
  CHECK_THAT(config_error([] {
               advise(read_question(request_of({"sparlab_auto"}, "8", "1k", "1%")), {});
             }).accepted,
             Contains("choose"));
}

TEST_CASE("a runner-up is visibly slower") {
  for (const char* platform : {"ideal", "gige-8", "piz-daint", "ethernet10g-16x4"}) {
    for (const char* density : {"0.001%", "0.1%", "10%"}) {
      const Advice advice =
          advise(read_question(request_of({"exact"}, "8", "25M", density, platform)), {});
      CAPTURE(platform, density);
      CHECK(advice.ratio(*advice.runner_up()) >= 1.01);
      const std::vector<std::string> equal = advice.equal();
      for (const RankedAlgorithm& one : advice.ranking.exact)
        if (std::ranges::find(equal, one.name()) != equal.end()) CHECK(advice.ratio(one) < 1.01);
    }
  }
}

TEST_CASE("no exact algorithm falls below the bound, which other collectives do not have") {
  for (const char* const platform : {"piz-daint", "gige-8", "ethernet10g-16x4"}) {
    for (const char* const density : {"1e-5", "1%", "50%"}) {
      const Advice advice =
          advise(read_question(request_of({"exact"}, "8", "1M", density, platform)), {});
      REQUIRE(advice.bound);
      CAPTURE(platform, density, advice.bound->name);
      CHECK(advice.bound->seconds > 0);
      CHECK(advice.bound->seconds <= advice.best().seconds);
    }
  }
  QuestionRequest request = request_of({"exact"}, "8", "1M", "1%", "gige-8");
  request.overrides = {"collective=broadcast"};
  CHECK_FALSE(advise(read_question(request), {}).bound);
}

TEST_CASE("approximate algorithms are never recommended") {
  const Advice advice = advise(read_question(request_of({"all"}, "16", "100k", "1%")), {});
  CHECK_FALSE(advice.ranking.approximate.empty());
  CHECK(advice.approximate() != nullptr);
  CHECK_THAT(config_error([] {
               advise(read_question(request_of({"gtopk"}, "8", "1k", "1%")), {});
             }).what(),
             Contains("no exact algorithm"));
}

TEST_CASE("beyond a crossover another algorithm is the fastest, and not before", "[arithmetic]") {
  const Advice advice = advise(read_question(request_of({"exact"}, "16", "100k", "1%")), {});
  const std::string use = advice.best().name();
  std::size_t found = 0;
  for (const AdviceCrossover& one : advice.crossovers) {
    CAPTURE(name_of(one.axis), one.until.text);
    if (!one.from) continue;
    ++found;
    const auto at = [&](const AxisPosition& place) {
      const std::string value = fmt::format("{}", place.position);
      return request_of({"exact"}, one.axis == Axis::ranks ? value : "16",
                        one.axis == Axis::universe ? value : "100k",
                        one.axis == Axis::density ? value : "1%");
    };
    CHECK(ratio_of(use, at(one.until)) == Approx(1).epsilon(1e-11));
    CHECK(ratio_of(use, at(*one.from)) > 1);
    CHECK(ratio_of(one.algorithm, at(*one.from)) == Approx(1).epsilon(1e-11));
  }
  CHECK(found >= 3);
}

TEST_CASE("a choice that uncertain numbers change is said") {
  const Advice advice =
      advise(read_question(request_of({"exact"}, "8", "1M", "0.1%", "gige-8")), {});
  CHECK(advice.uncertain.size() == 6);  // alpha, beta, gamma at both ends
  for (const UncertainEnd& one : advice.uncertain) {
    CHECK(one.ratio >= 1);
    if (one.fastest == advice.best().name()) CHECK(one.ratio == 1);
  }
  CHECK(advise(read_question(request_of({"exact"}, "8", "1M", "0.1%")), {}).uncertain.empty());
}

TEST_CASE("an unknown placement widens the interval, a known one has its P alone") {
  nlohmann::json platform = shipped_content("gige-8");
  platform["host_groups"] = {{"alpha", number(500, "us")}, {"unknown", number(50, "%")}};
  platform["host_groups"]["unknown"]["uncertainty"] = "0 to 100 %";
  const TemporaryFolder folder;
  const auto file = folder.path() / "gige-8.json";
  write_content(file, platform.dump());
  QuestionRequest request = request_of({"dense_ring"}, "8", "1Ki", "100%", file.string());
  const auto answer = [&] { return advise(read_question(request), {}); };
  const auto on_ranks = [](const Advice& advice) {
    return std::ranges::count(advice.crossovers, Axis::ranks, &AdviceCrossover::axis);
  };
  const auto of_groups = [](const Advice& advice) {
    return std::ranges::count(advice.uncertain, "groups", &UncertainEnd::numbers);
  };
  const Advice unknown = answer();
  CHECK(on_ranks(unknown) == 2);
  CHECK(of_groups(unknown) == 2);
  request.sweep["groups"] = "0x8";
  const Advice one_group = answer();
  CHECK_THAT(one_group.place_text, Contains("groups 0x8"));
  CHECK(on_ranks(one_group) == 0);
  CHECK(of_groups(one_group) == 0);
  request.sweep["groups"] = "0x4,1x4";
  const Advice two_groups = answer();
  CHECK(unknown.best().seconds - one_group.best().seconds == Approx(14 * 250e-6));
  CHECK(two_groups.best().seconds - one_group.best().seconds == Approx(14 * 500e-6));
  const auto width = [](const Advice& advice) {
    return advice.best().interval.high_s / advice.best().interval.low_s;
  };
  CHECK(width(unknown) > 1.1 * width(one_group));
  CHECK(unknown.best().interval.high_s > two_groups.best().seconds);
}

TEST_CASE("a simulation that agrees confirms the choice") {
  for (const experiments::Engine engine :
       {experiments::Engine::loggp, experiments::Engine::simgrid}) {
    const Advice advice =
        advise(read_question(request_of({"exact"}, "8", "1M", "0.1%", "gige-8")), {engine});
    const Confirmation& confirmed = advice.confirmed.value();
    REQUIRE(confirmed.times.size() >= 3);
    for (std::size_t i = 0; i < confirmed.times.size(); ++i) {
      CAPTURE(confirmed.times[i].algorithm, confirmed.times[i].failure);
      CHECK(confirmed.times[i].seconds.value() == Approx(confirmed.model_s[i]).epsilon(0.25));
    }
    CHECK(confirmed.ratio.value() >= 1);
  }
}
