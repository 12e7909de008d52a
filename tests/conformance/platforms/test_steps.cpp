#include <string>
#include <vector>

#include "base/system/data_folders.hpp"
#include "experiments/run/engines/execute.hpp"
#include "tests/catch.hpp"
#include "tests/sim/in_child.hpp"

using namespace sparlab;
using namespace sparlab::experiments;
using workloads::Progress;

TEST_CASE("loggp and simgrid agree on steps, whatever makes exchanges progress") {
  const platforms::PlatformFile platform =
      platforms::load_platform(base::find_platform_file("gige-8", "test", "platform"));
  for (const char* algorithm : {"ssar_split_allgather", "dense_ring"}) {
    for (const Progress progress : {Progress::offloaded, Progress::thread, Progress::calls}) {
      for (const std::uint64_t streams : {1, 2}) {
        INFO(algorithm << ' ' << name_of(progress) << ' ' << streams);
        Point point;
        point.algorithm = model::Algorithm(algorithm);
        point.ranks = 8;
        point.density = 0.01;
        point.step.emplace();
        point.step->workload = "resnet20";
        point.step->schedule.kind = workloads::ScheduleKind::layers;
        point.step->progress = progress;
        point.step->streams = streams;
        const auto step_s = [&](Engine engine) {
          point.engine = engine;
          return sim::numbers_in_child([&] {
            const Record record = run::execute(point, platform);
            return std::vector<double>{record.time_s, record.terms.at("hidden_s")};
          });
        };
        const auto loggp = step_s(Engine::loggp);
        const auto simgrid = step_s(Engine::simgrid);
        CHECK(simgrid[0] == Approx(loggp[0]).epsilon(0.02));
        // Small messages to several ranks overlap their latencies in simgrid.
        if (algorithm == std::string("dense_ring"))
          CHECK(simgrid[1] == Approx(loggp[1]).epsilon(1e-3));
      }
    }
  }
}
