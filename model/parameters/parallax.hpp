#pragma once

#include <cstdint>

#include "model/parameters/fields.hpp"

namespace sparlab::model {

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
    if (run_option == RunOption::mpi) {  // neither ring nor allgather has servers
      for (const std::string_view name : {"shards", "ranks_per_machine"})
        refuse_without_effect(*this, name, "run_option=hybrid or ps");
    }
    const std::uint64_t servers = machines(shape.ranks);
    if (shards <= kMostShardsPerServer * servers) return;
    throw ParameterError("shards", write_value(shards),
                         "at most 1024 for each of the " + write_value(servers) + " servers");
  }
  std::uint64_t machines(std::uint64_t ranks) const {
    return ranks / ranks_per_machine + (ranks % ranks_per_machine != 0 ? 1 : 0);
  }
  std::uint64_t shard_count(std::uint64_t ranks) const {
    return shards == 0 ? machines(ranks) : shards;
  }
};

}  // namespace sparlab::model
