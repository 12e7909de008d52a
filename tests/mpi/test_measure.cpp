#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "runtime/measure.hpp"
#include "tests/catch.hpp"
#include "tests/mpi/messages.hpp"
#include "tests/mpi/program.hpp"

using namespace sparlab;
using namespace sparlab::runtime;
using test::comm;

namespace {

void spin(double seconds) {
  const double start_s = comm().now();
  while (comm().now() - start_s < seconds) {
  }
}

/// Every rank's doubles have rank 0's bits.
bool equal_on_all_ranks(const std::vector<double>& values) {
  const std::size_t bytes = values.size() * sizeof(double);
  Buffer buffer(bytes);
  std::memcpy(buffer.data(), values.data(), bytes);
  const Message mine(buffer, 0, bytes);
  std::vector<Request> requests;
  requests.push_back(comm().irecv(0));
  if (comm().rank() == 0) {
    for (int to = 0; to < comm().size(); ++to) requests.push_back(comm().isend(to, mine));
  }
  const Message first = std::move(wait_all(comm(), requests).front());
  return first.bytes().size() == bytes &&
         std::memcmp(first.bytes().data(), buffer.data(), bytes) == 0;
}

}  // namespace

TEST_CASE("the maximum over ranks is the same everywhere, whoever holds it", "[many]") {
  for (int holder = 0; holder < comm().size(); ++holder) {
    CHECK(max_over_ranks(comm(), comm().rank() == holder ? 2.5 : -comm().rank()) == 2.5);
  }
}

TEST_CASE("the maximum over ranks has the same bits with NaN and signed zeros") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(std::isnan(max_over_ranks(comm(), comm().rank() == 0 ? nan : 1.0)));
  CHECK_FALSE(std::signbit(max_over_ranks(comm(), comm().rank() == 0 ? 0.0 : -0.0)));
}

TEST_CASE("all ranks see the same samples and the same reason to stop") {
  MeasureOptions options;
  options.warmup = 2;
  options.min_repetitions = 8;
  options.max_repetitions = 50;
  options.budget_s = 0.2;
  int prepared = 0;
  int run = 0;
  const Measurement measured = measure(
      comm(), options, [&] { ++prepared; }, [&] { ++run; });
  CHECK(measured.warmup == 2);
  CHECK(run == static_cast<int>(measured.samples_s.size()) + 2);
  CHECK(prepared == run);
  CHECK(measured.samples_s.size() >= 8);
  CHECK(measured.samples_s.size() <= 50);
  CHECK(equal_on_all_ranks(measured.samples_s));
  CHECK(equal_on_all_ranks({static_cast<double>(measured.stopped_by)}));
}

TEST_CASE("a sample is the time of the slowest rank, without the preparation") {
  MeasureOptions options;
  options.warmup = 0;
  options.min_repetitions = 3;
  options.max_repetitions = 3;
  const bool slow = comm().rank() == comm().size() - 1;
  // The preparation is long enough that a sample which held it would show it at every load.
  const Measurement measured = measure(
      comm(), options, [] { spin(0.05); }, [&] { spin(slow ? 0.01 : 0); });
  REQUIRE(measured.samples_s.size() == 3);
  for (const double sample_s : measured.samples_s) CHECK(sample_s >= 0.01);
}
