#include <sstream>

#include "report/answers/answers.hpp"
#include "tests/analysis/advice/questions.hpp"
#include "tests/catch.hpp"
#include "tests/json_of.hpp"

using namespace sparlab;
using namespace sparlab::tests;
using Catch::Matchers::Contains;

namespace {

template <class... Arguments>
std::string text_of(void (*print)(std::ostream&, Arguments...),
                    const std::type_identity_t<Arguments>&... arguments) {
  std::ostringstream stream;
  print(stream, arguments...);
  return stream.str();
}

void check_lines(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    CAPTURE(line);
    CHECK(line.size() <= 100);
  }
}

std::string explanation(const char* algorithm, const char* platform) {
  const analysis::Question question =
      analysis::read_question(request_of({algorithm}, "16", "100k", "1%", platform));
  return text_of(report::print_prediction, analysis::predict(question), true);
}

analysis::Advice advice_of(std::vector<std::string> algorithms, const char* platform) {
  return analysis::advise(
      analysis::read_question(request_of(std::move(algorithms), "8", "25M", "0.1%", platform)), {});
}

}  // namespace

TEST_CASE("an explanation has the formula in symbols, in numbers and as published") {
  const std::string text = explanation("dense_ring", "ideal");
  CHECK_THAT(text, Contains("time = densify + reduce_scatter + allgather"));
  CHECK_THAT(text, Contains("reduce_scatter = 15 alpha + "));
  CHECK_THAT(text, Contains("= 15 x 1.00 us + "));
  CHECK_THAT(text, Contains("gamma_dense_sum"));
  CHECK_THAT(text, Contains("published: "));
  // Messages of two protocols have different alphas.
  CHECK_THAT(explanation("sparse_allgather", "piz-daint"), Contains("alpha_2"));
}

TEST_CASE("the lines of a prediction have at most 100 characters") {
  for (const char* platform : {"ideal", "piz-daint", "ethernet10g-16x4"})
    for (const char* algorithm : {"sparlab_auto", "omnireduce", "oktopk", "kylix", "hierarchical"})
      check_lines(explanation(algorithm, platform));
}

TEST_CASE("an advice has a row for all algorithms that do the same") {
  const analysis::Advice advice =
      advice_of({"parameter_server", "parallax", "dense_ring", "sparlab_auto"}, "ideal");
  const std::string text = text_of(report::print_advice, advice);
  CHECK_THAT(text, Contains("1  parameter_server") && Contains("\n   = parallax\n"));
  CHECK_THAT(text, Contains("sparlab_auto chooses " + advice.chooses + ": "));
  const nlohmann::json json = json_of(report::advice_fields(advice));
  CHECK(json.at("algorithms").at(0).at("same") == nlohmann::json{"parallax"});
  CHECK(json.at("runner_up").at("algorithm") == "dense_ring");
  CHECK(json.at("choosing").at(0).at("chooses") == advice.chooses);
  CHECK(json.at("confirmed").is_null());
}

TEST_CASE("the lines of an advice have at most 100 characters") {
  for (const char* platform : {"ideal", "gige-8", "piz-daint", "ethernet10g-16x4"})
    check_lines(text_of(report::print_advice, advice_of({"all"}, platform)));
}

TEST_CASE("crossovers divide the range, and say what was extrapolated") {
  analysis::FoundCrossovers found{.first = "kylix",
                                  .second = "dense",
                                  .axis = analysis::Axis::ranks,
                                  .from = {2, "2"},
                                  .to = {16, "16"},
                                  .input = "recording",
                                  .platform = "ideal",
                                  .platform_hash = {},
                                  .fixed = "N = 3000",
                                  .faster_at_first = "kylix",
                                  .faster_at_last = {},
                                  .crossovers = {{.up_to = {4, "4"},
                                                  .at = {5, "5"},
                                                  .step = 5,
                                                  .faster_after = "dense",
                                                  .first_algorithm = "kylix",
                                                  .second_algorithm = "dense_ring",
                                                  .first_s = 2e-6,
                                                  .second_s = 1e-6}},
                                  .extrapolated_from = 6};
  CHECK_THAT(text_of(report::print_crossovers, found),
             Contains("P above 6: extrapolated") &&
                 Contains("\n  2 to 4: kylix is faster\n"
                          "    at 5: kylix 2.00 us, dense_ring 1.00 us\n"
                          "  5 to 16: dense is faster\n"));
  const nlohmann::json json = json_of(report::crossovers_fields(found));
  CHECK(json.at("extrapolated_from") == 6);
  CHECK(json.at("faster_at_last").is_null());
  found.extrapolated_from.reset();
  CHECK_FALSE(json_of(report::crossovers_fields(found)).contains("extrapolated_from"));
}
