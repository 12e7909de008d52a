#include <algorithm>

#include "algos/registry/registry.hpp"
#include "base/system/data_folders.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/run/execution/engine_costs.hpp"
#include "experiments/run/execution/record_bounds.hpp"
#include "model/parameters/settings.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::experiments;
using namespace sparlab::experiments::run;
using model::BoundCheck;
using model::BoundKind;

namespace {

platforms::PlatformFile shipped(const std::string& name) {
  return platforms::load_platform(base::find_platform_file(name, "command line", "platform"));
}

Point small_point(Engine engine, const std::string& algorithm = "ssar_recursive_double") {
  Point point;
  point.engine = engine;
  point.algorithm = model::Algorithm(algorithm);
  point.ranks = 8;
  point.universe = 4096;
  point.nnz = 100;
  point.density = 100.0 / 4096;
  point.platform = "ideal";
  return point;
}

const BoundCheck& find(const std::vector<BoundCheck>& checks, BoundKind kind) {
  return *std::ranges::find(checks, kind, &BoundCheck::kind);
}

/// All proved bounds of a run hold. Some settings do not fit some P and N; these do not run.
void require_bounds(const Point& point, const platforms::PlatformFile& platform) {
  CAPTURE(point.algorithm.spec(), point.ranks, point.nnz, name_of(point.engine),
          name_of(point.machine), platform.name, name_of(point.payload));
  Record record;
  try {
    record = execute(point, platform);
  } catch (const model::ParameterError&) {
    return;
  }
  REQUIRE(no_bounds(record, platform).empty());
  for (const BoundCheck& check : bounds_of(record, platform)) {
    CAPTURE(name(check.kind), check.bound_s, record.time_s);
    if (is_proved(check.kind)) CHECK(check.holds);
  }
}

}  // namespace

TEST_CASE("the proved bounds hold for every algorithm on every machine", "[bounds]") {
  for (const char* name : {"ideal", "gige-8", "ethernet10g-16x4", "alpha-beta"}) {
    const platforms::PlatformFile platform = shipped(name);
    for (const algos::AlgorithmInfo& info : algos::algorithms()) {
      if (info.native) continue;
      for (const std::uint64_t ranks : {2, 3, 8})
        for (const std::uint64_t nnz : {8, 2500}) {
          Point point = small_point(Engine::model, std::string(info.name));
          point.ranks = ranks;
          point.nnz = nnz;
          require_bounds(point, platform);
          point.engine = Engine::loggp;
          for (const auto machine :
               {experiments::MachineKind::hockney, experiments::MachineKind::loggp}) {
            point.machine = machine;
            require_bounds(point, platform);
          }
          point.payload = Payload::data;
          require_bounds(point, platform);
        }
    }
  }
}

TEST_CASE("the terms of a record are its bounds, and bound_s is the largest proved one",
          "[bounds]") {
  const platforms::PlatformFile platform = shipped("ideal");
  const Record record = execute(small_point(Engine::model), platform);
  double largest_s = 0;
  std::size_t applied = 0;
  for (const BoundCheck& check : bounds_of(record, platform)) {
    const auto found = record.terms.find("bound_" + std::string(name(check.kind)) + "_s");
    CHECK((found != record.terms.end()) == check.applies);
    if (!check.applies) continue;
    ++applied;
    CHECK(found->second == check.bound_s);
    if (is_proved(check.kind)) largest_s = std::max(largest_s, check.bound_s);
  }
  CHECK(applied >= 2);
  CHECK(record.terms.at("bound_s") == largest_s);
}

TEST_CASE("measurements, failed checks and impossible numbers have no bounds, and say why",
          "[bounds]") {
  const platforms::PlatformFile platform = shipped("gige-8");
  Record record;
  record.point = small_point(Engine::mpi);
  CHECK_THAT(no_bounds(record), Catch::Contains("engine mpi"));
  record.point.engine = Engine::loggp;
  record.time_s = 1;
  CHECK(no_bounds(record, platform).empty());
  record.point.value_code = algos::ValueCode::exponents;
  CHECK_THAT(no_bounds(record), Catch::Contains("same size"));
  record.point.value_code = algos::ValueCode::none;
  record.result_nnz = 5000;
  CHECK_THAT(no_bounds(record), Catch::Contains("contradict"));
  record.result_nnz = 500;
  record.check.status = "failed";
  CHECK_THAT(no_bounds(record), Catch::Contains("check"));
  record.check.status = "passed";
  record.point.ranks = 9;
  CHECK_THAT(no_bounds(record, platform), Catch::Contains("8 ranks"));
  record.point.algorithm = model::Algorithm::stored("of_tomorrow");
  CHECK_THAT(no_bounds(record), Catch::Contains("of_tomorrow"));
}

