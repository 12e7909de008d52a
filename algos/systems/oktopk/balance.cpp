#include "algos/systems/oktopk/balance.hpp"

#include <algorithm>
#include <cmath>

#include "algos/formats/format.hpp"
#include "algos/interface/instantiate.hpp"
#include "algos/kernels/instantiate.hpp"
#include "model/base/slices.hpp"

namespace sparlab::algos::oktopk {
namespace {

template <class Stream>
void charge_copy(runtime::Comm& comm, const Stream& stream) {
  comm.charge({runtime::WorkKind::copy,
               static_cast<double>(stream.wire_bytes()) - stream.wire_format().header_bytes});
}

template <class Value, class Index>
SparseStream<Value, Index> piece_of(runtime::Comm& comm, const SparseStream<Value, Index>& kept,
                                    const model::SlicePiece& piece, Range whole) {
  const auto first = static_cast<std::size_t>(piece.first);
  const auto count = static_cast<std::size_t>(piece.size());
  SparseStream<Value, Index> entries(whole, kept.indices().subspan(first, count),
                                     kept.values().subspan(first, count));
  charge_copy(comm, entries);
  return entries;
}

/// A stream of `entries` entries of the union of all inputs, which holds at least as many.
CountedStream counted(runtime::Comm& comm, const CountedContext& context, double entries,
                      Range whole) {
  const auto ranks = static_cast<std::uint32_t>(comm.size());
  const CountedStream stream = CountedStream(context, whole, ranks, Format::coo).cut_to(entries);
  charge_copy(comm, stream);
  return stream;
}

CountedStream piece_of(runtime::Comm& comm, const CountedStream& kept,
                       const model::SlicePiece& piece, Range whole) {
  return counted(comm, kept.context(), piece.size(), whole);
}

/// A received piece of known size.
template <class Stream>
Stream unpacked(runtime::Comm& comm, const runtime::Message& message,
                const model::SlicePiece& piece, Range whole) {
  Stream stream = unpack<Stream>(comm, whole, message);
  constexpr double kRounding = 0.5;  // of expectations
  if (std::abs(static_cast<double>(stream.count()) - piece.size()) > kRounding) {
    throw WireError("oktopk: a piece does not have the size that its sender announced");
  }
  return stream;
}

template <class Stream>
Stream evened_out(runtime::Comm& comm, const Stream& kept, const std::vector<double>& sizes,
                  Range whole, model::FormatSet formats) {
  comm.enter_phase("balance");
  const auto rank = static_cast<std::uint64_t>(comm.rank());
  std::vector<model::SlicePiece> own_pieces;  // of this rank's slice
  std::vector<runtime::Request> receives;
  std::vector<runtime::Request> sends;
  Stream stays;
  for (const model::SlicePiece& piece : model::slice_pieces(sizes)) {
    if (piece.to == rank) own_pieces.push_back(piece);
    if (piece.to == rank && piece.from != rank) {
      receives.push_back(comm.irecv(static_cast<int>(piece.from)));
    }
    if (piece.from != rank) continue;
    Stream entries = piece_of(comm, kept, piece, whole);
    if (piece.to == rank) {
      stays = std::move(entries);
    } else {
      sends.push_back(comm.isend(static_cast<int>(piece.to), pack(comm, entries, formats)));
    }
  }
  const auto messages = wait_all(comm, receives);
  std::vector<Stream> slices;
  auto message = messages.begin();
  for (const model::SlicePiece& piece : own_pieces) {
    slices.push_back(piece.from == rank ? stays : unpacked<Stream>(comm, *message++, piece, whole));
  }
  wait_all(comm, sends);
  if (slices.empty()) return piece_of(comm, kept, {rank, rank, 0, 0}, whole);
  return join(comm, slices, whole);
}

}  // namespace

template <class Value, class Index>
SparseStream<Value, Index> balance(runtime::Comm& comm, const SparseStream<Value, Index>& kept,
                                   const std::vector<double>& sizes, Range whole,
                                   model::FormatSet formats) {
  return evened_out(comm, kept, sizes, whole, formats);
}

CountedStream balance(runtime::Comm& comm, const CountedStream& kept,
                      const std::vector<double>& sizes, Range whole, model::FormatSet formats) {
  return evened_out(comm, kept, sizes, whole, formats);
}

template <class Value, class Index>
SparseStream<Value, Index> join(runtime::Comm& comm,
                                const std::vector<SparseStream<Value, Index>>& slices,
                                Range whole) {
  std::size_t entries = 0;
  for (const auto& slice : slices) entries += static_cast<std::size_t>(slice.count());
  CooBuilder<Value, Index> builder(whole, entries);
  const auto out = builder.out();
  std::size_t at = 0;
  for (const auto& slice : slices) {
    if (slice.count() == 0) continue;
    if (slice.format() != Format::coo || (at > 0 && slice.indices()[0] <= out.indices[at - 1])) {
      throw WireError("oktopk: the slices do not follow each other");
    }
    std::ranges::copy(slice.indices(), out.indices + at);
    std::ranges::copy(slice.values(), out.values + at);
    at += static_cast<std::size_t>(slice.count());
  }
  auto joined = std::move(builder).finish(entries);
  charge_copy(comm, joined);
  return joined;
}

CountedStream join(runtime::Comm& comm, const std::vector<CountedStream>& slices, Range whole) {
  double entries = 0;
  for (const CountedStream& slice : slices) entries += slice.count();
  return counted(comm, slices.front().context(), entries, whole);
}

#define SPARLAB_INSTANTIATE(V, I)                                                           \
  template SparseStream<V, I> balance(runtime::Comm&, const SparseStream<V, I>&,            \
                                      const std::vector<double>&, Range, model::FormatSet); \
  template SparseStream<V, I> join(runtime::Comm&, const std::vector<SparseStream<V, I>>&, Range);
SPARLAB_FOR_ALGORITHM_TYPES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos::oktopk
