#include <string>
#include <vector>

#include "base/errors/errors.hpp"
#include "tests/catch.hpp"
#include "workloads/definition/workload_file.hpp"
#include "workloads/schedules/schedule.hpp"
#include "workloads/schedules/step_spec.hpp"

using namespace sparlab::workloads;

namespace {

/// Layers of these parameters, in the order of the forward pass.
Workload of(const std::vector<std::uint64_t>& parameters) {
  Workload workload;
  for (const std::uint64_t count : parameters)
    workload.layers.push_back(
        {.name = std::string(1, static_cast<char>('a' + workload.layers.size())),
         .parameters = count});
  return workload;
}

}  // namespace

TEST_CASE("the buckets of ResNet-50 are those that PyTorch made in a recorded step") {
  const Workload resnet50 = load_workload(std::string(SPARLAB_NETWORKS) + "/resnet50.json");
  std::vector<std::uint64_t> bytes;
  for (const Exchange& exchange : exchanges_of(resnet50, {}, std::nullopt))
    bytes.push_back(4 * exchange.parameters);
  CHECK(bytes ==
        std::vector<std::uint64_t>{8'196'000, 31'502'336, 26'255'360, 26'550'272, 9'724'160});
}

TEST_CASE(
    "samples and efficiency give the time of a computation, of which layers keep their shares") {
  StepSpec spec;
  spec.workload = std::string(SPARLAB_NETWORKS) + "/vgg16.json";
  const Workload stated = workload_of(spec);
  CHECK(stated.flop == Approx(30.9e9).epsilon(0.01));
  spec.computation = Computation{.samples = 32, .efficiency = 0.25, .peak_flop_per_s = 10e12};
  const Workload scaled = workload_of(spec);
  CHECK(scaled.compute_s() == Approx(3 * stated.flop * 32 / 2.5e12));
  for (std::size_t i = 0; i < stated.layers.size(); ++i)
    CHECK(scaled.layers[i].backward_s / scaled.compute_s() ==
          Approx(stated.layers[i].backward_s / stated.compute_s()));
}

TEST_CASE("samples of a workload without operations are refused") {
  StepSpec spec;
  spec.workload = std::string(SPARLAB_NETWORKS) + "/../../experiments/suites/steps/even.json";
  spec.computation.emplace();
  CHECK_THROWS_AS(workload_of(spec), sparlab::base::ConfigError);
}

TEST_CASE("a blocking schedule exchanges all parameters after the backward pass") {
  const auto exchanges = exchanges_of(of({0, 10, 20}), {.kind = ScheduleKind::blocking}, 0.1);
  REQUIRE(exchanges.size() == 1);
  CHECK(exchanges[0].parameters == 30);
  CHECK(exchanges[0].nonzeros == 3);
  CHECK(exchanges[0].layers_done == 3);
  CHECK(exchanges[0].name == "c to b");
}

TEST_CASE("layers are exchanged in reverse order, those with parameters") {
  const auto exchanges = exchanges_of(of({10, 0, 20}), {.kind = ScheduleKind::layers}, 0.01);
  REQUIRE(exchanges.size() == 2);
  CHECK(exchanges[0].name == "c");
  CHECK(exchanges[0].layers_done == 1);
  CHECK(exchanges[1].name == "a");
  CHECK(exchanges[1].layers_done == 3);
  CHECK(exchanges[1].nonzeros == 1);  // at least
}

TEST_CASE("a bucket is complete when it has its size, and the first one may be smaller") {
  const Schedule schedule{.first_bucket_bytes = 40, .bucket_bytes = 100};
  const auto exchanges = exchanges_of(of({1, 24, 2, 3, 10}), schedule, std::nullopt);
  REQUIRE(exchanges.size() == 3);
  CHECK(exchanges[0].parameters == 10);
  CHECK(exchanges[1].parameters == 29);
  CHECK(exchanges[1].layers_done == 4);
  CHECK(exchanges[2].parameters == 1);
  CHECK(exchanges[2].layers_done == 5);
}

TEST_CASE("by size, large layers are exchanged alone and small ones in dense buckets") {
  const Schedule schedule{
      .kind = ScheduleKind::by_size, .bucket_bytes = 60, .dense_below_bytes = 400};
  const auto exchanges = exchanges_of(of({5, 100, 7, 200, 9}), schedule, 0.5);
  REQUIRE(exchanges.size() == 4);
  CHECK((exchanges[0].name == "d" && !exchanges[0].dense && exchanges[0].nonzeros == 100));
  CHECK((exchanges[1].name == "e to c" && exchanges[1].dense));
  CHECK((exchanges[2].name == "b" && exchanges[2].layers_done == 4));
  CHECK((exchanges[3].name == "a" && exchanges[3].dense && exchanges[3].layers_done == 5));
}

TEST_CASE("a layer sends no more than its gradient has, and no more than is kept") {
  Workload workload = of({1000, 1000});
  workload.layers[1].density = 0.02;
  const Schedule schedule{.kind = ScheduleKind::blocking};
  CHECK(exchanges_of(workload, schedule, std::nullopt)[0].nonzeros == 1020);
  CHECK(exchanges_of(workload, schedule, 0.1)[0].nonzeros == 120);
  CHECK(exchanges_of(workload, schedule, 0.01)[0].nonzeros == 20);
}

TEST_CASE("an exchange has a recorded time if all its layers have one") {
  Workload workload = of({10, 10});
  workload.layers[1].exchange_s = 0.5;
  const Schedule schedule{.kind = ScheduleKind::blocking};
  CHECK(!exchanges_of(workload, schedule, std::nullopt)[0].recorded_s);
  workload.layers[0].exchange_s = 0.25;
  CHECK(exchanges_of(workload, schedule, std::nullopt)[0].recorded_s == 0.75);
}
