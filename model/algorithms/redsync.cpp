#include "model/costs/redsync.hpp"

#include <array>

#include "model/algorithms/algorithm_model.hpp"

namespace sparlab::model {
namespace {

/// lg p*alpha + (p-1)*(M*D)*beta: one word per entry.
CostInterval redsync_words(const Symbols& s) {
  const double bytes = (s.ranks - 1) * s.nnz * s.value_bytes;
  return {log2p(s), bytes, bytes};
}

CostInterval gather(const Symbols& s, double set_bytes) {
  const double bytes = (s.ranks - 1) * set_bytes;
  return {rounds(s), bytes, bytes};
}

/// The length word is not counted: it is part of the header.
CostInterval rgc_corrected(const Symbols& s) { return gather(s, s.nnz * s.beta_s()); }

CostInterval quantized_corrected(const Symbols& s) {
  return gather(s, (s.nnz + 1) * s.index_bytes + s.value_bytes);
}

constexpr std::array kRedsyncModels = {
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
};

}  // namespace

std::span<const AlgorithmModel> redsync_models() { return kRedsyncModels; }

}  // namespace sparlab::model
