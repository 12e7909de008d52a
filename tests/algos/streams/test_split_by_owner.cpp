#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "algos/streams/counted_stream.hpp"
#include "algos/streams/stream_operations.hpp"
#include "model/base/range.hpp"
#include "model/fill_in/clustered_fill_in.hpp"
#include "model/fill_in/placed_fill_in.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using algos::CountedStream;
using algos::Range;
using algos::Stream;
using FloatStream = algos::SparseStream<float, std::uint32_t>;

namespace {

void on_one_rank(const std::function<void(runtime::Comm&)>& body) {
  runtime::loggp::run({}, 1, [&](runtime::Comm& comm) { body(comm); });
}

/// Indices of clusters, with their numbers as values.
FloatStream clustered(Range range, std::uint64_t clusters, std::uint64_t length) {
  std::vector<std::uint32_t> indices;
  std::vector<float> values;
  for (std::uint64_t cluster = 0; cluster < clusters; ++cluster) {
    const std::uint64_t lo = range.lo + cluster * (range.size() / 10 / clusters);
    for (std::uint64_t i = 0; i < length; ++i) {
      indices.push_back(static_cast<std::uint32_t>(lo + i));
      values.push_back(static_cast<float>(indices.size()));
    }
  }
  return {range, indices, values};
}

bool same(const FloatStream& a, const FloatStream& b) {
  return a.range() == b.range() && a.format() == b.format() &&
         std::ranges::equal(a.indices(), b.indices()) && std::ranges::equal(a.values(), b.values());
}

}  // namespace

TEST_CASE("streams that are split by owner and united are what they were") {
  on_one_rank([](runtime::Comm& comm) {
    for (const Range range : {Range{0, 0}, Range{0, 3}, Range{7, 4000}, Range{1 << 30, 5 << 28}}) {
      for (const std::uint64_t count : {2, 3, 8, 16}) {
        const model::HashedOwners owners(range, count);
        std::vector<Stream> streams = {FloatStream(range, {}, {})};
        if (range.size() > 1000) streams.emplace_back(clustered(range, 3, 20));
        if (range.size() < 10'000) streams.push_back(densify(comm, streams.back(), {}));
        for (const Stream& stream : streams) {
          const std::vector<Stream> parts = split_by_owner(comm, stream, owners);
          for (std::uint64_t owner = 0; owner < count; ++owner)
            CHECK(parts[owner].range() == owners.part(owner));
          CHECK(same(unite_owned(comm, parts, owners, {}), stream));
        }
      }
    }
  });
}

TEST_CASE("a result of owners is dense if a part is, and has all entries") {
  on_one_rank([](runtime::Comm& comm) {
    const Range range{5, 1005};
    const model::HashedOwners owners(range, 4);
    const Stream stream = clustered(range, 4, 25);
    std::vector<Stream> parts = split_by_owner(comm, stream, owners);
    parts[2] = densify(comm, parts[2], {});
    CHECK(same(unite_owned(comm, parts, owners, {}), densify(comm, stream, {})));
  });
}

TEST_CASE("owners share a cluster that ranges do not") {
  on_one_rank([](runtime::Comm& comm) {
    const Range range{0, 100'000};
    const Stream stream = clustered(range, 5, 400);  // in the first tenth
    const auto ranges = split(comm, stream, model::boundaries(range, 8));
    CHECK(ranges.front().count() == 2000);
    for (const Stream& part : split_by_owner(comm, stream, model::HashedOwners(range, 8)))
      CHECK(part.count() == Approx(250).margin(10));
  });
}

TEST_CASE("counted parts of owners have as many entries as real ones where places are known") {
  on_one_rank([](runtime::Comm& comm) {
    constexpr Range kRange{0, 50'000};
    const FloatStream real = clustered(kRange, 5, 30);
    std::vector<Range> runs;
    for (const std::uint32_t index : real.indices()) {
      if (runs.empty() || runs.back().hi != index) runs.push_back({index, index});
      ++runs.back().hi;
    }
    const std::vector<std::vector<Range>> ranks{runs};
    const model::PlacedFillIn fill_in(kRange.hi, ranks);
    const algos::CountedContext context{&fill_in, FloatStream::wire_format()};
    const Stream counted = CountedStream::of_rank(context, kRange, 0, algos::Format::coo);
    const model::HashedOwners owners(kRange, 8);
    const auto expected = split_by_owner(comm, Stream(real), owners);
    const auto found = split_by_owner(comm, counted, owners);
    for (std::size_t owner = 0; owner < 8; ++owner)
      CHECK(found[owner].count() == expected[owner].count());
    CHECK(unite_owned(comm, found, owners, {}).as<CountedStream>() == counted.as<CountedStream>());
  });
}

TEST_CASE("counted parts of owners have equal shares of an expectation, also of a selection") {
  on_one_rank([](runtime::Comm& comm) {
    constexpr Range kRange{0, 50'000};
    const model::ClusteredFillIn fill_in(kRange.hi, 100, 300, 10);
    const algos::CountedContext context{&fill_in, FloatStream::wire_format()};
    const CountedStream whole(context, kRange);
    const model::HashedOwners owners(kRange, 8);
    for (const CountedStream& stream : {whole, whole.cut_to(80)}) {
      const auto parts = split_by_owner(comm, Stream(stream), owners);
      for (const Stream& part : parts) CHECK(part.count() == Approx(stream.count() / 8));
      CHECK(unite_owned(comm, parts, owners, {}).count() == Approx(stream.count()));
    }
  });
}
