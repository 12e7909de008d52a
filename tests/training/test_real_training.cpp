#include <cstdlib>
#include <filesystem>

#include "tests/training/training_for_tests.hpp"

/// These tests read a data set that the project does not ship, from the folder that SPARLAB_DATA
/// names; without it, they pass with a warning.
namespace sparlab::training {
namespace {

TEST_CASE("news20: sparse methods are within 1 % of dense SGD's accuracy", "[arithmetic]") {
  const char* const folder = std::getenv("SPARLAB_DATA");
  const auto path = std::filesystem::path(folder == nullptr ? "" : folder) / "news20.svm.gz";
  if (folder == nullptr || !std::filesystem::exists(path)) {
    WARN("skipped: SPARLAB_DATA does not name the folder of news20.svm.gz");
    return;
  }
  const TrainingSet set = tests::set_of(inputs::shared_svmlight(path.string(), 0));
  CHECK(set.problem.parameters() == 20 * 62'061);
  const auto accuracy = [&](const std::string& method, const std::string& algorithm) {
    Job job = tests::job_of(method, algorithm, 8, 8);
    job.pass = {100, {20, Schedule::constant}, 1};
    const Curve curve = tests::train(job, set);
    CHECK_FALSE(curve.stop);
    return *curve.epochs.back().accuracy;
  };
  const double dense = accuracy("sgd", "ssar_split_allgather");
  CHECK(dense > 0.8);
  CHECK(accuracy("topk_sgd(k=1%)", "ssar_split_allgather") > dense - 0.01);
  CHECK(accuracy("topk_sgd(k=2%)", "oktopk") > dense - 0.01);
  CHECK(accuracy("topk_sgd(k=8, bucket=512)", "dsar_split_allgather_qsgd(bits=4)") > dense - 0.01);
}

}  // namespace
}  // namespace sparlab::training
