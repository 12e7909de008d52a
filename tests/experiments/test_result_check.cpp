#include "experiments/execution/call_times.hpp"
#include "experiments/execution/entry_sum.hpp"
#include "experiments/execution/result_check.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::experiments;

namespace {

using Stream = algos::SparseStream<float, std::uint32_t>;

constexpr algos::AlgorithmInfo approximate(algos::Mass mass) {
  return {.name = "tested",
          .title = "",
          .source = "",
          .exactness = algos::Exactness::approximate,
          .mass = mass};
}
constexpr algos::AlgorithmInfo kConserving = approximate(algos::Mass::conserved);
constexpr algos::AlgorithmInfo kLosing = approximate(algos::Mass::lost);

/// Three ranks with 64 of 256 entries each.
Point small_point() {
  Point point;
  point.algorithm = "sparse_allgather";
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

/// One call with rank r's input in `results` (its share) and in `residuals` (what is left).
Record after(const algos::AlgorithmInfo& algorithm, float in_result, float in_residual) {
  const Workload workload(small_point());
  ResultCheck<float, std::uint32_t> check(algorithm, workload);
  // The sum of all inputs, held by the result of a single rank.
  std::vector<float> sum(256, 0);
  for (std::uint64_t rank = 0; rank < 3; ++rank) {
    const Stream input = workload.stream<float, std::uint32_t>(rank);
    for (std::size_t i = 0; i < input.count(); ++i) sum[input.indices()[i]] += input.values()[i];
    check.add_residual(scaled(input, in_residual));
  }
  Stream result = Stream::uninitialised_dense({0, 256});
  for (std::size_t i = 0; i < sum.size(); ++i) result.mutable_values()[i] = in_result * sum[i];
  check.add_result(result);
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
    const Record record = after(kConserving, in_result, 1 - in_result);
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
    const Record record = after(kConserving, 0.25F, in_residual);
    CHECK(record.check.status == "failed");
    CHECK_THAT(record.check.detail, Catch::Matchers::Contains("in no result and no residual"));
  }
}

TEST_CASE("an algorithm that loses mass passes, and how much it lost is recorded") {
  const Record record = after(kLosing, 0.5F, 0.25F);
  CHECK(record.check.status == "passed");
  CHECK(record.terms.at("lost_mass") == Approx(0.25));
  CHECK(record.terms.at("error_l2") == Approx(0.5));
}

TEST_CASE("results of several calls are held against as many inputs") {
  const Workload workload(small_point());
  ResultCheck<float, std::uint32_t> check(kConserving, workload);
  for (int call = 0; call < 4; ++call) {
    for (std::uint64_t rank = 0; rank < 3; ++rank) {
      const Stream input = workload.stream<float, std::uint32_t>(rank);
      if (rank == 0) check.add_result(input);
      if (rank > 0) check.add_residual(input);
    }
  }
  Record record;
  check.finish(record);
  CHECK(record.check.status == "passed");
  CHECK(record.result_nnz == 64.0);
}

TEST_CASE("the longest call lies between the last ranks to leave two calls") {
  CallTimes times(3);
  for (const double end_s : {1.0, 2.0}) times.add_end(0, end_s);
  for (const double end_s : {7.0, 3.0}) times.add_end(1, end_s);
  for (const double end_s : {8.0, 9.0}) times.add_end(2, end_s);
  CHECK(times.longest_s() == 5);
}
