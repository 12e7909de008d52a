#include <cmath>
#include <cstring>
#include <numeric>

#include "algos/streams/stream_hash.hpp"
#include "tests/json_of.hpp"
#include "tests/training/training_for_tests.hpp"
#include "training/problem/trial_rate.hpp"

namespace sparlab::training {
namespace {

using tests::drawn_samples;
using tests::job_of;
using tests::set_of;
using tests::train;

/// SGD by plain loops: gradients of the ranks are added in rank order. Returns the hash of weights.
std::uint64_t serial_sgd(const TrainingSet& set, const Job& job) {
  const Problem& problem = set.problem;
  Typed model = Typed::uninitialised_dense({0, problem.parameters()});
  const auto weights = model.mutable_values();
  std::ranges::fill(weights, 0.0F);
  std::vector<inputs::Random> randoms;
  std::vector<std::vector<std::uint64_t>> orders;
  for (std::uint64_t rank = 0; rank < job.ranks; ++rank) {
    randoms.emplace_back(job.pass.seed, inputs::Purpose::samples, rank);
    orders.emplace_back(set.rows_of(rank, job.ranks).size());
    std::iota(orders.back().begin(), orders.back().end(), 0);
  }
  const std::uint64_t batch = job.pass.batch;
  for (std::uint64_t epoch = 0; epoch < job.epochs; ++epoch) {
    for (std::uint64_t rank = 0; rank < job.ranks; ++rank)
      for (std::size_t i = orders[rank].size(); i > 1; --i)
        std::swap(orders[rank][i - 1], orders[rank][randoms[rank].below(i)]);
    for (std::uint64_t step = 0; step * batch < orders[0].size(); ++step) {
      std::vector<float> sum(weights.size());
      for (std::uint64_t rank = 0; rank < job.ranks; ++rank) {
        const Rows rows = set.rows_of(rank, job.ranks);
        std::vector<double> gradient(weights.size());
        std::uint64_t samples = 0;
        for (std::uint64_t i = step * batch; i < std::min((step + 1) * batch, rows.size()); ++i) {
          const std::uint64_t row = orders[rank][i];
          double margin = 0;
          for (std::size_t j = 0; j < rows.features(row).size(); ++j)
            margin += rows.values(row)[j] * static_cast<double>(weights[rows.features(row)[j]]);
          const double slope = problem.loss->slope(problem.target(rows.label(row), 0), margin);
          for (std::size_t j = 0; j < rows.features(row).size(); ++j)
            gradient[rows.features(row)[j]] += slope * rows.values(row)[j];
          ++samples;
        }
        const double share = 1 / static_cast<double>(std::max<std::uint64_t>(samples, 1));
        for (std::size_t i = 0; i < sum.size(); ++i)
          sum[i] += static_cast<float>(share * gradient[i]);
      }
      for (float& weight : weights)
        weight *= static_cast<float>(1 - job.pass.rate.rate * problem.l2);
      for (std::size_t i = 0; i < sum.size(); ++i)
        weights[i] -= static_cast<float>(job.pass.rate.rate / static_cast<double>(job.ranks) *
                                         static_cast<double>(sum[i]));
    }
  }
  return algos::stream_hash(model);
}

TEST_CASE("lossless SGD has the bits of a serial program that adds in rank order") {
  for (const double l2 : {0.0, 0.01}) {
    const TrainingSet set = set_of(drawn_samples(62, 60), "logistic", l2);
    const Job first = job_of("sgd", "sparse_allgather");
    const std::uint64_t expected = serial_sgd(set, first);
    for (const char* algorithm : {"sparse_allgather", "ssar_split_allgather"})
      for (const char* method : {"sgd", "sgd(gradient=dense)"}) {
        INFO(algorithm << ", " << method);
        const Curve curve = train(job_of(method, algorithm), set);
        CHECK_FALSE(curve.stop);
        CHECK(curve.model_hash == expected);
      }
  }
}

TEST_CASE("sparse and dense exchanges that add in one order give one model") {
  const TrainingSet set = set_of(drawn_samples(62, 60), "svm");
  for (const std::uint64_t ranks : {1, 3, 4})
    CHECK(train(job_of("sgd", "dense_recursive_doubling", ranks), set).model_hash ==
          train(job_of("sgd", "ssar_recursive_double", ranks), set).model_hash);
}

TEST_CASE("top-k with k = N is dense SGD") {
  const TrainingSet set = set_of(drawn_samples(62, 60), "squares");
  // A rate that is a power of two only shifts exponents, so that its place does not matter.
  const std::uint64_t dense = train(job_of("sgd", "dense_recursive_doubling"), set).model_hash;
  for (const char* method :
       {"topk_sgd(k=100%)", "topk_sgd(k=0)", "topk_sgd(k=8, bucket=8)", "local_sgd(tau=1)"}) {
    INFO(method);
    CHECK(train(job_of(method, "ssar_recursive_double"), set).model_hash == dense);
  }
}

TEST_CASE("a method that selects is the algorithm that selects") {
  const TrainingSet set = set_of(drawn_samples(80, 60));
  const Curve by_method = train(job_of("topk_sgd(k=6)", "sparse_allgather"), set);
  const Curve by_algorithm = train(job_of("topk_sgd(k=6)", "topk_allgather"), set);
  CHECK(by_method.model_hash == by_algorithm.model_hash);
  CHECK(by_method.epochs.back().sent <= 6);
  CHECK(by_algorithm.epochs.back().sent == by_method.epochs.back().sent);
  CHECK(by_algorithm.k == 6);
  CHECK(*by_algorithm.epochs.back().xi == Approx(*by_method.epochs.back().xi).epsilon(1e-5));
  const Curve other = train(job_of("topk_sgd(k=7)", "sparse_allgather"), set);
  CHECK(by_method.model_hash != other.model_hash);
}

TEST_CASE("xi is what a selection leaves out of the largest entries of the sum") {
  const TrainingSet set = set_of(drawn_samples(80, 60));
  const auto last_xi = [&](const char* method, const char* algorithm, std::uint64_t ranks) {
    return train(job_of(method, algorithm, ranks), set).epochs.back().xi;
  };
  CHECK_FALSE(last_xi("sgd", "ssar_split_allgather", 4));
  CHECK(*last_xi("topk_sgd(k=100%)", "ssar_split_allgather", 4) < 1e-6);
  CHECK(*last_xi("topk_sgd(k=6)", "ssar_split_allgather", 1) < 1e-6);
  CHECK(*last_xi("topk_sgd(k=6)", "ssar_split_allgather", 4) > 0.01);
  CHECK(*last_xi("sgd", "oktopk(k=6)", 4) > 0.01);
  CHECK_FALSE(last_xi("rgc(k=6)", "redsync_rgc", 4));
}

TEST_CASE("the predicted union is that of uniform supports with as many entries") {
  const TrainingSet set = set_of(drawn_samples(80, 60));
  const Curve curve = train(job_of("sgd", "ssar_split_allgather"), set);
  for (const EpochRecord& epoch : curve.epochs) {
    if (epoch.epoch == 0) continue;
    CHECK(epoch.predicted_union == Approx(1 - std::pow(1 - epoch.sent / 60, 4)));
  }
}

TEST_CASE("the rate of trials lowers the loss, and knows the scale of the data") {
  for (const char* model : {"logistic", "svm", "squares"}) {
    INFO(model);
    TrainingSet set = set_of(drawn_samples(200, 120, 2), model);
    const double rate = trial_rate(set.problem, *set.samples);
    set.problem.usual_rate = rate;
    Job job = job_of("sgd", "ssar_split_allgather", 4, 3);
    job.pass.rate.rate = 0;
    const Curve curve = train(job, set);
    CHECK(curve.rate == rate);
    CHECK(curve.epochs.back().loss < 0.7 * curve.epochs.front().loss);
    auto doubled = std::make_shared<inputs::Samples>(*set.samples);
    for (double& value : doubled->values) value *= 2;
    CHECK(trial_rate(set.problem, *doubled) == Approx(rate / 4));
    set.problem.l2 = 10;
    CHECK(trial_rate(set.problem, *set.samples) <= 0.1);
  }
}

TEST_CASE("buckets select their own largest entries") {
  const TrainingSet set = set_of(drawn_samples(80, 64));
  const Curve curve = train(job_of("topk_sgd(k=1, bucket=16)", "sparse_allgather"), set);
  CHECK(curve.epochs.back().sent <= 4);
  CHECK(curve.epochs.back().sent > 3);
  CHECK(curve.epochs.back().loss < curve.epochs.front().loss);
}

TEST_CASE("mass is conserved over 1,000 steps") {
  const TrainingSet set = set_of(drawn_samples(1000, 300, 3));
  struct Run {
    const char* method;
    const char* algorithm;
    std::uint64_t epochs;
  };
  for (const Run& run :
       {Run{"sgd", "ssar_split_allgather", 20}, Run{"topk_sgd(k=1%)", "ssar_recursive_double", 20},
        Run{"topk_sgd(k=2, bucket=100)", "dsar_split_allgather", 20},
        Run{"topk_sgd(k=1%)", "oktopk", 20}, Run{"topk_sgd(k=1%)", "topk_dsa", 20},
        Run{"topk_sgd(k=1%)", "dryden", 20}, Run{"topk_sgd(k=1%)", "gaussiank", 20},
        Run{"rgc(k=1%)", "sparse_allgather", 20},
        Run{"rgc(k=1%, momentum=0)", "redsync_rgc(dense_below=0)", 20},
        Run{"scd(coordinates=1)", "sparse_allgather", 5},
        Run{"bmuf(tau=1)", "ssar_split_allgather", 20},
        Run{"local_sgd(tau=2, k=1%)", "ssar_split_allgather", 40}}) {
    INFO(run.method << ", " << run.algorithm);
    const Curve curve = train(job_of(run.method, run.algorithm, 4, run.epochs), set);
    CHECK_FALSE(curve.stop);
    CHECK(curve.mass_checked);
    REQUIRE(curve.epochs.size() == run.epochs + 1);
    CHECK(curve.epochs.back().steps >= 1000);
    for (const EpochRecord& epoch : curve.epochs) CHECK(epoch.mass_error < 1e-6);
    CHECK(curve.epochs.back().loss < curve.epochs.front().loss);
  }
}

TEST_CASE("the measure of mass finds an algorithm that loses some") {
  const TrainingSet set = set_of(drawn_samples(1000, 300, 3));
  const Curve curve = train(job_of("topk_sgd(k=1%)", "gtopk", 8), set);
  CHECK_FALSE(curve.mass_checked);
  CHECK(curve.epochs.back().mass_error > 10 * kMostMassError);
  CHECK(curve.epochs.back().loss < curve.epochs.front().loss);
}

TEST_CASE("every method learns") {
  const TrainingSet set = set_of(drawn_samples(400, 120, 4), "logistic", 1e-4);
  for (const char* method :
       {"sgd", "topk_sgd(k=5%)", "rgc(k=5%)", "scd(coordinates=10)", "bmuf(tau=4)",
        "local_sgd(tau=4, k=10%, momentum=0.5, nesterov=true)"}) {
    INFO(method);
    const Curve curve = train(job_of(method, "ssar_split_allgather", 4, 12), set);
    CHECK_FALSE(curve.stop);
    CHECK(*curve.epochs.front().accuracy == Approx(0.25).margin(0.01));
    CHECK(*curve.epochs.back().accuracy > 0.9);
  }
}

TEST_CASE("one coordinate at a time reaches the minimum of least squares") {
  const TrainingSet set = set_of(drawn_samples(40, 24), "squares", 0.1);
  Job job = job_of("scd(coordinates=1)", "sparse_allgather", 1, 300);
  job.pass.rate.rate = 1;
  const Curve curve = train(job, set);
  job.method = Method("sgd");
  job.pass.batch = 40;
  job.epochs = 5000;
  job.pass.rate.rate = 0.05;
  CHECK(curve.epochs.back().loss == Approx(train(job, set).epochs.back().loss).epsilon(1e-4));
}

TEST_CASE("times are those of compute and exchange, and grow") {
  const TrainingSet set = set_of(drawn_samples(200, 120));
  const Curve curve = train(job_of("sgd", "ssar_split_allgather", 4, 3), set);
  double time_s = 0;
  for (const EpochRecord& epoch : curve.epochs) {
    time_s += epoch.compute_s + epoch.exchange_s;
    CHECK(epoch.time_s == Approx(time_s));
    if (epoch.epoch == 0) continue;
    CHECK(epoch.compute_s > 0);
    // At least one message a step.
    CHECK(epoch.exchange_s > 10 * 1e-5);
    CHECK(epoch.union_density > 0);
    CHECK(epoch.union_density <= 1);
  }
  CHECK(curve.epochs.back().steps == 30);
}

TEST_CASE("a rate that is too large stops a run, which keeps what it recorded") {
  const TrainingSet set = set_of(drawn_samples(200, 120), "squares");
  Job job = job_of("sgd", "ssar_split_allgather", 4, 100);
  job.pass.rate.rate = 1e6;
  const Curve curve = train(job, set);
  REQUIRE(curve.stop);
  CHECK(curve.stop->step > 1);
  CHECK(curve.stop->reason.find("not finite") != std::string::npos);
  CHECK(curve.epochs.size() > 1);
  CHECK(curve.epochs.size() < 100);
}

/// Rank 1 changes the first dense vector that it receives.
class DamagingComm final : public runtime::Comm {
 public:
  DamagingComm(runtime::Comm& comm, std::size_t bytes) : comm_(comm), bytes_(bytes) {}
  int rank() const override { return comm_.rank(); }
  int size() const override { return comm_.size(); }
  double now() const override { return comm_.now(); }
  runtime::Request isend(int to, runtime::Message message, int tag) override {
    return comm_.isend(to, std::move(message), tag);
  }
  runtime::Request irecv(int from, int tag) override { return comm_.irecv(from, tag); }
  runtime::Message wait(runtime::Request& request) override {
    runtime::Message message = comm_.wait(request);
    if (rank() != 1 || damaged_ || message.bytes().size() != bytes_) return message;
    damaged_ = true;
    runtime::Buffer buffer(bytes_);
    std::memcpy(buffer.data(), message.bytes().data(), bytes_);
    *reinterpret_cast<float*>(buffer.data()) += 1;
    return {std::move(buffer), 0, bytes_};
  }
  std::size_t wait_any(std::span<runtime::Request> requests) override {
    return comm_.wait_any(requests);
  }
  void charge(runtime::Work work) override { comm_.charge(work); }

