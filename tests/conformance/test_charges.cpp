#include <algorithm>
#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

#include "algos/registry/registry.hpp"
#include "algos/steps/placed_parts.hpp"
#include "model/base/cost.hpp"
#include "model/base/range.hpp"
#include "model/costs/step_costs.hpp"
#include "model/fill_in/extreme_fill_in.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "runtime/decorators/counting_comm.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/format_sets.hpp"
#include "tests/conformance/suite/totals.hpp"
#include "tests/conformance/variants.hpp"

using namespace sparlab;
using namespace sparlab::conformance;
using model::Format;
using model::FormatSet;
using model::ValueCode;
using runtime::decorators::CountingComm;

namespace {

constexpr std::uint64_t kUniverse = 1024;

/// Blocks of `length` consecutive indices at every `stride`, on all ranks alike, every second value
/// negative. If the number of ranks is a power of two, each part holds its exact share of entries
/// and of runs.
RankInput evenly_spread(std::uint64_t universe, std::uint64_t stride, std::uint64_t length = 1) {
  RankInput input;
  for (std::uint64_t start = 0; start < universe; start += stride) {
    for (std::uint64_t i = 0; i < length; ++i) {
      input.indices.push_back(start + i);
      input.values.push_back(input.indices.size() % 2 == 0 ? -1 : 1);
    }
  }
  return input;
}

/// The fill-in of these inputs.
class EvenlySpread final : public model::FillIn {
 public:
  EvenlySpread(std::uint64_t universe, std::uint64_t stride, std::uint64_t length)
      : universe_(universe), stride_(stride), length_(length) {}
  std::uint64_t universe() const override { return universe_; }
  double distinct(model::Ranks ranks, model::Range range) const override {
    return runs(ranks, range) * static_cast<double>(length_);
  }
  double runs(model::Ranks ranks, model::Range range) const override {
    return ranks.count == 0 ? 0 : static_cast<double>(range.size() / stride_);
  }
  double live_blocks(model::Ranks ranks, model::Range range, std::uint64_t block) const override {
    return ranks.count == 0 ? 0 : static_cast<double>(range.size() / std::max(block, stride_));
  }
  std::string describe() const override { return "evenly spread"; }

 private:
  std::uint64_t universe_;
  std::uint64_t stride_;
  std::uint64_t length_;
};

void check_work(const CallTerms& call, std::uint64_t ranks, const FloatStream& input,
                const model::FillIn& fill_in) {
  CAPTURE(call.spec, ranks, input.count());
  CHECK(work_of(call, std::vector(ranks, input)) == counted_work_of(call, ranks, fill_in));
}

}  // namespace

TEST_CASE("real streams charge the work that counted ones do") {
  std::vector<std::string> specs = signed_variants();
  for (const std::string& spec : dense_codes()) specs.push_back(spec);
  for (const auto& info : algos::algorithms()) {
    if (!info.native) specs.emplace_back(info.name);
  }
  for (const std::uint64_t ranks : {1, 2, 4, 8, 16}) {
    for (const std::uint64_t stride : {2, 4, 16}) {
      const model::IdenticalFillIn fill_in(kUniverse, static_cast<double>(kUniverse / stride));
      for (const std::string& spec : specs)
        check_work({spec}, ranks, stream_of(evenly_spread(kUniverse, stride), kUniverse), fill_in);
    }
  }
}

TEST_CASE("real streams charge the selections that counted ones do") {
  const model::IdenticalFillIn fill_in(kUniverse, kUniverse / 4.0);
  for (const std::uint64_t ranks : {1, 2, 3, 4, 8}) {
    for (const char* const spec :
         {"topk_allgather(k=100)", "gtopk(k=100)", "gaussiank(k=256)", "clt_k(k=100)",
          "block_topk(k=128, block=64)", "arc_topk(k=100, columns=16)"})
      check_work({spec}, ranks, ones(evenly_spread(kUniverse, 4), kUniverse), fill_in);
  }
}

