#include "analysis/results/phase_differences.hpp"
#include "base/system/data_folders.hpp"
#include "experiments/run/engines/execute.hpp"
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
    const auto phases = analysis::phase_seconds(run_point(Engine::loggp, spec));
    for (const auto& [stage, seconds] : analysis::phase_seconds(run_point(Engine::model, spec))) {
      INFO(stage);
      if (seconds > 0) CHECK(phases.contains(stage));
    }
  }
}
