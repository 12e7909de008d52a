#pragma once

#include <cstdint>
#include <vector>

#include "model/parameters/fields.hpp"
#include "model/parameters/tuning.hpp"

namespace sparlab::model {

/// Which indices a rank owns: a range, or those that HashedOwners gives it (Zen).
enum class Partition : std::uint8_t { range, hash };

/// In what formats owners send what they have reduced: those of all messages, or also as a bitmap
/// over the indices that they own (Zen).
enum class Pull : std::uint8_t { entries, bitmap };

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
              [](const std::uint64_t& bucket) { return bucket >= 1 && bucket <= kMostInBucket; }},
          "values that share a scale");
    visit("scale", &P::scale,
          Choices<BucketScale>{{"max", BucketScale::max}, {"l2", BucketScale::l2}},
          "scale of a bucket; max: its largest magnitude; l2: its Euclidean norm, as in QSGD's "
          "analysis");
    visit("seed", &P::seed, any_count(), "seed of the random rounding; call c uses seed + c");
  }
};

}  // namespace sparlab::model
