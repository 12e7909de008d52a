#include <cmath>
#include <string>

#include "algos/registry/registry.hpp"
#include "base/system/data_folders.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/run/execution/workload.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::experiments;
using namespace sparlab::experiments::run;

namespace {

const platforms::PlatformFile& platform() {
  static const platforms::PlatformFile gige =
      platforms::load_platform(base::find_platform_file("gige-8", "test", "platform"));
  return gige;
}

Record run_in_form(Engine engine, std::string_view algorithm, InputForm form,
                   Payload payload = Payload::counted) {
  Point point;
  static_cast<Settings&>(point) = settings_for(info_of(engine), Settings{});
  point.engine = engine;
  point.algorithm = model::Algorithm(algorithm);
  point.ranks = 4;
  point.universe = 1U << 12U;
  point.nnz = 41;
  point.density = 0.01;
  point.payload = payload;
  point.input_form = form;
  return execute(point, platform());
}

InputForm own_form(const algos::AlgorithmInfo& info) {
  return info.dense_input ? InputForm::dense : InputForm::sparse;
}

/// What the conversion of 41 of 4096 values to the form on which an algorithm works takes.
double conversion_s(const algos::AlgorithmInfo& info) {
  const double entries = 41;
  const double values_bytes = 4096 * 4;
  const model::LocalWork work =
      info.dense_input
          ? model::LocalWork{.scattered_entries = entries, .copied_bytes = values_bytes}
          : model::LocalWork{.copied_bytes = values_bytes + entries * 8};
  return platform().machine(4).gammas.seconds(work);
}

}  // namespace

TEST_CASE("what begins from the other form pays for its conversion, on model and loggp") {
  for (const algos::AlgorithmInfo& info : algos::algorithms()) {
    if (info.native || info.exactness == algos::Exactness::approximate) continue;
    const InputForm own = own_form(info);
    const InputForm other = own == InputForm::dense ? InputForm::sparse : InputForm::dense;
    for (const Engine engine : {Engine::model, Engine::loggp}) {
      CAPTURE(info.name, name_of(engine));
      const double difference_s =
          run_in_form(engine, info.name, other).time_s - run_in_form(engine, info.name, own).time_s;
      // Packets of omnireduce overlap with other work.
      CHECK(difference_s == Approx(conversion_s(info)).epsilon(1e-6));
    }
  }
}

TEST_CASE("sums are right from both forms, also with real data") {
  for (const algos::AlgorithmInfo& info : algos::algorithms()) {
    if (info.native || info.exactness == algos::Exactness::approximate) continue;
    for (const InputForm form : {InputForm::sparse, InputForm::dense}) {
      CAPTURE(info.name, name_of(form));
      const Record record = run_in_form(Engine::loggp, info.name, form, Payload::data);
      CHECK(record.check.status == "passed");
      const bool converts = form != own_form(info);
      const auto converted = [](const PhaseTraffic& phase) {
        return phase.name == "densify" || phase.name == "sparsify";
      };
      if (converts) CHECK(std::ranges::any_of(record.phases, converted));
    }
  }
}
