#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "model/base/hashed_owners.hpp"
#include "tests/catch.hpp"

using namespace sparlab::model;

namespace {

/// The number of indices lo, lo + stride, ... below hi of each owner.
std::vector<double> held(const HashedOwners& owners, Range range, std::uint64_t stride = 1) {
  std::vector<double> counts(owners.owners());
  for (std::uint64_t index = range.lo; index < range.hi; index += stride)
    ++counts[owners.place_of(index).owner];
  return counts;
}

}  // namespace

TEST_CASE("places number the indices of each owner, in their order") {
  for (const std::uint64_t lo : {0, 1'000'003}) {
    for (const std::uint64_t size : {0, 1, 5, 16, 17, 100, 1000}) {
      for (const std::uint64_t count : {1, 2, 3, 7, 16, 40}) {
        const Range range{lo, lo + size};
        const HashedOwners owners(range, count);
        std::vector<std::uint64_t> next;  // the place of the next index of each owner
        for (std::uint64_t owner = 0; owner < count; ++owner) {
          CHECK(owners.part(owner) == part_of(range, owner, count));
          next.push_back(owners.part(owner).lo);
        }
        bool in_order = true;
        bool inverse = true;
        for (std::uint64_t index = range.lo; index < range.hi; ++index) {
          const auto place = owners.place_of(index);
          in_order = in_order && place.at == next[place.owner]++;
          inverse = inverse && owners.index_at(place) == index;
        }
        CAPTURE(lo, size, count);
        CHECK(in_order);
        CHECK(inverse);
        for (std::uint64_t owner = 0; owner < count; ++owner)
          CHECK(next[owner] == owners.part(owner).hi);
      }
    }
  }
}

TEST_CASE("each owner has its share of a cluster, up to two indices") {
  for (const std::uint64_t count : {2, 3, 8, 32}) {
    const HashedOwners owners({0, 100'000}, count);
    for (const std::uint64_t lo : {0, 1, 17, 63'333}) {
      for (const std::uint64_t length : {1, 10, 64, 1000}) {
        const double share = static_cast<double>(length) / static_cast<double>(count);
        for (const double of_owner : held(owners, {lo, lo + length}))
          CHECK(std::abs(of_owner - share) < 2);
      }
    }
  }
}

TEST_CASE("indices at equal distances are spread over the owners") {
  for (const std::uint64_t count : {2, 3, 8, 32}) {
    const HashedOwners owners({0, 1 << 20}, count);
    for (const std::uint64_t stride : {1, 2, 7, 8, 32, 64, 96}) {
      const auto indices = static_cast<double>(((1 << 20) - 1) / stride + 1);
      const double share = indices / static_cast<double>(count);
      CAPTURE(count, stride);
      for (const double of_owner : held(owners, {0, 1 << 20}, stride))
        CHECK(std::abs(of_owner - share) < 5 * std::sqrt(share) + 1);
    }
  }
}
