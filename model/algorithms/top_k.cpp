#include "model/costs/top_k.hpp"

#include <algorithm>
#include <array>

#include "model/algorithms/algorithm_model.hpp"

namespace sparlab::model {
namespace {

/// Bytes of an agreement on one number.
double agreement_bytes(const Symbols& s) { return 8 * rounds(s); }

/// The entries that the busiest port moves while selections are split: those of one rank, or those
/// that an owner receives.
double hot_spot(const Symbols& s) {
  return s.ranks == 1 ? 0 : std::max(s.nnz, std::min((s.ranks - 1) * s.nnz, share(s) * s.elements));
}

CostInterval gather_published(const Symbols& s, double collectives) {
  const double bytes = (s.ranks - 1) * s.nnz * s.beta_s();
  return {collectives * log2p(s), bytes, bytes};
}

CostInterval topk_allgather_published(const Symbols& s) { return gather_published(s, 1); }
CostInterval gaussiank_published(const Symbols& s) { return gather_published(s, 2); }

CostInterval gather_corrected(const Symbols& s) {
  CostInterval interval = gather_published(s, 1);
  interval.messages = rounds(s);
  return interval;
}

CostInterval topk_dsa_published(const Symbols& s) {
  const double pair = 2 * s.value_bytes;  // the paper counts words of 4 bytes, and 2 words per pair
  return {s.ranks + 2 * log2p(s), 2 * share(s) * s.nnz * pair,
          share(s) * (s.nnz * pair + s.elements * s.beta_d())};
}

CostInterval topk_dsa_corrected(const Symbols& s) {
  const double union_entries = std::min(s.ranks * s.nnz, s.elements);
  const double sparse =
      std::min(union_entries, s.elements * s.beta_d() / s.beta_s()) * rounds(s) * s.beta_s();
  const double dense = share(s) * s.elements * s.beta_d();
  const double low = 2 * share(s) * s.nnz * s.beta_s();
  return {s.ranks - 1 + 2 * rounds(s), agreement_bytes(s) + low,
          agreement_bytes(s) + hot_spot(s) * s.beta_s() + std::max(sparse, dense)};
}

CostInterval gtopk_published(const Symbols& s) {
  const double bytes = 2 * log2p(s) * s.nnz * s.beta_s();
  return {2 * log2p(s), bytes, bytes};
}

CostInterval gtopk_corrected(const Symbols& s) {
  const double bytes = 2 * rounds(s) * s.nnz * s.beta_s() + agreement_bytes(s);
  return {3 * rounds(s), bytes, bytes};
}

CostInterval dryden_published(const Symbols& s) {
  const double bytes = 2 * share(s) * s.nnz * s.beta_s();
  return {2 * (s.ranks - 1), bytes, bytes};
}

CostInterval dryden_corrected(const Symbols& s) {
  const double part_k = std::ceil(s.nnz / s.ranks);
  const double reduced = (s.ranks - 1) * part_k * s.beta_s();
  const double split = std::min((s.ranks - 1) * s.nnz, share(s) * s.elements) * s.beta_s();
  return {2 * (s.ranks - 1) + rounds(s), agreement_bytes(s) + 2 * share(s) * s.nnz * s.beta_s(),
          agreement_bytes(s) + split + reduced};
}

constexpr std::array kTopKModels = {
    algorithm_model<topk_allgather>(
        "topk_allgather",
        PublishedCost{
            "log2(P)*alpha + 2*k*(P-1)*beta",
            "ceil(log2 P) messages for other P. The public code gathers values and indices "
            "separately, with twice the messages",
            topk_allgather_published, gather_corrected}),
    algorithm_model<topk_dsa>(
        "topk_dsa",
        PublishedCost{
            "(P + 2*log2(P))*alpha + [4*k*(P-1)/P, (2*k+N)*(P-1)/P]*beta",
            "P-1 split messages; an owner of all indices receives min((P-1)*k, (P-1)/P*N) "
            "entries, and gathering K < N/2 entries of one rank moves K*log2(P)",
            topk_dsa_published, topk_dsa_corrected}),
    algorithm_model<gtopk>(
        "gtopk",
        PublishedCost{
            "2*log2(P)*alpha + 4*k*log2(P)*beta",
            "ceil(log2 P) rounds for other P, and as many to agree on k if it is not "
            "given. This is binomial reduce and binomial broadcast; the authors' README counts "
            "one tree",
            gtopk_published, gtopk_corrected}),
    algorithm_model<gaussiank>(
        "gaussiank",
        PublishedCost{"2*log2(P)*alpha + 2*k*(P-1)*beta",
                      "counts travel with the messages: ceil(log2 P). The public code has three "
                      "collectives. The threshold may select more or fewer than k",
                      gaussiank_published, gather_corrected}),
    algorithm_model<dryden>(
        "dryden",
        PublishedCost{
            "2*(P-1)*alpha + 4*(P-1)/P*k*beta (derived)",
            "stages take as long as their busiest owner: at most P-1 times k entries, then "
            "P-1 times ceil(k/P); ceil(log2 P) messages to agree on k where it is not given",
            dryden_published, dryden_corrected}),
};

}  // namespace

std::span<const AlgorithmModel> top_k_models() { return kTopKModels; }

}  // namespace sparlab::model
