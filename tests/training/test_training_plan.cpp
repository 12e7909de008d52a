#include <fstream>

#include "base/errors/errors.hpp"
#include "base/system/temporary_folder.hpp"
#include "inputs/files/data_error.hpp"
#include "tests/training/training_for_tests.hpp"
#include "training/run/plan.hpp"

namespace sparlab::training {
namespace {

/// A request for a small file.
class PlanTest {
 public:
  PlanTest() {
    std::ofstream(folder_.path() / "data.svm") << "+1 1:1 3:0.5\n-1 2:1\n+1 1:2\n-1 2:1 4:1\n";
    request_.model = "logistic";
    request_.data = folder_.path() / "data.svm";
    request_.ranks = 2;
    request_.platform = "gige-8";
  }

 protected:
  void refuse(const std::string& words) const {
    CHECK_THROWS_WITH(make_training_plan(request_), Catch::Contains(words));
  }

  base::TemporaryFolder folder_;
  TrainingRequest request_;
};

TEST_CASE_METHOD(PlanTest, "jobs are methods by algorithms by engines") {
  request_.methods = {"sgd", "topk_sgd(k=50%)"};
  request_.algorithms = {"ssar_split_allgather", "oktopk"};
  request_.engines = {"loggp", "mpi"};
  const TrainingPlan plan = make_training_plan(request_);
  CHECK(plan.jobs.size() == 8);
  CHECK(plan.jobs[3].algorithm.spec() == "oktopk");
  CHECK(plan.jobs[3].engine == experiments::Engine::mpi);
  CHECK(plan.jobs[3].pass.batch == kBatch);
  CHECK(plan.set.problem.parameters() == 4);
}

TEST_CASE_METHOD(PlanTest, "what cannot run is refused before anything runs") {
  SECTION("a model") {
    request_.model = "forest";
    refuse("model: forest; accepted: logistic, svm, squares");
  }
  SECTION("more ranks than samples") {
    request_.ranks = 5;
    refuse("4 samples; accepted: at least one for each of 5 ranks");
  }
  SECTION("more ranks than hosts") {
    std::ofstream more(request_.data, std::ios::app);
    for (int i = 0; i < 12; ++i) more << "1 1:1\n";
    more.close();
    request_.ranks = 9;
    refuse("at most 8, the ranks of platform gige-8");
  }
  SECTION("a method") {
    request_.methods = {"topk_sgd(k=5)"};
    refuse("--method: k = 5 in topk_sgd(k=5); accepted: a number up to 4");
  }
  SECTION("an algorithm that contradicts the method") {
    request_.methods = {"scd"};
    request_.algorithms = {"oktopk"};
    refuse("oktopk with scd; accepted: an exact algorithm");
  }
  SECTION("a batch that would have no effect") {
    request_.methods = {"scd"};
    request_.batch = 5;
    refuse("--batch: 5; accepted: no batch with scd");
  }
  SECTION("an engine that runs no code") {
    request_.engines = {"model"};
    refuse("--engines: model; accepted: loggp, simgrid, mpi");
  }
  SECTION("a platform without links") {
    request_.platform = "mare-nostrum-5";
    request_.engines = {"simgrid"};
    refuse("a platform with links for engine simgrid");
  }
  SECTION("a label that is no number") {
    std::ofstream(request_.data, std::ios::app) << "spam 1:1\n";
    refuse("line 5");
  }
}

TEST_CASE_METHOD(PlanTest, "a rank of mpi reads its part of the file, and no other file") {
  TrainingPlan plan = make_training_plan(request_);
  WorkerJob one{plan.jobs.front(), plan.set.problem, plan.path, plan.set.samples->content_hash, {}};
  const WorkerJob read = worker_job_from_json(worker_job_to_json(one));
  const TrainingSet part = read_part(read, 1);
  CHECK(part.samples->size() == 2);
  CHECK(part.first == 2);
  CHECK(part.samples->universe == 4);
  const Rows own = part.rows_of(1, 2);
  const Rows same = plan.set.rows_of(1, 2);
  REQUIRE(own.size() == same.size());
  for (std::uint64_t row = 0; row < own.size(); ++row) {
    CHECK(own.label(row) == same.label(row));
    CHECK(std::ranges::equal(own.features(row), same.features(row)));
    CHECK(std::ranges::equal(own.values(row), same.values(row)));
  }
  one.job.method = Method("scd");
  CHECK(read_part(one, 1).whole());
  std::ofstream(request_.data, std::ios::app) << "1 1:1\n";
  CHECK_THROWS_AS(read_part(read, 1), inputs::DataError);
}

}  // namespace
}  // namespace sparlab::training
