#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/parameters/fields.hpp"
#include "model/parameters/tuning.hpp"

namespace sparlab::model {

/// Which indices a rank owns: a range, or those that HashedOwners gives it (Zen).
enum class Partition : std::uint8_t { range, hash };

/// In what formats owners send what they have reduced: those of all messages, or also as a bitmap
/// over the indices that they own (Zen).
enum class Pull : std::uint8_t { entries, bitmap };

/// How a rank of the ring adds its own segment to the one that it receives: it merges sorted
/// entries, or adds both into a dense block and makes entries of it again (SpCCL).
enum class HopWork : std::uint8_t { merge, dense };

/// In what formats segments are sent: those of all messages, or also as pici (SpCCL).
enum class HopFormat : std::uint8_t { entries, pici };

struct SparseRingParameters {
  HopWork hop_work = HopWork::merge;
  HopFormat format = HopFormat::entries;
  double rs = 0.3;
  double ag = 0.1;

  template <class Visitor>
  static void describe(Visitor& visit) {
    using P = SparseRingParameters;
    const Rule<double> share{"a number from 0 to 1",
                             [](const double& value) { return value >= 0 && value <= 1; }};
    visit("hop_work", &P::hop_work, hop_works(),
          "how a rank adds its segment to the one that it receives; merge: of sorted entries; "
          "dense: in a dense block, of which it makes entries again, as SpCCL does");
    visit("format", &P::format, hop_formats(),
          "messages; entries: in the formats of all messages; pici: also as pici, as SpCCL does, "
          "where this takes fewer bytes");
    visit("rs", &P::rs, share,
          "with hop_work=dense: a segment remains dense in the reduce-scatter from a predicted "
          "density of 1 - rs on; SpCCL has 0.3 between nodes and 0.9 inside a node");
    visit("ag", &P::ag, share, "the same in the allgather, from 1 - ag on");
  }
  void check(const Shape&) const {
    if (hop_work == HopWork::dense) return;
    for (const char* const name : {"rs", "ag"})
      refuse_without_effect(*this, name, "hop_work=dense");
  }
  static std::vector<TunedParameter> tuned(const TuningShape&) {
    return {{"format", values_of(hop_formats())}};
  }

  bool drops_neutral() const { return hop_work == HopWork::dense; }
  bool only_allreduce() const { return hop_work == HopWork::dense; }

  /// A segment on its way, after a rank has added its own entries to those received.
  struct Hop {
    double elements;                 ///< of the segment
    std::optional<double> received;  ///< entries; unknown if the segment came as a dense one
    double own;                      ///< entries
    std::uint64_t inputs;            ///< ranks whose entries it holds
    std::uint64_t ranks;             ///< P
  };
  /// Whether the sum remains dense, by its predicted density 1 - (1-d)(1-own): entries of the ranks
  /// are assumed to be independent. All earlier ranks of a dense segment count as alike.
  bool remains_dense(const Hop& hop) const {
    if (hop.elements <= 0) return false;
    const double free = 1 - hop.own / hop.elements;
    const double left = hop.received ? free * (1 - *hop.received / hop.elements)
                                     : std::pow(free, static_cast<double>(hop.inputs));
    return left <= (hop.inputs == hop.ranks ? ag : rs);
  }

 private:
  static Choices<HopWork> hop_works() {
    return {{"merge", HopWork::merge}, {"dense", HopWork::dense}};
  }
  static Choices<HopFormat> hop_formats() {
    return {{"entries", HopFormat::entries}, {"pici", HopFormat::pici}};
  }
};

struct SsarSplitAllgatherParameters {
  Partition partition = Partition::range;
  Pull pull = Pull::entries;

  template <class Visitor>
  static void describe(Visitor& visit) {
    using P = SsarSplitAllgatherParameters;
    visit("partition", &P::partition, partitions(),
          "the indices that a rank reduces; range: neighbouring ones; hash: one of each P "
          "neighbouring ones, as in Zen, so that clusters are spread over all ranks");
    visit("pull", &P::pull, pulls(),
          "messages of the allgather; entries: in the formats of all messages; bitmap: also as a "
          "bitmap over a rank's indices, as in Zen, where this takes fewer bytes");
  }
  static std::vector<TunedParameter> tuned(const TuningShape&) {
    return {{"partition", values_of(partitions())}, {"pull", values_of(pulls())}};
  }
  /// Hashed parts are no shards.
  bool only_allreduce() const { return partition == Partition::hash; }

 private:
  static Choices<Partition> partitions() {
    return {{"range", Partition::range}, {"hash", Partition::hash}};
  }
  static Choices<Pull> pulls() { return {{"entries", Pull::entries}, {"bitmap", Pull::bitmap}}; }
};

/// The definition of a bucket's scale: see algos/quantizers/qsgd.hpp.
enum class BucketScale : std::uint8_t { max, l2 };

struct DsarSplitAllgatherQsgdParameters {
  std::uint64_t bits = 4;
  std::uint64_t bucket = 1024;
  BucketScale scale = BucketScale::max;
  std::uint64_t seed = 0;

  template <class Visitor>
  static void describe(Visitor& visit) {
    using P = DsarSplitAllgatherQsgdParameters;
    constexpr std::uint64_t kMostInBucket = std::uint64_t{1} << 31;
    visit("bits", &P::bits, one_of({2, 4, 8}), "bits of a quantized value");
    visit("bucket", &P::bucket,
          Rule<std::uint64_t>{
              "a whole number from 1 to 2^31",
              [](const std::uint64_t& value) { return value >= 1 && value <= kMostInBucket; }},
          "values that share a scale");
    visit("scale", &P::scale,
          Choices<BucketScale>{{"max", BucketScale::max}, {"l2", BucketScale::l2}},
          "scale of a bucket; max: its largest magnitude; l2: its Euclidean norm, as in QSGD's "
          "analysis");
    visit("seed", &P::seed, any_count(), "seed of the random rounding; call c uses seed + c");
  }
};

}  // namespace sparlab::model
