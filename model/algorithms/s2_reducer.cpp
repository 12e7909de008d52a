#include "model/costs/s2_reducer.hpp"

#include <algorithm>
#include <array>

#include "model/algorithms/algorithm_model.hpp"

namespace sparlab::model {
namespace {

constexpr double kBlock = 256;
constexpr double kLambda = 0.5;

double blocks(const Symbols& s) { return std::ceil(s.elements / kBlock); }

CostInterval ring_of(const Symbols& s, double bytes) {
  return {2 * (s.ranks - 1), 2 * share(s) * bytes, 2 * share(s) * bytes};
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

constexpr std::array kS2ReducerModels = {
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

std::span<const AlgorithmModel> s2_reducer_models() { return kS2ReducerModels; }

}  // namespace sparlab::model
