#include <limits>
#include <new>
#include <string>
#include <vector>

#include "algos/registry/registry.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/suite.hpp"

using namespace sparlab;

namespace {

constexpr int kRanks = 3;

/// Three entries on each rank, the first and the last index among them.
conformance::Scenario ends_of(std::uint64_t universe) {
  conformance::Scenario scenario{"ends", universe, {}};
  for (std::uint64_t rank = 0; rank < kRanks; ++rank)
    scenario.inputs.push_back({{rank, universe / 2 + rank, universe - 1}, {1, 2, -1}});
  return scenario;
}

/// What is wrong: a result is right, or there is no memory for it, or the settings are refused.
template <class Value>
std::string fault_of(const std::string& algorithm, const conformance::Scenario& scenario) {
  const std::vector<conformance::Trial> trials = {{algorithm, &scenario}};
  std::string fault;
  try {
    runtime::loggp::run({}, kRanks, [&](runtime::Comm& comm) {
      for (const auto& complaint : conformance::complaints<Value, std::uint64_t>(comm, trials))
        fault += complaint + '\n';
    });
  } catch (const std::bad_alloc&) {
  } catch (const model::ParameterError&) {
  } catch (const std::exception& error) {
    fault = error.what();
  }
  return fault;
}

}  // namespace

// AddressSanitizer ends the program where an allocation would fail: both tests run without it.

TEST_CASE("in universes beyond any memory, algorithms give the sum or an error", "[arithmetic]") {
  for (const int bits : {60, 61, 62, 63, 64}) {
    const std::uint64_t universe =
        bits == 64 ? std::numeric_limits<std::uint64_t>::max() : std::uint64_t{1} << bits;
    const auto scenario = ends_of(universe);
    for (const auto& info : algos::algorithms()) {
      if (info.native || info.exactness == algos::Exactness::approximate) continue;
      CAPTURE(info.name, bits);
      CHECK(fault_of<double>(std::string(info.name), scenario) == "");
      CHECK(fault_of<float>(std::string(info.name), scenario) == "");
    }
    for (const char* const spec :
         {"hofmann_runger(segment=1)", "s2_omnireduce_standin(block=1)",
          "parameter_server(mode=dense)", "parallax(run_option=ps, shards=7)",
          "omnireduce(block=2^50)", "kylix(degrees=3)"}) {
      CAPTURE(spec, bits);
      CHECK(fault_of<double>(spec, scenario) == "");
    }
  }
}

TEST_CASE("a length beyond any memory is an error that names it", "[arithmetic]") {
  using Stream = algos::SparseStream<double, std::uint64_t>;
  using Catch::Contains;
  for (const int bits : {60, 61, 63}) {
    CHECK_THROWS_WITH(
        Stream::uninitialised_dense({0, std::uint64_t{1} << bits}),
        Contains(std::to_string(std::uint64_t{1} << bits) + " elements of 8 bytes are more than"));
  }
  CHECK_THROWS_WITH(runtime::Buffer(std::size_t{1} << 62),
                    Contains("no memory for a block of 4611686018427387904 bytes"));
  CHECK_THROWS_AS(runtime::Buffer(std::numeric_limits<std::size_t>::max()), std::bad_alloc);
  CHECK_THROWS_AS(
      runtime::Message(runtime::Buffer(64), 64, std::numeric_limits<std::size_t>::max()),
      std::out_of_range);
}
