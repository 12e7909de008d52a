#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "algos/registry/registry.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/fill_in/extreme_fill_in.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "runtime/decorators/counting_comm.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/exact_inputs.hpp"
#include "tests/conformance/suite/rank_counts.hpp"

using namespace sparlab;
using model::Format;
using model::FormatSet;
using Stream = algos::SparseStream<float, std::uint32_t>;

namespace {

/// The published set and one more format, all formats, a set without dense, and coo only.
constexpr std::array kFormatSets = {
    FormatSet::published().with(Format::bitmap), FormatSet::published().with(Format::delta),
    FormatSet::published().with(Format::runs),   FormatSet::all(),
    FormatSet{Format::bitmap, Format::runs},     FormatSet{},
};

constexpr std::string_view kPipeline = "hofmann_runger(segment=2^17)";

/// The exact algorithms that the model knows.
std::vector<std::string> exact_algorithms() {
  std::vector<std::string> specs;
  for (const auto& info : algos::algorithms()) {
    if (info.exactness != algos::Exactness::exact || info.name == "dense_mpi") continue;
    specs.emplace_back(info.name == "hofmann_runger" ? kPipeline : info.name);
  }
  return specs;
}

}  // namespace

TEST_CASE("messages and bytes of real streams equal the model's in every set of formats") {
  for (const int ranks : conformance::rank_counts()) {
    for (const auto& scenario : conformance::scenarios(ranks)) {
      const auto fill_in = conformance::exact_fill_in(scenario);
      for (std::size_t set = 0; set < kFormatSets.size(); ++set) {
        for (const std::string& algorithm : exact_algorithms()) {
          const auto cost =
              model::Algorithm(algorithm).cost({.ranks = static_cast<std::uint64_t>(ranks),
                                                .fill_in = &fill_in,
                                                .wire = Stream::wire_format(),
                                                .formats = kFormatSets[set]});
          const auto allreduce = algos::find_allreduce(algorithm);
          const auto run = runtime::loggp::run({}, ranks, [&](runtime::Comm& comm) {
            const auto& input = scenario.inputs[static_cast<std::size_t>(comm.rank())];
            allreduce(comm, conformance::ones(input, scenario.universe),
                      {.formats = kFormatSets[set]});
          });
          CAPTURE(algorithm, ranks, scenario.name, set);
          CHECK(static_cast<double>(run.messages) == cost->total_messages);
          CHECK(run.bytes == cost->total_bytes);
        }
      }
    }
  }
}

TEST_CASE("counted streams take the closed form's time to 1e-9 in every set of formats",
          "[arithmetic]") {
  runtime::loggp::Machine machine = runtime::loggp::Machine::hockney(1.1e-6, 1.025e-10);
  machine.rates = {4.5e-9, 6e-9, 6e-10, 1e-10};
  model::Machine closed;
  closed.alpha_s = 1.1e-6;
  closed.beta_s_per_byte = 1.025e-10;
  closed.gammas = {4.5e-9, 6e-9, 6e-10, 1e-10};
  constexpr std::uint64_t kUniverse = std::uint64_t{1} << 20;

  for (const std::uint64_t ranks : {1, 2, 4, 16, 64}) {
    for (const double density : {0.0, 1e-4, 1.0 / 128, 0.125, 0.5, 1.0}) {
      const model::UniformFillIn fill_in(kUniverse, density * static_cast<double>(kUniverse));
      const algos::CountedContext context{&fill_in, model::WireFormat::ours(4, 4)};
      for (std::size_t set = 0; set < kFormatSets.size(); ++set) {
        for (const std::string& algorithm : exact_algorithms()) {
          if (algorithm == "omnireduce") continue;  // its packets do not use formats
          const auto cost = model::Algorithm(algorithm).cost({.ranks = ranks,
                                                              .fill_in = &fill_in,
                                                              .wire = context.wire,
                                                              .formats = kFormatSets[set]});
          const auto allreduce = algos::find_allreduce(algorithm);
          const bool dense = algos::find_algorithm(algorithm)->dense_input;
          const auto run =
              runtime::loggp::run(machine, static_cast<int>(ranks), [&](runtime::Comm& comm) {
                allreduce(comm,
                          algos::CountedStream(context, {0, kUniverse},
                                               dense ? Format::dense : Format::coo),
                          {.formats = kFormatSets[set]});
              });
          CAPTURE(algorithm, ranks, density, set);
          // If formats change on the way, the slowest stage of a pipeline changes, too.
          const double tolerance = algorithm == kPipeline ? 0.02 : 1e-9;
          CHECK(run.makespan_s() == Approx(cost->seconds(closed)).epsilon(tolerance).margin(0));
          CHECK(run.bytes == Approx(cost->total_bytes).epsilon(1e-9));
        }
      }
    }
  }
}

