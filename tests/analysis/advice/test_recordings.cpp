#include <cmath>
#include <sstream>
#include <vector>

#include "algos/registry/registry.hpp"
#include "analysis/advice/advice.hpp"
#include "analysis/advice/crossover_search.hpp"
#include "analysis/advice/prediction.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/spec/definition/experiment_request.hpp"
#include "experiments/spec/plan/plan.hpp"
#include "inputs/files/data_error.hpp"
#include "inputs/formats/recording.hpp"
#include "tests/analysis/advice/questions.hpp"
#include "tests/experiments/experiments_for_tests.hpp"
#include "tests/experiments/temporary_folder.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::tests;
using Catch::Matchers::Contains;

namespace {

constexpr std::uint64_t kUniverse = 3000;

/// A file of workers whose numbers of entries differ; one of eight holds none.
class RecordingFile {
 public:
  explicit RecordingFile(std::uint64_t workers) {
    inputs::InputSpec spec;
    spec.kind = inputs::InputKind::clustered;
    spec.cluster = 16;
    const auto entries_of = [&](std::uint64_t worker) {
      return inputs::make_input(spec, kUniverse, 40 + 4 * worker, workers, 7)->rank_entries(worker);
    };
    inputs::Recording recording;
    recording.universe = kUniverse;
    for (std::uint64_t worker = 0; worker < workers; ++worker) {
      const inputs::Entries entries = worker % 8 == 5 ? inputs::Entries{} : entries_of(worker);
      for (const std::uint64_t index : entries.indices)
        recording.indices.push_back(static_cast<std::uint32_t>(index));
      for (const double value : entries.values)
        recording.values.push_back(static_cast<float>(value));
      recording.begin.push_back(recording.indices.size());
    }
    inputs::write_recording(path(), recording);
  }

  std::string path() const { return (folder_.path() / "workers.tkg").string(); }

  QuestionRequest question(std::vector<std::string> algorithms, std::uint64_t ranks) const {
    QuestionRequest request;
    request.algorithms = std::move(algorithms);
    request.sweep = {
        {"P", std::to_string(ranks)}, {"input", path()}, {"platform", "ethernet10g-4x4"}};
    return request;
  }

 private:
  base::TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("every verb answers for every algorithm, with fewer and more ranks than workers") {
  for (const std::uint64_t workers : {3, 6, 8}) {
    const RecordingFile file(workers);
    for (const std::uint64_t ranks : {2, 3, 6, 7, 8, 16}) {
      CAPTURE(workers, ranks);
      const bool extrapolated = ranks > workers;
      const Question question = read_question(file.question({"all"}, ranks));
      const auto expected = extrapolated ? std::optional(workers) : std::nullopt;
      CHECK(advise(question, {}).extrapolated_from == expected);
      for (const experiments::Point& point : question.points) {
        CAPTURE(point.algorithm.spec());
        Question one = question;
        one.points = {point};
        const AlgorithmPrediction prediction = predict(one);
        CHECK(prediction.extrapolated_from.has_value() == extrapolated);
        // What `run` says.
        CHECK(prediction.time_s ==
              Approx(experiments::run::execute(point, question.platform).time_s).epsilon(1e-12));
      }
      experiments::ExperimentRequest run;
      run.sweep = file.question({}, ranks).sweep;
      run.sweep["input"] = nlohmann::json{{"kind", "recording"}, {"path", file.path()}}.dump();
      run.engines = {"loggp"};
      run.algorithms = {"all"};
      const experiments::Plan plan = experiments::make_plan(experiments::load_experiment(run));
      CHECK(plan.points.size() == question.points.size());
      for (const experiments::PlannedPoint& planned : plan.points) {
        CAPTURE(planned.point.algorithm.spec());
        CHECK(experiments::run::execute(planned.point, question.platform).time_s > 0);
        CHECK((planned.extrapolated_from > 0) == extrapolated);
      }
    }
  }
}

TEST_CASE("P is free along a recording, beyond its workers too") {
  const RecordingFile file(6);
  for (const sparlab::algos::AlgorithmInfo& info : sparlab::algos::algorithms()) {
    if (info.native || info.name == "sparse_allgather") continue;
    CAPTURE(info.name);
    CrossoverRequest request{.question = file.question({}, 2),
                             .first = "sparse_allgather",
                             .second = std::string(info.name),
                             .axis = Axis::ranks,
                             .from = {},
                             .to = "16"};
    request.question.sweep.erase("P");
    const FoundCrossovers found = search_crossovers(request);
    CHECK(found.to.position == 16);
    CHECK(found.extrapolated_from == 6);
    // As predicted at one place.
    for (const SolvedCrossover& one : found.crossovers) {
      const auto ranks = one.step;
      const Question question = read_question(file.question({std::string(info.name)}, ranks));
      CHECK(one.second_s == Approx(predict(question).time_s).epsilon(1e-12));
    }
    request.to = "5";
    CHECK_FALSE(search_crossovers(request).extrapolated_from);
    request.axis = Axis::density;
    request.question.sweep["P"] = "4";
    CHECK_THAT(config_error([&] { search_crossovers(request); }).accepted, Contains("--in P"));
  }
}

TEST_CASE("too few workers to extrapolate from are an error that says how many would do") {
  const RecordingFile file(2);
  CHECK_NOTHROW(advise(read_question(file.question({"all"}, 2)), {}));
  for (const char* algorithm : {"sparse_allgather", "oktopk", "sparlab_auto"})
    CHECK_THROWS_AS(read_question(file.question({algorithm}, 3)), inputs::DataError);
  CrossoverRequest request{.question = file.question({}, 2),
                           .first = "sparse",
                           .second = "dense",
                           .axis = Axis::ranks,
                           .from = "1",
                           .to = {}};
  request.question.sweep.erase("P");
  CHECK(search_crossovers(request).to.position == 2);
  request.to = "3";
  CHECK_THAT(config_error([&] { search_crossovers(request); }).accepted, Contains("at most 2"));
}
