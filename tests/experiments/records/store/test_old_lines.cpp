#include <array>

#include "experiments/records/store/old_lines.hpp"
#include "experiments/records/store/record_file.hpp"
#include "experiments/records/store/record_lines.hpp"
#include "tests/experiments/experiments_for_tests.hpp"

using namespace sparlab::experiments;
using namespace sparlab::experiments::records;

namespace {

// clang-format off
const std::string kOld =
    R"({"series":"68549ae82926","check":"counted streams carry no values","deterministic":true,"environment":{"commit":"e7f6d68ca0ade9f3305dd775f7c189308d4d2477","compiler":"GNU 12.2.0","cores":"2","cpu":"AMD EPYC","dirty":"no","flags":"-O3 -DNDEBUG","host":"vm","libraries":"fmt 9.1.0, nlohmann_json 3.11.2, Boost 1.74.0, SimGrid 3.32","processors":"2","system":"Linux 6.18.44-fc-v595 x86_64","version":"0.1.0"},"input_hash":"","network":{},"phases":["split","allgather"],"platform_hash":"939f3708a09c0f596a8e088ff0857a17","point":{"N":1000,"algorithm":"ssar_split_allgather","dense_switch":true,"engine":"loggp","experiment":"quick","formats":["coo","dense"],"index":"uint32","input":{"kind":"uniform"},"machine":"hockney","payload":"counted","platform":"ideal","repetitions":{"budget_s":5.0,"max":50,"min":5,"warmup":2},"seed":1,"sweep":"quick","value":"float"},"record_version":3,"stopped_by":"","terms":["bound_latency_s","bound_lemma_5_1_corrected_s","bound_s"],"warmup":0,"crc32":"df29870a"})"
    "\n"
    R"({"of":"68549ae82926","id":"6565468697dd45ec38cf0cdad9c2bc80","P":2,"nnz":100,"time_s":2.7544e-06,"messages":4,"bytes":2448,"result_nnz":190,"phases":[[2,864,1.5232e-06],[2,1584,1.2311999999999997e-06]],"terms":"je21oPfGsD7vcccXxHKxPu9xxxfEcrE+","run":[1795518623,0.0004636],"crc32":"c92b8bbc"})"
    "\n"
    R"({"of":"68549ae82926","id":"f4cf88b2e55cb8ddb67656be25a74423","P":4,"nnz":100,"time_s":6.184620000000001e-06,"messages":20,"bytes":11421.600000000002,"result_nnz":343.9,"phases":[[12,2784,3.5496000000000003e-06],[8,8637.599999999999,2.6350200000000003e-06]],"terms":"LeaRoPfGwD4t5pGg98bAPi3mkaD3xsA+","run":[1795518623,0.0004907],"crc32":"ec333719"})"
    "\n";
const std::array<std::string, 2> kWhole = {
    R"({"N":1000,"P":2,"algorithm":"ssar_split_allgather","bytes":2448.0,"check":{"detail":"counted streams carry no values","status":"skipped"},"density":0.1,"deterministic":true,"engine":"loggp","environment":{"commit":"e7f6d68ca0ade9f3305dd775f7c189308d4d2477","compiler":"GNU 12.2.0","cores":"2","cpu":"AMD EPYC","dirty":"no","flags":"-O3 -DNDEBUG","host":"vm","libraries":"fmt 9.1.0, nlohmann_json 3.11.2, Boost 1.74.0, SimGrid 3.32","processors":"2","system":"Linux 6.18.44-fc-v595 x86_64","version":"0.1.0"},"experiment":"quick","id":"6565468697dd45ec38cf0cdad9c2bc80","input_hash":"","messages":4.0,"network":{},"nnz":100,"outliers":0,"p5_s":null,"p95_s":null,"phases":[{"bytes":864.0,"messages":2.0,"name":"split","seconds":1.5232e-06},{"bytes":1584.0,"messages":2.0,"name":"allgather","seconds":1.2311999999999997e-06}],"platform":"ideal","platform_hash":"939f3708a09c0f596a8e088ff0857a17","point":{"N":1000,"P":2,"algorithm":"ssar_split_allgather","dense_switch":true,"density":0.1,"engine":"loggp","experiment":"quick","formats":["coo","dense"],"index":"uint32","input":{"kind":"uniform"},"machine":"hockney","nnz":100,"payload":"counted","platform":"ideal","repetitions":{"budget_s":5.0,"max":50,"min":5,"warmup":2},"seed":1,"sweep":"quick","value":"float"},"record_version":2,"result_nnz":190.0,"samples_s":[],"started":"2026-11-24T11:10:23Z","stopped_by":"","sweep":"quick","terms":{"bound_latency_s":1e-06,"bound_lemma_5_1_corrected_s":1.04e-06,"bound_s":1.04e-06},"time_high_s":null,"time_low_s":null,"time_s":2.7544e-06,"wall_s":0.0004636,"warmup":0,"crc32":"21388b46"})",
    R"({"N":1000,"P":4,"algorithm":"ssar_split_allgather","bytes":11421.600000000002,"check":{"detail":"counted streams carry no values","status":"skipped"},"density":0.1,"deterministic":true,"engine":"loggp","environment":{"commit":"e7f6d68ca0ade9f3305dd775f7c189308d4d2477","compiler":"GNU 12.2.0","cores":"2","cpu":"AMD EPYC","dirty":"no","flags":"-O3 -DNDEBUG","host":"vm","libraries":"fmt 9.1.0, nlohmann_json 3.11.2, Boost 1.74.0, SimGrid 3.32","processors":"2","system":"Linux 6.18.44-fc-v595 x86_64","version":"0.1.0"},"experiment":"quick","id":"f4cf88b2e55cb8ddb67656be25a74423","input_hash":"","messages":20.0,"network":{},"nnz":100,"outliers":0,"p5_s":null,"p95_s":null,"phases":[{"bytes":2784.0,"messages":12.0,"name":"split","seconds":3.5496000000000003e-06},{"bytes":8637.599999999999,"messages":8.0,"name":"allgather","seconds":2.6350200000000003e-06}],"platform":"ideal","platform_hash":"939f3708a09c0f596a8e088ff0857a17","point":{"N":1000,"P":4,"algorithm":"ssar_split_allgather","dense_switch":true,"density":0.1,"engine":"loggp","experiment":"quick","formats":["coo","dense"],"index":"uint32","input":{"kind":"uniform"},"machine":"hockney","nnz":100,"payload":"counted","platform":"ideal","repetitions":{"budget_s":5.0,"max":50,"min":5,"warmup":2},"seed":1,"sweep":"quick","value":"float"},"record_version":2,"result_nnz":343.9,"samples_s":[],"started":"2026-11-24T11:10:23Z","stopped_by":"","sweep":"quick","terms":{"bound_latency_s":1.9999999989999996e-06,"bound_lemma_5_1_corrected_s":1.9999999989999996e-06,"bound_s":1.9999999989999996e-06},"time_high_s":null,"time_low_s":null,"time_s":6.184620000000001e-06,"wall_s":0.0004907,"warmup":0,"crc32":"f845ca42"})"};
// clang-format on

std::vector<Record> read(const std::string& old) {
  RecordFile file = scan_records({lines_of_old(old)}, "f");
  CHECK(file.damaged.empty());
  return read_records(file, [](const std::string&) { return true; });
}

}  // namespace

TEST_CASE("short lines of an older program are records, with the line of their series anywhere") {
  const std::size_t first = kOld.find('\n') + 1;
  for (const std::string& old : {kOld, kOld.substr(first) + kOld.substr(0, first), kOld + kOld}) {
    const std::vector<Record> records = read(old);
    REQUIRE(records.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) CHECK(record_to_line(records[i]) == kWhole[i]);
  }
}

TEST_CASE("whole records stay as they are") {
  const std::string line = record_to_line(sparlab::tests::full_record("1")) + "\n";
  CHECK(lines_of_old(line + "half") == line + "half\n");
}

TEST_CASE("short lines without their series are damaged") {
  const std::string changed = "x" + kOld;
  const RecordFile file = scan_records({lines_of_old(changed)}, "f");
  CHECK(file.records.empty());
  CHECK(file.damaged.size() == 3);
}
