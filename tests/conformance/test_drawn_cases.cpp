#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "algos/registry/registered_algorithm.hpp"
#include "algos/registry/registry.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/sanitized.hpp"

using namespace sparlab;
using algos::Format;
using algos::Range;
using algos::ReductionKind;

namespace {

using Generator = std::mt19937_64;

/// Every algorithm, also with settings that select other branches.
const std::vector<std::string> kSpecs = {
    "dense_ring",
    "dense_recursive_doubling",
    "dense_rabenseifner",
    "ssar_recursive_double",
    "ssar_split_allgather",
    "dsar_split_allgather",
    "dsar_split_allgather_qsgd",
    "dsar_split_allgather_qsgd(bits=2, bucket=7, scale=l2)",
    "sparse_allgather",
    "sparse_ring",
    "topk_allgather",
    "topk_allgather(k=5)",
    "topk_dsa",
    "topk_dsa(k=9, switch=third)",
    "gtopk",
    "gtopk(k=5)",
    "gtopk(k=5, broadcast=scatter_allgather)",
    "dryden",
    "dryden(k=6)",
    "dryden(k=9, reselect=false)",
    "gaussiank",
    "gaussiank(k=5)",
    "gaussiank(k=5, form=published, adjustment=paper)",
    "oktopk",
    "oktopk(k=6)",
    "oktopk(k=6, tau=1, tau_prime=1, balance=always)",
    "oktopk(k=6, tau=2, boundaries=equal, window=1, rotation=false)",
    "oktopk(k=6, form=published)",
    "redsync_rgc",
    "redsync_rgc(k=5, dense_below=0)",
    "redsync_rgc(k=5, dense_below=0, search_from=0)",
    "redsync_rgc_quantized",
    "redsync_rgc_quantized(k=5, dense_below=0)",
    "redsync_rgc_quantized(k=5, dense_below=0, form=published)",
    "s2_reducer",
    "s2_reducer(rows=3, columns=11, block=8)",
    "s2_reducer(block=3, bitmap=float_per_block)",
    "s2_sparcml_standin",
    "s2_parallax_standin",
    "s2_omnireduce_standin",
    "s2_omnireduce_standin(block=8)",
    "s2_omnireduce_standin(block=5, bitmap=packed)",
    "omnireduce",
    "omnireduce(block=8)",
    "omnireduce(block=3, fused=2, slots=2, aggregators=1)",
    "parameter_server",
    "parameter_server(mode=dense)",
    "parameter_server(servers=2)",
    "parallax",
    "parallax(run_option=ps, shards=3, ranks_per_machine=2)",
    "parallax(run_option=mpi)",
    "hierarchical",
    "hierarchical(node=2, between=sparse_ring)",
    "hierarchical(node=3, between=dsar_split_allgather)",
    "kylix",
    "kylix(reuse=true)",
    "hofmann_runger",
    "hofmann_runger(segment=7)",
    "spark_tree_aggregate",
    "spark_tree_aggregate(depth=1, broadcast=linear)",
    "traff_elimination",
    "traff_elimination(schedule=rabenseifner)",
    "traff_elimination(schedule=ring)",
    "sparlab_auto",
};

struct RankInput {
  bool dense = false;
  std::vector<std::uint64_t> offsets;  ///< of indices, from the beginning of the range
  std::vector<double> values;
};

/// Several calls of one algorithm.
struct Case {
  std::string spec;
  std::uint64_t universe = 0;
  ReductionKind operation = ReductionKind::sum;
  bool dense_switch = true;
  model::FormatSet formats;
  std::vector<std::vector<RankInput>> calls;  ///< by call and rank

