#include <array>
#include <cstddef>
#include <vector>

#include "analysis/fits/message_noise.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
namespace loggp = sparlab::runtime::loggp;

namespace {

/// Sizes 1 B to 4 MiB with p10 = 2 us + 0.1 ns/B in three runs; the median and p90 exceed it by
/// these delays.
template <class Delay>
std::vector<RepeatedSize> sizes_with(Delay delay_of) {
  std::vector<RepeatedSize> sizes;
  for (double bytes = 1; bytes <= 1 << 22; bytes *= 4) {
    RepeatedSize size{bytes, {}};
    const double p10_s = 2e-6 + 1e-10 * bytes;
    for (const double day : {0.5, 1.0, 20.0}) {
      const auto [median_s, p90_s] = delay_of(p10_s);
      size.runs.push_back({p10_s, p10_s + day * median_s, p10_s + day * p90_s});
    }
    sizes.push_back(size);
  }
  return sizes;
}

struct Delay {
  double median_s, p90_s;
};

}  // namespace

TEST_CASE("delays that are the same for all sizes are found as seconds, those of the median run") {
  const auto noise = fit_message_noise(sizes_with([](double) { return Delay{1e-6, 5e-6}; }));
  REQUIRE(noise);
  CHECK(!noise->relative);
  CHECK(noise->median.value == Approx(1e-6));
  CHECK(noise->p90.value == Approx(5e-6));
  CHECK(noise->relative_error == Approx(0).margin(1e-9));
  CHECK(noise->noise().message == loggp::Delays{loggp::Delays::Kind::lognormal, 1e-6, 5e-6});
  CHECK(noise->noise().alike);
}

TEST_CASE("delays that grow with the time are found as multiples of it") {
  const auto noise = fit_message_noise(sizes_with([](double p10_s) {
    return Delay{0.1 * p10_s, 0.4 * p10_s};
  }));
  REQUIRE(noise);
  CHECK(noise->relative);
  CHECK(noise->median.value == Approx(0.1));
}

TEST_CASE("half a round trip on the machine with the fitted delays has the measured quantiles") {
  const auto noise = fit_message_noise(sizes_with([](double) { return Delay{1e-6, 5e-6}; }));
  auto machine = loggp::Machine::hockney(2e-6, 1e-10);
  machine.noise = noise->noise();
  std::vector<double> seconds;
  for (std::uint64_t run = 0; run < 2001; ++run) {
    machine.noise.seed = run;
    const auto result = loggp::run(machine, 2, [](runtime::Comm& comm) {
      const std::array<std::byte, 1> token{};
      const int other = 1 - comm.rank();
      const auto send = [&] {
        auto sent = comm.isend(other, runtime::Message::token(token, 1000), 0);
        comm.wait(sent);
      };
      if (comm.rank() == 0) send();
      auto received = comm.irecv(other, 0);
      comm.wait(received);
      if (comm.rank() == 1) send();
    });
    seconds.push_back(result.makespan_s() / 2);
  }
  const model::RepeatedTime time = model::repeated_time(seconds);
  CHECK(time.median_s == Approx(2.1e-6 + 1e-6).epsilon(0.03));
  CHECK(time.p90_s == Approx(2.1e-6 + 5e-6).epsilon(0.05));
}

TEST_CASE("repetitions that do not differ show no noise") {
  CHECK(!fit_message_noise(sizes_with([](double) { return Delay{0, 0}; })));
  CHECK(!fit_message_noise(sizes_with([](double) { return Delay{0, 1e-6}; })));
}
