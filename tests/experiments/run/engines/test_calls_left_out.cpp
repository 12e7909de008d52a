#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <string>

#include "base/system/data_folders.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/run/engines/simulation.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#ifdef SPARLAB_HAVE_SIMGRID
#include "sim/engine.hpp"
#endif

using namespace sparlab;
using namespace sparlab::experiments;
using namespace sparlab::experiments::run;
namespace loggp = sparlab::runtime::loggp;

namespace {

const platforms::PlatformFile& daint() {
  static const platforms::PlatformFile platform =
      platforms::load_platform(base::find_platform_file("piz-daint", "test", "platform"));
  return platform;
}

Point point_of(Engine engine, const std::string& spec, std::uint64_t ranks) {
  Point point;
  point.engine = engine;
  point.algorithm = sparlab::model::Algorithm(spec);
  point.ranks = ranks;
  point.universe = 1'000'000;
  point.nnz = 1000;
  point.density = 1e-3;
  static_cast<Settings&>(point) = settings_for(info_of(engine), Settings{});
  return point;
}

Record on_loggp(const Point& point, SimulatedCalls calls) {
  const auto machine = point.machine == experiments::MachineKind::loggp
                           ? daint().loggp(point.ranks)
                           : daint().loggp_hockney(point.ranks);
  return execute_simulated(point, daint(), 0, calls, [&](const auto& body) {
    return loggp::run(machine, static_cast<int>(point.ranks), body);
  });
}

/// Everything about calls is the same, up to rounding.
void check_equal(const Record& left_out, const Record& all) {
  const auto near = [](double value) { return Approx(value).epsilon(1e-8); };
  CHECK(left_out.time_s == near(all.time_s));
  CHECK(*left_out.messages == near(*all.messages));
  CHECK(*left_out.bytes == near(*all.bytes));
  CHECK(*left_out.result_nnz == near(*all.result_nnz));
  CHECK(left_out.terms.at("max_call_s") == near(all.terms.at("max_call_s")));
  CHECK(left_out.terms.at("median_call_s") == near(all.terms.at("median_call_s")));
  REQUIRE(left_out.phases.size() == all.phases.size());
  for (std::size_t i = 0; i < all.phases.size(); ++i) {
    INFO(all.phases[i].name);
    CHECK(left_out.phases[i].name == all.phases[i].name);
    CHECK(left_out.phases[i].messages == near(all.phases[i].messages));
    CHECK(left_out.phases[i].bytes == near(all.phases[i].bytes));
    // The critical path may leave a cycle on another rank than that on which it entered.
    CHECK(*left_out.phases[i].seconds == Approx(*all.phases[i].seconds).epsilon(1e-3));
  }
}

double simulated(const Record& record) { return record.terms.at("simulated_calls"); }

}  // namespace

TEST_CASE("a period without calls that repeat has the record of the whole period") {
  for (const auto machine : {experiments::MachineKind::hockney, experiments::MachineKind::loggp}) {
    for (const auto& [spec, ranks] : {std::pair("oktopk", 8),
                                      {"oktopk", 32},
                                      {"oktopk(tau=12, tau_prime=8)", 8},
                                      {"oktopk(tau=3, tau_prime=1)", 8},
                                      {"oktopk(k=100, tau=16, tau_prime=16)", 12},
                                      {"oktopk(boundaries=equal, tau=1, tau_prime=16)", 5},
                                      {"oktopk(form=published, tau=16, tau_prime=16)", 8},
                                      {"oktopk(balance=always)", 8},
                                      {"kylix(reuse=true)", 8},
                                      {"kylix(reuse=true, calls=40)", 12},
                                      {"redsync_rgc(k=100)", 8},
                                      {"redsync_rgc_quantized(k=100)", 8}}) {
      INFO(name_of(machine) << " " << spec << " P=" << ranks);
      Point point = point_of(Engine::loggp, spec, static_cast<std::uint64_t>(ranks));
      point.machine = machine;
      const Record all = on_loggp(point, SimulatedCalls::all);
      const Record left_out = on_loggp(point, SimulatedCalls::until_they_repeat);
      check_equal(left_out, all);
      CHECK(simulated(all) == static_cast<double>(point.algorithm.period()));
      if (point.algorithm.period() >= 12) CHECK(simulated(left_out) < simulated(all));
    }
  }
}

TEST_CASE("phases of a period are those of the whole period, whatever follows the calls left out") {
  const platforms::PlatformFile alps =
      platforms::load_platform(base::find_platform_file("alps", "test", "platform"));
  Point point = point_of(Engine::loggp,
                         "oktopk(tau=22, tau_prime=20, balance=always, regather=false, "
                         "form=published, window=6)",
                         17);
  point.machine = experiments::MachineKind::hockney;
  point.universe = 23375;
  point.nnz = 5;
  const auto run = [&](SimulatedCalls calls) {
    return execute_simulated(point, alps, 0, calls, [&](const auto& body) {
      return loggp::run(alps.loggp_hockney(17), 17, body);
    });
  };
  const Record left_out = run(SimulatedCalls::until_they_repeat);
  check_equal(left_out, run(SimulatedCalls::all));
  CHECK(simulated(left_out) < 150);
}

