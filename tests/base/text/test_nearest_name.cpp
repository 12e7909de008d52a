#include "base/text/nearest_name.hpp"

using sparlab::base::nearest_name;

TEST_CASE("a misspelt name finds the nearest one") {
  const std::vector<std::string> names = {"model", "loggp", "simgrid", "mpi"};
  CHECK(nearest_name("logp", names) == "loggp");
  CHECK(nearest_name("SimGrid", names) == "simgrid");
  CHECK(nearest_name("mdoel", names) == "model");
  CHECK(nearest_name("simg", names) == "simgrid");
}

TEST_CASE("a name that is far from all finds none") {
  CHECK(nearest_name("bogus", {"run", "plan"}).empty());
  CHECK(nearest_name("", {"run", "plan"}).empty());
  CHECK(nearest_name("run", {}).empty());
  CHECK(nearest_name(std::string(100000, 'x'), {"run"}).empty());
}
