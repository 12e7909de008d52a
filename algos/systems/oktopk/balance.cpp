#include <algorithm>
#include <cmath>
#include <utility>

#include "algos/formats/format.hpp"
#include "algos/systems/oktopk/parts.hpp"
#include "model/base/slices.hpp"

namespace sparlab::algos::oktopk {
namespace {

void charge_copy(runtime::Comm& comm, const Stream& stream) {
  comm.charge({runtime::WorkKind::copy, stream.wire_bytes() - stream.wire_format().header_bytes});
}

/// A stream of `entries` entries of the union of all inputs, which holds at least as many.
CountedStream counted(const runtime::Comm& comm, const CountedContext& context, double entries,
                      Range whole) {
  const auto ranks = static_cast<std::uint32_t>(comm.size());
  return CountedStream(context, whole, ranks, Format::coo).cut_to(entries);
}

Stream piece_of(runtime::Comm& comm, const Stream& kept, const model::SlicePiece& piece,
                Range whole) {
  Stream entries = kept.visit([&]<class One>(const One& one) -> Stream {
    if constexpr (is_counted_v<One>) {
      return counted(comm, one.context(), piece.size(), whole);
    } else {
      const auto first = static_cast<std::size_t>(piece.first);
      const auto count = static_cast<std::size_t>(piece.size());
      return One(whole, one.indices().subspan(first, count), one.values().subspan(first, count));
    }
  });
  charge_copy(comm, entries);
  return entries;
}

/// A received piece of known size.
Stream unpacked(runtime::Comm& comm, const runtime::Message& message,
                const model::SlicePiece& piece, const Domain& whole) {
  Stream stream = unpack(comm, whole, message);
  constexpr double kRounding = 0.5;  // of expectations
  if (std::abs(stream.count() - piece.size()) > kRounding)
    throw WireError("oktopk: a piece does not have the size that its sender announced");
  return stream;
}

template <class One>
One joined(const std::vector<Stream>& slices, Range whole) {
  std::size_t entries = 0;
  for (const Stream& slice : slices) entries += static_cast<std::size_t>(slice.count());
  CooBuilder<typename One::value_type, typename One::index_type> builder(whole, entries);
  const auto out = builder.out();
  std::size_t at = 0;
  for (const Stream& stream : slices) {
    const One& slice = stream.as<One>();
    if (slice.count() == 0) continue;
    if (slice.format() != Format::coo || (at > 0 && slice.indices()[0] <= out.indices[at - 1]))
      throw WireError("oktopk: the slices do not follow each other");
    std::ranges::copy(slice.indices(), out.indices + at);
    std::ranges::copy(slice.values(), out.values + at);
    at += static_cast<std::size_t>(slice.count());
  }
  return std::move(builder).finish(entries);
}

}  // namespace

Stream balance(runtime::Comm& comm, const Stream& kept, const std::vector<double>& sizes,
               Range whole, model::FormatSet formats) {
  comm.enter_phase("balance");
  const auto rank = static_cast<std::uint64_t>(comm.rank());
  std::vector<model::SlicePiece> own_pieces;  // of this rank's slice
  std::vector<runtime::Request> receives;
  std::vector<runtime::Request> sends;
  Stream stays;
  for (const model::SlicePiece& piece : model::slice_pieces(sizes)) {
    if (piece.to == rank) own_pieces.push_back(piece);
    if (piece.to == rank && piece.from != rank)
      receives.push_back(comm.irecv(static_cast<int>(piece.from)));
    if (piece.from != rank) continue;
    Stream entries = piece_of(comm, kept, piece, whole);
    if (piece.to == rank)
      stays = std::move(entries);
    else
      sends.push_back(comm.isend(static_cast<int>(piece.to), pack(comm, entries, formats)));
  }
  const auto messages = wait_all(comm, receives);
  std::vector<Stream> slices;
  auto message = messages.begin();
  for (const model::SlicePiece& piece : own_pieces) {
    slices.push_back(piece.from == rank ? stays
                                        : unpacked(comm, *message++, piece, {kept.type(), whole}));
  }
  wait_all(comm, sends);
  if (slices.empty()) return piece_of(comm, kept, {rank, rank, 0, 0}, whole);
  return join(comm, slices, whole);
}

Stream join(runtime::Comm& comm, const std::vector<Stream>& slices, Range whole) {
  Stream all = with_type(slices.front().type(), [&]<class One>() -> Stream {
    if constexpr (is_counted_v<One>) {
      double entries = 0;
      for (const Stream& slice : slices) entries += slice.count();
      return counted(comm, slices.front().as<One>().context(), entries, whole);
    } else {
      return joined<One>(slices, whole);
    }
  });
  charge_copy(comm, all);
  return all;
}

}  // namespace sparlab::algos::oktopk
