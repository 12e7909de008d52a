#include <filesystem>

#include "base/errors/errors.hpp"
#include "experiments/records/imports/run_placements.hpp"
#include "experiments/spec/points/rank_places.hpp"
#include "tests/experiments/experiments_for_tests.hpp"
#include "tests/experiments/records/imports/importing.hpp"
#include "tests/experiments/temporary_folder.hpp"

using namespace sparlab;
using namespace sparlab::experiments;
using namespace sparlab::experiments::records;
using namespace sparlab::tests;

namespace {

const std::string kPico =
    "system,collective,nodes,tasks_per_node,algorithm,count_elements,bytes,mpi,mpi_version,gpu,"
    "notes,timestamp,test_id,n,min_us,p10_us,median_us,p90_us,mean_us\n";

/// A ring of four ranks.
std::string pico_row(const std::string& timestamp, const std::string& test) {
  return "lumi,ALLREDUCE,4,1,ring_over,256,1024,CRAY_MPICH,8.1.29,no,null," + timestamp + "," +
         test + ",100,1,2,3,4,3\n";
}

/// What pico writes on LUMI.
std::string allocation(const std::vector<std::string>& cabinets) {
  std::string text = "MPI_Rank,allocation,xname\n";
  for (std::size_t rank = 0; rank < cabinets.size(); ++rank)
    text +=
        std::to_string(rank) + ",nid" + std::to_string(rank) + "," + cabinets[rank] + "c0s0b0n0\n";
  return text;
}

class PicoFolder {
 public:
  void write(const std::string& run, const std::string& text) const {
    std::filesystem::create_directories(folder_.path() / run);
    write_content(folder_.path() / run / "alloc.csv", text);
  }
  const std::filesystem::path& path() const { return folder_.path(); }

  ImportRequest request() const {
    ImportRequest request = request_for("pico");
    request.placements = path();
    return request;
  }