TEST_CASE("real streams charge the conversions that counted ones do, in every set of formats",
          "[arithmetic]") {
  constexpr std::uint64_t kLarge = 4096;
  for (const std::uint64_t ranks : {1, 2, 4, 8, 16}) {
    for (const std::uint64_t stride : {4, 8, 64}) {
      for (const std::uint64_t length : {1, 3}) {
        const EvenlySpread fill_in(kLarge, stride, length);
        const FloatStream input = ones(evenly_spread(kLarge, stride, length), kLarge);
        for (const auto formats : format_sets()) {
          for (const std::string& spec : exact_algorithms())
            check_work({spec, formats}, ranks, input, fill_in);
          check_work({"sparse_ring(hop_work=dense, format=pici)", formats}, ranks, input, fill_in);
        }
      }
    }
  }
}

TEST_CASE("real streams with coded values charge and send what counted ones do") {
  constexpr std::uint64_t kLarge = 4096;
  for (const std::uint64_t ranks : {1, 2, 4, 8, 16}) {
    for (const std::uint64_t stride : {8, 64}) {
      const EvenlySpread fill_in(kLarge, stride, 3);
      // The values of a stream are equal, so that their exponents take no bits.
      const FloatStream input = ones(evenly_spread(kLarge, stride, 3), kLarge);
      for (const FormatSet formats :
           {FormatSet{}, FormatSet{Format::bitmap}, FormatSet{Format::delta},
            FormatSet{Format::bitmap, Format::delta, Format::runs}}) {
        for (const std::string& spec : exact_algorithms()) {
          // Those of dense streams take one, for they have zeros, too.
          const bool dense = spec == "spark_tree_aggregate" || spec == "s2_omnireduce_standin";
          const CallTerms call{.spec = spec,
                               .formats = formats.with(ValueCode::exponents),
                               .code_bits = dense ? 1.0 : 0.0};
          check_work(call, ranks, input, fill_in);
          const Totals expected = modelled(call, ranks, fill_in);
          const Totals found = taken(call, std::vector(ranks, input));
          CHECK(found.bytes == expected.bytes);
          const CallTerms plain{.spec = spec, .formats = formats};
          CHECK(results_of(call, std::vector(ranks, input)) ==
                results_of(plain, std::vector(ranks, input)));
        }
      }
    }
  }
}

TEST_CASE("counted streams expect the code of generated values to within a bit a value") {
  constexpr std::uint64_t kLarge = std::uint64_t{1} << 18;
  std::mt19937_64 generator(1);
  for (const std::uint64_t ranks : {2, 8}) {
    for (const std::uint64_t stride : {2, 32}) {
      const std::uint64_t entries = kLarge / stride;
      std::vector<FloatStream> inputs;
      for (std::uint64_t rank = 0; rank < ranks; ++rank) {
        RankInput input;
        for (std::uint64_t i = 0; i < entries; ++i) {
          input.indices.push_back(i * stride + generator() % stride);
          const auto value = static_cast<double>(generator() % 8 + 1);
          input.values.push_back(generator() % 2 == 0 ? value : -value);
        }
        inputs.push_back(stream_of(input, kLarge));
      }
      const model::UniformFillIn fill_in(kLarge, static_cast<double>(entries));
      for (const FormatSet formats : coded_format_sets()) {
        for (const char* const spec : {"ssar_recursive_double", "ssar_split_allgather",
                                       "sparse_allgather", "spark_tree_aggregate"}) {
          CAPTURE(spec, ranks, stride);
          const CallTerms call{.spec = spec, .formats = formats};
          const CallTerms plain{.spec = spec, .formats = formats.with(ValueCode::none)};
          const double found = taken(call, inputs).bytes;
          CHECK(found == Approx(counted(call, ranks, fill_in).bytes).epsilon(0.05));
          CHECK(found < taken(plain, inputs).bytes);
          CHECK(results_of(call, inputs) == results_of(plain, inputs));
        }
      }
    }
  }
}

TEST_CASE("real streams that owners by a hash split charge the work that counted ones do") {
  constexpr std::uint64_t kLarge = 4096;
  for (const std::uint64_t ranks : {1, 2, 4, 8, 16}) {
    for (const std::uint64_t stride : {32, 64, 256}) {
      const EvenlySpread fill_in(kLarge, stride, 16);  // clusters of which owners have equal shares
      const FloatStream input = ones(evenly_spread(kLarge, stride, 16), kLarge);
      for (const FormatSet formats :
           {FormatSet::published(), FormatSet{}, FormatSet{Format::bitmap, Format::delta}}) {
        for (const char* const spec : {"ssar_split_allgather(partition=hash)",
                                       "ssar_split_allgather(partition=hash, pull=bitmap)"})
          check_work({spec, formats}, ranks, input, fill_in);
      }
    }
  }
}

