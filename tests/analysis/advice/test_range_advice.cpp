#include "analysis/advice/advice.hpp"
#include "analysis/advice/range_advice.hpp"
#include "tests/analysis/advice/questions.hpp"
#include "tests/experiments/experiments_for_tests.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::tests;
using Catch::Matchers::Contains;

namespace {

QuestionRequest over_densities(const char* platform = "ethernet10g-16x4") {
  return request_of({"exact"}, "64", "1M", "1e-5:0.5:log5", platform);
}

}  // namespace

TEST_CASE("the choice of a range has the least worst regret") {
  const RangeAdvice advice = advise_range(read_questions(over_densities()));
  REQUIRE(advice.points.size() == 5);
  for (const RangeCandidate& one : advice.candidates) {
    CAPTURE(one.name());
    double worst = 1;
    for (std::size_t i = 0; i < advice.points.size(); ++i) {
      double least_s = one.seconds[i];
      for (const RangeCandidate& other : advice.candidates)
        least_s = std::min(least_s, other.seconds[i]);
      CHECK(advice.candidates[advice.points[i].fastest].seconds[i] <= kAsFast * least_s);
      worst = std::max(worst, advice.ratio(one, i));
    }
    CHECK(one.worst == worst);
    CHECK(advice.best().worst <= worst);
  }
  CHECK(advice.best().worst > 1.05);
}

TEST_CASE("the fastest of each point is that of an advice for the point", "[arithmetic]") {
  const std::vector<Question> questions = read_questions(over_densities());
  const RangeAdvice advice = advise_range(questions);
  for (std::size_t i = 0; i < questions.size(); ++i)
    CHECK(advice.candidates[advice.points[i].fastest].seconds[i] <=
          kAsFast * advise(questions[i], {}).best().seconds);
}

TEST_CASE("switches are where the fastest algorithm of neighbours differs") {
  const RangeAdvice advice = advise_range(read_questions(over_densities()));
  CHECK_FALSE(advice.switches.empty());
  for (std::size_t i = 1; i < advice.points.size(); ++i) {
    const bool listed = std::ranges::count(advice.switches, i) == 1;
    CHECK(listed == (advice.points[i].fastest != advice.points[i - 1].fastest));
  }
}

TEST_CASE("a range has every P, N, density and bandwidth") {
  QuestionRequest request = request_of({"exact"}, "4,8", "1k,1M", "1%,2%", "gige-8");
  request.bandwidth = "1Gb/s,10Gb/s";
  const RangeAdvice advice = advise_range(read_questions(request));
  REQUIRE(advice.points.size() == 16);
  CHECK(advice.points.front().text == "P = 4, N = 1000, density 1 %, bandwidth=1Gb/s");
  CHECK(advice.points.back().text == "P = 8, N = 1M, density 2 %, bandwidth=10Gb/s");
}

TEST_CASE("a bandwidth replaces that of the platform") {
  QuestionRequest request = request_of({"dense_ring"}, "8", "16M", "1%", "gige-8");
  request.bandwidth = "1Gb/s:4Gb/s:x2";
  const std::vector<Question> questions = read_questions(request);
  REQUIRE(questions.size() == 3);
  const auto beta_s = [](const Question& one) {
    return one.platform.transport.segments.back().beta_s_per_byte;
  };
  for (std::size_t i = 0; i < 3; ++i)
    CHECK(beta_s(questions[i]) == Approx(8e-9 / static_cast<double>(1U << i)));
  request.bandwidth = "10";
  CHECK_THAT(config_error([&] { read_questions(request); }).what(), Contains("--bandwidth"));
  request.bandwidth = "1Gb/s:2Gb/s";
  CHECK_THAT(config_error([&] { read_questions(request); }).what(), Contains("--bandwidth"));
}

TEST_CASE("a range has several platforms, or one with and without changes") {
  QuestionRequest request = request_of({"exact"}, "8", "1M", "1%", "piz-daint,gige-8");
  const RangeAdvice two = advise_range(read_questions(request));
  REQUIRE(two.points.size() == 2);
  CHECK(two.points[0].text == "piz-daint");
  CHECK(two.points[1].text == "gige-8");
  CHECK_THAT(config_error([&] { read_question(request); }).what(), Contains("one platform"));
  request.sweep["platform"] = "gige-8";
  request.what_if = "bandwidth=x10";
  const RangeAdvice changed = advise_range(read_questions(request));
  REQUIRE(changed.points.size() == 2);
  CHECK(changed.points[0].text == "gige-8");
  CHECK(changed.points[1].text == "bandwidth=x10");
  for (const RangeCandidate& one : changed.candidates) CHECK(one.seconds[1] < one.seconds[0]);
}

TEST_CASE("algorithms above the memory of a rank are left out, with what they need") {
  QuestionRequest request = request_of({"exact"}, "64", "25M", "0.1%", "ethernet10g-16x4");
  request.memory = "10MB";
  const Question question = read_question(request);
  const Advice advice = advise(question, {});
  for (const RankedAlgorithm& one : advice.ranking.exact) CHECK(one.rank_bytes <= 10e6);
  const auto ring = std::ranges::find(advice.refused, "dense_ring", &RefusedAlgorithm::algorithm);
  REQUIRE(ring != advice.refused.end());
  CHECK_THAT(ring->reason, Contains("memory, above 10 MB"));
  for (const RangeCandidate& one : advise_range({question}).candidates)
    CHECK(one.name() != "dense_ring");
  request.memory = "1B";
  CHECK(config_error([&] { advise(read_question(request), {}); }).json_path == "--memory");
  request.memory = "1";
  CHECK(config_error([&] { read_question(request); }).json_path == "--memory");
}

TEST_CASE("what is not given is named by its option") {
  QuestionRequest request = request_of({"exact"}, "64", "25M", "1%");
  request.sweep.erase("density");
  CHECK(config_error([&] { read_question(request); }).json_path == "--density");
  request.sweep.erase("N");
  CHECK(config_error([&] { read_question(request); }).json_path == "-N");
}
