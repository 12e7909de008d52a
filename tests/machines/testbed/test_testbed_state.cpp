#include <string>
#include <vector>

#include "base/errors/errors.hpp"
#include "machines/testbed/host_process.hpp"
#include "machines/testbed/testbed_state.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/temporary_folder.hpp"

using namespace sparlab;
using namespace sparlab::machines::testbed;
using namespace sparlab::machines::testbed;
using namespace sparlab::tests;
using Catch::Matchers::Contains;
using tests::write_content;

TEST_CASE("rates are whole numbers with a unit of tc") {
  CHECK(bits_per_s("100mbit") == 100e6);
  CHECK(bits_per_s("1000kbit") == 1e6);
  CHECK(bits_per_s("100gbit") == 100e9);
  for (const char* wrong : {"", "100", "mbit", "-1mbit", "+1mbit", "01mbit", "1.5gbit", "100MBit",
                            "100mbit ", "999kbit", "101gbit", "99999999999999gbit", "1mbit burst"})
    CHECK_FALSE(bits_per_s(wrong));
}

TEST_CASE("hosts have names and addresses, and no other address is one") {
  CHECK(namespace_of_host(3) == "sparlab-testbed-3");
  CHECK(host_with_address(address_of_host(17)) == 17);
  for (const char* wrong : {"198.18.0.0", "198.18.0.129", "198.18.0.01", "198.18.0.1 ",
                            "198.18.1.1", "198.18.0.", "", "-x"})
    CHECK_FALSE(host_with_address(wrong));
}

TEST_CASE("a stored state is read back") {
  const tests::TemporaryFolder folder;
  const auto file = folder / "state.json";
  CHECK_FALSE(load_state(file));
  store_state({{3, "1gbit"}, true, {"sparlab-testbed-switch", "sparlab-testbed-3"}}, file);
  const auto state = load_state(file);
  REQUIRE(state);
  CHECK(state->shape.hosts == 3);
  CHECK(state->shape.rate == "1gbit");
  CHECK(state->complete);
  CHECK(state->namespaces ==
        std::vector<std::string>{"sparlab-testbed-switch", "sparlab-testbed-3"});
}

TEST_CASE("a state that names anything but hosts of a testbed is refused") {
  const tests::TemporaryFolder folder;
  const auto file = folder / "state.json";
  const auto refuses = [&](const std::string& hosts, const std::string& rate,
                           const std::string& name) {
    write_content(file, R"({"complete": true, "hosts": )" + hosts + R"(, "rate": ")" + rate +
                            R"(", "namespaces": [")" + name + "\"]}");
    CHECK_THROWS_WITH(load_state(file), Contains("is not the state of a testbed"));
  };
  for (const char* name : {"eth0", "sparlab-testbed-", "sparlab-testbed-0", "sparlab-testbed-1/..",
                           "sparlab-testbed-999", "../sparlab-testbed-1", "-all", ""})
    refuses("2", "1gbit", name);
  refuses("0", "1gbit", "sparlab-testbed-1");
  refuses("1e9", "1gbit", "sparlab-testbed-1");
  refuses("2", "fast", "sparlab-testbed-1");
  write_content(file, "{");
  CHECK_THROWS_AS(load_state(file), base::EnvironmentError);
}

TEST_CASE("mpirun's agent starts Open MPI's daemon and nothing else") {
  CHECK(daemon_command(
            {" orted", "-mca", "ess", "\"env\"", "-mca", "uri", "\"1.0;tcp://10.0.0.1:5\""}) ==
        std::vector<std::string>{"orted", "-mca", "ess", "env", "-mca", "uri",
                                 "1.0;tcp://10.0.0.1:5"});
  CHECK_THROWS_WITH(daemon_command({"PATH=/x:$PATH ; export PATH ; /usr/bin/orted"}),
                    Contains("instead of Open MPI's daemon"));
  CHECK_THROWS_AS(daemon_command({"sh", "-c", "orted"}), base::EnvironmentError);
  CHECK_THROWS_AS(daemon_command({}), base::EnvironmentError);
}
