#include <fmt/format.h>

#include <sstream>

#include "analysis/advice/advice.hpp"
#include "experiments/run/engines/execute.hpp"
#include "tests/analysis/advice/questions.hpp"
#include "tests/experiments/experiments_for_tests.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::experiments::tests;
using Catch::Matchers::Contains;
using nlohmann::ordered_json;

namespace {

/// The time of an algorithm over that of the fastest exact one.
double ratio_of(const std::string& algorithm, const QuestionRequest& request) {
  const ordered_json advice = advise(read_question(request), {});
  for (const ordered_json& one : advice.at("algorithms"))
    if (one.at("algorithm") == algorithm) return one.at("ratio").get<double>();
  FAIL("no such algorithm");
  return 0;
}

}  // namespace

TEST_CASE("the algorithm to use is the fastest exact one of engine model") {
  for (const char* density : {"1e-4", "1%", "30%"}) {
    const Question question = read_question(request_of({"all"}, "16", "100k", density));
    const ordered_json advice = advise(question, {});
    double least_s = 1e9;
    double use_s = 0;
    for (const ordered_json& one : advice.at("algorithms")) {
      const experiments::Point& like = question.place();
      experiments::Point point = like;
      point.algorithm = sparlab::model::Algorithm(one.at("algorithm").get<std::string>());
      const double time_s = experiments::run::execute(point, question.platform).time_s;
      CHECK(one.at("time_s").get<double>() == Approx(time_s).epsilon(1e-12));
      if (one.at("result") == "exact") least_s = std::min(least_s, time_s);
      if (one.at("algorithm") == advice.at("use")) use_s = time_s;
    }
    CHECK(use_s == Approx(least_s).epsilon(1e-12));
    CHECK(advice.at("dense").at("ratio").get<double>() >= 1);
    CHECK(advice.at("runner_up").at("ratio").get<double>() > 1);
  }
}

TEST_CASE("algorithms that do the same share a row") {
  // Without dense entries, parallax is a parameter server.
  const ordered_json advice =
      advise(read_question(
                 request_of({"parameter_server", "parallax", "dense_ring"}, "16", "100k", "0.1%")),
             {});
  REQUIRE(advice.at("algorithms").size() == 2);
  CHECK(advice.at("algorithms").front().at("algorithm") == "parameter_server");
  CHECK(advice.at("algorithms").front().at("same") == ordered_json{"parallax"});
  CHECK(advice.at("equal") == ordered_json{"parallax"});
  CHECK(advice.at("runner_up").at("algorithm") == "dense_ring");
  std::ostringstream text;
  print_advice(text, advice);
  CHECK_THAT(text.str(), Contains("1  parameter_server") && Contains("\n   = parallax\n"));
}

TEST_CASE("no recommendation names an algorithm that chooses, which says what it chooses") {
  for (const char* platform : {"ideal", "gige-8", "piz-daint", "ethernet10g-16x4"}) {
    for (const char* density : {"0.001%", "0.1%", "1%", "10%", "50%"}) {
      CAPTURE(platform, density);
      const Question question = read_question(request_of({"exact"}, "8", "1M", density, platform));
      const ordered_json advice = advise(question, {});
      ordered_json without = advice;
      without.erase("choosing");
      CHECK(without.dump().find("sparlab_auto") == std::string::npos);
      REQUIRE(advice.at("choosing").size() == 1);
      const ordered_json& automatic = advice.at("choosing").front();
      CHECK(automatic.at("algorithm") == "sparlab_auto");
      const auto chosen = automatic.at("chooses").get<std::string>();
      if (chosen != "a gather of all inputs") CHECK_NOTHROW(sparlab::model::Algorithm(chosen));
      std::ostringstream text;
      print_advice(text, advice);
      CHECK_THAT(text.str(), Contains("sparlab_auto chooses " + chosen + ": "));
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
      const ordered_json advice =
          advise(read_question(request_of({"exact"}, "8", "25M", density, platform)), {});
      CAPTURE(platform, density, advice.at("runner_up").dump());
      CHECK(advice.at("runner_up").at("ratio").get<double>() >= 1.01);
      for (const ordered_json& one : advice.at("algorithms")) {
        const bool equal =
            std::ranges::find(advice.at("equal"), one.at("algorithm")) != advice.at("equal").end();
        if (equal) CHECK(one.at("ratio").get<double>() < 1.01);
      }
    }
  }
}

