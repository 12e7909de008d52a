#pragma once

#include <cstdint>

#include "model/parameters/blocks.hpp"
#include "model/parameters/fields.hpp"
#include "model/parameters/tuning.hpp"

namespace sparlab::model {

struct OmnireduceParameters {
  std::uint64_t block = 256;
  std::uint64_t fused = 4;
  std::uint64_t slots = 8;
  std::uint64_t aggregators = 0;

  template <class Visitor>
  static void describe(Visitor& visit) {
    using P = OmnireduceParameters;
    visit("block", &P::block, at_least(1), kBlockMeaning);
    visit("fused", &P::fused, at_least(1), "streams that share a packet");
    visit("slots", &P::slots, at_least(1), "packets that an aggregator works on at a time");
    visit("aggregators", &P::aggregators, any_count(),
          "number of ranks 0, 1, ... that aggregate; 0: all (colocated)");
  }
  void check(const Shape& shape) const {
    if (aggregators > shape.ranks)
      throw ParameterError("aggregators", write_value(aggregators),
                           "at most the " + write_value(shape.ranks) + " ranks");
    require_few_pieces("block", block, shape.universe);
  }
  static std::vector<TunedParameter> tuned(const TuningShape& shape) {
    const std::uint64_t ranks = shape.shape.ranks;
    return {{"block", values_up_to(shape.shape.universe, {64, 256, 1024, 4096})},
            {"fused", values_up_to(64, {1, 4, 16})},
            {"slots", values_up_to(64, {2, 8, 32})},
            {"aggregators", values_up_to(ranks, {ranks / shape.ranks_per_host, ranks / 2})}};
  }
  std::uint64_t aggregator_count(std::uint64_t ranks) const {
    return aggregators == 0 ? ranks : aggregators;
  }
};

enum class ServerMode : std::uint8_t { sparse, dense };

struct ParameterServerParameters {
  ServerMode mode = ServerMode::sparse;
  std::uint64_t servers = 0;

  template <class Visitor>
  static void describe(Visitor& visit) {
    using P = ParameterServerParameters;
    visit("mode", &P::mode, mode_choices(), "format of pushed and pulled shards");
    visit("servers", &P::servers, any_count(),
          "number of ranks 0, 1, ... that have one shard each; 0: all");
  }
  void check(const Shape& shape) const {
    if (servers <= shape.ranks) return;
    throw ParameterError("servers", write_value(servers),
                         "at most the " + write_value(shape.ranks) + " ranks");
  }
  static std::vector<TunedParameter> tuned(const TuningShape& shape) {
    const std::uint64_t ranks = shape.shape.ranks;
    return {{"mode", values_of(mode_choices())},
            {"servers", values_up_to(ranks, {ranks / shape.ranks_per_host, ranks / 2})}};
  }
  std::uint64_t shards(std::uint64_t ranks) const { return servers == 0 ? ranks : servers; }

 private:
  static Choices<ServerMode> mode_choices() {
    return {{"sparse", ServerMode::sparse}, {"dense", ServerMode::dense}};
  }
};

enum class RunOption : std::uint8_t { hybrid, mpi, ps };

struct ParallaxParameters {
  RunOption run_option = RunOption::hybrid;
  std::uint64_t shards = 0;
  std::uint64_t ranks_per_machine = 1;

  /// Limit on shards per server: more would not get distinct tags on every MPI library.
  static constexpr std::uint64_t kMostShardsPerServer = 1024;

  template <class Visitor>
  static void describe(Visitor& visit) {
    using P = ParallaxParameters;
    visit("run_option", &P::run_option,
          Choices<RunOption>{
              {"hybrid", RunOption::hybrid}, {"mpi", RunOption::mpi}, {"ps", RunOption::ps}},
          "hybrid: dense streams by ring, sparse streams by servers; mpi: sparse streams by "
          "allgather; ps: both by servers");
    visit("shards", &P::shards, any_count(),
          "parts of a stream, distributed over the servers; 0: one per server");
    visit("ranks_per_machine", &P::ranks_per_machine, at_least(1),
          "number of neighbours that sum their streams before they push; the first of them is a "
          "server");
  }
  void check(const Shape& shape) const {
    if (run_option == RunOption::mpi)  // neither ring nor allgather has servers
      for (const std::string_view name : {"shards", "ranks_per_machine"})
        refuse_without_effect(*this, name, "run_option=hybrid or ps");
    const std::uint64_t servers = machines(shape.ranks);
    if (shards <= kMostShardsPerServer * servers) return;
    throw ParameterError("shards", write_value(shards),
                         "at most 1024 for each of the " + write_value(servers) + " servers");
  }
  static std::vector<TunedParameter> tuned(const TuningShape& shape) {
    const std::uint64_t ranks = shape.shape.ranks;
    return {{"ranks_per_machine", values_up_to(ranks, {1, shape.ranks_per_host})},
            {"shards", values_up_to(ranks, {ranks / shape.ranks_per_host, ranks})}};
  }
  std::uint64_t machines(std::uint64_t ranks) const {
    return ranks / ranks_per_machine + (ranks % ranks_per_machine != 0 ? 1 : 0);
  }
  std::uint64_t shard_count(std::uint64_t ranks) const {
    return shards == 0 ? machines(ranks) : shards;
  }
};

}  // namespace sparlab::model
