#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "algos/registry/call_agreement.hpp"
#include "algos/registry/registry.hpp"
#include "model/base/cost.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"

using namespace sparlab;

namespace {

using Stream = algos::SparseStream<float, std::uint32_t>;

std::string call_of(const std::string& spec) {
  return algos::describe_call(model::Algorithm(spec), {algos::type_of<Stream>(), {0, 100}}, {});
}

/// The error message on each rank; "" if there is none.
std::vector<std::string> mismatches(const std::vector<std::string>& specs) {
  std::vector<std::string> texts(specs.size());
  runtime::loggp::run({}, static_cast<int>(specs.size()), [&](runtime::Comm& comm) {
    const auto rank = static_cast<std::size_t>(comm.rank());
    try {
      algos::require_equal_calls(comm, call_of(specs[rank]));
    } catch (const algos::MismatchError& error) {
      texts[rank] = error.what();
    }
  });
  return texts;
}

}  // namespace

TEST_CASE("ranks that call one operation agree at the cost of log2 P messages of 16 bytes") {
  for (int ranks = 1; ranks <= 33; ++ranks) {
    const auto run = runtime::loggp::run({}, ranks, [](runtime::Comm& comm) {
      algos::require_equal_calls(comm,
                                 call_of(comm.rank() % 2 == 0 ? "gtopk(k=5)" : "gtopk( k=5 )"));
    });
    const int rounds = std::bit_width(static_cast<unsigned>(ranks - 1));
    CHECK(run.messages == static_cast<std::uint64_t>(ranks * rounds));
    CHECK(run.bytes == 16.0 * ranks * rounds);
  }
}

TEST_CASE("one rank that calls another operation is named on all ranks, whichever it is") {
  for (std::size_t ranks = 2; ranks <= 17; ++ranks) {
    for (std::size_t odd = 0; odd < ranks; ++odd) {
      std::vector<std::string> specs(ranks, "sparse_ring");
      specs[odd] = "dense_ring";
      for (const std::string& text : mismatches(specs)) {
        CHECK_THAT(text, Catch::Contains("rank " + std::to_string(odd) + " calls dense_ring over"));
        CHECK_THAT(text, Catch::Contains("sparse_ring over [0, 100) of float by uint32, sum"));
      }
    }
  }
}

TEST_CASE("callers are grouped by what they call, the most first") {
  CHECK(
      mismatches({"gtopk(k=5)", "gtopk(k=50)", "gtopk(k=5)", "gtopk(k=50)", "gtopk(k=5)"}).back() ==
      "the ranks call different operations: ranks 0, 2, 4 call gtopk(k=5) over [0, 100) of float "
      "by uint32, sum; ranks 1, 3 call gtopk(k=50) over [0, 100) of float by uint32, sum");
  std::vector<std::string> all_different;
  for (int k = 1; k <= 64; ++k) all_different.push_back("gtopk(k=" + std::to_string(k) + ")");
  CHECK_THAT(mismatches(all_different).front(), Catch::EndsWith("; and 56 more"));
}

TEST_CASE("operations that differ in anything that must be equal are described differently") {
  using Options = algos::AllreduceOptions;
  const auto negated = [](float*, const float*, std::size_t, void*) {};
  constexpr algos::StreamType kType = algos::type_of<Stream>();
  const model::Algorithm ring("dense_ring");
  const model::Machine machine;
  model::Machine other;
  other.gammas.merge_s = 1e-9;
  model::Machine slow_trees;
  slow_trees.slowdowns.tree = {{1024, 1.5}};
  const std::vector<std::string> calls = {
      algos::describe_call(ring, {kType, {0, 10}}, {}),
      algos::describe_call(ring, {kType, {1, 10}}, {}),
      algos::describe_call(ring, {kType, {0, 11}}, {}),
      algos::describe_call(ring, {kType, {0, 10}}, Options{.op = algos::Reduction<float>::max()}),
      algos::describe_call(ring, {kType, {0, 10}},
                           Options{.op = algos::Reduction<float>::user(negated, 1.0F)}),
      algos::describe_call(ring, {kType, {0, 10}},
                           Options{.op = algos::Reduction<float>::user(negated, 2.0F)}),
      algos::describe_call(ring, {kType, {0, 10}},
                           Options{.dense_switch = algos::DenseSwitch::never}),
      algos::describe_call(ring, {kType, {0, 10}}, Options{.formats = model::FormatSet::all()}),
      algos::describe_call(ring, {kType, {0, 10}}, Options{.machine = &machine}),
      algos::describe_call(ring, {kType, {0, 10}}, Options{.machine = &other}),
      algos::describe_call(ring, {kType, {0, 10}}, Options{.machine = &slow_trees}),
      algos::describe_call(
          ring, {algos::type_of<algos::SparseStream<double, std::uint32_t>>(), {0, 10}}, {}),
      algos::describe_call(
          ring, {algos::type_of<algos::SparseStream<float, std::uint64_t>>(), {0, 10}}, {}),
  };
  for (std::size_t i = 0; i < calls.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) CHECK(calls[i] != calls[j]);
  }
}