TEST_CASE("simgrid has no bounds where the platform changes its network model", "[bounds]") {
  platforms::PlatformFile platform = shipped("gige-8");
  Record record;
  record.point = small_point(Engine::simgrid);
  CHECK(no_bounds(record, platform).empty());
  platform.network->config["network/model"] = "LV08";
  CHECK_THAT(no_bounds(record, platform), Catch::Contains("network model"));
  platform.network.reset();
  CHECK_THAT(no_bounds(record, platform), Catch::Contains("no links"));
}

TEST_CASE("each engine has the least costs of its own machine", "[bounds]") {
  const platforms::PlatformFile platform = shipped("gige-8");
  const double s_per_byte = 1 / 117.7e6;
  Point point = small_point(Engine::model);
  const auto closed = least_costs(point, platform);
  CHECK(closed.ranks.delivery_s == Approx(25e-6));
  CHECK(closed.ranks.interval_s == Approx(25e-6));
  CHECK(closed.no_alpha_beta.empty());
  point.engine = Engine::loggp;
  CHECK(least_costs(point, platform).ranks.receiving_s == Approx(25e-6));
  CHECK(least_costs(point, platform).no_alpha_beta.empty());
  point.machine = experiments::MachineKind::loggp;
  const auto separate = least_costs(point, platform);
  CHECK(separate.ranks.delivery_s == Approx(25e-6));
  CHECK(separate.ranks.interval_s == Approx(2.5e-6));
  CHECK(separate.ranks.receiving_s == 0);
  CHECK_FALSE(separate.no_alpha_beta.empty());
  point.engine = Engine::simgrid;
  const auto network = least_costs(point, platform);
  CHECK(network.ranks.delivery_s == Approx(25e-6));
  CHECK(network.ranks.interval_s == Approx(2.5e-6));
  CHECK(network.ranks.s_per_byte == Approx(s_per_byte));
  CHECK_FALSE(network.no_alpha_beta.empty());
}

TEST_CASE("ranks that draw their numbers of entries have only the union as a lower bound",
          "[bounds]") {
  const platforms::PlatformFile platform = shipped("ideal");
  Record record;
  record.point = small_point(Engine::loggp);
  record.point.input.kind = inputs::InputKind::zipf;
  record.time_s = 1;
  record.result_nnz = 400;
  const auto bound_s = [&] {
    return find(bounds_of(record, platform), BoundKind::lemma_5_1_corrected).bound_s;
  };
  // Values of 4 bytes at 0.1 ns, and 7/4 messages.
  CHECK(bound_s() == Approx(std::max(3e-6, 1.75e-6 + (100 + 0.75 * 400) * 0.4e-9)));
  record.result_nnz = 4000;
  record.point.nnz = 3000;
  CHECK(bound_s() == Approx(1.75e-6 + (3000 + 0.75 * 4000) * 0.4e-9));
  record.point.payload = Payload::data;
  CHECK(bound_s() == Approx(1.75e-6 + (500 + 0.75 * 4000) * 0.4e-9));
}

TEST_CASE("the k of Theorem 3.1 is that of the algorithm, or of the input", "[bounds]") {
  const platforms::PlatformFile platform = shipped("alpha-beta");
  Record record;
  record.time_s = 1;
  record.result_nnz = 1000;
  const auto bound_s = [&](const std::string& algorithm) {
    record.point = small_point(Engine::loggp, algorithm);
    return find(bounds_of(record, platform), BoundKind::theorem_3_1_published).bound_s;
  };
  CHECK(bound_s("gtopk") == Approx(100 * 0.875 * 8e-9));
  CHECK(bound_s("gtopk(k=40)") == Approx(40 * 0.875 * 8e-9));
  CHECK(bound_s("topk_allgather") == 0);  // its result is not the top k of the sum
  record.point.formats = record.point.formats.with(model::Format::delta);
  record.point.algorithm = model::Algorithm("gtopk");
  CHECK(find(bounds_of(record, platform), BoundKind::theorem_3_1_published).why ==
        "the theorem assumes coo");
}
