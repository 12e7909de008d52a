#include <span>
#include <string>
#include <vector>

#include "model/choice/sparlab_auto.hpp"
#include "model/fill_in/recorded_fill_in.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "tests/catch.hpp"

using namespace sparlab::model;

namespace {

Machine hosts_of_four() {
  Machine machine = typical_machine();
  machine.hosts.placement.ranks_per_host = 4;
  machine.hosts.placement.hosts = 16;
  machine.hosts.inside = {{0, 5e-7, 2e-11}};
  return machine;
}

/// The cost of sparlab_auto ends with that of the algorithm to which it delegates. Returns that
/// algorithm; "" if there is none, and ranks gather.
std::string checked_delegation(const FillIn& fill_in, std::uint64_t ranks, const Machine& machine) {
  Problem problem{.ranks = ranks, .fill_in = &fill_in, .wire = {}, .machine = &machine};
  const Cost cost = sparlab_auto(problem);
  const auto choice = delegation(problem);
  if (!choice) {
    CHECK(cost.total_bytes < static_cast<double>(ranks * ranks) * 8 * (fill_in.distinct(1) + 10));
    return "";
  }
  problem.formats = choice->formats;
  Cost chosen = choice->candidate.cost(problem);
  if (choice->candidate.dense_input) {
    chosen.critical_path.insert(chosen.critical_path.begin(), densification(problem));
  }
  REQUIRE(cost.critical_path.size() > chosen.critical_path.size());
  const std::size_t exchange = cost.critical_path.size() - chosen.critical_path.size();
  for (std::size_t i = 0; i < chosen.critical_path.size(); ++i) {
    CHECK(cost.critical_path[exchange + i].name == chosen.critical_path[i].name);
    CHECK(cost.critical_path[exchange + i].seconds(machine) ==
          Approx(chosen.critical_path[i].seconds(machine)));
  }
  CHECK(cost.total_bytes > chosen.total_bytes);
  return choice->candidate.algorithm;
}

}  // namespace

TEST_CASE("the delegation of sparlab_auto is what its cost contains") {
  std::vector<std::string> seen;
  for (const Machine& machine : {typical_machine(), hosts_of_four()})
    for (const std::uint64_t ranks : {2, 7, 16, 64})
      for (const double nnz : {3.0, 1e3, 1e5, 9e5}) {
        CAPTURE(machine.hosts.present(), ranks, nnz);
        const UniformFillIn fill_in(1'000'000, nnz);
        seen.push_back(checked_delegation(fill_in, ranks, machine));
      }
  std::sort(seen.begin(), seen.end());
  CHECK(std::unique(seen.begin(), seen.end()) - seen.begin() >= 4);
}

TEST_CASE("the delegation of known supports is what the cost contains") {
  for (const std::uint64_t count : {4, 400, 4000}) {
    std::vector<std::vector<std::uint64_t>> lists(8);
    for (std::uint64_t rank = 0; rank < lists.size(); ++rank)
      for (std::uint64_t i = 0; i < count; ++i) lists[rank].push_back(i * (rank + 2));
    const std::vector<std::span<const std::uint64_t>> spans(lists.begin(), lists.end());
    const RecordedFillIn fill_in(std::make_shared<const RecordedSupports>(100'000, spans));
    for (const Machine& machine : {typical_machine(), hosts_of_four()})
      checked_delegation(fill_in, 8, machine);
  }
}