namespace {

constexpr std::uint64_t kUniverse = 4096;

/// Blocks of `length` consecutive indices at every `stride`. If the number of ranks is a power of
/// two, each part holds its exact share of entries and of runs.
Stream evenly_spread(std::uint32_t stride, std::uint32_t length) {
  std::vector<std::uint32_t> indices;
  for (std::uint32_t start = 0; start < kUniverse; start += stride) {
    for (std::uint32_t i = 0; i < length; ++i) indices.push_back(start + i);
  }
  return {{0, kUniverse}, indices, std::vector<float>(indices.size(), 1.0F)};
}

/// The fill-in of these inputs, which are the same on all ranks.
class EvenlySpread final : public model::FillIn {
 public:
  EvenlySpread(std::uint32_t stride, std::uint32_t length) : stride_(stride), length_(length) {}
  std::uint64_t universe() const override { return kUniverse; }
  double distinct(model::Ranks ranks, model::Range range) const override {
    return runs(ranks, range) * length_;
  }
  double runs(model::Ranks ranks, model::Range range) const override {
    return ranks.count == 0 ? 0 : static_cast<double>(range.size() / stride_);
  }
  double live_blocks(model::Ranks ranks, model::Range range, std::uint64_t block) const override {
    return ranks.count == 0 ? 0 : static_cast<double>(range.size() / std::max(block, stride_));
  }
  std::string describe() const override { return "evenly spread"; }

 private:
  std::uint64_t stride_;
  std::uint32_t length_;
};

/// Local work of every rank, by kind.
template <class Body>
std::vector<std::array<double, runtime::kWorkKinds>> work_of(int ranks, Body body) {
  std::vector<std::array<double, runtime::kWorkKinds>> work;
  runtime::loggp::run({}, ranks, [&](runtime::Comm& comm) {
    runtime::decorators::CountingComm counting(comm);
    body(counting);
    work.push_back(counting.total().work);
  });
  return work;
}

}  // namespace

TEST_CASE("real streams charge the conversions that counted ones do, in every set of formats",
          "[arithmetic]") {
  for (const int ranks : {1, 2, 4, 8, 16}) {
    for (const std::uint32_t stride : {4U, 8U, 64U}) {
      for (const std::uint32_t length : {1U, 3U}) {
        const EvenlySpread fill_in(stride, length);
        const algos::CountedContext context{&fill_in, Stream::wire_format()};
        for (std::size_t set = 0; set < kFormatSets.size(); ++set) {
          for (const std::string& algorithm : exact_algorithms()) {
            const auto real = algos::find_allreduce(algorithm);
            const auto counted = algos::find_allreduce(algorithm);
            CAPTURE(algorithm, ranks, stride, length, set);
            CHECK(work_of(ranks, [&](auto& comm) {
                    real(comm, evenly_spread(stride, length), {.formats = kFormatSets[set]});
                  }) == work_of(ranks, [&](auto& comm) {
                    counted(comm, algos::CountedStream(context, {0, kUniverse}),
                            {.formats = kFormatSets[set]});
                  }));
          }
        }
      }
    }
  }
}