  int ranks() const { return static_cast<int>(calls.front().size()); }
  std::string describe() const {
    std::string formats_text;
    for (std::uint8_t format = 0; format < model::kFormats; ++format) {
      formats_text += formats.contains(static_cast<Format>(format)) ? '1' : '0';
    }
    return fmt::format("{}, P = {}, N = {}, operation {}, dense_switch {}, formats {}, {} inputs",
                       spec, ranks(), universe, static_cast<int>(operation), dense_switch,
                       formats_text, calls.front().front().dense ? "dense" : "sparse");
  }
};

/// One of -2, -1, 0, 1, 2, sometimes -0: sums cancel, and zeros are explicit.
double draw_value(Generator& generator) {
  constexpr std::array kValues = {-2.0, -1.0, -1.0, 0.0, -0.0, 1.0, 1.0, 2.0};
  return kValues[generator() % kValues.size()];
}

RankInput draw_input(std::uint64_t universe, bool dense, Generator& generator) {
  RankInput input{dense, {}, {}};
  const std::uint64_t densities[] = {0, 1, 5, 30, 70, 100};
  const std::uint64_t percent = densities[generator() % 6];
  for (std::uint64_t offset = 0; offset < universe; ++offset) {
    if (generator() % 100 >= percent) continue;
    input.offsets.push_back(offset);
    input.values.push_back(draw_value(generator));
  }
  return input;
}

Case draw_case(const std::string& spec, Generator& generator) {
  constexpr std::uint64_t kUniverses[] = {0, 1, 3, 17, 64, 100, 257, 600};
  constexpr ReductionKind kOperations[] = {ReductionKind::sum,  ReductionKind::sum,
                                           ReductionKind::min,  ReductionKind::max,
                                           ReductionKind::prod, ReductionKind::user};
  Case drawn;
  drawn.spec = spec;
  drawn.universe = kUniverses[generator() % 8];
  const int ranks = 1 + static_cast<int>(generator() % 17);
  if (!algos::find_algorithm(spec)->sum_only) drawn.operation = kOperations[generator() % 6];
  drawn.dense_switch = generator() % 4 != 0;
  for (std::uint8_t format = 1; format < model::kFormats; ++format) {
    if (generator() % 2 == 0) drawn.formats = drawn.formats.with(static_cast<Format>(format));
  }
  const bool dense = generator() % 3 == 0;
  for (int call = 0; call < 3; ++call) {
    auto& inputs = drawn.calls.emplace_back();
    for (int rank = 0; rank < ranks; ++rank) {
      inputs.push_back(draw_input(drawn.universe, dense, generator));
    }
  }
  return drawn;
}

/// Whether the spec accepts this number of ranks and indices.
bool is_accepted(const Case& drawn) {
  try {
    model::Algorithm(drawn.spec, {static_cast<std::uint64_t>(drawn.ranks()), drawn.universe})
        .spec();
    return true;
  } catch (const model::ParameterError&) {
    return false;
  }
}

template <class Value>
algos::Reduction<Value> reduction(ReductionKind kind) {
  using Reduction = algos::Reduction<Value>;
  if (kind == ReductionKind::min) return Reduction::min();
  if (kind == ReductionKind::max) return Reduction::max();
  if (kind == ReductionKind::prod) return Reduction::prod();
  if (kind == ReductionKind::sum) return Reduction::sum();
  // A sum whose zeros are negative where its operands cancel.
  const auto add = [](Value* inout, const Value* in, std::size_t count, void*) {
    for (std::size_t i = 0; i < count; ++i) inout[i] = -(-inout[i] - in[i]);
  };
  return Reduction::user(add, Value{0});
}

template <class Value, class Index>
algos::SparseStream<Value, Index> stream_of(const Case& drawn, const RankInput& input,
                                            std::uint64_t lo) {
  const Range range{lo, lo + drawn.universe};
  if (!input.dense) {
    std::vector<Index> indices;
    for (const std::uint64_t offset : input.offsets) {
      indices.push_back(static_cast<Index>(lo + offset));
    }
    return {range, indices, std::vector<Value>(input.values.begin(), input.values.end())};
  }
  auto stream = algos::SparseStream<Value, Index>::uninitialised_dense(range);
  std::ranges::fill(stream.mutable_values(), reduction<Value>(drawn.operation).neutral());
  for (std::size_t i = 0; i < input.offsets.size(); ++i) {
    stream.mutable_values()[static_cast<std::size_t>(input.offsets[i])] =
        static_cast<Value>(input.values[i]);
  }
  return stream;
}

/// A result relative to the beginning of its range: comparable with == to the last bit.
struct Result {
  Format format = Format::coo;
  std::vector<std::uint64_t> offsets;
  std::vector<std::uint64_t> value_bits;
  std::vector<double> values;

  bool has_bits_of(const Result& other) const {
    return format == other.format && offsets == other.offsets && value_bits == other.value_bits;
  }
};

template <class Value, class Index>
Result result_of(const algos::SparseStream<Value, Index>& stream) {
  Result result;
  result.format = stream.format();
  for (const Index index : stream.indices()) result.offsets.push_back(index - stream.range().lo);
  for (const Value value : stream.values()) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    result.value_bits.push_back(bits);
    result.values.push_back(static_cast<double>(value));
  }
  return result;
}

/// Indexed by call and rank.
using Results = std::vector<std::vector<Result>>;

template <class Value, class Index>
Results run(const Case& drawn, std::uint64_t lo) {
  using Stream = algos::SparseStream<Value, Index>;
  Results results(drawn.calls.size(), std::vector<Result>(static_cast<std::size_t>(drawn.ranks())));
  runtime::loggp::run({}, drawn.ranks(), [&](runtime::Comm& comm) {
    const auto rank = static_cast<std::size_t>(comm.rank());
    const auto reducer = algos::make_reducer<Stream>(
        drawn.spec, {reduction<Value>(drawn.operation),
                     drawn.dense_switch ? algos::DenseSwitch::at_delta : algos::DenseSwitch::never,
                     drawn.formats});
    for (std::size_t call = 0; call < drawn.calls.size(); ++call) {
      const Stream sum =
          reducer->reduce(comm, stream_of<Value, Index>(drawn, drawn.calls[call][rank], lo));
      REQUIRE((sum.range() == Range{lo, lo + drawn.universe}));
      results[call][rank] = result_of(sum);
    }
  });
  return results;
}

