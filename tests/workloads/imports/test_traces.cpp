#include <fstream>
#include <iterator>
#include <span>
#include <string>

#include "experiments/run/steps/engines.hpp"
#include "inputs/files/data_error.hpp"
#include "tests/real_data.hpp"
#include "workloads/definition/workload_file.hpp"
#include "workloads/imports/recorded_trace.hpp"

using namespace sparlab;
using namespace sparlab::workloads;
using Catch::Contains;

namespace {

const TraceFormat& format(std::string_view name) {
  for (const TraceFormat& known : trace_formats())
    if (known.name == name) return known;
  FAIL("no such format");
  return trace_formats().front();
}

ImportedWorkload import_file(std::string_view name, const std::string& path) {
  inputs::DataFile file(path);
  return import_trace(format(name), file, "");
}

/// A small trace of the fuzz targets' corpus.
ImportedWorkload small(const char* name, const char* file) {
  return import_file(name, std::string(SPARLAB_FUZZ_CORPUS) + "/" + name + "/" + file);
}

/// A step with the exchanges' own times.
experiments::run::steps::StepTimes recorded_step(const Workload& workload) {
  experiments::Point point;
  point.step = StepSpec{};
  point.step->schedule.kind = ScheduleKind::layers;
  point.algorithm = model::Algorithm("dense_ring");
  point.ranks = 2;
  point.density = 1;
  using namespace experiments::run::steps;
  return step_as_recorded(plan_step(point, workload)).times;
}

}  // namespace

TEST_CASE("a Chakra trace keeps when allreduces are ready, and leaves out other collectives") {
  const ImportedWorkload imported = small("chakra", "step");
  const Workload& workload = imported.workload;
  REQUIRE(workload.layers.size() == 2);
  // The host takes 10 us before the kernels of 1000, 500, then 300 us. The second allreduce begins
  // when the first one has ended.
  CHECK(workload.layers[1].backward_s == Approx(1510e-6));
  CHECK(workload.layers[1].parameters == 1000);
  CHECK(*workload.layers[1].exchange_s == Approx(800e-6));
  CHECK(workload.layers[0].backward_s == Approx(300e-6));
  CHECK(workload.layers[0].parameters == 2000);
  CHECK(workload.layers[0].update_s == Approx(50e-6));
  CHECK(imported.left_out.size() == 1);
  CHECK(recorded_step(workload).step_s == Approx(2960e-6));
  CHECK(recorded_step(workload).hidden_s == Approx(300e-6));
}

TEST_CASE("of a profile's steps, that of median time is taken") {
  const ImportedWorkload imported = small("kineto", "steps");
  const Workload& workload = imported.workload;
  REQUIRE(workload.layers.size() == 2);
  CHECK(workload.recorded->ranks == 2);
  CHECK(*workload.recorded->step_s == Approx(910e-6));
  // Ready when the kernel that was launched before has ended.
  CHECK(workload.layers[1].backward_s == Approx(320e-6));
  CHECK(workload.layers[0].backward_s == Approx(210e-6));
  CHECK(workload.layers[0].parameters == 2000);
  CHECK(recorded_step(workload).step_s == Approx(910e-6).epsilon(0.02));
  CHECK(imported.left_out.at("other steps") == 2);
  CHECK(small("kineto", "no_annotation").workload.parameters() == 3000);
}

TEST_CASE("of a SimAI workload, allreduces of gradients are exchanged") {
  const ImportedWorkload imported = small("simai", "two");
  const Workload& workload = imported.workload;
  REQUIRE(workload.layers.size() == 2);
  CHECK(workload.layers[0].name == "embedding");
  CHECK(workload.layers[0].forward_s == Approx(1000e-9));
  CHECK(workload.layers[0].backward_s == Approx(1200e-9));
  CHECK(workload.layers[0].parameters == 1024);
  CHECK(workload.layers[1].parameters == 1024);
  CHECK(workload.layers[1].update_s == Approx(100e-9));
  CHECK(workload.recorded->ranks == 16);
  CHECK(imported.left_out.size() == 2);
}

TEST_CASE("a damaged trace gives one error with its file, place and what is accepted") {
  CHECK_THROWS_WITH(small("chakra", "truncated"), Contains("truncated") && Contains("byte"));
  CHECK_THROWS_WITH(small("chakra", "cycle"), Contains("a cycle among 2 nodes"));
  CHECK_THROWS_WITH(small("chakra", "twice"), Contains("two nodes with the id 1"));
  CHECK_THROWS_WITH(small("chakra", "no_allreduce"), Contains("no allreduce"));
  CHECK_THROWS_WITH(small("kineto", "no_events"), Contains("traceEvents"));
  CHECK_THROWS_WITH(small("kineto", "no_duration"), Contains("event 0"));
  CHECK_THROWS_WITH(small("kineto", "truncated"), Contains("column"));
  CHECK_THROWS_WITH(small("simai", "short"), Contains("line 4"));
  CHECK_THROWS_WITH(small("simai", "more"), Contains("more lines"));
  CHECK_THROWS_WITH(small("simai", "negative"), Contains("line 3") && Contains("-5"));
  CHECK_THROWS_WITH(small("simai", "none"), Contains("no allreduce of gradients"));
}

TEST_CASE("dependencies on nodes that a Chakra trace lacks are counted") {
  CHECK(small("chakra", "missing").left_out.begin()->second == 1);
}

TEST_CASE("the recorded step of ResNet-50 takes what its kernels and the last allreduce take") {
  const std::string path = tests::real_data("traces/resnet50-ddp.chakra.et.gz");
  if (path.empty()) return;
  const Workload workload = import_file("chakra", path).workload;
  CHECK(workload.layers.size() == 5);
  CHECK(workload.parameters() == 25'557'032);
  const auto times = recorded_step(workload);
  // The kernels of the trace that compute take 292.8 ms. 287.5 of them are before the last
  // allreduce, which takes 5.3.
  CHECK(times.step_s == Approx(292.8e-3 + 5.3e-3).epsilon(0.1));
  CHECK(times.exposed_s == Approx(5.3e-3).epsilon(0.1));
  CHECK(times.hidden_s == Approx(31.4e-3).epsilon(0.1));
}

TEST_CASE("a profile of ResNet-50 on two GPUs gives the step that it recorded") {
  const std::string path = tests::real_data("traces/resnet-2gpu.kineto.json.gz");
  if (path.empty()) return;
  const Workload workload = import_file("kineto", path).workload;
  CHECK(workload.parameters() == 25'557'032);
  REQUIRE(workload.recorded);
  CHECK(recorded_step(workload).step_s == Approx(*workload.recorded->step_s).epsilon(0.1));
}

TEST_CASE("the SimAI workload of 9,216 GPUs exchanges the gradient of its embedding") {
  const std::string path = tests::real_data("traces/moe-9216.simai.txt.gz");
  if (path.empty()) return;
  const ImportedWorkload imported = import_file("simai", path);
  CHECK(imported.workload.layers.size() == 1789);
  CHECK(imported.workload.parameters() == 50'331'648 / 4);
  CHECK(imported.workload.recorded->ranks == 9216);
  CHECK(imported.left_out.at("REDUCESCATTER of the backward pass") > 0);
}
