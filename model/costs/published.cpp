#include "model/costs/published.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sparlab::model {
namespace {

double log2p(const Symbols& s) { return std::log2(s.ranks); }
double rounds(const Symbols& s) { return std::ceil(log2p(s)); }
double share(const Symbols& s) { return (s.ranks - 1) / s.ranks; }
bool is_power_of_two(const Symbols& s) { return rounds(s) == log2p(s); }

/// Two messages of whole vectors more where P is not a power of two.
CostInterval folded(const Symbols& s, CostInterval interval, double low_bytes, double high_bytes) {
  if (is_power_of_two(s)) return interval;
  return {interval.messages + 2, interval.low_bytes + low_bytes, interval.high_bytes + high_bytes};
}

/// The same formulas on the power of two that a fold leaves.
Symbols survivors(Symbols s) {
  s.ranks = std::exp2(std::floor(log2p(s)));
  return s;
}

double union_at_most(const Symbols& s) { return std::min(s.ranks * s.nnz, s.elements); }

CostInterval doubling_dense(const Symbols& s) {
  const double bytes = log2p(s) * s.elements * s.beta_d();
  return {log2p(s), bytes, bytes};
}

CostInterval doubling_dense_corrected(const Symbols& s) {
  const double whole = s.elements * s.beta_d();
  return folded(s, doubling_dense(survivors(s)), 2 * whole, 2 * whole);
}

CostInterval rabenseifner_published(const Symbols& s) {
  const double bytes = 2 * share(s) * s.elements * s.beta_s();
  return {2 * log2p(s), bytes, bytes};
}

CostInterval rabenseifner_corrected(const Symbols& s) {
  const Symbols p = survivors(s);
  const double bytes = 2 * share(p) * s.elements * s.beta_d();
  const double whole = s.elements * s.beta_d();
  return folded(s, {2 * log2p(p), bytes, bytes}, 2 * whole, 2 * whole);
}

CostInterval ring_dense(const Symbols& s) {
  const double bytes = 2 * share(s) * s.elements * s.beta_d();
  return {2 * (s.ranks - 1), bytes, bytes};
}

CostInterval allgather_published(const Symbols& s) {
  const double bytes = (s.ranks - 1) * s.nnz * s.beta_s();
  return {log2p(s), bytes, bytes};
}

CostInterval allgather_corrected(const Symbols& s) {
  CostInterval interval = allgather_published(s);
  interval.messages = rounds(s);
  return interval;
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
  // Survivors may start with two inputs each, and each exchanges at most what all inputs hold.
  const double fold_low = 2 * s.nnz * s.beta_s();
  const double fold_high = (s.nnz + union_at_most(s)) * s.beta_s();
  const double factor = is_power_of_two(s) ? 1 : 2;
  return folded(s, {interval.messages, interval.low_bytes, factor * interval.high_bytes}, fold_low,
                fold_high);
}

CostInterval split_published(const Symbols& s) {
  return {s.ranks - 1 + log2p(s), 2 * share(s) * s.nnz * s.beta_s(), s.ranks * s.nnz * s.beta_s()};
}

/// What the busiest port moves while splitting: all that one rank holds, or what reaches an owner.
double split_hot_spot(const Symbols& s) {
  if (s.ranks == 1) return 0;
  return std::max(s.nnz, std::min((s.ranks - 1) * s.nnz, share(s) * s.elements));
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

constexpr std::array kPublished = {
    PublishedCost{"dense_recursive_doubling", "log2(P)*(alpha + N*beta_d)",
                  "other P: fold and unfold, 2 messages of N values more", doubling_dense,
                  doubling_dense_corrected},
    PublishedCost{"dense_rabenseifner", "2*log2(P)*alpha + 2*(P-1)/P*N*beta_s",
                  "values travel without indices: beta_d instead of beta_s; other P: fold and "
                  "unfold, 2 messages of N values more",
                  rabenseifner_published, rabenseifner_corrected},
    PublishedCost{"dense_ring", "2*(P-1)*alpha + 2*(P-1)/P*N*beta_d", "", ring_dense, ring_dense},
    PublishedCost{"sparse_allgather", "log2(P)*alpha + (P-1)*k*beta_s",
                  "ceil(log2 P) messages for other P", allgather_published, allgather_corrected},
    PublishedCost{"sparse_ring",
                  "2*(P-1)*alpha + [2*(P-1)/P*k, 3/2*(P-1)*k]*beta_s (uniform segments)", "",
                  ring_sparse, ring_sparse},
    PublishedCost{"ssar_recursive_double", "log2(P)*alpha + [log2(P)*k, (P-1)*k]*beta_s",
                  "other P: fold and unfold are not constant, they move k and up to min(P*k, N) "
                  "entries",
                  recursive_double_published, recursive_double_corrected},
    PublishedCost{"ssar_split_allgather", "(P-1 + log2(P))*alpha + [2*(P-1)/P*k, P*k]*beta_s",
                  "an owner of all indices receives min((P-1)*k, (P-1)/P*N) entries, and gathering "
                  "K entries of one rank moves K*log2(P)",
                  split_published, split_corrected},
    PublishedCost{"dsar_split_allgather",
                  "(P-1 + log2(P))*alpha + [(P-1)/P*N*beta_d, k*beta_s + (P-1)/P*N*beta_d]",
                  "an owner of all indices receives min((P-1)*k, (P-1)/P*N) entries",
                  dense_split_published, dense_split_corrected},
};

}  // namespace

double CostInterval::low_s(const Machine& machine) const {
  return messages * machine.alpha_s + low_bytes * machine.beta_s_per_byte;
}

double CostInterval::high_s(const Machine& machine) const {
  return messages * machine.alpha_s + high_bytes * machine.beta_s_per_byte;
}

std::optional<PublishedCost> published_cost(std::string_view algorithm) {
  const auto found = std::ranges::find(kPublished, algorithm, &PublishedCost::algorithm);
  if (found == kPublished.end()) return std::nullopt;
  return *found;
}

}  // namespace sparlab::model
