#include "model/costs/allreduce_costs.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "tests/catch.hpp"

using namespace sparlab::model;

namespace {

/// Whether DSAR takes less time than the dense ring on 64 ranks if only bytes cost.
bool sparse_wins(double density, FormatSet formats) {
  constexpr std::uint64_t kUniverse = std::uint64_t{1} << 24;
  const UniformFillIn fill_in(kUniverse, density * static_cast<double>(kUniverse));
  const Problem problem{
      .ranks = 64, .fill_in = &fill_in, .wire = WireFormat::headerless(4, 4), .formats = formats};
  Machine machine;
  machine.beta_s_per_byte = 1e-9;
  return dsar_split_allgather(problem).seconds(machine) < dense_ring(problem).seconds(machine);
}

}  // namespace

TEST_CASE("if only bytes cost, a bitmap moves where DSAR stops winning from 1/2 to 31/32") {
  CHECK(sparse_wins(0.499, FormatSet::published()));
  CHECK_FALSE(sparse_wins(0.501, FormatSet::published()));
  for (const Format format : {Format::bitmap, Format::delta}) {
    CHECK(sparse_wins(31.0 / 32 - 1e-3, FormatSet::published().with(format)));
    CHECK_FALSE(sparse_wins(31.0 / 32 + 1e-3, FormatSet::published().with(format)));
  }
}