TEST_CASE("approximate algorithms are listed after all exact ones and never recommended") {
  const ordered_json advice = advise(read_question(request_of({"all"}, "16", "100k", "1%")), {});
  bool approximate = false;
  for (const ordered_json& one : advice.at("algorithms")) {
    if (one.at("result") == "approximate") approximate = true;
    if (approximate) CHECK(one.at("result") == "approximate");
    if (one.at("algorithm") == advice.at("use")) CHECK(one.at("result") == "exact");
  }
  CHECK(approximate);
  CHECK_FALSE(advice.at("approximate").is_null());
  CHECK_THAT(config_error([] {
               advise(read_question(request_of({"gtopk"}, "8", "1k", "1%")), {});
             }).what(),
             Contains("no exact algorithm"));
}

TEST_CASE("beyond a crossover another algorithm is the fastest, and not before") {
  const ordered_json advice = advise(read_question(request_of({"exact"}, "16", "100k", "1%")), {});
  const auto use = advice.at("use").get<std::string>();
  std::size_t found = 0;
  for (const ordered_json& one : advice.at("crossovers")) {
    CAPTURE(one.dump());
    const bool density = one.at("axis") == "density";
    const bool ranks = one.at("axis") == "P";
    if (one.at("from").is_null()) continue;
    ++found;
    const auto at = [&](const char* key) {
      const double value = one.at(key).get<double>();
      return request_of({"exact"}, ranks ? fmt::format("{:.0f}", value) : "16",
                        one.at("axis") == "N" ? fmt::format("{:.0f}", value) : "100k",
                        density ? fmt::format("{}", value) : "1%");
    };
    CHECK(ratio_of(use, at("until")) == Approx(1).epsilon(1e-11));
    CHECK(ratio_of(use, at("from")) > 1);
    CHECK(ratio_of(one.at("algorithm").get<std::string>(), at("from")) == Approx(1).epsilon(1e-11));
  }
  CHECK(found >= 3);
}

TEST_CASE("a choice that uncertain numbers change is said") {
  QuestionRequest request = request_of({"exact"}, "8", "1M", "0.1%", "gige-8");
  const ordered_json advice = advise(read_question(request), {});
  CHECK(advice.at("uncertain").size() == 6);  // alpha, beta, gamma at both ends
  for (const ordered_json& one : advice.at("uncertain")) {
    CHECK(one.at("ratio").get<double>() >= 1);
    if (one.at("fastest") == advice.at("use")) CHECK(one.at("ratio").get<double>() == 1);
  }
  CHECK(
      advise(read_question(request_of({"exact"}, "8", "1M", "0.1%")), {}).at("uncertain").empty());
}

TEST_CASE("a simulation that agrees confirms the choice") {
  for (const experiments::Engine engine :
       {experiments::Engine::loggp, experiments::Engine::simgrid}) {
    const ordered_json advice =
        advise(read_question(request_of({"exact"}, "8", "1M", "0.1%", "gige-8")), {engine});
    const ordered_json& confirmed = advice.at("confirmed");
    CHECK(confirmed.at("algorithms").size() >= 3);
    for (const ordered_json& one : confirmed.at("algorithms")) {
      CAPTURE(one.dump());
      REQUIRE(one.at("time_s").is_number());
      CHECK(one.at("time_s").get<double>() ==
            Approx(one.at("model_s").get<double>()).epsilon(0.25));
    }
    CHECK(confirmed.at("ratio").get<double>() >= 1);
  }
}

TEST_CASE("the lines of an advice have at most 100 characters") {
  for (const char* platform : {"ideal", "gige-8", "piz-daint", "ethernet10g-16x4"}) {
    std::ostringstream text;
    print_advice(text,
                 advise(read_question(request_of({"all"}, "8", "25M", "0.1%", platform)), {}));
    std::istringstream lines(text.str());
    for (std::string line; std::getline(lines, line);) {
      CAPTURE(line);
      CHECK(line.size() <= 100);
    }
  }
}
