#include "analysis/advice/place_model.hpp"
#include "experiments/run/engines/execute.hpp"
#include "tests/analysis/advice/questions.hpp"
#include "tests/experiments/experiments_for_tests.hpp"
#include "tests/experiments/temporary_folder.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::tests;
using Catch::Matchers::Contains;

TEST_CASE("numbers of a question have percent signs and suffixes") {
  const Question question = read_question(request_of({"all"}, "64", "25M", "0.1%"));
  CHECK(question.place().ranks == 64);
  CHECK(question.place().universe == 25'000'000);
  CHECK(question.place().nnz == 25'000);
  CHECK(question.points.size() > 20);
}

TEST_CASE("the times at a place are those of engine model") {
  for (const char* input : {"uniform", "zipf", "clustered", "blocks"}) {
    QuestionRequest request = request_of({"all"}, "12", "20k", "1%", "piz-daint");
    request.sweep["input"] = input;
    const Question question = read_question(request);
    const PlaceModel place(question.place(), place_of(question.place()), question.platform);
    for (const experiments::Point& point : question.points) {
      CAPTURE(input, point.algorithm.spec());
      CHECK(place.seconds(point.algorithm) ==
            Approx(experiments::run::execute(point, question.platform).time_s).epsilon(1e-12));
    }
  }
}

TEST_CASE("a question has one place") {
  const auto several = config_error([] { read_question(request_of({"all"}, "2,4", "1k", "1%")); });
  CHECK(several.json_path == "-P");
  CHECK_THAT(several.accepted, Contains("one P"));
  CHECK(config_error([] { read_question(request_of({"all"}, "2", "1k", "1%,2%")); }).json_path ==
        "--density");
  CHECK_THAT(config_error([] { read_question(request_of({"all"}, "2", "1k", "2")); }).what(),
             Contains("--density 2"));
  CHECK_THAT(config_error([] { read_question(request_of({"dense_mpi"}, "2", "1k", "1%")); }).what(),
             Contains("dense_mpi"));
}

TEST_CASE("algorithms that refuse a place are named with the reason") {
  const Question question = read_question(request_of({"all"}, "7", "1k", "1%"));
  const auto is_native = [](const RefusedAlgorithm& one) { return one.algorithm == "dense_mpi"; };
  CHECK(std::ranges::any_of(question.refused, is_native));
  for (const RefusedAlgorithm& one : question.refused) CHECK_FALSE(one.reason.empty());
}

TEST_CASE("advice refuses algorithms that need switches, also by name") {
  const Question question =
      read_question(request_of({"dense_ring", "in_network"}, "8", "1k", "1%", "lumi"));
  CHECK(question.points.size() == 1);
  REQUIRE(question.refused.size() == 1);
  CHECK_THAT(question.refused[0].reason, Contains("switches"));
}

TEST_CASE("a file of workers of any format is an input") {
  const base::TemporaryFolder folder;
  const std::string path = (folder.path() / "lists.txt").string();
  write_content(path, "3 5 9\n1 2\n");
  QuestionRequest request = request_of({"all"}, "2", "1k", "1%");
  request.sweep["input"] = path;
  request.sweep.erase("density");
  request.sweep.erase("N");
  const Question question = read_question(request);
  CHECK(question.place().universe == 10);
  CHECK(question.place().input.kind == inputs::InputKind::recording);
}

TEST_CASE("an input that is no kind and no file is refused") {
  QuestionRequest request = request_of({"all"}, "2", "1k", "1%");
  request.sweep["input"] = "nowhere.tkg";
  CHECK(config_error([&] { read_question(request); }).json_path == "--input");
}
