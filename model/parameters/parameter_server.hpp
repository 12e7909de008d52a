#pragma once

#include <cstdint>

#include "model/parameters/fields.hpp"

namespace sparlab::model {

enum class ServerMode : std::uint8_t { sparse, dense };

struct ParameterServerParameters {
  ServerMode mode = ServerMode::sparse;
  std::uint64_t servers = 0;

  template <class Visitor>
  static void describe(Visitor& visit) {
    using P = ParameterServerParameters;
    visit("mode", &P::mode,
          Choices<ServerMode>{{"sparse", ServerMode::sparse}, {"dense", ServerMode::dense}},
          "format of pushed and pulled shards");
    visit("servers", &P::servers, any_count(),
          "number of ranks 0, 1, ... that have one shard each; 0: all");
  }
  void check(const Shape& shape) const {
    if (servers <= shape.ranks) return;
    throw ParameterError("servers", write_value(servers),
                         "at most the " + write_value(shape.ranks) + " ranks");
  }
  std::uint64_t shards(std::uint64_t ranks) const { return servers == 0 ? ranks : servers; }
};

}  // namespace sparlab::model
