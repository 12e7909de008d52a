#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "model/algorithms/algorithm_model.hpp"
#include "model/base/wire_format.hpp"
#include "model/costs/algorithm_costs.hpp"

namespace sparlab::model {
namespace {

CostInterval doubling_dense(const Symbols& s) {
  return exactly(log2p(s), log2p(s) * s.elements * s.beta_d());
}

CostInterval doubling_dense_corrected(const Symbols& s) {
  const double whole = s.elements * s.beta_d();
  return folded(s, doubling_dense(survivors(s)), 2 * whole, 2 * whole);
}

constexpr RecursiveKParameters kMultiplying;

CostInterval multiplying_published(const Symbols& s) {
  const auto radix = static_cast<double>(kMultiplying.radix);
  const double messages = (radix - 1) * log2p(s) / std::log2(radix);
  return exactly(messages, messages * s.elements * s.beta_d());
}

CostInterval multiplying_corrected(const Symbols& s) {
  const auto ranks = static_cast<std::uint64_t>(s.ranks);
  const std::vector<std::uint64_t> groups = kMultiplying.groups(ranks);
  double messages = participants(groups) == ranks ? 0 : 2;
  for (const std::uint64_t members : groups) messages += static_cast<double>(members - 1);
  return exactly(messages, messages * s.elements * s.beta_d());
}

CostInterval rabenseifner_published(const Symbols& s) {
  return exactly(2 * log2p(s), 2 * share(s) * s.elements * s.beta_s());
}

CostInterval rabenseifner_corrected(const Symbols& s) {
  const Symbols p = survivors(s);
  const double whole = s.elements * s.beta_d();
  return folded(s, exactly(2 * log2p(p), 2 * share(p) * s.elements * s.beta_d()), 2 * whole,
                2 * whole);
}

CostInterval bine_published(const Symbols& s) {
  return exactly(2 * log2p(s), 2 * share(s) * s.elements * s.beta_d());
}

CostInterval ring_dense(const Symbols& s) {
  return exactly(2 * (s.ranks - 1), 2 * share(s) * s.elements * s.beta_d());
}

CostInterval ring_sparse(const Symbols& s) {
  return {2 * (s.ranks - 1), 2 * share(s) * s.nnz * s.beta_s(),
          1.5 * (s.ranks - 1) * s.nnz * s.beta_s()};
}

CostInterval recursive_double_published(const Symbols& s) {
  return {log2p(s), log2p(s) * s.nnz * s.beta_s(), (s.ranks - 1) * s.nnz * s.beta_s()};
}

CostInterval recursive_double_corrected(const Symbols& s) {
  const CostInterval interval = recursive_double_published(survivors(s));
  // Survivors may start with two inputs each, and each exchanges at most the union of all inputs.
  const double fold_low = 2 * s.nnz * s.beta_s();
  const double fold_high = (s.nnz + union_at_most(s)) * s.beta_s();
  const double factor = is_power_of_two(s) ? 1 : 2;
  return folded(s, {interval.messages, interval.low_bytes, factor * interval.high_bytes}, fold_low,
                fold_high);
}

CostInterval split_published(const Symbols& s) {
  return {s.ranks - 1 + log2p(s), 2 * share(s) * s.nnz * s.beta_s(), s.ranks * s.nnz * s.beta_s()};
}

CostInterval split_corrected(const Symbols& s) {
  const double gather = union_at_most(s) * rounds(s);
  return {s.ranks - 1 + rounds(s), 2 * share(s) * s.nnz * s.beta_s(),
          (split_hot_spot(s) + gather) * s.beta_s()};
}

CostInterval dense_split_published(const Symbols& s) {
  const double dense = share(s) * s.elements * s.beta_d();
  return {s.ranks - 1 + log2p(s), dense, dense + s.nnz * s.beta_s()};
}

CostInterval dense_split_corrected(const Symbols& s) {
  const double dense = share(s) * s.elements * s.beta_d();
  return {s.ranks - 1 + rounds(s), dense, dense + split_hot_spot(s) * s.beta_s()};
}

constexpr DsarSplitAllgatherQsgdParameters kQsgd;

CostInterval quantized_split_published(const Symbols& s) {
  const double words =
      s.elements * (static_cast<double>(kQsgd.bits) / 32 + 1 / static_cast<double>(kQsgd.bucket));
  const double dense = share(s) * words * s.value_bytes;
  return {s.ranks - 1 + log2p(s), dense, dense + s.nnz * s.beta_s()};
}

CostInterval quantized_split_corrected(const Symbols& s) {
  const auto part_bytes = [&](double elements) {
    return qsgd_bytes(WireFormat::headerless(s.index_bytes, s.value_bytes), elements, kQsgd.bits,
                      kQsgd.bucket);
  };
  const double low = (s.ranks - 1) * part_bytes(std::floor(s.elements / s.ranks));
  const double high = (s.ranks - 1) * part_bytes(std::ceil(s.elements / s.ranks));
  return {s.ranks - 1 + rounds(s), low, high + split_hot_spot(s) * s.beta_s()};
}

constexpr std::array kExactModels = {
    algorithm_model<dense_recursive_doubling>(
        "dense_recursive_doubling",
        PublishedCost{"log2(P)*(alpha + N*beta_d)",
                      "other P: 2 more messages of N values, to fold and unfold", doubling_dense,
                      doubling_dense_corrected}),
    algorithm_model<dense_recursive_k>(
        "dense_recursive_k",
        PublishedCost{
            "(radix-1)*log_radix(P)*(alpha + N*beta_d), the messages of a round one after "
            "the other",
            "other P: groups of other sizes; P with a prime factor above radix: 2 more "
            "messages of N values, to fold and unfold. Of the default, radix 4",
            multiplying_published, multiplying_corrected}),
    with_broadcast_from_roots(algorithm_model<dense_rabenseifner>(
        "dense_rabenseifner",
        PublishedCost{"2*log2(P)*alpha + 2*(P-1)/P*N*beta_s",
                      "values travel without indices: beta_d instead of beta_s; other P: 2 more "
                      "messages of N values, to fold and unfold",
                      rabenseifner_published, rabenseifner_corrected})),
    algorithm_model<dense_bine>(
        "dense_bine", PublishedCost{"2*log2(P)*alpha + 2*(P-1)/P*N*beta_d",
                                    "other P: 2 more messages of N values, to fold and unfold",
                                    bine_published, rabenseifner_corrected}),
    with_broadcast(with_two_phases(algorithm_model<dense_ring>(
        "dense_ring",
        PublishedCost{"2*(P-1)*alpha + 2*(P-1)/P*N*beta_d", "", ring_dense, ring_dense}))),
    algorithm_model<dense_two_level>("dense_two_level"),
    AlgorithmModel{.name = "dense_mpi"},
    AlgorithmModel{.name = "dense_gloo", .parameters = parameter_set<DenseGlooParameters>()},
    algorithm_model<sparse_allgather>(
        "sparse_allgather",
        PublishedCost{"log2(P)*alpha + (P-1)*k*beta_s", "ceil(log2 P) messages for other P",
                      allgather_published, allgather_corrected}),
    with_two_phases(algorithm_model<sparse_ring>(
        "sparse_ring",
        PublishedCost{"2*(P-1)*alpha + [2*(P-1)/P*k, 3/2*(P-1)*k]*beta_s (uniform segments)", "",
                      ring_sparse, ring_sparse})),
    with_broadcast(algorithm_model<ssar_recursive_double>(
        "ssar_recursive_double",
        PublishedCost{
            "log2(P)*alpha + [log2(P)*k, (P-1)*k]*beta_s",
            "other P: fold and unfold are not constant, they move k and up to min(P*k, N) "
            "entries",
            recursive_double_published, recursive_double_corrected})),
    with_broadcast_from_roots(with_two_phases(algorithm_model<ssar_split_allgather>(
        "ssar_split_allgather",
        PublishedCost{
            "(P-1 + log2(P))*alpha + [2*(P-1)/P*k, P*k]*beta_s",
            "an owner of all indices receives min((P-1)*k, (P-1)/P*N) entries, and gathering "
            "K entries of one rank moves K*log2(P)",
            split_published, split_corrected}))),
    with_two_phases(algorithm_model<dsar_split_allgather>(
        "dsar_split_allgather",
        PublishedCost{"(P-1 + log2(P))*alpha + [(P-1)/P*N*beta_d, k*beta_s + (P-1)/P*N*beta_d]",
                      "an owner of all indices receives min((P-1)*k, (P-1)/P*N) entries",
                      dense_split_published, dense_split_corrected})),
    algorithm_model<dsar_split_allgather_qsgd>(
        "dsar_split_allgather_qsgd",
        PublishedCost{"(P-1 + log2(P))*alpha + [x, k*beta_s + x], x = (P-1)/P*N*(bits/32 + "
                      "1/1024)*beta_d",
                      "every part has whole buckets and bytes; an owner of all indices receives "
                      "min((P-1)*k, (P-1)/P*N) entries. Of the default, 4 bits",
                      quantized_split_published, quantized_split_corrected}),
};

}  // namespace

std::span<const AlgorithmModel> exact_models() { return kExactModels; }

}  // namespace sparlab::model
