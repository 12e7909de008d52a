#include "algos/steps/agree.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "algos/formats/format.hpp"
#include "algos/steps/allgather.hpp"
#include "runtime/message.hpp"

/// Messages of plain numbers: counts, positions, numbers for agreements. They are real in counted
/// runs, too.
namespace sparlab::algos {
namespace {

/// Errors  WireError unless the message holds `count` numbers.
template <class Number>
std::vector<Number> numbers_of(const runtime::Message& message, std::size_t count) {
  if (message.bytes().size() != count * sizeof(Number)) {
    throw WireError("a message of " + std::to_string(message.bytes().size()) +
                    " bytes instead of " + std::to_string(count) + " numbers");
  }
  std::vector<Number> numbers(count);
  if (count > 0) std::memcpy(numbers.data(), message.bytes().data(), message.bytes().size());
  return numbers;
}

/// `combine(a, b)` is applied to each number.
template <class Number, class Combine>
std::vector<Number> agree(runtime::Comm& comm, std::vector<Number> own, Combine combine) {
  static_assert(sizeof(Number) == 8);
  comm.enter_phase("agree");
  const auto exchanged = [&](int to, const std::vector<Number>& sent, int from, int) {
    return numbers_of<Number>(
        exchange(comm, to, runtime::Message::copy_of(std::as_bytes(std::span(sent))), from),
        sent.size());
  };
  const auto combined = [&](std::vector<Number> left, const std::vector<Number>& right) {
    std::ranges::transform(left, right, left.begin(), combine);
    return left;
  };
  return join_all(comm, std::move(own), exchanged, combined);
}

std::uint64_t larger(std::uint64_t a, std::uint64_t b) { return std::max(a, b); }

}  // namespace

std::uint64_t agree_on_max(runtime::Comm& comm, std::uint64_t number) {
  return agree(comm, std::vector{number}, larger).front();
}

std::vector<double> agree_on_max(runtime::Comm& comm, std::vector<double> numbers) {
  return agree(comm, std::move(numbers), [](double a, double b) {
    if (!(a >= 0 && b >= 0)) throw WireError("agreement: a number that is not at least 0");
    return std::max(a, b);
  });
}

bool all_equal(runtime::Comm& comm, std::uint64_t number) {
  const auto largest = agree(comm, std::vector{number, ~number}, larger);
  return largest[0] == ~largest[1];  // the complement of the largest complement is the smallest
}

double agree_on_sum(runtime::Comm& comm, double number) {
  return agree(comm, std::vector{number}, std::plus<>()).front();
}

std::vector<std::uint64_t> agree_on_sums(runtime::Comm& comm, std::vector<std::uint64_t> numbers) {
  return agree(comm, std::move(numbers), std::plus<>());
}

std::vector<double> gather_counts(runtime::Comm& comm, double own) {
  comm.enter_phase("gather_counts");
  auto counts = allgather_blocks(
      comm, own,
      [](std::span<const double> held) { return runtime::Message::copy_of(std::as_bytes(held)); },
      [](const runtime::Message& message, std::size_t, std::size_t count) {
        return numbers_of<double>(message, count);
      });
  for (const double count : counts)
    if (!std::isfinite(count) || count < 0) throw WireError("gather_counts: not a count");
  return counts;
}

}  // namespace sparlab::algos
