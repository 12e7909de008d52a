#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "algos/registry/registry.hpp"
#include "algos/streams/state_archive.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/streams.hpp"

using namespace sparlab;
using algos::StateArchive;

namespace {

using conformance::same_bits;
using Stream = conformance::FloatStream;
using Reducer = algos::Reducer;

constexpr int kRanks = 3;
constexpr std::uint32_t kUniverse = 200;
constexpr int kCallsBefore = 3;
constexpr int kCallsAfter = 6;

/// All algorithms with default settings, and the systems with settings for which they keep more
/// state.
std::vector<std::string> specs() {
  std::vector<std::string> all;
  for (const auto& info : algos::algorithms()) {
    if (!info.native) all.emplace_back(info.name);
  }
  for (const char* const spec :
       {"oktopk(k=7, tau=4, tau_prime=5, feedback=vgg)", "oktopk(k=7, form=published)",
        "topk_allgather(k=7)", "topk_allgather(k=7, selector=dgc, sample=0.3)",
        "topk_allgather(k=7, selector=sidco)", "topk_dsa(k=7)", "gtopk(k=7)", "gaussiank(k=7)",
        "dryden(k=7)", "clt_k(k=7)", "micro(k=7, parts=balanced)", "spardl(k=7)",
        "spardl(k=90, teams=3, sag=b)", "block_topk(k=7, block=50)", "arc_topk(k=20, columns=8)",
        "redsync_rgc(k=7, momentum=0.9, dense_below=0, search_from=0)",
        "redsync_rgc_quantized(k=7, momentum=0.9, dense_below=0, search_from=0)",
        "kylix(reuse=true)"}) {
    all.emplace_back(spec);
  }
  return all;
}

/// A gradient that changes slowly from call to call.
Stream gradient(int rank, int call) {
  auto stream = Stream::uninitialised_dense({0, kUniverse});
  for (std::uint32_t i = 0; i < kUniverse; ++i) {
    stream.mutable_values()[i] =
        std::sin(0.7F * static_cast<float>(i * (1 + i % 5)) + static_cast<float>(rank) +
                 0.1F * static_cast<float>(call));
  }
  return stream;
}

std::vector<std::byte> saved(Reducer& reducer) {
  StateArchive counted;
  reducer.transfer_state(counted);
  std::vector<std::byte> bytes(counted.bytes());
  StateArchive written = StateArchive::writing_to(bytes);
  reducer.transfer_state(written);
  CHECK(written.bytes() == bytes.size());
  return bytes;
}

}  // namespace

TEST_CASE("a reducer that reads a saved state goes on with the same bits") {
  for (const std::string& spec : specs()) {
    CAPTURE(spec);
    runtime::loggp::run({}, kRanks, [&](runtime::Comm& comm) {
      const auto first = algos::make_reducer(spec, {});
      for (int call = 0; call < kCallsBefore; ++call) {
        first->reduce(comm, gradient(comm.rank(), call));
      }
      const auto bytes = saved(*first);
      const auto second = algos::make_reducer(spec, {});
      StateArchive read = StateArchive::reading_from(bytes);
      second->transfer_state(read);
      CHECK(read.bytes() == bytes.size());
      for (int call = kCallsBefore; call < kCallsBefore + kCallsAfter; ++call) {
        const Stream expected = first->reduce(comm, gradient(comm.rank(), call));
        CHECK(same_bits(second->reduce(comm, gradient(comm.rank(), call)), expected));
      }
      CHECK((first->residual() == nullptr) == (second->residual() == nullptr));
      if (first->residual() == nullptr) return;
      REQUIRE(first->residual()->type() == second->residual()->type());
      if (first->residual()->is_counted()) return;  // nothing is held back
      CHECK(same_bits(*first->residual(), *second->residual()));
    });
  }
}

TEST_CASE("a state that ends early is refused wherever it ends") {
  runtime::loggp::run({}, 1, [&](runtime::Comm& comm) {
    const auto reducer = algos::make_reducer("oktopk(k=7)", {});
    reducer->reduce(comm, gradient(0, 0));
    const auto bytes = saved(*reducer);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      const auto other = algos::make_reducer("oktopk(k=7)", {});
      StateArchive read = StateArchive::reading_from(std::span(bytes).first(size));
      CHECK_THROWS_AS(other->transfer_state(read), algos::StateError);
    }
  });
}
