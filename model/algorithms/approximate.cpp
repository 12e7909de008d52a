#include <algorithm>
#include <array>

#include "model/algorithms/algorithm_model.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/costs/oktopk.hpp"

namespace sparlab::model {
namespace {

/// Bytes of an agreement on one number.
double agreement_bytes(const Symbols& s) { return 8 * rounds(s); }

CostInterval gaussiank_published(const Symbols& s) {
  return exactly(2 * log2p(s), (s.ranks - 1) * s.nnz * s.beta_s());
}

CostInterval topk_dsa_published(const Symbols& s) {
  const double pair = 2 * s.value_bytes;  // the paper counts words of 4 bytes, and 2 words per pair
  return {s.ranks + 2 * log2p(s), 2 * share(s) * s.nnz * pair,
          share(s) * (s.nnz * pair + s.elements * s.beta_d())};
}

CostInterval topk_dsa_corrected(const Symbols& s) {
  const double sparse =
      std::min(union_at_most(s), s.elements * s.beta_d() / s.beta_s()) * rounds(s) * s.beta_s();
  const double dense = share(s) * s.elements * s.beta_d();
  const double low = 2 * share(s) * s.nnz * s.beta_s();
  return {s.ranks - 1 + 2 * rounds(s), agreement_bytes(s) + low,
          agreement_bytes(s) + split_hot_spot(s) * s.beta_s() + std::max(sparse, dense)};
}

CostInterval gtopk_published(const Symbols& s) {
  return exactly(2 * log2p(s), 2 * log2p(s) * s.nnz * s.beta_s());
}

CostInterval gtopk_corrected(const Symbols& s) {
  return exactly(3 * rounds(s), 2 * rounds(s) * s.nnz * s.beta_s() + agreement_bytes(s));
}

/// What DeMo needs: indices of 12 bits. Its code sends 64.
CostInterval block_topk_published(const Symbols& s) {
  return exactly(log2p(s), (s.ranks - 1) * s.nnz * (1.5 + s.value_bytes));
}

CostInterval block_topk_corrected(const Symbols& s) {
  const auto layout = BlockTopkParameters{}.layout(static_cast<std::uint64_t>(s.elements),
                                                   static_cast<std::uint64_t>(std::ceil(s.nnz)));
  const WireFormat wire = WireFormat::headerless(s.index_bytes, s.value_bytes);
  return exactly(2 * rounds(s),
                 agreement_bytes(s) + (s.ranks - 1) * block_local_bytes(wire, layout));
}

CostInterval dryden_published(const Symbols& s) {
  return exactly(2 * (s.ranks - 1), 2 * share(s) * s.nnz * s.beta_s());
}

CostInterval dryden_corrected(const Symbols& s) {
  const double part_k = std::ceil(s.nnz / s.ranks);
  const double reduced = (s.ranks - 1) * part_k * s.beta_s();
  const double split = std::min((s.ranks - 1) * s.nnz, share(s) * s.elements) * s.beta_s();
  return {2 * (s.ranks - 1) + rounds(s), agreement_bytes(s) + 2 * share(s) * s.nnz * s.beta_s(),
          agreement_bytes(s) + split + reduced};
}

CostInterval spardl_published(const Symbols& s) {
  return exactly(2 * rounds(s), 2 * share(s) * s.nnz * s.beta_s());
}

/// At least one block of the result is full.
CostInterval spardl_corrected(const Symbols& s) {
  const double block = std::ceil(s.nnz / s.ranks) * s.beta_s();
  return {3 * rounds(s), agreement_bytes(s) + rounds(s) * block,
          agreement_bytes(s) + 2 * (s.ranks - 1) * block};
}

/// k words of indices and an allreduce of k values.
CostInterval clt_k_published(const Symbols& s) {
  return exactly(3 * log2p(s), s.nnz * s.index_bytes + 2 * share(s) * s.nnz * s.beta_d());
}

CostInterval clt_k_corrected(const Symbols& s) {
  const Symbols p = survivors(s);
  const double values = s.nnz * s.beta_d();
  const double indices = rounds(s) * s.nnz * s.index_bytes;
  return folded(s, exactly(rounds(s) + 2 * log2p(p), indices + 2 * share(p) * values), 2 * values,
                2 * values);
}

/// k indices in all, and an allreduce of k values.
CostInterval micro_published(const Symbols& s) {
  return exactly(4 * log2p(s), share(s) * s.nnz * (s.index_bytes + 2 * s.beta_d()));
}

CostInterval micro_corrected(const Symbols& s) {
  const Symbols p = survivors(s);
  const double values = s.nnz * s.beta_d();
  const double longest = std::ceil(s.elements / s.ranks) / s.elements * s.nnz;
  const double lists = (s.ranks - 1) * (8 + longest * s.index_bytes);
  return folded(s, exactly(2 * rounds(s) + 2 * log2p(p), lists + 2 * share(p) * values), 2 * values,
                2 * values);
}

/// Two dense allreduces, of four values a row and of k values.
CostInterval arc_topk_published(const Symbols& s) {
  constexpr ArcTopkParameters kArc;
  const double cells =
      s.elements * static_cast<double>(kArc.rank) / static_cast<double>(kArc.columns);
  return exactly(4 * log2p(s), 2 * share(s) * (cells + s.nnz) * s.beta_d());
}

CostInterval arc_topk_corrected(const Symbols& s) {
  const RowChoice choice = ArcTopkParameters{}.choice(static_cast<std::uint64_t>(s.elements),
                                                      static_cast<std::uint64_t>(std::ceil(s.nnz)));
  const Symbols p = survivors(s);
  CostInterval interval = exactly(rounds(s), agreement_bytes(s));
  for (const std::uint64_t elements : {choice.cells, choice.elements}) {
    if (elements == 0) continue;
    const double bytes = static_cast<double>(elements) * s.beta_d();
    const CostInterval sum =
        folded(s, exactly(2 * log2p(p), 2 * share(p) * bytes), 2 * bytes, 2 * bytes);
    interval.messages += sum.messages;
    interval.low_bytes += sum.low_bytes;
    interval.high_bytes += sum.high_bytes;
  }
  return interval;
}

constexpr OktopkParameters kDefaults;
constexpr double kWordBytes = 4;

double per_tau(double quantity) { return quantity / static_cast<double>(kDefaults.tau); }
double per_tau_prime(double quantity) {
  return quantity / static_cast<double>(kDefaults.tau_prime);
}

CostInterval oktopk_words(const Symbols& s) {
  const double k_words = share(s) * s.nnz * kWordBytes;
  return {2 * s.ranks + 2 * log2p(s), 2 * k_words, 6 * k_words};
}

/// The mean over calls. Balancing, when it is triggered, adds up to P-1 messages.
CostInterval corrected(const Symbols& s) {
  if (s.ranks == 1) return {};
  const double entry_words = s.beta_s() / (2 * kWordBytes);  // relative to two words per entry
  const OktopkCall call{.ranks = static_cast<std::uint64_t>(s.ranks),
                        .chosen = s.nnz,
                        .reduced = union_at_most(s),
                        .kept = s.nnz,
                        .evaluating = true,
                        .repartitioning = true};
  const OktopkWords most = oktopk_corrected_words(call, kDefaults);
  const double numbers_bytes =
      8 * (s.ranks - 1) + per_tau_prime(8 * rounds(s)) + per_tau(8 * s.ranks * rounds(s));
  const double least_entries = (2 + per_tau_prime(1)) * share(s) * s.nnz;
  const double most_words = most.split + most.gather + per_tau_prime(most.evaluation);
  return {s.ranks - 1 + 2 * rounds(s) + per_tau_prime(2 * rounds(s)) + per_tau(rounds(s)),
          numbers_bytes + least_entries * s.beta_s(),
          numbers_bytes + most_words * entry_words * kWordBytes};
}

/// lg p*alpha + (p-1)*(M*D)*beta: one word per entry.
CostInterval redsync_words(const Symbols& s) {
  return exactly(log2p(s), (s.ranks - 1) * s.nnz * s.value_bytes);
}

CostInterval gather(const Symbols& s, double set_bytes) {
  return exactly(rounds(s), (s.ranks - 1) * set_bytes);
}

/// The length word is not counted: it is part of the header.
CostInterval rgc_corrected(const Symbols& s) { return gather(s, s.nnz * s.beta_s()); }

CostInterval quantized_corrected(const Symbols& s) {
  return gather(s, (s.nnz + 1) * s.index_bytes + s.value_bytes);
}

constexpr double kBlock = 256;
constexpr double kLambda = 0.5;

double blocks(const Symbols& s) { return std::ceil(s.elements / kBlock); }

CostInterval ring_of(const Symbols& s, double bytes) {
  return exactly(2 * (s.ranks - 1), 2 * share(s) * bytes);
}

CostInterval sketch_published(const Symbols& s) {
  CostInterval interval = ring_of(s, (kLambda * s.nnz + blocks(s)) * s.beta_d());
  interval.messages *= 2;
  return interval;
}

CostInterval sketch_corrected(const Symbols& s) {
  CostInterval interval = ring_of(s, kLambda * s.nnz * s.beta_d() + blocks(s) / 8);
  interval.messages = 2 * interval.messages + rounds(s);
  interval.low_bytes += rounds(s) * 8;
  interval.high_bytes += rounds(s) * 8;
  return interval;
}

CostInterval live_blocks(const Symbols& s) {
  const double flags = blocks(s) * s.beta_d();
  const double least = std::ceil(s.nnz / kBlock) * kBlock;
  const double most = std::min(s.ranks * s.nnz * kBlock, s.elements);
  CostInterval interval = ring_of(s, flags);
  interval.messages *= 2;
  interval.low_bytes += 2 * share(s) * least * s.beta_d();
  interval.high_bytes += 2 * share(s) * most * s.beta_d();
  return interval;
}

constexpr std::array kApproximateModels = {
    algorithm_model<topk_allgather>(
        "topk_allgather",
        PublishedCost{
            "log2(P)*alpha + 2*k*(P-1)*beta",
            "ceil(log2 P) messages for other P. The public code gathers values and indices "
            "separately, with twice the messages",
            allgather_published, allgather_corrected}),
    algorithm_model<topk_dsa>(
        "topk_dsa",
        PublishedCost{
            "(P + 2*log2(P))*alpha + [4*k*(P-1)/P, (2*k+N)*(P-1)/P]*beta",
            "P-1 split messages; an owner of all indices receives min((P-1)*k, (P-1)/P*N) "
            "entries, and gathering K < N/2 entries of one rank moves K*log2(P)",
            topk_dsa_published, topk_dsa_corrected}),
    algorithm_model<gtopk>(
        "gtopk",
        PublishedCost{"2*log2(P)*alpha + 4*k*log2(P)*beta",
                      "ceil(log2 P) rounds for other P, and as many to agree on k if it is not "
                      "given. This is binomial reduce and binomial broadcast; the authors' README "
                      "counts "
                      "one tree",
                      gtopk_published, gtopk_corrected}),
    algorithm_model<gaussiank>(
        "gaussiank",
        PublishedCost{"2*log2(P)*alpha + 2*k*(P-1)*beta",
                      "counts travel with the messages: ceil(log2 P). The public code has three "
                      "collectives. The threshold may select more or fewer than k",
                      gaussiank_published, allgather_corrected}),
    algorithm_model<block_topk>(
        "block_topk",
        PublishedCost{"log2(P)*alpha + (P-1)*k*(12 bit + beta_d) (derived)",
                      "ceil(log2 P) messages for other P, and as many to agree on k if it is not "
                      "given; k rounded up to a multiple of the blocks. The public code sends "
                      "indices of 64 bits, in a second allgather",
                      block_topk_published, block_topk_corrected}),
    algorithm_model<dryden>(
        "dryden",
        PublishedCost{
            "2*(P-1)*alpha + 4*(P-1)/P*k*beta (derived)",
            "stages take as long as their busiest owner: at most P-1 times k entries, then "
            "P-1 times ceil(k/P); ceil(log2 P) messages to agree on k where it is not "
            "given",
            dryden_published, dryden_corrected}),
    algorithm_model<spardl>(
        "spardl",
        PublishedCost{"2*ceil(log2(P))*alpha + 4*(P-1)/P*k*beta; with d teams of T = P/d ranks: "
                      "(2*ceil(log2(T)) + log2(d))*alpha + (4*(T-1)/T*k + 2*k/T*log2(d))*beta",
                      "one team. A block holds at most ceil(k/P) entries, and fewer if inputs hold "
                      "few of "
                      "its indices; ceil(log2 P) messages to agree on k where it is not given",
                      spardl_published, spardl_corrected}),
    algorithm_model<clt_k>(
        "clt_k",
        PublishedCost{"3*log2(P)*alpha + (k + 2*(P-1)/P*k)*beta (derived)",
                      "a binomial tree takes ceil(log2 P) times k indices; other P: 2 more "
                      "messages of k values, to fold and unfold",
                      clt_k_published, clt_k_corrected}),
    algorithm_model<micro>(
        "micro",
        PublishedCost{"4*log2(P)*alpha + 3*(P-1)/P*k*beta (derived)",
                      "counts of 8 bytes, too; lists of indices are as long as the longest one; "
                      "other P: 2 more messages of k values, to fold and unfold",
                      micro_published, micro_corrected}),
    algorithm_model<arc_topk>(
        "arc_topk",
        PublishedCost{"4*log2(P)*alpha + 2*(P-1)/P*(4*N/1024 + k)*beta_d (rows of 1024)",
                      "whole rows, at least one, and no sketch if these are all; ceil(log2 P) "
                      "messages to agree on k if it is not given; other P: 2 more messages of each "
                      "vector, to fold and unfold",
                      arc_topk_published, arc_topk_corrected}),
    algorithm_model<oktopk>(
        "oktopk",
        PublishedCost{
            "(2*P + 2*log2(P))*alpha + [2*k*(P-1)/P, 6*k*(P-1)/P]*beta",
            "evaluating calls gather all K sums; an imbalance just below the trigger of 4 "
            "costs 6k in the gathering alone; ranks that disagree leave (P-1)*k entries to "
            "one owner. Counts and regions are agreed on, too; P-1 split messages; without "
            "balancing, which adds up to P-1",
            oktopk_words, corrected}),
    algorithm_model<redsync_rgc>(
        "redsync_rgc",
        PublishedCost{"log2(P)*alpha + (P-1)*k*beta (one word per entry)",
                      "an entry is two words, index and value: twice the bytes, P*k/N of a dense "
                      "allreduce. Vectors below 128 KiB are reduced densely",
                      redsync_words, rgc_corrected}),
    algorithm_model<redsync_rgc_quantized>(
        "redsync_rgc_quantized",
        PublishedCost{
            "log2(P)*alpha + (P-1)*k*beta",
            "k+2 words a message: P*k/(2*N) of a dense allreduce, which moves 2*(P-1)/P*N "
            "and not N. Vectors below 128 KiB are reduced densely",
            redsync_words, quantized_corrected}),
    algorithm_model<s2_reducer>(
        "s2_reducer",
        PublishedCost{
            "4*(P-1)*alpha + 2*(P-1)/P*(lambda*k + N/256)*beta_d (lambda = 1/2)",
            "the flag of a block is a bit, not a float; the ranks agree on the size of the "
            "sketches by log2(P) messages of 8 bytes",
            sketch_published, sketch_corrected}),
    algorithm_model<s2_omnireduce_standin>(
        "s2_omnireduce_standin",
        PublishedCost{"4*(P-1)*alpha + 2*(P-1)/P*(N/256 + [k, min(256*P*k, N)])*beta_d", "",
                      live_blocks, live_blocks}),
};

}  // namespace

std::span<const AlgorithmModel> approximate_models() { return kApproximateModels; }

}  // namespace sparlab::model
