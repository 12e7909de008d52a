#include <cstdint>

#include "tests/catch.hpp"
#include "tests/conformance/suite/message_order.hpp"
#include "tests/conformance/suite/suite.hpp"
#include "tests/mpi/program.hpp"

using namespace sparlab;
using test::comm;

namespace {

template <class Value, class Index>
struct StreamType {
  using V = Value;
  using I = Index;
};

}  // namespace

TEMPLATE_TEST_CASE("all algorithms equal the serial reduction on mpi", "",
                   (StreamType<float, std::uint32_t>), (StreamType<float, std::uint64_t>),
                   (StreamType<double, std::uint32_t>), (StreamType<double, std::uint64_t>)) {
  const auto scenarios = conformance::scenarios(comm().size());
  const auto found = conformance::complaints<typename TestType::V, typename TestType::I>(
      comm(), conformance::all_trials(scenarios));
  CHECK(found == std::vector<std::string>{});
}

TEST_CASE("messages of a pair and tag do not overtake each other on mpi") {
  CHECK(conformance::order_complaints(comm(), conformance::numbered_bytes) ==
        std::vector<std::string>{});
}

TEST_CASE("sparse algorithms reach universes beyond 2^32 on mpi") {
  const auto scenario = conformance::huge_universe(comm().size());
  const auto found =
      conformance::complaints<double, std::uint64_t>(comm(), conformance::sparse_trials(scenario));
  CHECK(found == std::vector<std::string>{});
}
