#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "algos/streams/sparse_stream.hpp"
#include "model/fill_in/fill_in.hpp"

namespace sparlab::experiments::inputs {

enum class InputKind : std::uint8_t {
  uniform,    ///< k distinct indices, every set equally likely
  zipf,       ///< index j held with probability min(1, c*(j+1)^-exponent)
  clustered,  ///< clusters of contiguous indices at random places, common to all ranks in part
  blocks,     ///< whole blocks of contiguous indices, chosen uniformly
  svmlight,   ///< gradient of a minibatch of a real data set (svmlight, plain or gzip)
  recording,  ///< recorded gradients of real training (TKG1, plain or gzip)
};

/// What a user says about the input of a sweep. Fields that a kind does not use keep their
/// defaults; the experiment schema refuses them there.
struct InputSpec {
  InputKind kind = InputKind::uniform;
  double exponent = 1.0;         ///< zipf
  bool shuffled = true;          ///< zipf: frequent indices spread over the universe
  std::uint64_t block = 256;     ///< blocks: indices a block
  std::uint64_t cluster = 1024;  ///< clustered: indices a cluster
  double overlap = 0.5;          ///< clustered: share of clusters common to all ranks
  std::uint64_t batch = 32;      ///< svmlight: samples a rank
  std::string path;              ///< svmlight, recording
};

/// One rank's contribution; indices increase strictly.
struct Entries {
  std::vector<std::uint64_t> indices;
  std::vector<double> values;
};

/// The inputs of all ranks of one point. Deterministic in (spec, universe, nnz, seed, rank):
/// every process builds the same, in any order.
class Input {
 public:
  virtual ~Input() = default;

  virtual std::uint64_t universe() const = 0;
  /// Mean entries per rank, expected (generated) or counted (real data).
  virtual double mean_nnz() const = 0;
  /// Ranks for which there is data; unlimited for generated inputs.
  virtual std::uint64_t max_ranks() const = 0;
  /// True if sums of any order are exact (small integers): results can be compared bit by bit.
  virtual bool exact_sums() const = 0;

  virtual Entries rank_entries(std::uint64_t rank) const = 0;

  /// Expected unions under this input's distribution; counted streams and the model use it.
  virtual std::shared_ptr<const model::FillIn> fill_in() const = 0;

  /// Hash of the data file's content; empty for generated inputs.
  virtual std::string content_hash() const { return {}; }
};

/// Builds the input of one point: `ranks` ranks over [0, universe) with `nnz` entries each. Real
/// data sets fix universe and nnz themselves (pass 0 for the file's own).
/// Errors  DataError: missing or damaged file (file, line or byte, what is accepted), too few
///         samples or recorded ranks for `ranks`.
std::unique_ptr<Input> make_input(const InputSpec& spec, std::uint64_t universe, std::uint64_t nnz,
                                  std::uint64_t ranks, std::uint64_t seed);

/// Entries as a stream; the universe must fit the index type.
template <class Value, class Index>
algos::SparseStream<Value, Index> to_stream(const Entries& entries, std::uint64_t universe);

}  // namespace sparlab::experiments::inputs
