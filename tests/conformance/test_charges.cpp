#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

#include "algos/registry/registry.hpp"
#include "algos/steps/placed_parts.hpp"
#include "model/base/cost.hpp"
#include "model/base/range.hpp"
#include "model/costs/step_costs.hpp"
#include "model/fill_in/extreme_fill_in.hpp"
#include "runtime/decorators/counting_comm.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using Stream = algos::SparseStream<float, std::uint32_t>;
using runtime::decorators::CountingComm;

namespace {

constexpr std::uint64_t kUniverse = 1024;

/// Every `stride`-th index. If the number of ranks is a power of two, each part holds its exact
/// share.
Stream evenly_spread(std::uint32_t stride) {
  std::vector<std::uint32_t> indices;
  for (std::uint32_t index = 0; index < kUniverse; index += stride) indices.push_back(index);
  return {{0, kUniverse}, indices, std::vector<float>(indices.size(), 1.0F)};
}

/// Local work of every rank, by kind.
template <class Body>
std::vector<std::array<double, runtime::kWorkKinds>> work_of(int ranks, Body body) {
  std::vector<std::array<double, runtime::kWorkKinds>> work;
  runtime::loggp::run({}, ranks, [&](runtime::Comm& comm) {
    CountingComm counting(comm);
    body(counting);
    work.push_back(counting.total().work);
  });
  return work;
}

}  // namespace

TEST_CASE("real streams charge the work that counted ones do") {
  for (const int ranks : {1, 2, 4, 8, 16}) {
    for (const std::uint32_t stride : {2U, 4U, 16U}) {
      const model::IdenticalFillIn fill_in(kUniverse, static_cast<double>(kUniverse) / stride);
      const algos::CountedContext context{&fill_in, Stream::wire_format()};
      for (const auto& info : algos::algorithms()) {
        const auto real = algos::find_allreduce(info.name);
        const auto counted = algos::find_allreduce(info.name);
        if (real == nullptr) continue;
        CAPTURE(info.name, ranks, stride);
        CHECK(work_of(ranks, [&](auto& comm) { real(comm, evenly_spread(stride), {}); }) ==
              work_of(ranks, [&](auto& comm) {
                counted(comm, algos::CountedStream(context, {0, kUniverse}), {});
              }));
      }
    }
  }
}

TEST_CASE("dsar_split_allgather gathers values alone, and copies only messages that wrap around") {
  for (const int ranks : {2, 3, 4, 5, 8, 16}) {
    runtime::loggp::run({}, ranks, [&](runtime::Comm& comm) {
      CountingComm counting(comm);
      algos::find_allreduce("dsar_split_allgather")(counting, evenly_spread(4), {});
      const auto& phases = counting.phases();
      const auto gather = std::find_if(phases.begin(), phases.end(),
                                       [](const auto& phase) { return phase.name == "allgather"; });
      REQUIRE(gather != phases.end());
      const auto own = model::part_of({0, kUniverse}, static_cast<std::uint64_t>(comm.rank()),
                                      static_cast<std::uint64_t>(ranks));
      const auto received = static_cast<double>(sizeof(float) * (kUniverse - own.size()));
      // Of five ranks, rank 4 sends parts 4 and 0 to rank 2 in one message in the second round.
      const bool wraps = ranks == 5 && (comm.rank() == 4 || comm.rank() == 2);
      const double copied = wraps ? sizeof(float) * (204 + 205) : 0;
      CAPTURE(ranks, comm.rank());
      CHECK(gather->counts.bytes_received == received);
      CHECK(gather->counts.work[static_cast<std::size_t>(runtime::WorkKind::copy)] == copied);
    });
  }
}

TEST_CASE("an allgather in place with late ranks takes as long as the model says") {
  model::Machine machine{.alpha_s = 1e-6, .beta_s_per_byte = 1e-10};
  machine.gammas = {.merge_s = 1e-6, .copy_s_per_byte = 1.5e-10};
  const auto simulated = runtime::loggp::Machine::hockney(
      machine.alpha_s, machine.beta_s_per_byte,
      {machine.gammas.merge_s, 0, 0, machine.gammas.copy_s_per_byte, 0});
  constexpr algos::Range kWhole{0, 100'000};
  const model::IdenticalFillIn fill_in(kWhole.size(), 1000);
  const algos::CountedContext context{&fill_in, Stream::wire_format()};
  std::mt19937 random(1);
  for (const std::uint64_t ranks : {2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 16, 24}) {
    for (const double latest_us : {0, 3, 30, 300}) {
      std::uniform_real_distribution<double> late_us(0, latest_us);
      std::vector<double> ready_s(ranks);
      std::vector<double> part_bytes(ranks);
      const auto run =
          runtime::loggp::run(simulated, static_cast<int>(ranks), [&](runtime::Comm& comm) {
            const auto rank = static_cast<std::size_t>(comm.rank());
            const auto own = model::part_of(kWhole, rank, ranks);
            comm.charge({runtime::WorkKind::merge, late_us(random)});
            part_bytes[rank] = sizeof(float) * static_cast<double>(own.size());
            ready_s[rank] = comm.now() + machine.gammas.copy_s_per_byte * part_bytes[rank];
            algos::reduce_in_place(comm, kWhole,
                                   {algos::CountedStream(context, own, algos::Format::dense)}, {});
          });
      CAPTURE(ranks, latest_us);
      CHECK(model::late_allgather_s(machine, part_bytes, ready_s) ==
            Approx(run.makespan_s()).epsilon(1e-9));
    }
  }
}

TEST_CASE("an empty result over fewer indices than ranks stays sparse") {
  for (const std::string_view algorithm :
       {"sparse_allgather", "sparse_ring", "ssar_recursive_double", "ssar_split_allgather"}) {
    runtime::loggp::run({}, 5, [&](runtime::Comm& comm) {
      const Stream empty({0, 3}, {}, {});
      const Stream result = algos::find_allreduce(algorithm)(comm, empty, {});
      CAPTURE(algorithm);
      CHECK(result.format() == algos::Format::coo);
      CHECK(result.range() == algos::Range{0, 3});
    });
  }
}
