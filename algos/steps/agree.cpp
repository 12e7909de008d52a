#include "algos/steps/agree.hpp"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

#include "algos/steps/join_all.hpp"
#include "algos/steps/numbers.hpp"

namespace sparlab::algos {
namespace {

/// `combine(a, b)` is applied to each number.
template <class Number, class Combine>
std::vector<Number> agree(runtime::Comm& comm, std::vector<Number> own, Combine combine) {
  static_assert(sizeof(Number) == 8);
  comm.enter_phase("agree");
  const auto exchanged = [&](int to, const std::vector<Number>& sent, int from, int) {
    return numbers_of<Number>(exchange(comm, to, message_of(std::span(sent)), from), sent.size());
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

}  // namespace sparlab::algos
