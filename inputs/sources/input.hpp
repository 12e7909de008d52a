#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algos/streams/sparse_stream.hpp"
#include "model/costs/problem.hpp"
#include "model/fill_in/fill_in.hpp"

namespace sparlab::inputs {

enum class InputKind : std::uint8_t {
  uniform,    ///< k distinct indices, every set equally likely
  zipf,       ///< index j held with probability min(1, c*(j+1)^-exponent)
  clustered,  ///< clusters of contiguous indices at random places, a share of them common to all
              ///< ranks
  blocks,     ///< whole blocks of contiguous indices, chosen uniformly
  svmlight,   ///< gradient of a minibatch of a real data set (svmlight, plain or gzip)
  recording,  ///< recorded gradients of real training (TKG1, plain or gzip)
};

std::string_view name_of(InputKind kind);

/// The inverse of name_of; nullopt for unknown names.
std::optional<InputKind> input_kind_named(std::string_view name);

/// True if the entries come from a file, which then determines N and the density.
bool is_real_data(InputKind kind);

/// The user's description of a sweep's input. Fields that a kind does not use keep their defaults;
/// the experiment schema refuses them for that kind.
struct InputSpec {
  InputKind kind = InputKind::uniform;
  double exponent = 1.0;         ///< for zipf
  bool shuffled = true;          ///< for zipf: spreads frequent indices over the universe
  std::uint64_t block = 256;     ///< for blocks: indices per block
  std::uint64_t cluster = 1024;  ///< for clustered: indices per cluster
  double overlap = 0.5;          ///< for clustered: share of clusters common to all ranks
  std::uint64_t batch = 32;      ///< for svmlight: samples per rank
  std::string path;              ///< for svmlight and recording

  bool operator==(const InputSpec&) const = default;
};

/// The entries of one rank; indices increase strictly.
struct Entries {
  std::vector<std::uint64_t> indices;
  std::vector<double> values;
};

/// The inputs of all ranks of one point. They depend on (spec, universe, nnz, seed, rank) alone:
/// every process computes the same entries, in any order.
class Input {
 public:
  virtual ~Input() = default;

  virtual std::uint64_t universe() const = 0;
  /// Mean number of entries per rank: expected (generated) or counted (real data).
  virtual double mean_nnz() const = 0;
  /// The number of ranks for which there is data; unlimited for generated inputs.
  virtual std::uint64_t max_ranks() const = 0;
  /// True if sums in any order are exact (small integers), so that results can be compared bitwise.
  virtual bool exact_sums() const = 0;

  virtual Entries rank_entries(std::uint64_t rank) const = 0;

  /// Expected unions under the distribution of this input, for counted streams and the model.
  virtual std::shared_ptr<const model::FillIn> fill_in() const = 0;

  /// Hash of the data file's content; empty for generated inputs.
  virtual std::string content_hash() const { return {}; }
};

/// Builds the input of one point: `ranks` ranks over [0, universe) with `nnz` entries each. Real
/// data sets determine universe and nnz themselves (pass 0 for the file's own values).
/// Errors  DataError: missing or damaged file (file, line or byte, what is accepted), too few
///         samples or recorded ranks for `ranks`.
std::unique_ptr<Input> make_input(const InputSpec& spec, std::uint64_t universe, std::uint64_t nnz,
                                  std::uint64_t ranks, std::uint64_t seed);

/// The same. Inputs that were made last are cached in the process, because the points of a sweep
/// share them: files, and the places of runs. Thread-safe.
std::shared_ptr<const Input> shared_input(const InputSpec& spec, std::uint64_t universe,
                                          std::uint64_t nnz, std::uint64_t ranks,
                                          std::uint64_t seed);

/// Converts entries to a stream over a range that has them all; it must fit the index type.
template <class Value, class Index>
algos::SparseStream<Value, Index> to_stream(const Entries& entries, model::Range range);

/// The values of the first `ranks` ranks at pseudorandom indices, which are the same for all ranks:
/// about 2^18 entries in total, or all of them if there are fewer.
model::ValueSample sample_values(const Input& input, std::uint64_t ranks);

/// The same of an input of shared_input. Those made last are cached likewise, because the points of
/// all algorithms share them. Thread-safe.
std::shared_ptr<const model::ValueSample> shared_sample(const std::shared_ptr<const Input>& input,
                                                        std::uint64_t ranks);

}  // namespace sparlab::inputs