TEST_CASE("dsar_split_allgather gathers values alone, and copies only messages that wrap around") {
  for (const int ranks : {2, 3, 4, 5, 8, 16}) {
    runtime::loggp::run({}, ranks, [&](runtime::Comm& comm) {
      CountingComm counting(comm);
      algos::find_allreduce("dsar_split_allgather")(
          counting, stream_of(evenly_spread(kUniverse, 4), kUniverse), {});
      const auto& phases = counting.phases();
      const auto gather = std::find_if(phases.begin(), phases.end(),
                                       [](const auto& phase) { return phase.name == "allgather"; });
      REQUIRE(gather != phases.end());
      const auto own = model::part_of({0, kUniverse}, static_cast<std::uint64_t>(comm.rank()),
                                      static_cast<std::uint64_t>(ranks));
      const auto received = static_cast<double>(sizeof(float) * (kUniverse - own.size()));
      // Of five ranks, rank 4 sends parts 4 and 0 to rank 2 in one message in the second round.
      const bool wraps = ranks == 5 && (comm.rank() == 4 || comm.rank() == 2);
      const double copied = wraps ? sizeof(float) * (204 + 205) : 0;
      CAPTURE(ranks, comm.rank());
      CHECK(gather->counts.bytes_received == received);
      CHECK(gather->counts.work[static_cast<std::size_t>(runtime::WorkKind::copy)] == copied);
    });
  }
}

TEST_CASE("an allgather in place with late ranks takes as long as the model says") {
  model::Machine machine{.alpha_s = 1e-6, .beta_s_per_byte = 1e-10};
  machine.gammas = {.merge_s = 1e-6, .copy_s_per_byte = 1.5e-10};
  const auto simulated = runtime::loggp::Machine::hockney(
      machine.alpha_s, machine.beta_s_per_byte,
      {machine.gammas.merge_s, 0, 0, machine.gammas.copy_s_per_byte, 0});
  constexpr algos::Range kWhole{0, 100'000};
  const model::IdenticalFillIn fill_in(kWhole.size(), 1000);
  const algos::CountedContext context{&fill_in, FloatStream::wire_format()};
  std::mt19937 random(1);
  for (const std::uint64_t ranks : {2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 16, 24}) {
    for (const double latest_us : {0, 3, 30, 300}) {
      std::uniform_real_distribution<double> late_us(0, latest_us);
      std::vector<double> ready_s(ranks);
      std::vector<double> part_bytes(ranks);
      const auto run =
          runtime::loggp::run(simulated, static_cast<int>(ranks), [&](runtime::Comm& comm) {
            const auto rank = static_cast<std::size_t>(comm.rank());
            const auto own = model::part_of(kWhole, rank, ranks);
            comm.charge({runtime::WorkKind::merge, late_us(random)});
            part_bytes[rank] = sizeof(float) * static_cast<double>(own.size());
            ready_s[rank] = comm.now() + machine.gammas.copy_s_per_byte * part_bytes[rank];
            algos::reduce_in_place(comm, kWhole,
                                   {algos::CountedStream(context, own, algos::Format::dense)}, {});
          });
      CAPTURE(ranks, latest_us);
      CHECK(model::late_allgather_s(machine, part_bytes, ready_s) ==
            Approx(run.makespan_s()).epsilon(1e-9));
    }
  }
}

TEST_CASE("an empty result over fewer indices than ranks stays sparse") {
  for (const std::string_view algorithm :
       {"sparse_allgather", "sparse_ring", "ssar_recursive_double", "ssar_split_allgather"}) {
    runtime::loggp::run({}, 5, [&](runtime::Comm& comm) {
      const FloatStream empty({0, 3}, {}, {});
      const FloatStream result = algos::find_allreduce(algorithm)(comm, empty, {});
      CAPTURE(algorithm);
      CHECK(result.format() == algos::Format::coo);
      CHECK(result.range() == algos::Range{0, 3});
    });
  }
}
