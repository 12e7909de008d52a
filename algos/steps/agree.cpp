#include "algos/steps/agree.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <span>
#include <utility>

#include "algos/steps/numbers.hpp"

namespace sparlab::algos {
namespace {

template <class Number>
std::vector<Number> exchanged(runtime::Comm& comm, int to, std::span<const Number> sent, int from) {
  return numbers_of<Number>(exchange(comm, to, message_of(sent), from), sent.size());
}

/// Doubles, round by round, the number of ranks before this one whose numbers it has combined, from
/// 0 to P-1; a rank that needs one more than the double asks for its partner's own number, too.
/// `combine(a, b)` is applied to each of the numbers.
template <class Number, class Combine>
std::vector<Number> agree(runtime::Comm& comm, std::vector<Number> own, Combine combine) {
  static_assert(sizeof(Number) == 8);
  const int ranks = comm.size();
  const int rank = comm.rank();
  comm.enter_phase("agree");
  const auto combined = [&](std::vector<Number> left, const std::vector<Number>& right) {
    std::ranges::transform(left, right, left.begin(), combine);
    return left;
  };
  std::vector<Number> others(own.size());  // of the ranks rank-covered, ..., rank-1 (modulo P)
  int covered = 0;
  for (int bit = std::bit_width(static_cast<unsigned>(ranks - 1)) - 1; bit >= 0; --bit) {
    const bool one_more = ((ranks - 1) >> bit & 1) != 0;
    const int distance = covered + (one_more ? 1 : 0);
    const auto sent = !one_more ? others : covered == 0 ? own : combined(others, own);
    auto received = exchanged(comm, (rank + distance) % ranks, std::span<const Number>(sent),
                              (rank + ranks - distance) % ranks);
    others = covered == 0 ? std::move(received) : combined(std::move(received), others);
    covered += distance;
  }
  return covered == 0 ? own : combined(std::move(others), own);
}

}  // namespace

std::uint64_t agree_on_max(runtime::Comm& comm, std::uint64_t number) {
  const auto larger = [](std::uint64_t a, std::uint64_t b) { return std::max(a, b); };
  return agree(comm, std::vector{number}, larger).front();
}

double agree_on_sum(runtime::Comm& comm, double number) {
  return agree(comm, std::vector{number}, std::plus<>()).front();
}

std::vector<std::uint64_t> agree_on_sums(runtime::Comm& comm, std::vector<std::uint64_t> numbers) {
  return agree(comm, std::move(numbers), std::plus<>());
}

}  // namespace sparlab::algos
