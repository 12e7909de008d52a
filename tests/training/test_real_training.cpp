#include "tests/real_data.hpp"
#include "tests/training/training_for_tests.hpp"

namespace sparlab::training {
namespace {

TEST_CASE("news20: sparse methods are within 1 % of dense SGD's accuracy", "[arithmetic]") {
  const std::string path = tests::real_data("news20.svm.gz");
  if (path.empty()) return;
  const TrainingSet set = tests::set_of(inputs::shared_svmlight(path, 0));
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
