#pragma once

#include <cstdint>

#include "model/parameters/fields.hpp"

namespace sparlab::model {

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
