#include <algorithm>
#include <array>

#include "model/costs/families.hpp"
#include "model/costs/server_costs.hpp"
#include "model/costs/symbols.hpp"

namespace sparlab::model {
namespace {

/// P servers, each on a machine of its own.
CostInterval shards_published(const Symbols& s) {
  const double bytes = 2 * s.nnz * s.beta_s();
  return {2 * s.ranks, bytes, bytes};
}

CostInterval shards_corrected(const Symbols& s) {
  const double united = std::min(s.ranks * s.nnz, s.elements);
  const double shard = std::min(s.ranks * s.nnz, s.elements / s.ranks);
  const double peers = s.ranks - 1;
  // One shard holds everything, or the union is spread over all.
  const double pushed = std::max(share(s) * s.nnz, std::min(peers * s.nnz, share(s) * s.elements));
  const double pulled = std::max(share(s) * united, peers * shard);
  return {2 * peers, 2 * share(s) * s.nnz * s.beta_s(), (pushed + pulled) * s.beta_s()};
}

constexpr std::string_view kFormula = "2*P*alpha + 2*k*beta_s (P servers, pulling what was pushed)";
constexpr std::string_view kCorrection =
    "a server's own shard does not travel; an allreduce pulls the union, not k entries; and if all "
    "indices are of one shard, its server receives min((P-1)*k, (P-1)/P*N) entries and sends P-1 "
    "times their union";

constexpr std::array kPublished = {
    PublishedCost{"parameter_server", kFormula, kCorrection, shards_published, shards_corrected},
    PublishedCost{"parallax", kFormula, kCorrection, shards_published, shards_corrected},
};

constexpr std::array kCosts = {
    NamedCost{"parameter_server", with_parameters<ParameterServerParameters, parameter_server>},
    NamedCost{"parallax", with_parameters<ParallaxParameters, parallax>},
};

}  // namespace

std::span<const NamedCost> servers_costs() { return kCosts; }

std::span<const PublishedCost> servers_published() { return kPublished; }

}  // namespace sparlab::model
