#include "model/parameters/schedules.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "model/algorithms/algorithm_model.hpp"
#include "model/choice/sparlab_auto.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/costs/hierarchical.hpp"

namespace sparlab::model {
namespace {

/// P servers, each on its own machine.
CostInterval shards_published(const Symbols& s) {
  return exactly(2 * s.ranks, 2 * s.nnz * s.beta_s());
}

CostInterval shards_corrected(const Symbols& s) {
  const double united = union_at_most(s);
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

/// log2 P rounds; `entry_bytes` is the size of a single element between neutral elements.
CostInterval eliminated_doubling(const Symbols& s, double entry_bytes, double first_ranks) {
  const double whole = s.elements * s.beta_d();
  const double one_run = std::min(whole, s.nnz * s.beta_d() + 2 * s.index_bytes);
  CostInterval interval{log2p(s), log2p(s) * one_run, 0};
  for (double ranks = first_ranks; ranks < first_ranks * s.ranks; ranks *= 2)
    interval.high_bytes += std::min(whole, std::min(ranks * s.nnz, s.elements) * entry_bytes);
  return interval;
}

CostInterval traff_published(const Symbols& s) {
  return eliminated_doubling(s, s.beta_d() + 2 * s.index_bytes, 1);
}

CostInterval traff_corrected(const Symbols& s) {
  const double whole = s.elements * s.beta_d();
  const double one_run = std::min(whole, s.nnz * s.beta_d() + 2 * s.index_bytes);
  const double high =
      std::min(whole, s.nnz * s.beta_s()) + std::min(whole, union_at_most(s) * s.beta_s());
  // After a fold, a survivor represents two ranks.
  const auto doubling = eliminated_doubling(survivors(s), s.beta_s(), is_power_of_two(s) ? 1 : 2);
  return folded(s, doubling, 2 * one_run, high);
}

/// The pipeline in one direction, with segments of the default size.
CostInterval pipeline(const Symbols& s, double entry_bytes) {
  if (s.ranks == 1) return {};
  const auto segment = static_cast<double>(
      HofmannRungerParameters{}.segment_size(static_cast<std::uint64_t>(s.elements)));
  const double segments = std::ceil(s.elements / segment);
  const double stages = s.ranks + segments - 2;
  const double share = std::min(segment, s.elements) / s.elements;  // one segment's share
  const double high = std::min(s.elements * s.beta_d(), union_at_most(s) * entry_bytes);
  return {stages, stages * s.nnz / segments * s.beta_d(), stages * share * high};
}

CostInterval hofmann_published(const Symbols& s) { return pipeline(s, s.beta_d() + s.index_bytes); }

CostInterval hofmann_corrected(const Symbols& s) {
  const CostInterval reduction = pipeline(s, s.beta_s());
  return {2 * reduction.messages, 2 * reduction.low_bytes, 2 * reduction.high_bytes};
}

/// Layers of prime degrees, largest first: 2 sum(d - 1) messages, `entry_bytes` per entry.
CostInterval kylix_layers(const Symbols& s, double entry_bytes) {
  CostInterval interval{0, 2 * share(s) * s.nnz * entry_bytes,
                        share(s) * union_at_most(s) * entry_bytes};
  double stride = 1;
  for (const std::uint64_t layer : KylixParameters{}.layers(static_cast<std::uint64_t>(s.ranks))) {
    const auto degree = static_cast<double>(layer);
    const double moved = (1 - 1 / degree) / stride;
    interval.messages += 2 * (degree - 1);
    interval.high_bytes += std::min(stride * s.nnz, s.elements) * moved * entry_bytes;
    stride *= degree;
  }
  return interval;
}

CostInterval kylix_published(const Symbols& s) { return kylix_layers(s, s.beta_d()); }

CostInterval kylix_corrected(const Symbols& s) {
  CostInterval interval = kylix_layers(s, s.beta_s());
  interval.messages *= 2;
  return interval;
}

CostInterval spark_dense(const Symbols& s) {
  const auto ranks = static_cast<std::uint64_t>(s.ranks);
  auto rounds_left = shuffle_rounds(ranks, SparkTreeAggregateParameters{}.depth);
  rounds_left.push_back(1);
  double messages = rounds(s);
  for (std::size_t i = 0; i + 1 < rounds_left.size(); ++i)
    messages += static_cast<double>((rounds_left[i] - 1) / rounds_left[i + 1]);
  return exactly(messages, messages * s.elements * s.beta_d());
}

/// One rank's indices, in 64 bits, and values.
double slices_bytes(const Symbols& s) { return s.nnz * (kWideIndexBytes + s.beta_d()); }

CostInterval gloo_published(const Symbols& s) {
  return exactly(3 * (s.ranks - 1), (s.ranks - 1) * slices_bytes(s));
}

CostInterval gloo_corrected(const Symbols& s) {
  return exactly(4 * (s.ranks - 1), (s.ranks - 1) * (9 * 8 + slices_bytes(s)));
}

CostInterval horovod_published(const Symbols& s) {
  return exactly(2 * log2p(s), (s.ranks - 1) * slices_bytes(s));
}

CostInterval horovod_corrected(const Symbols& s) {
  return exactly(3 * rounds(s), (s.ranks - 1) * (3 * 8 + slices_bytes(s)));
}

constexpr std::array kSchedulesModels = {
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
    algorithm_model<traff_elimination>(
        "traff_elimination",
        PublishedCost{
            "log2(P)*(alpha + min(N, nnz + 2*runs)*beta_d), butterfly; a word a value, two a "
            "run",
            "an isolated element travels as a pair, 2 words instead of 3; other P: "
            "fold and unfold, 2 messages more",
            traff_published, traff_corrected}),
    with_broadcast(algorithm_model<hofmann_runger>(
        "hofmann_runger",
        PublishedCost{
            "(P + N/s - 2)*(alpha + [k, union]/(N/s)*beta), s elements a segment, a word a "
            "run of zeros",
            "an allreduce broadcasts the result by a second pipeline of as many stages",
            hofmann_published, hofmann_corrected})),
    algorithm_model<kylix>(
        "kylix",
        PublishedCost{"2*sum(d_i - 1)*alpha + 2*sum(V_i)*beta_d",
                      "this is a reduction that reuses its configuration; if supports change, the "
                      "configuration sends as many messages, with indices",
                      kylix_published, kylix_corrected}),
    algorithm_model<butterfly>("butterfly"),
    algorithm_model<spark_tree_aggregate>(
        "spark_tree_aggregate",
        PublishedCost{"(sum of (parts_i - 1)/parts_{i+1} + ceil(log2(P)))*(alpha + N*beta_d)", "",
                      spark_dense, spark_dense}),
    algorithm_model<gloo_sparse>(
        "gloo_sparse",
        PublishedCost{"3*(P-1)*alpha + (P-1)*k*(8 + beta_d), k of the longest input (derived)",
                      "metadata of 72 bytes a rank, which Gloo's allgather sends in two halves",
                      gloo_published, gloo_corrected}),
    algorithm_model<horovod_slices>(
        "horovod_slices",
        PublishedCost{"2*log2(P)*alpha + (P-1)*k*(8 + beta_d) (derived)",
                      "ceil(log2 P) messages for other P, and as many to gather the sizes, 24 "
                      "bytes a rank",
                      horovod_published, horovod_corrected}),
    algorithm_model<sparlab_auto>("sparlab_auto"),
    algorithm_model<hierarchical>("hierarchical"),
    algorithm_model<quantized_sum>("quantized_sum"),
};

}  // namespace

std::span<const AlgorithmModel> schedules_models() { return kSchedulesModels; }

}  // namespace sparlab::model
