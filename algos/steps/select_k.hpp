#pragma once

#include <cmath>
#include <cstdint>
#include <utility>

#include "algos/error_feedback/held_back.hpp"
#include "algos/interface/allreduce.hpp"
#include "algos/selectors/exact_top_k.hpp"
#include "algos/steps/agree.hpp"

/// Shared by systems with a parameter k (a number of entries; 0: as many as the input holds).
namespace sparlab::algos {

/// The k on which all ranks agree: if k is 0, the maximum number of entries in an input. Expected
/// counts are rounded up.
/// Cost    k = 0: one agreement; otherwise none.
/// Errors  WireError: ranks agreed on more entries than there are indices.
template <class Stream>
std::uint64_t agreed_k(runtime::Comm& comm, std::uint64_t k, const Stream& input) {
  if (k != 0) return k;
  const double held = std::ceil(static_cast<double>(input.count()));
  const std::uint64_t agreed = agree_on_max(comm, static_cast<std::uint64_t>(held));
  if (agreed > input.range().size()) throw WireError("agree: more entries than indices");
  return agreed;
}

/// The k largest entries as a coo stream; free of charge if a coo stream is returned whole.
template <class Stream>
Stream at_most_k(runtime::Comm& comm, const Stream& stream, std::uint64_t k) {
  const bool fits = static_cast<double>(stream.count()) <= static_cast<double>(k);
  return fits && stream.format() == Format::coo ? stream : top_k(comm, stream, k);
}

/// The selection `select(accumulated)` of input + residual; the rest becomes the new residual.
template <class Stream, class Select>
Stream select_and_hold(runtime::Comm& comm, error_feedback::HeldBack<Stream>& held, Stream input,
                       Select select) {
  comm.enter_phase("select");
  const Stream accumulated = held.take_with(std::move(input));
  Stream selected = select(accumulated);
  held.hold_all_but(accumulated, selected);
  return selected;
}

/// The same for the k largest entries; k = 0 selects all, and the residual stays empty.
template <class Stream>
Stream select_k_and_hold(runtime::Comm& comm, error_feedback::HeldBack<Stream>& held, Stream input,
                         std::uint64_t k) {
  if (k == 0) return input;
  return select_and_hold(comm, held, std::move(input), [&](const Stream& accumulated) {
    return at_most_k(comm, accumulated, k);
  });
}

}  // namespace sparlab::algos
