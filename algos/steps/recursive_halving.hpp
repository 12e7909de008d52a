#pragma once

#include <array>
#include <utility>

#include "algos/interface/allreduce.hpp"
#include "model/base/range.hpp"

namespace sparlab::algos {

/// Reduce-scatter by recursive halving: partners at distance P/2, P/4, ..., 1 exchange the half
/// that the other keeps. Rank r ends with part r of the range. P must be a power of two.
template <class Stream, class Options>
Stream recursive_halving(runtime::Comm& comm, Stream stream, const Options& options) {
  comm.enter_phase("recursive_halving");
  const Range whole = stream.range();
  const auto ranks = static_cast<std::uint64_t>(comm.size());
  auto first =
      std::uint64_t{0};  // the parts that this rank still holds: [first, first + 2*distance)
  for (std::uint64_t distance = ranks / 2; distance > 0; distance /= 2) {
    const auto rank = static_cast<std::uint64_t>(comm.rank());
    const int partner = static_cast<int>(rank ^ distance);
    const bool keeps_upper = (rank & distance) != 0;
    const std::array cuts = {stream.range().lo, model::cut(whole, first + distance, ranks),
                             stream.range().hi};
    auto halves = split(comm, stream, cuts);
    stream = std::move(halves[keeps_upper ? 1 : 0]);
    auto message = pack(comm, halves[keeps_upper ? 0 : 1], options);
    Stream received =
        unpack<Stream>(comm, stream.range(), exchange(comm, partner, std::move(message), partner));
    Stream& left = keeps_upper ? received : stream;
    Stream& right = keeps_upper ? stream : received;
    stream = merge(comm, std::move(left), std::move(right), options);
    if (keeps_upper) first += distance;
  }
  return stream;
}

}  // namespace sparlab::algos
