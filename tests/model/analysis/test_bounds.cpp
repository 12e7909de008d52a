#include <rapidcheck.h>

#include <algorithm>

#include "model/analysis/bounds.hpp"
#include "tests/catch.hpp"

namespace sparlab::model::testing {
namespace {

Machine machine_of(double alpha_s, double beta_s_per_byte) {
  Machine machine;
  machine.alpha_s = alpha_s;
  machine.beta_s_per_byte = beta_s_per_byte;
  return machine;
}

BoundCheck check(BoundKind kind, const Instance& instance, const Machine& machine, double time_s) {
  const auto checks = check_bounds(instance, machine, WireFormat::ours(4, 4), time_s);
  return *std::ranges::find(checks, kind, &BoundCheck::kind);
}

}  // namespace

TEST_CASE("the latency bound counts rounds of doubling, rounded up", "[bounds]") {
  const Machine machine = machine_of(1e-6, 0);
  CHECK(check(BoundKind::latency, {8, 100, 1, 1}, machine, 1).bound_s == Approx(3e-6));
  CHECK(check(BoundKind::latency, {9, 100, 1, 1}, machine, 1).bound_s == Approx(4e-6));
}

TEST_CASE("the smaller alpha counts in bounds", "[bounds]") {
  Machine machine = machine_of(5e-6, 0);
  machine.larger = {{1000, 2e-6, machine.beta_s_per_byte}};
  CHECK(check(BoundKind::latency, {8, 100, 1, 1}, machine, 1).bound_s == Approx(6e-6));
}

TEST_CASE("Lemma 5.1 has a value for full and for no overlap only", "[bounds]") {
  const Machine machine = machine_of(0, 1e-9);
  const auto full = check(BoundKind::lemma_5_1_published, {8, 1000, 50, 50}, machine, 1);
  CHECK(full.applies);
  CHECK(full.bound_s == Approx(2.0 * 7 / 8 * 50 * 4 * 1e-9));
  const auto none = check(BoundKind::lemma_5_1_published, {8, 1000, 50, 400}, machine, 1);
  CHECK(none.applies);
  CHECK(none.bound_s == Approx(7 * 50 * 4 * 1e-9));
  CHECK_FALSE(check(BoundKind::lemma_5_1_published, {8, 1000, 50, 100}, machine, 1).applies);
}

TEST_CASE("the bound for any union meets Lemma 5.1 at both ends and the dense one", "[bounds]") {
  CHECK(rc::check("ends", [] {
    const auto ranks = *rc::gen::inRange<std::uint64_t>(2, 5000);
    const auto nnz = *rc::gen::inRange<std::uint64_t>(1, 100000);
    const double k = static_cast<double>(nnz);
    const Machine machine = machine_of(1e-6, 1e-9);
    for (const double all : {k, k * static_cast<double>(ranks)}) {
      const Instance instance{ranks, nnz * ranks, k, all};
      const double published = check(BoundKind::lemma_5_1_published, instance, machine, 1).bound_s;
      const double any = check(BoundKind::lemma_5_1_every_union, instance, machine, 1).bound_s;
      RC_ASSERT(std::abs(any - published) <= 1e-9 * any);
    }
    const Instance full{ranks, nnz, k, k};
    RC_ASSERT(std::abs(check(BoundKind::dense_bandwidth, full, machine, 1).bound_s -
                       check(BoundKind::lemma_5_1_every_union, full, machine, 1).bound_s) < 1e-12);
  }));
}

TEST_CASE("the dense bound applies to dense algorithms and dense inputs", "[bounds]") {
  const Machine machine = machine_of(1e-6, 1e-9);
  const auto dense = check(BoundKind::dense_bandwidth, {4, 1000, 10, 30, true}, machine, 1);
  CHECK(dense.applies);
  CHECK(dense.bound_s == Approx(2e-6 + 1.5 * 1000 * 4e-9));
  CHECK_FALSE(check(BoundKind::dense_bandwidth, {4, 1000, 10, 30}, machine, 1).applies);
  CHECK(check(BoundKind::dense_bandwidth, {4, 1000, 1000, 1000}, machine, 1).applies);
}

TEST_CASE("Lemma 5.2 starts at delta, and its safe form takes the larger direction", "[bounds]") {
  const Machine machine = machine_of(0, 1e-9);
  // delta = 1000 * 4 / 8 = 500.
  CHECK_FALSE(check(BoundKind::lemma_5_2_published, {16, 1000, 100, 499}, machine, 1).applies);
  const auto published = check(BoundKind::lemma_5_2_published, {16, 1000, 100, 500}, machine, 1);
  CHECK(published.applies);
  CHECK(published.bound_s == Approx(500 * 4e-9));
  CHECK(check(BoundKind::lemma_5_2_safe, {16, 1000, 100, 500}, machine, 1).bound_s ==
        Approx(400 * 4e-9));
  CHECK(check(BoundKind::lemma_5_2_safe, {16, 1000, 450, 500}, machine, 1).bound_s ==
        Approx(450 * 4e-9));
}

TEST_CASE("a time at the published Lemma 5.2's safe value shows that the lemma is no bound",
          "[bounds]") {
  const Machine machine = machine_of(0, 1e-9);
  const Instance instance{2, 1000, 250, 500};
  // Two ranks that exchange 250 values each at the same time, indices known.
  const double time_s = 250 * 4e-9;
  CHECK_FALSE(check(BoundKind::lemma_5_2_published, instance, machine, time_s).holds);
  CHECK(check(BoundKind::lemma_5_2_safe, instance, machine, time_s).holds);
  CHECK_FALSE(is_safe(BoundKind::lemma_5_2_published));
}

TEST_CASE("tightness is time over bound, and a time below the bound breaks it", "[bounds]") {
  const Machine machine = machine_of(1e-6, 0);
  const Instance instance{8, 100, 1, 1};
  const auto good = check(BoundKind::latency, instance, machine, 6e-6);
  CHECK(good.holds);
  CHECK(good.tightness == Approx(2));
  CHECK(check(BoundKind::latency, instance, machine, 3e-6).holds);
  CHECK_FALSE(check(BoundKind::latency, instance, machine, 2.9e-6).holds);
}

TEST_CASE("no bound applies to a single rank", "[bounds]") {
  for (const BoundCheck& found :
       check_bounds({1, 100, 10, 10}, machine_of(1e-6, 1e-9), WireFormat::ours(4, 4), 0)) {
    CHECK_FALSE(found.applies);
    CHECK(found.holds);
  }
}

TEST_CASE("every bound has a name of its own", "[bounds]") {
  CHECK(name(BoundKind::latency) == "latency");
  CHECK(name(BoundKind::lemma_5_1_published) == "lemma_5_1_published");
  CHECK(name(BoundKind::lemma_5_2_safe) == "lemma_5_2_safe");
}

}  // namespace sparlab::model::testing
