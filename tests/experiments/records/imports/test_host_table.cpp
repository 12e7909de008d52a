#include "experiments/records/imports/host_table.hpp"
#include "inputs/files/data_error.hpp"
#include "tests/catch.hpp"
#include "tests/inputs/bytes.hpp"

using namespace sparlab;
using sparlab::experiments::records::HostTable;

namespace {

HostTable table_of(const std::string& text) {
  inputs::DataFile file("groups.csv", inputs::bytes_of(text));
  return HostTable(file);
}

std::string group(const HostTable& table, const std::string& host) {
  const std::string* const found = table.group_of(host);
  return found == nullptr ? "none" : *found;
}

/// "PLACE: VALUE" of the error of a text.
std::string refusal(const std::string& text) {
  try {
    table_of(text);
  } catch (const inputs::DataError& error) {
    CHECK_FALSE(error.accepted().empty());
    return error.place() + ": " + error.value();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("a table says the group of each host") {
  const HostTable table = table_of("host,group\nnid1,rack 1\nnid2,rack 2\nnid3,rack 1\n");
  CHECK(group(table, "nid1") == "rack 1");
  CHECK(group(table, "nid2") == "rack 2");
  CHECK(group(table, "nid3") == "rack 1");
  CHECK(group(table, "nid4") == "none");
}

TEST_CASE("in Slurm's topology.conf, hosts are in the group of their switch") {
  const HostTable table = table_of(
      "# the network\n"
      "SwitchName=s0 Nodes=tux[00-02] LinkSpeed=100\n\n"
      "switchname=s1 nodes=tux[03,05],login1  # two racks\r\n"
      "SwitchName=s2 Switches=s[0-1]\n");
  CHECK(group(table, "tux00") == "s0");
  CHECK(group(table, "tux02") == "s0");
  CHECK(group(table, "tux03") == "s1");
  CHECK(group(table, "tux05") == "s1");
  CHECK(group(table, "login1") == "s1");
  CHECK(group(table, "tux04") == "none");
}

TEST_CASE("what scontrol prints names hosts of upper switches too, which do not count") {
  const HostTable table = table_of(
      "SwitchName=top Level=1 LinkSpeed=1 Nodes=n[1-4] Switches=a,b\n"
      "SwitchName=a Level=0 LinkSpeed=1 Nodes=n[1-2]\n"
      "SwitchName=b Level=0 LinkSpeed=1 Nodes=n[3-4]");
  CHECK(group(table, "n2") == "a");
  CHECK(group(table, "n3") == "b");
}

TEST_CASE("tables of hosts that do not fit are refused with their line") {
  CHECK(refusal("host,group\nnid1,1\nnid1,2\n") == "line 3, column host: \"nid1\" again");
  CHECK(refusal("host,group\nnid1,1\nnid1,1\n") == "accepted");
  CHECK(refusal("node,group\nnid1,1\n").starts_with("line 1"));
  CHECK(refusal("host,group\n") == ": no host");
  CHECK(refusal("SwitchName=a Nodes=n[1-2]\nSwitchName=b Nodes=n2\n") == "line 2: \"n2\" again");
  CHECK(refusal("SwitchName=a Nodes=n[1-2\n") == "line 1: \"n[1-2\"");
  CHECK(refusal("SwitchName=a Nodes=n[0-99999999]\n").starts_with("line 1"));
  CHECK(refusal("SwitchName=a\n").starts_with("line 1"));
  CHECK(refusal("SwitchName=a Nodes=n1\nNodes=n2\n").starts_with("line 2"));
  CHECK(refusal("SwitchName=a Nodes=n1 and more\n").starts_with("line 1"));
  CHECK(refusal("SwitchName=a Switches=b\n") == ": no host");
}
