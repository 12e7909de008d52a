#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "algos/registry/registry.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/totals.hpp"

using namespace sparlab;
using namespace sparlab::conformance;
using model::Format;
using model::FormatSet;

namespace {

const std::vector<std::string> kIntegerSums = {"ssar_split_allgather", "ssar_recursive_double",
                                               "sparse_ring", "sparse_allgather"};

/// Uniform supports and whole numbers from -8 to 8 without 0, as generated inputs have.
std::vector<FloatStream> generated_inputs(std::uint64_t ranks, std::uint64_t universe,
                                          std::uint64_t stride) {
  std::mt19937_64 generator(ranks * stride);
  std::vector<FloatStream> inputs;
  for (std::uint64_t rank = 0; rank < ranks; ++rank) {
    RankInput input;
    for (std::uint64_t i = 0; i < universe / stride; ++i) {
      input.indices.push_back(i * stride + generator() % stride);
      const auto value = static_cast<double>(generator() % 8 + 1);
      input.values.push_back(generator() % 2 == 0 ? value : -value);
    }
    inputs.push_back(stream_of(input, universe));
  }
  return inputs;
}

/// The results of rank 0 in several calls of one reducer.
std::vector<std::vector<double>> quantized_sums_of(const std::string& spec,
                                                   const std::vector<FloatStream>& inputs,
                                                   int calls,
                                                   const algos::AllreduceOptions& options = {}) {
  std::vector<std::vector<double>> sums;
  runtime::loggp::run({}, static_cast<int>(inputs.size()), [&](runtime::Comm& comm) {
    const auto reducer = algos::make_reducer(spec, options);
    CHECK(reducer->residual() == nullptr);
    for (int call = 0; call < calls; ++call) {
      const FloatStream sum = reducer->reduce(comm, inputs[static_cast<std::size_t>(comm.rank())]);
      if (comm.rank() == 0) sums.push_back(dense_values(sum));
    }
  });
  return sums;
}

}  // namespace

TEST_CASE("quantized_sum has the same bits by every exchange, format and switch to dense") {
  for (const std::uint64_t ranks : {1, 2, 5, 8}) {
    for (const std::uint64_t stride : {2, 16}) {
      const auto inputs = generated_inputs(ranks, 4096, stride);
      const auto expected = quantized_sums_of("quantized_sum", inputs, 2);
      CHECK(expected[0] != expected[1]);
      for (const std::string& exchange : kIntegerSums) {
        for (const FormatSet formats : {FormatSet{}, FormatSet::published(), FormatSet::all()}) {
          CAPTURE(ranks, stride, exchange);
          CHECK(quantized_sums_of("quantized_sum(exchange=" + exchange + ")", inputs, 2,
                                  {.formats = formats}) == expected);
        }
      }
    }
  }
}

TEST_CASE("quantized_sum is unbiased, and its variance is at most h (S/s)^2 / 4") {
  constexpr int kCalls = 400;
  const auto inputs = generated_inputs(8, 512, 2);
  std::vector<double> exact(512, 0.0);
  std::vector<double> held(512, 0.0);
  for (const FloatStream& input : inputs) {
    for (std::size_t i = 0; i < input.count(); ++i) {
      exact[input.indices()[i]] += static_cast<double>(input.values()[i]);
      held[input.indices()[i]] += 1;
    }
  }
  for (const int bits : {2, 4, 8}) {
    const double step = 8.0 / ((1 << (bits - 1)) - 1);
    const auto sums = quantized_sums_of(
        "quantized_sum(blocks=1, bits=" + std::to_string(bits) + ")", inputs, kCalls);
    double all_squares = 0;
    double all_bounds = 0;
    for (std::size_t i = 0; i < exact.size(); ++i) {
      double errors = 0;
      double squares = 0;
      for (const auto& sum : sums) {
        errors += sum[i] - exact[i];
        squares += (sum[i] - exact[i]) * (sum[i] - exact[i]);
      }
      const double bound = held[i] * step * step / 4;
      CHECK(std::abs(errors / kCalls) <= 5 * std::sqrt(bound / kCalls) + 1e-5);
      CHECK(squares / kCalls <= 1.5 * bound + 1e-9);
      all_squares += squares / kCalls;
      all_bounds += bound;
    }
    CHECK(all_squares <= all_bounds);
    CHECK(all_squares > all_bounds / 4);
  }
}

TEST_CASE("quantized_sum sends what counted streams expect to within a bit a value, and less") {
  constexpr std::uint64_t kLarge = std::uint64_t{1} << 18;
  for (const std::uint64_t ranks : {2, 8}) {
    for (const std::uint64_t stride : {2, 32}) {
      const auto inputs = generated_inputs(ranks, kLarge, stride);
      const model::UniformFillIn fill_in(kLarge, static_cast<double>(kLarge / stride));
      for (const FormatSet formats :
           {FormatSet::published(), FormatSet::published().with(Format::delta)}) {
        for (const std::string& exchange : kIntegerSums) {
          for (const int bits : {4, 8}) {
            const std::string settings =
                "(exchange=" + exchange + ", bits=" + std::to_string(bits) + ")";
            CAPTURE(settings, ranks, stride);
            const CallTerms call{.spec = "quantized_sum" + settings, .formats = formats};
            const Totals found = taken(call, inputs);
            const Totals expected = counted(call, ranks, fill_in);
            CHECK(found.messages == expected.messages);
            CHECK(found.bytes == Approx(expected.bytes).epsilon(0.15));
            CHECK(found.bytes < taken({.spec = exchange, .formats = formats}, inputs).bytes);
          }
        }
      }
    }
  }
}

TEST_CASE("quantized_sum refuses bits with which sums could exceed what floats hold") {
  const model::Shape many{std::uint64_t{1} << 18, 1000};
  CHECK_THROWS_WITH(model::Algorithm("quantized_sum(bits=8)", many),
                    Catch::Matchers::Contains("fewer bits"));
  CHECK_NOTHROW(model::Algorithm("quantized_sum(bits=7)", many));
}
