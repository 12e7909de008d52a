#include "model/parameters/settings.hpp"
#include "tests/training/training_for_tests.hpp"
#include "training/methods/method.hpp"

namespace sparlab::training {
namespace {

const model::Shape kShape{4, 1000};

std::string algorithm_text(const std::string& method, const std::string& algorithm) {
  return algorithm_of(Method(method), model::Algorithm(algorithm), kShape).spec();
}

TEST_CASE("methods have canonical spellings") {
  CHECK(Method("topk_sgd").spec() == "topk_sgd");
  CHECK(Method("topk_sgd( k = 0.01 )").spec() == "topk_sgd");
  CHECK(Method("topk_sgd(k=0.1%)").spec() == "topk_sgd(k=0.1%)");
  CHECK(Method("topk_sgd(bucket=512,k=4)").spec() == "topk_sgd(k=4, bucket=512)");
  CHECK(Method("rgc(nesterov=true)").spec() == "rgc(nesterov=true)");
}

TEST_CASE("k is a number of entries or a share of the parameters") {
  const auto k = [](const std::string& text) {
    return Method("topk_sgd(k=" + text + ")").rule(4).selected.of(1000);
  };
  CHECK(k("7") == 7);
  CHECK(k("1%") == 10);
  CHECK(k("0.25") == 250);
  CHECK(k("0.001%") == 1);
  CHECK(k("100%") == 1000);
  CHECK(k("0") == 0);
  for (const char* wrong : {"101%", "1.5", "-1", "x", "%", "1e-3%%", "nan"})
    CHECK_THROWS_WITH(k(wrong), Catch::Contains("a share from 0% to 100%"));
}

TEST_CASE("methods and settings that do not exist or do not fit are refused") {
  const auto refuse = [](const std::string& spec, const std::string& words) {
    CHECK_THROWS_WITH(Method(spec).check(kShape, *find_loss("svm")), Catch::Contains(words));
  };
  refuse("adam", "one of sgd, topk_sgd");
  refuse("sgd(k=1)", "the parameters gradient");
  refuse("topk_sgd(k=1001)", "a number up to 1000");
  refuse("topk_sgd(k=9, bucket=8)", "a number up to 8");
  refuse("topk_sgd(k=1%, bucket=8)", "k a number above 0");
  refuse("local_sgd(bucket=8)", "k a number above 0");
  refuse("local_sgd(nesterov=true)", "momentum above 0");
  refuse("bmuf(tau=0)", "at least 1");
  refuse("scd", "no second derivative");
  refuse("rgc(momentum=1)", "below 1");
}

TEST_CASE("an algorithm that selects gets k and momentum of the method") {
  CHECK(algorithm_text("topk_sgd(k=3%)", "oktopk(tau=16)") == "oktopk(k=30, tau=16)");
  CHECK(algorithm_text("topk_sgd(k=3%)", "sparse_allgather") == "sparse_allgather");
  CHECK(algorithm_text("sgd", "oktopk(k=5)") == "oktopk(k=5)");
  CHECK(algorithm_text("topk_sgd(k=0)", "oktopk(k=5)") == "oktopk(k=5)");
  CHECK(algorithm_text("rgc(k=20)", "redsync_rgc") == "redsync_rgc(k=20, momentum=0.9)");
  CHECK(algorithm_text("rgc(k=20, nesterov=true)", "redsync_rgc") ==
        "redsync_rgc(k=20, momentum=0.9, nesterov=true)");
  CHECK(algorithm_text("rgc(k=20, momentum=0)", "oktopk") == "oktopk(k=20)");
}

TEST_CASE("algorithms that contradict a method are refused") {
  const auto refuse = [](const std::string& method, const std::string& algorithm,
                         const std::string& words) {
    CHECK_THROWS_WITH(algorithm_text(method, algorithm), Catch::Contains(words));
  };
  refuse("topk_sgd", "oktopk(k=5)", "not of both");
  refuse("topk_sgd(k=1, bucket=8)", "oktopk", "bucket=0");
  refuse("rgc", "oktopk", "redsync_rgc, redsync_rgc_quantized");
  refuse("rgc", "redsync_rgc(momentum=0.5)", "the momentum of the method only");
  refuse("scd", "oktopk", "an exact algorithm");
  refuse("scd", "dsar_split_allgather_qsgd", "an exact algorithm");
  refuse("sgd", "dense_mpi", "an algorithm with code of ours");
}

}  // namespace
}  // namespace sparlab::training
