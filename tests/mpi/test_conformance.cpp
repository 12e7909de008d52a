#include <cstdint>

#include "tests/catch.hpp"
#include "tests/conformance/suite/message_order.hpp"
#include "tests/conformance/suite/suite.hpp"
#include "tests/mpi/program.hpp"

using namespace sparlab;
using test::comm;

namespace {

template <class Value, class Index>
void check_all_algorithms() {
  const auto scenarios = conformance::scenarios(comm().size());
  CHECK(conformance::complaints<Value, Index>(comm(), conformance::all_trials(scenarios)) ==
        std::vector<std::string>{});
}

}  // namespace

TEST_CASE("all algorithms equal the serial reduction on mpi", "[many]") {
  check_all_algorithms<float, std::uint32_t>();
}

TEST_CASE("all algorithms equal the serial reduction on mpi for all other types") {
  check_all_algorithms<float, std::uint64_t>();
  check_all_algorithms<double, std::uint32_t>();
  check_all_algorithms<double, std::uint64_t>();
}

TEST_CASE("messages of a pair and tag do not overtake each other on mpi", "[many]") {
  CHECK(conformance::order_complaints(comm(), conformance::numbered_bytes) ==
        std::vector<std::string>{});
}

TEST_CASE("sparse algorithms reach universes beyond 2^32 on mpi") {
  const auto scenario = conformance::huge_universe(comm().size());
  const auto found =
      conformance::complaints<double, std::uint64_t>(comm(), conformance::sparse_trials(scenario));
  CHECK(found == std::vector<std::string>{});
}
