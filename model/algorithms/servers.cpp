#include "model/costs/servers.hpp"

#include <algorithm>
#include <array>

#include "model/algorithms/algorithm_model.hpp"

namespace sparlab::model {
namespace {

/// P servers, each on its own machine.
CostInterval shards_published(const Symbols& s) {
  const double bytes = 2 * s.nnz * s.beta_s();
  return {2 * s.ranks, bytes, bytes};
}

CostInterval shards_corrected(const Symbols& s) {
  const double united = std::min(s.ranks * s.nnz, s.elements);
  const double shard = std::min(s.ranks * s.nnz, s.elements / s.ranks);
  const double peers = s.ranks - 1;
  // Either one shard holds everything, or the union is spread over all shards.
  const double pushed = std::max(share(s) * s.nnz, std::min(peers * s.nnz, share(s) * s.elements));
  const double pulled = std::max(share(s) * united, peers * shard);
  return {2 * peers, 2 * share(s) * s.nnz * s.beta_s(), (pushed + pulled) * s.beta_s()};
}

constexpr std::string_view kFormula = "2*P*alpha + 2*k*beta_s (P servers, pulling what was pushed)";
constexpr std::string_view kCorrection =
    "a server does not send its own shard; an allreduce pulls the union, not k entries; and if all "
    "indices are of one shard, its server receives min((P-1)*k, (P-1)/P*N) entries and sends P-1 "
    "times their union";

/// OmniReduce with default parameters and aggregators on all ranks. An input's indices lie in as
/// few blocks as possible or in as many as possible, and all ranks' blocks are the same or
/// different.
struct Blocks {
  static constexpr double kBlock = 256;
  static constexpr double kLanes = 4;
  static constexpr double kSlots = 8;

  double all;
  double streams;

  explicit Blocks(const Symbols& s)
      : all(std::ceil(s.elements / kBlock)),
        streams(kLanes * std::min(kSlots * s.ranks, std::ceil(all / kLanes))) {}
  double together(double entries) const { return std::min(all, std::ceil(entries / kBlock)); }
  double apart(double entries) const { return std::min(all, entries); }
  /// A block and the next offset.
  static double bytes(const Symbols& s) { return kBlock * s.beta_d() + s.index_bytes; }
};

/// A worker receives the union. It waits for a round trip for each block of the longest stream.
CostInterval blocks_published(const Symbols& s) {
  const Blocks blocks(s);
  const double least = blocks.together(s.nnz);
  const double most = blocks.apart(s.ranks * s.nnz);
  return {2 * std::max(1.0, std::ceil(most / blocks.streams)), least * Blocks::bytes(s),
          most * Blocks::bytes(s)};
}

/// A rank's port moves the sums of all slots but its own, and its share of what all ranks send, in
/// packets of up to four blocks. All ranks send the first block of every stream.
CostInterval blocks_corrected(const Symbols& s) {
  const Blocks blocks(s);
  const double first = std::min(blocks.all, blocks.streams);
  const auto received = [&](double own, double united) {
    return share(s) * (std::min(blocks.all, united + first) + std::min(blocks.all, own + first));
  };
  const double most = received(blocks.apart(s.nnz), blocks.apart(s.ranks * s.nnz));
  return {most, received(0, 0) * Blocks::bytes(s), most * Blocks::bytes(s)};
}

constexpr std::array kServersModels = {
    algorithm_model<omnireduce>(
        "omnireduce",
        PublishedCost{
            "2*ceil(U/T)*alpha + U*(b*beta_d + 4), U = [k/b, min(P*k, N/b)] blocks, b = 256, "
            "T = 32*P streams",
            "aggregators on all ranks share their ports: (P-1)/P of a rank's blocks more; "
            "all ranks send the first block of every stream; each packet takes alpha, not "
            "only those of the longest stream",
            blocks_published, blocks_corrected}),
    algorithm_model<parameter_server>(
        "parameter_server",
        PublishedCost{kFormula, kCorrection, shards_published, shards_corrected}),
    algorithm_model<parallax>(
        "parallax", PublishedCost{kFormula, kCorrection, shards_published, shards_corrected}),
};

}  // namespace

std::span<const AlgorithmModel> servers_models() { return kServersModels; }

}  // namespace sparlab::model
