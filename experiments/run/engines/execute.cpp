#include "experiments/run/engines/execute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace sparlab::experiments::run {

static_assert(std::ranges::all_of(kEngines, [](const EngineInfo& info) {
  return observes(info.engine) ||
         std::ranges::find(kEngineCode, info.engine, &EngineCode::engine) != kEngineCode.end();
}));

void note_noise(Record& record, Engine engine, const platforms::PlatformFile& platform) {
  const runtime::loggp::Noise& delays = platform.noise.delays;
  if (delays.present())
    record.network["noise"] = engine == Engine::loggp ? platforms::describe(delays)
                                                      : "left out: only engine loggp has it";
}

Record execute(const Point& point, const platforms::PlatformFile& platform) {
  const auto* const code = std::ranges::find(kEngineCode, point.engine, &EngineCode::engine);
  if (code == kEngineCode.end())
    throw std::invalid_argument(
        fmt::format("engine {} runs in its own processes, not here", name_of(point.engine)));
  if (point.step) return execute_step(point, platform);
  if (point.training) return execute_training(point, platform);
  Record record = code->execute(point, platform);
  if (const auto& run = platform.noise.run) {
    record.p10_s = run->p10 * record.time_s;
    record.p90_s = run->p90 * record.time_s;
    record.network["noise"] = platforms::describe(*run);
  }
  return record;
}

}  // namespace sparlab::experiments::run