 private:
  TemporaryFolder folder_;
};

RunPlacement placement_of(const std::string& text) {
  inputs::DataFile file("alloc.csv", inputs::bytes_of(text));
  return read_allocation(file, nullptr);
}

std::string refusal(const std::string& text) {
  try {
    placement_of(text);
  } catch (const inputs::DataError& error) {
    return error.place();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("an allocation has the host of each rank, and on Cray's systems its cabinet") {
  const RunPlacement placement = placement_of(allocation({"x1000", "x1000", "x1102", "x1000"}));
  CHECK(placement.hosts == std::vector<std::string>{"nid0", "nid1", "nid2", "nid3"});
  CHECK(placement.groups.text() == "0x2,1,0");
  CHECK_FALSE(placement_of("MPI_Rank,allocation\n0,lrdn1\n1,lrdn2\n").groups.known());
}

TEST_CASE("allocations that do not fit are refused with their line") {
  CHECK(refusal("MPI_Rank,allocation\n1,a\n") == "line 2, column MPI_Rank");
  CHECK(refusal("MPI_Rank,allocation\n0,a\n0,b\n") == "line 3, column MPI_Rank");
  CHECK(refusal("MPI_Rank,allocation\n0,\n") == "line 2, column allocation");
  CHECK(refusal("MPI_Rank,allocation,xname\n0,a,c0s0\n") == "line 2, column xname");
  CHECK(refusal("MPI_Rank,allocation,xname\n0,a,x\n") == "line 2, column xname");
  CHECK(refusal("MPI_Rank,allocation\n") == "");
  CHECK(refusal("rank,host\n0,a\n") == "line 1");
}

TEST_CASE("runs of pico get the groups of their allocation, of the test or of the whole run") {
  const PicoFolder folder;
  folder.write("lumi/t1", allocation({"x1", "x1", "x2", "x2"}));
  folder.write("lumi/t2/1", allocation({"x1", "x2", "x1", "x2"}));
  folder.write("lumi/t3", allocation({"x1", "x2"}));
  const Import import =
      import_text(kPico + pico_row("t1", "0") + pico_row("t1", "3") + pico_row("t2", "1") +
                      pico_row("t2", "2") + pico_row("t3", "0") + pico_row("t4", "0"),
                  folder.request());
  std::vector<std::string> groups;
  for (const Record& record : import.records) groups.push_back(record.point.groups.text());
  CHECK(groups == std::vector<std::string>{"0x2,1x2", "0x2,1x2", "0,1,0,1", "", "", ""});
  CHECK(import.with_groups == 3);
  CHECK(import.records[0].environment.at(kImportedHosts) == "nid0:1,nid1:1,nid2:1,nid3:1");
  CHECK(groups_of(import.records[0]).text() == "0x2,1x2");
  CHECK_FALSE(groups_of(import.records[5]).known());
}

TEST_CASE("a table of hosts goes before xnames, and must have all hosts") {
  const PicoFolder folder;
  folder.write("t1", allocation({"x1", "x1", "x2", "x2"}));
  ImportRequest request = folder.request();
  request.host_groups = folder.path() / "hosts.csv";
  write_content(request.host_groups, "host,group\nnid0,a\nnid1,b\nnid2,a\nnid3,b\n");
  CHECK(import_text(kPico + pico_row("t1", "0"), request).records[0].point.groups.text() ==
        "0,1,0,1");
  write_content(request.host_groups, "host,group\nnid0,a\n");
  CHECK(import_error(kPico + pico_row("t1", "0"), request).value() == "no host \"nid1\"");
}

TEST_CASE("placements without effect are refused") {
  const PicoFolder empty;
  CHECK(config_error([&] {
          import_text(kPico + pico_row("t1", "0"), empty.request());
        }).json_path == "--placements");
  const PicoFolder folder;
  folder.write("t1", allocation({"x1", "x1", "x2", "x2"}));
  folder.write("other/t1", allocation({"x1", "x1", "x2", "x2"}));
  CHECK(import_error(kPico + pico_row("t1", "0"), folder.request()).file().ends_with("alloc.csv"));
  ImportRequest own = request_for("csv");
  own.placements = folder.path();
  const std::string row = "machine,algorithm,ranks,elements,median_us\nm,dense_ring,4,10,1\n";
  CHECK(config_error([&] { import_text(row, own); }).json_path == "--placements");
  own.placements.clear();
  own.host_groups = folder.path() / "hosts.csv";
  write_content(own.host_groups, "host,group\nnid0,a\n");
  CHECK(config_error([&] { import_text(row, own); }).json_path == "--host-groups");
}

TEST_CASE("own tables may have hosts, as Slurm lists them, or groups") {
  const TemporaryFolder folder;
  ImportRequest request = request_for("csv");
  request.host_groups = folder.path() / "topology.conf";
  write_content(request.host_groups, "SwitchName=a Nodes=n[1-2]\nSwitchName=b Nodes=n[3-4]\n");
  const std::string heading = "machine,algorithm,ranks,elements,median_us,hosts,groups,run\n";
  const Import import =
      import_text(heading + "m,dense_ring,8,10,1,\"n[1-3],n4\",,1\n" +
                      "m,dense_ring,4,10,1,,\"0x2,1x2\",2\n" + "m,dense_ring,4,10,1,,,3\n",
                  request);
  CHECK(import.records[0].point.groups.text() == "0x4,1x4");
  CHECK(import.records[0].environment.at(kImportedHosts) == "n1:2,n2:2,n3:2,n4:2");
  CHECK(import.records[1].point.groups.text() == "0x2,1x2");
  CHECK_FALSE(import.records[2].point.groups.known());
  const auto place = [&](const std::string& row) {
    return import_error(heading + row, request).place();
  };
  CHECK(place("m,dense_ring,8,10,1,n[1-3],,1\n") == "line 2, column hosts");
  CHECK(place("m,dense_ring,8,10,1,n[1-,,1\n") == "line 2, column hosts");
  CHECK(place("m,dense_ring,8,10,1,,0x4,1\n") == "line 2, column groups");
}

TEST_CASE("hosts are written with how many ranks in a row are on each") {
  const std::vector<std::string> hosts = {"a", "a", "b", "a", "c:d"};
  CHECK(hosts_text(hosts) == "a:2,b:1,a:1,c:d:1");
  CHECK(hosts_text({}).empty());
}
