#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "algos/interface/reducer.hpp"
#include "algos/streams/state_archive.hpp"
#include "algos/systems/kylix/layer.hpp"
#include "model/parameters/schedules.hpp"

namespace sparlab::algos {

/// Kylix: a nested butterfly of layers of any degrees. Indices are sent separately from values, and
/// only once while the supports of all ranks stay the same.
///
/// Ranks are numbered in mixed radix; the digit of the first layer changes fastest, so that the
/// groups of all layers together represent contiguous ranks. Configuration: in each layer a group
/// divides its range among its members, and each member unites the indices of its part. Then all
/// members get the union's indices, back through the layers. Reduction: the same, with values only.
/// Shape   in: coo, or dense: then only the elements that differ from the neutral one are used.
///         out: coo, the union of all supports.
/// Cost    degrees d_i, product P: 2 sum(d_i - 1) messages for the values, as many for the indices.
///         With reuse: ceil(log2 P) messages of 8 bytes in every call except the first of a
///         configuration.
/// Errors  ParameterError for degrees whose product is not P; WireError.
/// Source  Zhao and Canny, "Kylix: A Sparse Allreduce for Commodity Clusters", ICPP 2014. There
///         each rank gets only the indices that it requests; here all ranks get all.
class Kylix final : public Reducer, private PlannedReduction {
 public:
  Kylix(const model::KylixParameters& parameters, const AllreduceOptions& options)
      : parameters_(parameters), options_(options) {}

  Stream reduce(runtime::Comm& comm, Stream input) override;
  PlannedReduction* planned() override { return this; }
  std::uint64_t identical_calls() const override;
  void skip_calls(std::uint64_t calls) override;
  /// The configuration is not kept: the next call configures.
  void transfer_state(StateArchive& archive) override {
    if (archive.reads()) configuration_.reset();
  }

 private:
  /// The state that follows from the supports of all ranks.
  struct Configuration {
    std::vector<kylix::Layer> layers;
    kylix::IndexSet own;
    kylix::IndexSet reduced;
  };

  void plan(runtime::Comm& comm, const Stream& support) override;
  /// The values travel through the layers of the configuration.
  Stream execute(runtime::Comm& comm, Stream input) override;

  /// The same on all ranks.
  bool must_configure(runtime::Comm& comm, const Stream& input) const;
  Configuration configured(runtime::Comm& comm, const Stream& input) const;

  model::KylixParameters parameters_;
  AllreduceOptions options_;
  std::optional<Configuration> configuration_;
  bool counted_ = false;      ///< the last input was
  std::uint64_t served_ = 0;  ///< calls that used this configuration
};

}  // namespace sparlab::algos
