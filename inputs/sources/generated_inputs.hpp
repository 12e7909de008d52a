#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "inputs/files/random.hpp"
#include "inputs/sources/input.hpp"
#include "model/fill_in/zipf_fill_in.hpp"

namespace sparlab::inputs {

/// The common part of generated inputs: any number of ranks, and values that are nonzero integers
/// in [-8, 8], so that sums of up to 2^21 ranks are exact even in float.
class GeneratedInput : public Input {
 public:
  std::uint64_t universe() const final { return universe_; }
  std::uint64_t max_ranks() const final;
  bool exact_sums() const final { return true; }
  Entries rank_entries(std::uint64_t rank) const final;

 protected:
  /// universe >= 1.
  GeneratedInput(std::uint64_t universe, std::uint64_t seed);

  std::uint64_t seed() const { return seed_; }
  /// The support of one rank, strictly increasing. It depends on (seed, rank) alone.
  virtual std::vector<std::uint64_t> rank_indices(std::uint64_t rank) const = 0;

 private:
  std::uint64_t universe_;
  std::uint64_t seed_;
};

/// Exactly k distinct indices per rank; every set of k is equally likely, and ranks are
/// independent.
class UniformInput final : public GeneratedInput {
 public:
  /// nnz <= universe.
  UniformInput(std::uint64_t universe, std::uint64_t nnz, std::uint64_t seed);

  double mean_nnz() const override { return static_cast<double>(nnz_); }
  std::shared_ptr<const model::FillIn> fill_in() const override;

 private:
  std::vector<std::uint64_t> rank_indices(std::uint64_t rank) const override;

  std::uint64_t nnz_;
};

/// Every rank holds index j with probability min(1, c (j+1)^-exponent), independently of other
/// ranks and indices; c makes the expected number of indices equal k. If shuffled, j is first
/// mapped by a random permutation that all ranks share.
///
/// Unlike the other generated inputs, this one uses log and exp of the platform's library: a
/// difference in their last bit may change about one index in 10^15.
class ZipfInput final : public GeneratedInput {
 public:
  /// nnz <= universe <= 2^62, 0 <= exponent <= 8.
  ZipfInput(std::uint64_t universe, std::uint64_t nnz, double exponent, bool shuffled,
            std::uint64_t seed);

  double mean_nnz() const override { return static_cast<double>(nnz_); }
  std::shared_ptr<const model::FillIn> fill_in() const override { return law_; }

 private:
  std::vector<std::uint64_t> rank_indices(std::uint64_t rank) const override;

  std::uint64_t nnz_;
  double exponent_;
  bool shuffled_;
  std::shared_ptr<const model::ZipfFillIn> law_;
  RandomPermutation permutation_;
};

/// A half-open interval of indices.
using Cluster = model::Range;

/// The common part of inputs that consist of runs of consecutive indices, clusters or blocks.
class RunsInput : public GeneratedInput {
 public:
  /// From the places of all runs where these are few enough (model::PlacedFillIn); otherwise the
  /// expectation over all places.
  std::shared_ptr<const model::FillIn> fill_in() const final;
  /// What rank `rank` holds: disjoint, in increasing order. It depends on (seed, rank) alone.
  virtual std::vector<Cluster> rank_runs(std::uint64_t rank) const = 0;

 protected:
  /// `run` is the size of a run, `ranks` >= 1.
  RunsInput(std::uint64_t universe, std::uint64_t run, std::uint64_t ranks, std::uint64_t seed);

  std::uint64_t run() const { return run_; }

 private:
  std::vector<std::uint64_t> rank_indices(std::uint64_t rank) const final;
  virtual std::uint64_t runs_of_rank() const = 0;
  virtual std::shared_ptr<const model::FillIn> expected_fill_in() const = 0;
  bool has_few_runs() const;
  std::shared_ptr<const model::FillIn> placed() const;

  std::uint64_t run_;
  std::uint64_t ranks_;
  mutable std::once_flag placed_;
  mutable std::shared_ptr<const model::FillIn> fill_in_;
};

/// Whole aligned blocks of indices (the last one may be shorter). Every set of the same number of
/// blocks is equally likely, and ranks are independent.
class BlockInput final : public RunsInput {
 public:
  /// nnz <= universe is rounded to whole blocks, and to at least one unless it is 0; mean_nnz()
  /// returns the resulting number. block >= 1; a block larger than the universe covers all of it.
  BlockInput(std::uint64_t universe, std::uint64_t nnz, std::uint64_t block, std::uint64_t ranks,
             std::uint64_t seed);

  double mean_nnz() const override;
  std::vector<Cluster> rank_runs(std::uint64_t rank) const override;

 private:
  std::uint64_t runs_of_rank() const override { return chosen_; }
  std::shared_ptr<const model::FillIn> expected_fill_in() const override;

  std::uint64_t blocks_;  // in the universe
  std::uint64_t chosen_;  // by one rank
};

/// Splits `total` <= ring numbers into clusters of `cluster` (the last one may be smaller) and
/// places them on the ring of the numbers [0, ring). Every arrangement is equally likely, so every
/// number is covered with probability total/ring. Returns disjoint clusters in increasing order;
/// one that wraps around the end of the ring is returned as two.
std::vector<Cluster> random_clusters(std::uint64_t ring, std::uint64_t total, std::uint64_t cluster,
                                     Random& random);

/// Exactly k distinct indices per rank, in clusters of contiguous indices at random places. A share
/// of the clusters is common to all ranks; every rank places the others in the rest of the
/// universe, independently of other ranks.
class ClusteredInput final : public RunsInput {
 public:
  /// nnz <= universe; cluster >= 1 is the size of a cluster; overlap in [0, 1] is rounded to whole
  /// clusters.
  ClusteredInput(std::uint64_t universe, std::uint64_t nnz, std::uint64_t cluster, double overlap,
                 std::uint64_t ranks, std::uint64_t seed);

  double mean_nnz() const override { return static_cast<double>(common_nnz_ + own_nnz_); }
  std::vector<Cluster> rank_runs(std::uint64_t rank) const override;

 private:
  std::uint64_t runs_of_rank() const override;
  std::shared_ptr<const model::FillIn> expected_fill_in() const override;

  std::uint64_t common_nnz_;
  std::uint64_t own_nnz_;
  std::vector<Cluster> common_;
};

}  // namespace sparlab::inputs