TEST_CASE("by default calls that repeat are left out") {
  CHECK(simulated(execute(point_of(Engine::loggp, "oktopk", 64), daint())) == 8);
}

TEST_CASE("all calls are simulated where they may differ") {
  const auto calls_of = [](Engine engine, Payload payload, bool traffic) {
    Point point = point_of(engine, "oktopk(tau=8, tau_prime=8)", 8);
    point.payload = payload;
    if (traffic) point.machine = experiments::MachineKind::network;
    point.link_statistics = traffic;
    return simulated(execute(point, daint()));
  };
  CHECK(calls_of(Engine::loggp, Payload::data, false) == 8);
  CHECK(calls_of(Engine::loggp, Payload::counted, true) == 8);
  CHECK(calls_of(Engine::loggp, Payload::counted, false) == 4);

  Point point = point_of(Engine::loggp, "oktopk", 8);
  CHECK(calls_to_simulate(point, daint()) == SimulatedCalls::until_they_repeat);
  point.jobs = 2;
  CHECK(calls_to_simulate(point, daint()) == SimulatedCalls::all);
  point.jobs = 1;
  point.routing = loggp::Routing::valiant;
  CHECK(calls_to_simulate(point, daint()) == SimulatedCalls::all);
  point.routing = loggp::Routing::minimal;
  platforms::PlatformFile noisy = daint();
  noisy.noise.delays.start.kind = loggp::Delays::Kind::exponential;
  CHECK(calls_to_simulate(point, noisy) == SimulatedCalls::all);
}

TEST_CASE("a period whose calls never settle is simulated whole") {
  const Point point = point_of(Engine::loggp, "oktopk(tau=16, tau_prime=16)", 8);
  const auto machine = daint().loggp_hockney(8);
  // One rank loses more time in every message that it receives.
  class Slower final : public sparlab::runtime::Comm {
   public:
    explicit Slower(Comm& inner) : inner_(inner) {}
    int rank() const override { return inner_.rank(); }
    int size() const override { return inner_.size(); }
    double now() const override { return inner_.now(); }
    sparlab::runtime::Request isend(int to, sparlab::runtime::Message message, int tag) override {
      return inner_.isend(to, std::move(message), tag);
    }
    sparlab::runtime::Request irecv(int from, int tag) override { return inner_.irecv(from, tag); }
    sparlab::runtime::Message wait(sparlab::runtime::Request& request) override {
      if (rank() == 3) inner_.charge({sparlab::runtime::WorkKind::select, 10 * ++waits_});
      return inner_.wait(request);
    }
    std::size_t wait_any(std::span<sparlab::runtime::Request> requests) override {
      return inner_.wait_any(requests);
    }
    void charge(sparlab::runtime::Work work) override { inner_.charge(work); }

   private:
    Comm& inner_;
    double waits_ = 0;
  };
  const auto run = [&](SimulatedCalls calls) {
    return execute_simulated(point, daint(), 0, calls, [&](const auto& body) {
      return loggp::run(machine, 8, [&](sparlab::runtime::Comm& comm) {
        Slower slower(comm);
        body(slower);
      });
    });
  };
  const Record record = run(SimulatedCalls::until_they_repeat);
  CHECK(simulated(record) == 16);
  check_equal(record, run(SimulatedCalls::all));
}

#ifdef SPARLAB_HAVE_SIMGRID
namespace {

/// In a child, since SimGrid allows one run in a process: the record's time, messages, bytes and
/// calls that were simulated.
std::array<double, 5> on_simgrid(const Point& point, SimulatedCalls calls) {
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  std::array<double, 5> numbers{};
  if (child == 0) {
    const Record record = execute_simulated(point, daint(), 0, calls, [&](const auto& body) {
      return sparlab::sim::run(daint().simulated(point.ranks), static_cast<int>(point.ranks), body);
    });
    numbers = {record.time_s, *record.messages, *record.bytes, record.terms.at("median_call_s"),
               simulated(record)};
    const bool written = ::write(ends[1], numbers.data(), sizeof numbers) == sizeof numbers;
    ::_exit(written ? 0 : 1);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(status == 0);
  REQUIRE(::read(ends[0], numbers.data(), sizeof numbers) == sizeof numbers);
  for (const int end : ends) ::close(end);
  return numbers;
}

}  // namespace

TEST_CASE("a period in simgrid without calls that repeat has the times of the whole period") {
  for (const std::uint64_t ranks : {8, 64}) {
    INFO("P=" << ranks);
    const Point point = point_of(Engine::simgrid, "oktopk", ranks);
    const auto all = on_simgrid(point, SimulatedCalls::all);
    const auto left_out = on_simgrid(point, SimulatedCalls::until_they_repeat);
    for (std::size_t i = 0; i < 4; ++i) CHECK(left_out[i] == Approx(all[i]).epsilon(1e-8));
    CHECK(all[4] == 64);
    CHECK(left_out[4] < 64);
  }
}
#endif
