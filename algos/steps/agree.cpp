#include "algos/steps/agree.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <span>

#include "algos/streams/format.hpp"

namespace sparlab::algos {
namespace {

template <class Number>
Number exchanged(runtime::Comm& comm, int to, Number sent, int from) {
  const auto message = runtime::Message::token(std::as_bytes(std::span(&sent, 1)), sizeof(Number));
  const runtime::Message reply = exchange(comm, to, message, from);
  if (reply.bytes().size() != sizeof(Number)) throw WireError("agree: not one number");
  Number received;
  std::memcpy(&received, reply.bytes().data(), sizeof(Number));
  return received;
}

/// Doubles, round by round, the number of ranks before this one whose numbers it has combined, from
/// 0 to P-1; a rank that needs one more than the double asks for its partner's own number, too.
template <class Number, class Combine>
Number agree(runtime::Comm& comm, Number own, Combine combine) {
  static_assert(sizeof(Number) == 8);
  const int ranks = comm.size();
  const int rank = comm.rank();
  comm.enter_phase("agree");
  Number others{};  // of the ranks rank-covered, ..., rank-1 (modulo P)
  int covered = 0;
  for (int bit = std::bit_width(static_cast<unsigned>(ranks - 1)) - 1; bit >= 0; --bit) {
    const bool one_more = ((ranks - 1) >> bit & 1) != 0;
    const int distance = covered + (one_more ? 1 : 0);
    const Number sent = !one_more ? others : covered == 0 ? own : combine(others, own);
    const Number received =
        exchanged(comm, (rank + distance) % ranks, sent, (rank + ranks - distance) % ranks);
    others = covered == 0 ? received : combine(received, others);
    covered += distance;
  }
  return covered == 0 ? own : combine(others, own);
}

}  // namespace

std::uint64_t agree_on_max(runtime::Comm& comm, std::uint64_t number) {
  return agree(comm, number, [](std::uint64_t a, std::uint64_t b) { return std::max(a, b); });
}

double agree_on_sum(runtime::Comm& comm, double number) {
  return agree(comm, number, std::plus<>());
}

}  // namespace sparlab::algos
