#include "tests/conformance/suite/scenario.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <set>

namespace sparlab::conformance {
namespace {

using Generator = std::mt19937_64;

/// One of -2, -1, 1, 2.
double small_value(Generator& generator) {
  constexpr double kValues[] = {-2, -1, 1, 2};
  return kValues[generator() % 4];
}

RankInput random_input(std::uint64_t lo, std::uint64_t hi, std::size_t nnz, Generator& generator) {
  std::set<std::uint64_t> chosen;
  while (chosen.size() < nnz) chosen.insert(lo + generator() % (hi - lo));
  RankInput input{{chosen.begin(), chosen.end()}, {}};
  for (std::size_t i = 0; i < nnz; ++i) input.values.push_back(small_value(generator));
  return input;
}

/// A scenario with the input `input_of(rank, generator)` for every rank.
Scenario make(std::string name, int ranks, std::uint64_t universe,
              const std::function<RankInput(std::uint64_t, Generator&)>& input_of) {
  Scenario scenario{std::move(name), universe, {}};
  for (int rank = 0; rank < ranks; ++rank) {
    Generator generator(static_cast<std::uint64_t>(rank) * 7919 + universe);
    scenario.inputs.push_back(input_of(static_cast<std::uint64_t>(rank), generator));
  }
  return scenario;
}

RankInput with_values(RankInput input, const std::function<double(std::size_t)>& value_of) {
  for (std::size_t i = 0; i < input.values.size(); ++i) input.values[i] = value_of(i);
  return input;
}

}  // namespace

std::vector<Scenario> scenarios(int ranks) {
  const auto p = static_cast<std::uint64_t>(ranks);
  std::vector<Scenario> all;
  all.push_back(make("equal k, random supports", ranks, 1000,
                     [](auto, Generator& g) { return random_input(0, 1000, 30, g); }));
  all.push_back(make("unequal and empty inputs", ranks, 997, [](std::uint64_t rank, Generator& g) {
    return random_input(0, 997, rank * 11 % 37, g);
  }));
  all.push_back(make("all empty", ranks, 64, [](auto, Generator&) { return RankInput{}; }));
  all.push_back(make("equal supports", ranks, 512, [](auto, Generator&) {
    Generator same(1);
    return random_input(0, 512, 25, same);
  }));
  all.push_back(make("disjoint supports", ranks, 16 * p, [](std::uint64_t rank, Generator& g) {
    return random_input(16 * rank, 16 * rank + 16, 3, g);
  }));
  all.push_back(make("all nonzero", ranks, 101,
                     [](auto, Generator& g) { return random_input(0, 101, 101, g); }));
  all.push_back(make("one hot range", ranks, 4096,
                     [](auto, Generator& g) { return random_input(4090, 4096, 4, g); }));
  all.push_back(make("fewer indices than ranks", ranks, 3, [](std::uint64_t rank, Generator& g) {
    return random_input(0, 3, rank % 4, g);
  }));
  all.push_back(make("one index", ranks, 1, [](std::uint64_t rank, Generator& g) {
    return random_input(0, 1, rank % 2, g);
  }));
  all.push_back(make("density beyond the switch", ranks, 203, [](std::uint64_t rank, Generator& g) {
    return random_input(0, 203, 40 + rank, g);
  }));
  all.push_back(make("zeros and cancellation", ranks, 300, [](std::uint64_t rank, Generator&) {
    Generator same(2);
    return with_values(random_input(0, 300, 20, same), [&](std::size_t i) {
      return i % 3 == 0 ? 0.0 : (rank % 2 == 0 ? 1.0 : -1.0);
    });
  }));
  all.push_back(make("tiny values", ranks, 300, [](auto, Generator& g) {
    return with_values(random_input(0, 300, 20, g),
                       [&](auto) { return std::ldexp(small_value(g), -100); });
  }));
  all.push_back(make("NaN", ranks, 50, [](std::uint64_t rank, Generator& g) {
    return with_values(random_input(0, 50, 10, g), [&](std::size_t i) {
      return i == rank % 10 ? std::numeric_limits<double>::quiet_NaN() : small_value(g);
    });
  }));
  return all;
}

Scenario huge_universe(int ranks) {
  constexpr std::uint64_t kUniverse = (std::uint64_t{1} << 40) + 5;
  return make("beyond 2^32", ranks, kUniverse,
              [](auto, Generator& g) { return random_input(0, kUniverse, 40, g); });
}

}  // namespace sparlab::conformance
