#include <fmt/format.h>

#include <algorithm>

#include "algos/streams/stream_hash.hpp"
#include "base/system/data_folders.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/run/execution/call_totals.hpp"
#include "experiments/run/execution/result_check.hpp"
#include "experiments/run/execution/serial_sum.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::experiments;
using namespace sparlab::experiments::run;

namespace {

using Stream = algos::SparseStream<float, std::uint32_t>;

/// Three ranks with 64 of 256 entries each.
Point small_point() {
  Point point;
  point.algorithm = model::Algorithm("sparse_allgather");
  point.ranks = 3;
  point.universe = 256;
  point.nnz = 64;
  return point;
}

Stream scaled(const Stream& stream, float factor) {
  Stream copy = stream.clone();
  for (float& value : copy.mutable_values()) value *= factor;
  return copy;
}

Stream sum_of_inputs(const Workload& workload) {
  Stream sum = Stream::uninitialised_dense({0, 256});
  const auto values = sum.mutable_values();
  std::ranges::fill(values, 0.0F);
  for (std::uint64_t rank = 0; rank < workload.ranks(); ++rank) {
    const Stream input = workload.stream<float, std::uint32_t>(rank);
    for (std::size_t i = 0; i < input.count(); ++i) values[input.indices()[i]] += input.values()[i];
  }
  return sum;
}

/// One call on rank r's input, split into `results` (a share) and `residuals` (the rest).
Record after(algos::Mass mass, float in_result, float in_residual) {
  const Workload workload(small_point());
  ResultCheck<float, std::uint32_t> check(algos::Exactness::approximate, mass, workload);
  for (std::uint64_t rank = 0; rank < 3; ++rank)
    check.add_residual(scaled(workload.stream<float, std::uint32_t>(rank), in_residual));
  check.add_result(scaled(sum_of_inputs(workload), in_result), 0);
  Record record;
  check.finish(record);
  return record;
}

}  // namespace

TEST_CASE("an entry sum adds streams of both formats and keeps no zeros") {
  const std::vector<std::uint32_t> indices = {1, 3};
  const std::vector<float> values = {2, -4};
  EntrySum sum;
  sum.add(Stream({0, 8}, indices, values));
  Stream dense = Stream::uninitialised_dense({2, 5});
  dense.mutable_values()[0] = 0;
  dense.mutable_values()[1] = 1;
  dense.mutable_values()[2] = 6;
  sum.add(dense);  // 1: 2, 3: -3, 4: 6
  CHECK(sum.norm_1() == 11);
  CHECK(sum.norm_2() == 7);
  EntrySum other;
  other.add(inputs::Entries{{4, 7}, {3, 1}});
  sum.subtract(other, 2);  // 1: 2, 3: -3, 4: 0, 7: -2
  CHECK(sum.norm_1() == 7);
  sum.scale(0.5);
  CHECK(sum.norm_1() == 3.5);
}

TEST_CASE("mass that is in results and residuals is conserved") {
  for (const float in_result : {0.0F, 0.25F, 0.75F, 1.0F}) {
    const Record record = after(algos::Mass::conserved, in_result, 1 - in_result);
    CAPTURE(in_result);
    CHECK(record.check.status == "passed");
    CHECK(record.check.detail == "mass is conserved; all ranks have the same bits");
    CHECK(record.terms.at("error_l2") == Approx(1 - in_result).margin(1e-6));
    CHECK(record.terms.count("lost_mass") == 0);
    CHECK(record.result_nnz == 256.0);
  }
}

TEST_CASE("mass that vanishes fails the check of an algorithm that promises to conserve it") {
  for (const float in_residual : {0.0F, 0.749F, 0.751F}) {
    const Record record = after(algos::Mass::conserved, 0.25F, in_residual);
    CHECK(record.check.status == "failed");
    CHECK_THAT(record.check.detail, Catch::Matchers::Contains("in no result and no residual"));
  }
}

TEST_CASE("an algorithm that loses mass passes, and how much it lost is recorded") {
  const Record record = after(algos::Mass::lost, 0.5F, 0.25F);
  CHECK(record.check.status == "passed");
  CHECK(record.terms.at("lost_mass") == Approx(0.25));
  CHECK(record.terms.at("error_l2") == Approx(0.5));
}

TEST_CASE("results of several calls are held against as many inputs") {
  const Workload workload(small_point());
  ResultCheck<float, std::uint32_t> check(algos::Exactness::approximate, algos::Mass::conserved,
                                          workload);
  for (int call = 0; call < 4; ++call) {
    for (std::uint64_t rank = 0; rank < 3; ++rank) {
      const Stream input = workload.stream<float, std::uint32_t>(rank);
      if (rank == 0) check.add_result(input, 0);
      if (rank > 0) check.add_residual(input);
    }
  }
  Record record;
  check.finish(record);
  CHECK(record.check.status == "passed");
  CHECK(record.result_nnz == 64.0);
}

TEST_CASE("an exact algorithm fails if any of its calls gave another result") {
  const Workload workload(small_point());
  const Stream sum = sum_of_inputs(workload);
  const Stream wrong = scaled(sum, 2);
  const auto check_of = [&](const std::vector<const Stream*>& results) {
    ResultCheck<float, std::uint32_t> check(algos::Exactness::exact, algos::Mass::conserved,
                                            workload);
    for (const Stream* result : results) check.add_result(*result, algos::stream_hash(*result));
    Record record;
    check.finish(record);
    return record.check;
  };
  CHECK(check_of({&sum, &sum, &sum}).status == "passed");
  CHECK(check_of({&wrong, &sum, &sum}).detail == "calls 1 and 2 have different bits");
  CHECK(check_of({&sum, &sum, &wrong, &sum}).detail == "calls 1 and 3 have different bits");
  CHECK(check_of({&wrong}).status == "failed");
}

TEST_CASE("RedSync with momentum passes, and the mass that velocities add is recorded") {
  const platforms::PlatformFile platform =
      platforms::load_platform(base::find_platform_file("ideal", "command line", "platform"));
  Point point = small_point();
  point.engine = Engine::loggp;
  point.payload = Payload::data;
  for (const char* size : {"dense_below=0", "dense_below=1Mi"}) {
    CAPTURE(size);
    point.algorithm = model::Algorithm(fmt::format("redsync_rgc(k=8, {})", size));
    CHECK(execute(point, platform).check.detail ==
          "mass is conserved; all ranks have the same bits");
    point.algorithm = model::Algorithm(fmt::format("redsync_rgc(k=8, {}, momentum=0.5)", size));
    const Record record = execute(point, platform);
    CHECK(record.check.status == "passed");
    CHECK(record.terms.at("lost_mass") > 0.1);
  }
}

TEST_CASE("Kylix gives the same result when it configures and when it does not") {
  Point point = small_point();
  point.engine = Engine::loggp;
  point.payload = Payload::data;
  point.algorithm = model::Algorithm("kylix(reuse=true, calls=3)");
  const auto record = execute(point, platforms::load_platform(base::find_platform_file(
                                         "ideal", "command line", "platform")));
  CHECK(record.check.detail == "equals the serial sum; all ranks have the same bits");
}

TEST_CASE("a call lies between the last ranks to leave two calls") {
  CallTimes times(3);
  for (const double end_s : {1.0, 2.0}) times.add_end(0, end_s);
  for (const double end_s : {7.0, 3.0}) times.add_end(1, end_s);
  for (const double end_s : {8.0, 9.0}) times.add_end(2, end_s);
  // Calls take 2, 5 and 2 s.
  CHECK(times.longest_s() == 5);
  CHECK(times.median_s() == 2);
}
