#include <rapidcheck.h>

#include <algorithm>
#include <set>

#include "model/analysis/bounds.hpp"
#include "tests/catch.hpp"

namespace sparlab::model::testing {
namespace {

/// The machine of the lemmas.
LeastCosts alpha_beta(double alpha_s, double beta_s_per_byte) {
  return least_costs(Machine{.alpha_s = alpha_s, .beta_s_per_byte = beta_s_per_byte}, 2);
}

/// An exact sum of floats: P, N, k, K.
Instance exact(std::uint64_t ranks, std::uint64_t universe, double nnz, double union_nnz) {
  return {.ranks = ranks,
          .universe = universe,
          .nnz = nnz,
          .result_nnz = union_nnz,
          .format = WireFormat::ours(4, 4)};
}

/// The top k of a sum.
Instance top_k(std::uint64_t ranks, double k, double result_nnz) {
  Instance instance = exact(ranks, 1000, k, result_nnz);
  instance.exact = false;
  instance.winners = k;
  return instance;
}

BoundCheck check(BoundKind kind, const Instance& instance, const LeastCosts& costs,
                 double time_s = 1) {
  const auto checks = check_bounds(instance, costs, time_s);
  return *std::ranges::find(checks, kind, &BoundCheck::kind);
}

}  // namespace

TEST_CASE("Lemma 5.1 as published has a value for full and for no overlap only", "[bounds]") {
  constexpr auto kKind = BoundKind::lemma_5_1_published;
  const LeastCosts costs = alpha_beta(1e-6, 1e-9);
  CHECK(check(kKind, exact(8, 1000, 50, 50), costs).bound_s ==
        Approx(3e-6 + 2.0 * 7 / 8 * 50 * 4 * 1e-9));
  CHECK(check(kKind, exact(8, 1000, 50, 400), costs).bound_s == Approx(3e-6 + 7 * 50 * 4 * 1e-9));
  CHECK(check(kKind, exact(8, 1000, 50, 100), costs).why == "K is neither k nor kP");
  CHECK(check(kKind, exact(6, 1000, 50, 50), costs).why == "the lemma assumes P = 2^m");
}

TEST_CASE("the traffic for any union is that of Lemma 5.1 at both ends, and the dense one",
          "[bounds]") {
  CHECK(rc::check("ends", [] {
    const auto ranks = std::uint64_t{1} << *rc::gen::inRange(1, 13);
    const auto nnz = *rc::gen::inRange<std::uint64_t>(1, 100000);
    const double k = static_cast<double>(nnz);
    const LeastCosts costs = alpha_beta(0, 1e-9);
    for (const double all : {k, k * static_cast<double>(ranks)}) {
      const Instance instance = exact(ranks, nnz * ranks, k, all);
      const double published = check(BoundKind::lemma_5_1_published, instance, costs).bound_s;
      const double any = check(BoundKind::lemma_5_1_corrected, instance, costs).bound_s;
      RC_ASSERT(published > 0 && std::abs(any - published) <= 1e-9 * any);
    }
    const Instance full = exact(ranks, nnz, k, k);
    RC_ASSERT(std::abs(check(BoundKind::dense_corrected, full, costs).bound_s -
                       check(BoundKind::lemma_5_1_corrected, full, costs).bound_s) < 1e-12);
  }));
}

TEST_CASE("a proved bound is the longer of latency and traffic, with two messages a port",
          "[bounds]") {
  // 2 * 7/8 messages and 7 * 50 values of 4 bytes; 3 rounds.
  const Instance instance = exact(8, 1000, 50, 400);
  constexpr auto kKind = BoundKind::lemma_5_1_corrected;
  CHECK(check(kKind, instance, alpha_beta(1e-9, 1e-9)).bound_s == Approx(1.75e-9 + 1400e-9));
  CHECK(check(kKind, instance, alpha_beta(1e-3, 1e-9)).bound_s == Approx(3e-3));
  CHECK(check(BoundKind::latency, instance, alpha_beta(1e-9, 1e-9)).bound_s == Approx(3e-9));
}

TEST_CASE("every bound includes the start of a collective", "[bounds]") {
  LeastCosts costs = alpha_beta(1e-6, 1e-9);
  const Instance instance = exact(8, 1000, 1000, 1000);
  const auto without = check_bounds(instance, costs, 1);
  costs.start_s = 0.25;
  const auto with = check_bounds(instance, costs, 1);
  for (std::size_t i = 0; i < with.size(); ++i)
    if (with[i].applies) CHECK(with[i].bound_s == Approx(0.25 + without[i].bound_s));
}

TEST_CASE("the dense bound applies to algorithms that move all values, and to dense inputs",
          "[bounds]") {
  const LeastCosts costs = alpha_beta(0, 1e-9);
  Instance instance = exact(4, 1000, 10, 30);
  CHECK_FALSE(check(BoundKind::dense_corrected, instance, costs).applies);
  instance.moved = Moved::all;
  CHECK(check(BoundKind::dense_corrected, instance, costs).bound_s == Approx(1.5 * 1000 * 4e-9));
  CHECK(check(BoundKind::dense_published, instance, costs).bound_s == Approx(1.5 * 1000 * 4e-9));
  instance.moved = Moved::nonneutral;
  CHECK_FALSE(check(BoundKind::dense_corrected, instance, costs).applies);
  CHECK(check(BoundKind::dense_corrected, exact(4, 1000, 1000, 1000), costs).applies);
}

TEST_CASE("Lemma 5.2 starts at delta, and its proved form takes the larger direction", "[bounds]") {
  const LeastCosts costs = alpha_beta(0, 1e-9);
  // delta = 1000 * 4 / 8 = 500.
  const auto published = [&](double nnz, double all) {
    return check(BoundKind::lemma_5_2_published, exact(16, 1000, nnz, all), costs);
  };
  const auto proved = [&](double nnz) {
    return check(BoundKind::lemma_5_2_corrected, exact(16, 1000, nnz, 500), costs);
  };
  CHECK(published(100, 499).why == "K < delta");
  CHECK(published(100, 500).bound_s == Approx(500 * 4e-9));
  CHECK(proved(100).bound_s == Approx(400 * 4e-9));
  CHECK(proved(450).bound_s == Approx(450 * 4e-9));
}

TEST_CASE("an exchange of 250 values breaks Lemma 5.2 as published, not as corrected", "[bounds]") {
  const LeastCosts costs = alpha_beta(0, 1e-9);
  const Instance instance = exact(2, 1000, 250, 500);
  // Two ranks that exchange 250 values each at the same time, indices known.
  const double time_s = 250 * 4e-9;
  CHECK_FALSE(check(BoundKind::lemma_5_2_published, instance, costs, time_s).holds);
  CHECK(check(BoundKind::lemma_5_2_corrected, instance, costs, time_s).holds);
  CHECK(check(BoundKind::lemma_5_1_corrected, instance, costs, time_s).tightness == Approx(1));
}

TEST_CASE("Theorem 3.1 covers the top k of a sum and, as published, counts indices", "[bounds]") {
  const LeastCosts costs = alpha_beta(0, 1e-9);
  CHECK(check(BoundKind::theorem_3_1_published, top_k(4, 100, 100), costs).bound_s ==
        Approx(0.75 * 100 * 8e-9));
  CHECK(check(BoundKind::theorem_3_1_corrected, top_k(4, 100, 60), costs).bound_s ==
        Approx(0.75 * 60 * 4e-9));
  CHECK(check(BoundKind::theorem_3_1_published, top_k(4, 100, 60), costs).why ==
        "the result has fewer than k entries");
  CHECK_FALSE(check(BoundKind::theorem_3_1_corrected, exact(4, 1000, 100, 100), costs).applies);
}

TEST_CASE("an empty approximate result needs no data of all ranks, an exact one does", "[bounds]") {
  const LeastCosts costs = alpha_beta(1e-6, 1e-9);
  for (const BoundCheck& found : check_bounds(top_k(4, 0, 0), costs, 1)) CHECK_FALSE(found.applies);
  CHECK(check(BoundKind::latency, top_k(4, 0, 0), costs).why == "the result is empty");
  CHECK(check(BoundKind::latency, exact(4, 1000, 0, 0), costs).applies);
}

TEST_CASE("each failing condition has its reason", "[bounds]") {
  const LeastCosts costs = alpha_beta(0, 1e-9);
  Instance instance = top_k(4, 100, 100);
  CHECK(check(BoundKind::lemma_5_1_corrected, instance, costs).why == "the result is approximate");
  instance.coo = false;
  CHECK(check(BoundKind::theorem_3_1_published, instance, costs).why == "the theorem assumes coo");
  instance.moved = Moved::compressed;
  CHECK(check(BoundKind::theorem_3_1_corrected, instance, costs).why == "values are compressed");
  instance = exact(4, 1000, 100, 100);
  instance.result_nnz.reset();
  CHECK(check(BoundKind::lemma_5_1_corrected, instance, costs).why ==
        "the size of the result is unknown");
}

TEST_CASE("published forms apply only to the machine for which they are stated", "[bounds]") {
  LeastCosts costs = alpha_beta(1e-6, 1e-9);
  costs.no_alpha_beta = "links are shared";
  for (const BoundCheck& found : check_bounds(exact(8, 1000, 1000, 1000), costs, 1)) {
    CAPTURE(name(found.kind));
    if (!is_proved(found.kind)) CHECK_FALSE(found.applies);
  }
  CHECK(check(BoundKind::lemma_5_1_published, exact(8, 1000, 1000, 1000), costs).why ==
        "stated for the alpha-beta machine: links are shared");
}

TEST_CASE("between hosts that ranks share, each bound counts the traffic of the port of a host",
          "[bounds]") {
  Machine machine{.alpha_s = 0, .beta_s_per_byte = 1};
  machine.hosts = {.placement = {.hosts = 4, .ranks_per_host = 8}, .inside = {{0, 0, 1e-6}}};
  const LeastCosts costs = least_costs(machine, 32);
  // A host holds 50 entries at least, and K/4 of those of all hosts.
  CHECK(check(BoundKind::lemma_5_1_corrected, exact(32, 1000, 50, 50), costs).bound_s ==
        Approx((50 + 0.5 * 50) * 4));
  CHECK(check(BoundKind::lemma_5_1_corrected, exact(32, 1000, 50, 800), costs).bound_s ==
        Approx((200 + 0.5 * 800) * 4));
  Instance dense = exact(32, 1000, 10, 100);
  dense.moved = Moved::all;
  CHECK(check(BoundKind::dense_corrected, dense, costs).bound_s == Approx(1.5 * 1000 * 4));
  CHECK(check(BoundKind::theorem_3_1_corrected, top_k(32, 100, 100), costs).bound_s ==
        Approx(0.75 * 100 * 4));
}

TEST_CASE("tightness is time over bound, and a time below the bound breaks it", "[bounds]") {
  const LeastCosts costs = alpha_beta(1e-6, 0);
  const Instance instance = exact(8, 100, 1, 1);
  const auto good = check(BoundKind::latency, instance, costs, 6e-6);
  CHECK(good.holds);
  CHECK(good.tightness == Approx(2));
  CHECK(check(BoundKind::latency, instance, costs, 3e-6).holds);
  CHECK_FALSE(check(BoundKind::latency, instance, costs, 2.9e-6).holds);
}

TEST_CASE("no bound applies to a single rank", "[bounds]") {
  const auto checks = check_bounds(exact(1, 100, 10, 10), alpha_beta(1e-6, 1e-9), 0);
  for (const BoundCheck& found : checks) {
    CHECK_FALSE(found.applies);
    CHECK(found.holds);
  }
  CHECK(largest_bound(checks, true) == nullptr);
}

TEST_CASE("the largest bound is that of the proved or of the published forms", "[bounds]") {
  const auto checks = check_bounds(exact(4, 1000, 300, 900), alpha_beta(0, 1e-9), 1);
  CHECK(largest_bound(checks, true)->kind == BoundKind::lemma_5_1_corrected);
  CHECK(largest_bound(checks, false)->kind == BoundKind::lemma_5_2_published);
}

TEST_CASE("every bound has a name of its own, in the order of the checks", "[bounds]") {
  std::set<std::string_view> names;
  for (const BoundKind kind : kBoundKinds) names.insert(name(kind));
  CHECK(names.size() == kBoundKinds.size());
  CHECK(name(BoundKind::latency) == "latency");
  CHECK(name(BoundKind::theorem_3_1_corrected) == "theorem_3_1_corrected");
}

}  // namespace sparlab::model::testing
