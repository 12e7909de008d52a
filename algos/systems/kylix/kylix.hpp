#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "algos/reducer.hpp"
#include "algos/state_archive.hpp"
#include "algos/systems/kylix/layer.hpp"
#include "model/parameters/kylix.hpp"

namespace sparlab::algos {

/// Kylix: a nested butterfly of layers of any degrees. Indices travel apart from values, and not
/// again while all ranks' supports stay as they are.
///
/// Ranks are numbered in mixed radix, the first layer's digit changing fastest, so that groups of
/// all layers together stand for contiguous ranks. Configuration: each layer cuts the range that a
/// group holds among its members, who unite the indices of theirs; then all get the union's, back
/// through the layers. Reduction: values only, the same ways.
/// Shape   in: coo, or dense, of which the elements other than the neutral one are taken; out: coo,
///         the union of all supports.
/// Cost    degrees d_i, product P: 2 sum(d_i - 1) messages for the values, as many for the indices.
///         With reuse: ceil(log2 P) of 8 bytes in every call but a configuration's first.
/// Errors  ParameterError for degrees whose product is not P; WireError.
/// Source  Zhao and Canny, "Kylix: A Sparse Allreduce for Commodity Clusters", ICPP 2014. There
///         each rank gets the indices that it asks for; here all get all.
template <class Stream>
class Kylix final : public Reducer<Stream> {
 public:
  Kylix(const model::KylixParameters& parameters, const AllreduceOptions<Stream>& options)
      : parameters_(parameters), options_(options) {}

  Stream reduce(runtime::Comm& comm, Stream input) override;
  /// The configuration is not kept: the next call configures.
  void transfer_state(StateArchive& archive) override {
    if (archive.reads()) configuration_.reset();
  }

 private:
  /// What all ranks' supports have settled.
  struct Configuration {
    std::vector<kylix::Layer<Stream>> layers;
    kylix::IndexSet<Stream> own;
    kylix::IndexSet<Stream> reduced;
  };

  /// Alike on all ranks.
  bool must_configure(runtime::Comm& comm, const Stream& input) const;
  Configuration configured(runtime::Comm& comm, const Stream& input) const;

  model::KylixParameters parameters_;
  AllreduceOptions<Stream> options_;
  std::optional<Configuration> configuration_;
  std::uint64_t served_ = 0;  ///< calls by this configuration
};

}  // namespace sparlab::algos
