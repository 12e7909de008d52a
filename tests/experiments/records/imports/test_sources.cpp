#include <map>

#include "tests/experiments/experiments_for_tests.hpp"
#include "tests/experiments/records/imports/importing.hpp"
#include "tests/real_data.hpp"

using namespace sparlab;
using namespace sparlab::experiments;
using namespace sparlab::experiments::records;
using namespace sparlab::tests;

namespace {

const std::string kPico =
    "system,collective,nodes,tasks_per_node,algorithm,count_elements,bytes,mpi,mpi_version,gpu,"
    "notes,timestamp,test_id,n,min_us,p10_us,median_us,p90_us,mean_us\n";

/// A row of an allreduce of 1024 bytes.
std::string pico_row(const std::string& nodes, const std::string& per_node,
                     const std::string& algorithm, const std::string& more = "no,null,t1,0") {
  return "lumi,ALLREDUCE," + nodes + "," + per_node + "," + algorithm +
         ",256,1024,CRAY_MPICH,8.1.29," + more + ",100,1,2,3,4,3\n";
}

Import import_pico(const std::string& rows) {
  return import_text(kPico + rows, request_for("pico"));
}

}  // namespace

TEST_CASE("names of pico's algorithms become ours, with the code that ran") {
  const std::map<std::string, std::pair<std::string, std::string>> expected = {
      {"recursive_doubling_over", {"dense_recursive_doubling(code=over)", "over"}},
      {"rabenseifner_over", {"dense_rabenseifner(code=over)", "over"}},
      {"ring_over", {"dense_ring(code=over)", "over"}},
      {"ring_ompi", {"dense_ring(code=ompi)", "ompi 8.1.29"}},
      {"default_mpich", {"dense_mpi", "mpich 8.1.29"}},
      {"default-ring", {"dense_ring(code=mpich)", "CRAY_MPICH 8.1.29"}},
      {"default-default", {"dense_mpi", "CRAY_MPICH 8.1.29"}}};
  for (const auto& [name, ours] : expected) {
    const Point point = import_pico(pico_row("8", "1", name)).records.at(0).point;
    INFO(name);
    CHECK(point.algorithm == ours.first);
    CHECK(point.variant == ours.second);
  }
}

TEST_CASE("an algorithm of a library whose code is not known is left out") {
  std::string row = pico_row("8", "1", "default-ring");
  row.replace(row.find("CRAY_MPICH"), 10, "NEW");
  CHECK(import_pico(row + pico_row("8", "1", "ring_over")).skipped.at("algorithm default-ring") ==
        1);
  row.replace(row.find("NEW"), 3, "FJMPI");
  CHECK(import_pico(row).records.at(0).point.algorithm == "dense_ring(code=ompi)");
}

TEST_CASE("pico's vectors of int32 are dense, and bytes are those of the whole vector") {
  const Record record = import_pico(pico_row("4x2", "1", "ring_over")).records.at(0);
  CHECK(record.point.ranks == 8);
  CHECK(record.point.universe == 256);
  CHECK(record.point.nnz == 256);
  CHECK(record.point.density == 1);
  CHECK(record.point.run == "t1");
  CHECK(record.environment.at("source.values") == "int32");
  CHECK(record.environment.at("source.nodes") == "4x2");
  CHECK(record.environment.at("source.repetitions") == "100");
}

TEST_CASE("what makes points of pico incomparable is part of the variant") {
  const Import import = import_pico(pico_row("2", "4", "ring_over") +
                                    pico_row("8", "1", "ring_over", "yes,null,t1,0") +
                                    pico_row("8", "1", "ring_over", "no,one rail,t1,3"));
  CHECK(import.records.at(0).point.variant == "over, 4 a node");
  CHECK(import.records.at(0).point.ranks == 8);
  CHECK(import.records.at(1).point.variant == "over, gpu");
  CHECK(import.records.at(2).point.variant == "over, one rail");
  CHECK(import.records.at(2).point.run == "t1/3");
}

TEST_CASE("rows of pico that have no algorithm here are counted by name") {
  std::string broadcast = pico_row("8", "1", "ring_over");
  broadcast.replace(broadcast.find("ALLREDUCE"), 9, "BCAST");
  const Import import =
      import_pico(pico_row("8", "1", "ring_over") + broadcast +
                  pico_row("8", "1", "bine_lat_over") + pico_row("4", "1", "bine_lat_over") +
                  pico_row("4", "1", "ring_over_16") + pico_row("4", "1", "x"));
  CHECK(import.records.size() == 1);
  CHECK(import.skipped == std::map<std::string, std::size_t>{{"collective BCAST", 1},
                                                             {"algorithm bine_lat_over", 2},
                                                             {"algorithm ring_over_16", 1},
                                                             {"algorithm x", 1}});
  CHECK_THAT(import_error(kPico + broadcast, request_for("pico")).value(),
             Catch::Contains("no row"));
}

TEST_CASE("nodes of pico that are no number or product are refused") {
  for (const char* nodes :
       {"0", "x", "2x", "x2", "2x0", "-1", "2 2", "99999999999", "65536x65536"}) {
    INFO(nodes);
    CHECK(import_error(kPico + pico_row(nodes, "1", "ring_over"), request_for("pico")).place() ==
          "line 2, column nodes");
  }
  CHECK(
      import_error(kPico + pico_row("65536", "65536", "ring_over"), request_for("pico")).place() ==
      "line 2, column nodes");
}

TEST_CASE("the published files are read") {
  const std::string measured = tests::real_data("measured");
  if (measured.empty()) return;
  ImportRequest request = request_for("pico");
  request.file = measured + "/pico.csv.gz";
  const Import pico = read_import(request);
  CHECK(pico.machines == std::set<std::string>{"fugaku", "leonardo", "lumi", "mare_nostrum"});
  std::map<std::string, int> of_lumi;
  for (const Record& record : pico.records)
    if (record.point.platform == "lumi" && record.point.variant.starts_with("over"))
      ++of_lumi[std::string(record.point.algorithm.name())];
  CHECK(of_lumi == std::map<std::string, int>{{"dense_rabenseifner", 35},
                                              {"dense_recursive_doubling", 36},
                                              {"dense_ring", 35}});
  CHECK(pico.records.front().environment.at("source.sha256").size() == 64);

  request.file = measured + "/cloud-noise-pingpong.csv.gz";
  CHECK_THROWS_AS(read_import(request), inputs::DataError);
}