std::string difference_between_ranks(const Results& results) {
  for (std::size_t call = 0; call < results.size(); ++call) {
    for (std::size_t rank = 1; rank < results[call].size(); ++rank) {
      const Result& first = results[call].front();
      const Result& other = results[call][rank];
      if (other.has_bits_of(first)) continue;
      return fmt::format("call {}: rank 0 gets {}, rank {} {}", call, algos::name_of(first.format),
                         rank, algos::name_of(other.format));
    }
  }
  return "";
}

/// Compares with the serial reduction of the inputs of a call.
std::string difference_from_serial(const Case& drawn, std::size_t call, const Result& result) {
  const auto operation = reduction<double>(drawn.operation);
  std::vector<double> expected(static_cast<std::size_t>(drawn.universe), operation.neutral());
  for (const RankInput& input : drawn.calls[call]) {
    for (std::size_t i = 0; i < input.offsets.size(); ++i) {
      double& value = expected[static_cast<std::size_t>(input.offsets[i])];
      value = operation.visit([&](auto op) { return op(value, input.values[i]); });
    }
  }
  std::vector<double> got(expected.size(), operation.neutral());
  for (std::size_t i = 0; i < result.values.size(); ++i) {
    got[result.format == Format::dense ? i : static_cast<std::size_t>(result.offsets[i])] =
        result.values[i];
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (got[i] == expected[i]) continue;
    return fmt::format("call {}: offset {} has {} instead of {}", call, i, got[i], expected[i]);
  }
  return "";
}

/// The errors of a case.
template <class Value, class Index>
std::vector<std::string> complaints(const Case& drawn, Generator& generator) {
  constexpr std::uint64_t kEnd = std::numeric_limits<Index>::max();
  const std::uint64_t places[] = {8, 1'000'003, kEnd - drawn.universe};
  const std::uint64_t lo = places[generator() % 3];
  const Results results = run<Value, Index>(drawn, 0);
  const Results elsewhere = run<Value, Index>(drawn, lo);
  std::vector<std::string> found;
  const auto complain = [&](const std::string& what) {
    if (!what.empty()) found.push_back(drawn.describe() + ": " + what);
  };
  complain(difference_between_ranks(results));
  complain(difference_between_ranks(elsewhere));
  for (std::size_t call = 0; call < results.size(); ++call) {
    if (algos::find_algorithm(drawn.spec)->exactness == algos::Exactness::exact) {
      complain(difference_from_serial(drawn, call, results[call].front()));
    }
    if (!elsewhere[call].front().has_bits_of(results[call].front())) {
      complain(fmt::format("call {}: other bits over [{}, {})", call, lo, lo + drawn.universe));
    }
  }
  return found;
}

/// With streams of these types, or of main types in builds with few types.
template <class Value, class Index>
std::vector<std::string> complaints_if_built(const Case& drawn, Generator& generator) {
  constexpr bool kBuilt = algos::Code::kHas<algos::SparseStream<Value, Index>>;
  return complaints<std::conditional_t<kBuilt, Value, float>,
                    std::conditional_t<kBuilt, Index, std::uint32_t>>(drawn, generator);
}

std::vector<std::string> complaints(const Case& drawn, Generator& generator) {
  switch (generator() % 4) {
    case 0:
      return complaints_if_built<float, std::uint32_t>(drawn, generator);
    case 1:
      return complaints_if_built<float, std::uint64_t>(drawn, generator);
    case 2:
      return complaints_if_built<double, std::uint32_t>(drawn, generator);
    default:
      return complaints_if_built<double, std::uint64_t>(drawn, generator);
  }
}

}  // namespace

TEST_CASE("drawn cases name every algorithm") {
  for (const auto& info : algos::algorithms()) {
    if (info.native_mpi) continue;
    CAPTURE(info.name);
    CHECK(std::ranges::find(kSpecs, info.name) != kSpecs.end());
  }
}

TEST_CASE("ranks get the same bits in the same format, wherever the range begins, in drawn cases") {
  constexpr int kCases = tests::kSanitized ? 5 : 40;
  Generator generator(1);
  for (const std::string& spec : kSpecs) {
    int accepted = 0;
    for (int number = 0; number < kCases; ++number) {
      const Case drawn = draw_case(spec, generator);
      if (!is_accepted(drawn)) continue;
      ++accepted;
      CHECK(complaints(drawn, generator) == std::vector<std::string>{});
    }
    CAPTURE(spec);
    CHECK(accepted > kCases / 8);
  }
}
