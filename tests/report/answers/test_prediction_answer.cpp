#include <sstream>

#include "report/answers/prediction_answer.hpp"
#include "tests/analysis/advice/questions.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::tests;
using Catch::Matchers::Contains;

namespace {

std::string explanation(const char* algorithm, const char* platform) {
  std::ostringstream stream;
  report::print_prediction(stream,
                           analysis::predict(analysis::read_question(
                               request_of({algorithm}, "16", "100k", "1%", platform))),
                           true);
  return stream.str();
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
  for (const char* platform : {"ideal", "piz-daint", "ethernet10g-16x4"}) {
    for (const char* algorithm :
         {"sparlab_auto", "omnireduce", "oktopk", "kylix", "hierarchical"}) {
      std::istringstream lines(explanation(algorithm, platform));
      for (std::string line; std::getline(lines, line);) {
        CAPTURE(algorithm, line);
        CHECK(line.size() <= 100);
      }
    }
  }
}
