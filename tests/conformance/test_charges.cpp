#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "algos/registry/registry.hpp"
#include "model/base/range.hpp"
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
        const auto real = algos::find_allreduce<Stream>(info.name);
        const auto counted = algos::find_allreduce<algos::CountedStream>(info.name);
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
      algos::find_allreduce<Stream>("dsar_split_allgather")(counting, evenly_spread(4), {});
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

TEST_CASE("an empty result over fewer indices than ranks stays sparse") {
  for (const std::string_view algorithm :
       {"sparse_allgather", "sparse_ring", "ssar_recursive_double", "ssar_split_allgather"}) {
    runtime::loggp::run({}, 5, [&](runtime::Comm& comm) {
      const Stream empty({0, 3}, {}, {});
      const Stream result = algos::find_allreduce<Stream>(algorithm)(comm, empty, {});
      CAPTURE(algorithm);
      CHECK(result.format() == algos::Format::coo);
      CHECK(result.range() == algos::Range{0, 3});
    });
  }
}
