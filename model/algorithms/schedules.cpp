#include "model/costs/schedules.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "model/algorithms/algorithm_model.hpp"
#include "model/parameters/schedules.hpp"

namespace sparlab::model {
namespace {

/// log2 P rounds; `entry_bytes` is the size of a single element between neutral elements.
CostInterval eliminated_doubling(const Symbols& s, double entry_bytes, double first_ranks) {
  const double whole = s.elements * s.beta_d();
  const double one_run = std::min(whole, s.nnz * s.beta_d() + 2 * s.index_bytes);
  CostInterval interval{log2p(s), log2p(s) * one_run, 0};
  for (double ranks = first_ranks; ranks < first_ranks * s.ranks; ranks *= 2) {
    interval.high_bytes += std::min(whole, std::min(ranks * s.nnz, s.elements) * entry_bytes);
  }
  return interval;
}

CostInterval traff_published(const Symbols& s) {
  return eliminated_doubling(s, s.beta_d() + 2 * s.index_bytes, 1);
}

CostInterval traff_corrected(const Symbols& s) {
  const double whole = s.elements * s.beta_d();
  const double one_run = std::min(whole, s.nnz * s.beta_d() + 2 * s.index_bytes);
  const double united = std::min(s.ranks * s.nnz, s.elements);
  const double high = std::min(whole, s.nnz * s.beta_s()) + std::min(whole, united * s.beta_s());
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
  const double united = std::min(s.ranks * s.nnz, s.elements);
  const double share = std::min(segment, s.elements) / s.elements;  // one segment's share
  const double high = std::min(s.elements * s.beta_d(), united * entry_bytes);
  return {stages, stages * s.nnz / segments * s.beta_d(), stages * share * high};
}

CostInterval hofmann_published(const Symbols& s) { return pipeline(s, s.beta_d() + s.index_bytes); }

CostInterval hofmann_corrected(const Symbols& s) {
  const CostInterval reduction = pipeline(s, s.beta_s());
  return {2 * reduction.messages, 2 * reduction.low_bytes, 2 * reduction.high_bytes};
}

/// Layers of prime degrees, largest first: 2 sum(d - 1) messages, `entry_bytes` per entry.
CostInterval butterfly(const Symbols& s, double entry_bytes) {
  const double united = std::min(s.ranks * s.nnz, s.elements);
  CostInterval interval{0, 2 * share(s) * s.nnz * entry_bytes, share(s) * united * entry_bytes};
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

CostInterval kylix_published(const Symbols& s) { return butterfly(s, s.beta_d()); }

CostInterval kylix_corrected(const Symbols& s) {
  CostInterval interval = butterfly(s, s.beta_s());
  interval.messages *= 2;
  return interval;
}

CostInterval spark_dense(const Symbols& s) {
  const auto ranks = static_cast<std::uint64_t>(s.ranks);
  auto rounds_left = shuffle_rounds(ranks, SparkTreeAggregateParameters{}.depth);
  rounds_left.push_back(1);
  double messages = rounds(s);
  for (std::size_t i = 0; i + 1 < rounds_left.size(); ++i) {
    messages += static_cast<double>((rounds_left[i] - 1) / rounds_left[i + 1]);
  }
  const double bytes = messages * s.elements * s.beta_d();
  return {messages, bytes, bytes};
}

constexpr std::array kSchedulesModels = {
    algorithm_model<traff_elimination>(
        "traff_elimination",
        PublishedCost{
            "log2(P)*(alpha + min(N, nnz + 2*runs)*beta_d), butterfly; a word a value, two a "
            "run",
            "an isolated element travels as a pair, 2 words instead of 3; other P: "
            "fold and unfold, 2 messages more",
            traff_published, traff_corrected}),
    algorithm_model<hofmann_runger>(
        "hofmann_runger",
        PublishedCost{
            "(P + N/s - 2)*(alpha + [k, union]/(N/s)*beta), s elements a segment, a word a "
            "run of zeros",
            "an allreduce broadcasts the result by a second pipeline of as many stages",
            hofmann_published, hofmann_corrected}),
    algorithm_model<kylix>(
        "kylix",
        PublishedCost{"2*sum(d_i - 1)*alpha + 2*sum(V_i)*beta_d",
                      "this is a reduction that reuses its configuration; if supports change, the "
                      "configuration sends as many messages, with indices",
                      kylix_published, kylix_corrected}),
    algorithm_model<spark_tree_aggregate>(
        "spark_tree_aggregate",
        PublishedCost{"(sum of (parts_i - 1)/parts_{i+1} + ceil(log2(P)))*(alpha + N*beta_d)", "",
                      spark_dense, spark_dense}),
};

}  // namespace

std::span<const AlgorithmModel> schedules_models() { return kSchedulesModels; }

}  // namespace sparlab::model
