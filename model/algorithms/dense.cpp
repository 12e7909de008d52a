#include <array>

#include "model/algorithms/algorithm_model.hpp"
#include "model/costs/collectives.hpp"

namespace sparlab::model {
namespace {

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

constexpr std::array kDenseModels = {
    algorithm_model<dense_recursive_doubling>(
        "dense_recursive_doubling",
        PublishedCost{"log2(P)*(alpha + N*beta_d)",
                      "other P: 2 more messages of N values, to fold and unfold", doubling_dense,
                      doubling_dense_corrected}),
    algorithm_model<dense_rabenseifner>(
        "dense_rabenseifner",
        PublishedCost{"2*log2(P)*alpha + 2*(P-1)/P*N*beta_s",
                      "values travel without indices: beta_d instead of beta_s; other P: 2 more "
                      "messages of N values, to fold and unfold",
                      rabenseifner_published, rabenseifner_corrected}),
    algorithm_model<dense_ring>("dense_ring", PublishedCost{"2*(P-1)*alpha + 2*(P-1)/P*N*beta_d",
                                                            "", ring_dense, ring_dense}),
    AlgorithmModel{.name = "dense_mpi"},
};

}  // namespace

std::span<const AlgorithmModel> dense_models() { return kDenseModels; }

}  // namespace sparlab::model
