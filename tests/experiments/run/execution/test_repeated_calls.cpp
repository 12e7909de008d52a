#include <functional>
#include <vector>

#include "experiments/run/execution/repeated_calls.hpp"
#include "tests/catch.hpp"

using namespace sparlab::experiments;
using namespace sparlab::experiments::run;

namespace {

using EndOf = std::function<double(std::size_t call, std::size_t rank)>;

/// What is left out of `calls` calls of three ranks, of which the first differs from the others.
std::vector<RepeatedCalls::Repetition> found_in(std::size_t calls, const EndOf& end_of) {
  constexpr std::size_t kRanks = 3;
  RepeatedCalls repeated(kRanks);
  for (std::size_t call = 0; call < calls; ++call) {
    const std::size_t alike = call == 0 ? 0 : calls - 1 - call;
    std::vector<std::size_t> left_out;
    for (std::size_t rank = 0; rank < kRanks; ++rank) {
      repeated.add_end(call, rank, end_of(call, rank), RepeatedCalls::kAllCycles);
      left_out.push_back(repeated.after(call, alike).calls);
    }
    for (const std::size_t of_rank : left_out) CHECK(of_rank == left_out.front());
    call += left_out.front();
  }
  return repeated.found();
}

double at(std::size_t call) { return static_cast<double>(call); }

}  // namespace

TEST_CASE("calls of one length on all ranks repeat") {
  const auto found = found_in(
      20, [](std::size_t call, std::size_t rank) { return 5 + 2 * at(call) + 0.1 * at(rank); });
  REQUIRE(found.size() == 1);
  // Calls 1 and 2 are equal, which ranks know after call 3.
  CHECK(found[0].first == 3);
  CHECK(found[0].calls == 16);
  CHECK(found[0].cycle == 1);
  CHECK(found[0].cycle_s == Approx(2));
}

TEST_CASE("a cycle of calls repeats as a whole") {
  // Odd calls take 1 s and even ones 3 s, and leave the ranks at other distances.
  const auto end_of = [](std::size_t call, std::size_t rank) {
    return 4 * at(call / 2) + at(call % 2) + 0.1 * at(rank * (call % 2));
  };
  const auto found = found_in(20, end_of);
  REQUIRE(found.size() == 1);
  CHECK(found[0].cycle == 2);
  CHECK(found[0].cycle_s == Approx(4));
  CHECK(found[0].calls % 2 == 0);
  CHECK(found[0].first + found[0].calls >= 18);
}

TEST_CASE("calls do not repeat while ranks move apart") {
  CHECK(found_in(40, [](std::size_t call, std::size_t rank) {
          return at(call) * (1 + 1e-6 * at(rank));
        }).empty());
}

TEST_CASE("calls do not repeat while they become longer") {
  CHECK(found_in(40, [](std::size_t call, std::size_t) {
          return at(call) + 1e-6 * at(call) * at(call);
        }).empty());
}

TEST_CASE("calls do not repeat before their phases do") {
  RepeatedCalls repeated(1);
  for (std::size_t call = 0; call < 20; ++call) {
    const bool settled = call >= 10;
    repeated.add_end(call, 0, at(call),
                     settled ? RepeatedCalls::kAllCycles : RepeatedCalls::Cycles{0});
    call += repeated.after(call, 19 - call).calls;
  }
  REQUIRE(repeated.found().size() == 1);
  CHECK(repeated.found()[0].first == 12);
}

TEST_CASE("calls that repeat after a while are found then") {
  const auto found = found_in(40, [](std::size_t call, std::size_t) {
    return at(call) + (call < 10 ? 0.01 * at(call) * at(call) : 0.9 + 0.01 * at(call));
  });
  REQUIRE(found.size() == 1);
  CHECK(found[0].first >= 12);
  CHECK(found[0].first <= 14);
}

TEST_CASE("calls are not left out beyond those alike") {
  RepeatedCalls repeated(1);
  std::size_t left_out = 0;
  for (std::size_t call = 0; call < 8; ++call) {
    repeated.add_end(call, 0, at(call), RepeatedCalls::kAllCycles);
    left_out += repeated.after(call, call < 4 ? 4 - call : 0).calls;
  }
  CHECK(left_out == 1);
}
