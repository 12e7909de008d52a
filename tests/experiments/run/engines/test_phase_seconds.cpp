#include <set>
#include <string>

#include "analysis/results/phase_differences.hpp"
#include "base/system/data_folders.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/run/engines/simulation.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::experiments;
using namespace sparlab::experiments::run;

namespace {

/// One point on platform piz-daint, with 12 ranks: no power of two, so that some ranks fold.
Record run_point(Engine engine, const std::string& spec, Payload payload = Payload::counted) {
  static const platforms::PlatformFile platform =
      platforms::load_platform(base::find_platform_file("piz-daint", "test", "platform"));
  Point point;
  point.engine = engine;
  point.algorithm = sparlab::model::Algorithm(spec);
  point.ranks = 12;
  point.universe = 10'000;
  point.nnz = 100;
  point.density = 0.01;
  Settings settings;
  settings.payload = payload;
  static_cast<Settings&>(point) = settings_for(info_of(engine), settings);
  return execute(point, platform);
}

double sum_of_phases(const Record& record) {
  double sum = 0;
  for (const auto& [name, seconds] : analysis::phase_seconds(record)) sum += seconds;
  return sum;
}

}  // namespace

TEST_CASE("the phases of a simulated call add up to its time") {
  for (const char* spec : {"dense_ring", "dense_rabenseifner", "ssar_recursive_double",
                           "ssar_split_allgather", "sparse_allgather", "kylix", "gtopk"}) {
    INFO(spec);
    const Record counted = run_point(Engine::loggp, spec);
    CHECK(sum_of_phases(counted) == Approx(counted.time_s).epsilon(1e-9));
    CHECK(counted.phases.front().seconds);
  }
  const Record data = run_point(Engine::loggp, "ssar_split_allgather", Payload::data);
  CHECK(sum_of_phases(data) == Approx(data.time_s).epsilon(1e-9));
}

TEST_CASE("the phases of a period are means over its calls") {
  const Record record = run_point(Engine::loggp, "oktopk(tau=4, tau_prime=4)");
  CHECK(sum_of_phases(record) == Approx(record.time_s).epsilon(1e-9));
}

TEST_CASE("the phases of hierarchical are the rounds of its critical path, in order") {
  Point point;
  point.engine = Engine::loggp;
  point.algorithm = sparlab::model::Algorithm("hierarchical(node=4)");
  point.ranks = 8;
  point.universe = point.nnz = 1000;
  point.density = 1;
  static_cast<Settings&>(point) = settings_for(info_of(Engine::loggp), Settings{});
  static const platforms::PlatformFile platform =
      platforms::load_platform(base::find_platform_file("piz-daint", "test", "platform"));
  const auto machine = runtime::loggp::Machine::hockney(1e-3, 1e-6);
  const Record record =
      execute_simulated(point, platform, 0, SimulatedCalls::all,
                        [&](const auto& body) { return runtime::loggp::run(machine, 8, body); });
  // A node of four ranks has two rounds each way, and two leaders have one. Messages have indices
  // and values, 8032 bytes with the header, and those of the dense result no indices.
  const double sparse_s = 1e-3 + 8032e-6;
  const double dense_s = 1e-3 + 4032e-6;
  REQUIRE(record.phases.size() == 3);
  CHECK(record.phases[0].name == "reduce");
  CHECK(*record.phases[0].seconds == Approx(2 * sparse_s));
  CHECK(record.phases[0].messages == 6);
  CHECK(record.phases[1].name == "recursive_doubling");
  CHECK(*record.phases[1].seconds == Approx(sparse_s));
  CHECK(record.phases[1].messages == 2);
  CHECK(record.phases[2].name == "broadcast");
  CHECK(*record.phases[2].seconds == Approx(2 * dense_s));
  CHECK(record.phases[2].messages == 6);
  CHECK(record.time_s == Approx(3 * sparse_s + 2 * dense_s));
}

TEST_CASE("the stages of the model add up to its time") {
  for (const char* spec : {"dense_ring", "dense_rabenseifner", "ssar_recursive_double",
                           "ssar_split_allgather", "sparse_allgather"}) {
    INFO(spec);
    const Record record = run_point(Engine::model, spec);
    CHECK(sum_of_phases(record) == Approx(record.time_s).epsilon(1e-9));
  }
}

TEST_CASE("the model names the stages of dense algorithms as the code names its phases") {
  for (const char* spec : {"dense_recursive_doubling", "dense_rabenseifner", "dense_ring"}) {
    INFO(spec);
    std::set<std::string> phases;
    for (const auto& [name, time] : analysis::phase_seconds(run_point(Engine::loggp, spec)))
      phases.insert(name);
    for (const auto& [stage, seconds] : analysis::phase_seconds(run_point(Engine::model, spec))) {
      INFO(stage);
      if (seconds > 0) CHECK(phases.contains(stage));
    }
  }
}
