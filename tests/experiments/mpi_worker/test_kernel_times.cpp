#include <nlohmann/json.hpp>

#include "experiments/mpi_worker/kernel_times.hpp"
#include "tests/catch.hpp"

namespace sparlab::experiments::mpi {

TEST_CASE("every kernel has a cost with an interval, also by size of array") {
  const calibration::KernelCosts costs = measure_kernels();
  for (const model::Repeated& cost :
       {costs.merge, costs.scatter, costs.dense_sum, costs.copy, costs.select}) {
    CHECK(cost.lo > 0);
    CHECK(cost.lo <= cost.value);
    CHECK(cost.value <= cost.hi);
    CHECK(cost.value < 1e-5);
  }
  for (const auto& by_size : {costs.copy_by_size, costs.dense_sum_by_size}) {
    REQUIRE(by_size.size() == 3);
    CHECK(by_size[0].bytes == 16 << 10);
    CHECK(by_size[2].bytes == 32 << 20);
    for (const calibration::SizedCost& sized : by_size) CHECK(sized.cost.lo > 0);
  }
  const nlohmann::json object = calibration::to_json(costs);
  CHECK(calibration::to_json(
            calibration::kernel_costs_from_json(nlohmann::json::parse(object.dump()))) == object);
}

}  // namespace sparlab::experiments::mpi