 private:
  runtime::Comm& comm_;
  std::size_t bytes_;
  bool damaged_ = false;
};

TEST_CASE("a rank whose weights differ stops the run on all ranks") {
  const TrainingSet set = set_of(drawn_samples(80, 60));
  const Job job = job_of("sgd", "dense_recursive_doubling", 2, 5);
  Training training(job, set, nullptr);
  runtime::loggp::run(runtime::loggp::Machine::hockney(1e-6, 1e-9), 2, [&](runtime::Comm& comm) {
    DamagingComm damaging(comm, 60 * sizeof(float));
    training.run(damaging);
  });
  const Curve& curve = training.curve();
  REQUIRE(curve.stop);
  CHECK(curve.stop->rank == 1);
  CHECK(curve.stop->step == 8);
  CHECK(curve.stop->reason == "its weights differ from those of rank 0");
  CHECK(curve.epochs.size() == 2);
}

TEST_CASE("rates follow their schedules") {
  CHECK(Rate{0.5, Schedule::constant}.at(9) == 0.5);
  CHECK(Rate{0.6, Schedule::inverse_sqrt}.at(9) == Approx(0.2));
  CHECK(Rate{0.9, Schedule::inverse}.at(9) == Approx(0.1));
}

TEST_CASE("a curve survives its document") {
  Curve curve;
  curve.epochs = {{1, 10, 0.5, 0.75, 2, 0.5, 1.5, 0.1, 33.5, 1e-8, 0.2, 0.7},
                  {2, 20, NAN, std::nullopt}};
  curve.model_hash = 0xfedcba9876543210;
  curve.mass_checked = true;
  curve.stop = Stop{17, 3, "why"};
  const Curve read = curve_from_json(tests::json_of(curve_fields(curve)));
  CHECK(tests::json_of(curve_fields(read)) == tests::json_of(curve_fields(curve)));
  CHECK(read.epochs.front().sent == 33.5);
  CHECK(read.model_hash == curve.model_hash);
  CHECK(std::isnan(read.epochs.back().loss));
  CHECK(read.stop->step == 17);
}

}  // namespace
}  // namespace sparlab::training
