#include <cstdlib>
#include <string>
#include <vector>

#include "experiments/run/mpi_worker/placement.hpp"
#include "tests/catch.hpp"

using namespace sparlab::experiments;
using namespace sparlab::experiments::run::mpi;

TEST_CASE("records say how many ranks each host had") {
  const auto places =
      describe_places({{"a", "", "1", {0}}, {"a", "", "1", {1}}, {"b", "", "2", {0, 1}}});
  CHECK(places.at("mpi.hosts") == "a:2,b:1");
  CHECK(places.at("mpi.processors") == "4");
  CHECK(places.at("mpi.oversubscribed") == "no");
}

TEST_CASE("ranks that are bound to one processor share it") {
  CHECK(describe_places({{"a", "", "1", {0}}, {"a", "", "1", {0}}}).at("mpi.oversubscribed") ==
        "yes");
}

TEST_CASE("hosts of one system share its processors") {
  const auto places =
      describe_places({{"a", "", "1", {0, 1}}, {"b", "", "1", {0, 1}}, {"c", "", "1", {0, 1}}});
  CHECK(places.at("mpi.hosts") == "a:1,b:1,c:1");
  CHECK(places.at("mpi.processors") == "2");
  CHECK(places.at("mpi.oversubscribed") == "yes");
}

TEST_CASE("records say the groups of ranks if all are known") {
  const auto places = describe_places(
      {{"a", "top.s1", "1", {0}}, {"b", "top.s2", "2", {0}}, {"a", "top.s1", "1", {1}}});
  CHECK(places.at("mpi.hosts") == "a:1,b:1,a:1");
  CHECK(places.at("mpi.groups") == "0,1,0");
  CHECK_FALSE(
      describe_places({{"a", "top.s1", "1", {0}}, {"b", "", "2", {0}}}).contains("mpi.groups"));
}

TEST_CASE("Slurm's address of a host names the switches above it") {
  ::setenv("SLURM_TOPOLOGY_ADDR", "core.leaf3.node17", 1);
  CHECK(own_place().group == "core.leaf3");
  ::setenv("SLURM_TOPOLOGY_ADDR", "node17", 1);
  CHECK(own_place().group.empty());
  ::unsetenv("SLURM_TOPOLOGY_ADDR");
  CHECK(own_place().group.empty());
}

TEST_CASE("this process knows its host and its processors") {
  const RankPlace place = own_place();
  CHECK_FALSE(place.host.empty());
  CHECK_FALSE(place.kernel.empty());
  CHECK_FALSE(place.processors.empty());
}
