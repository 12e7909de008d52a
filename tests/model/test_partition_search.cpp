#include <cstdint>
#include <vector>

#include "model/partition_search.hpp"
#include "tests/catch.hpp"

using namespace sparlab::model;

TEST_CASE("three samples of b/n + a(n-1) + c give a, b and c back") {
  const PartitionTime law{.shared_s = 12, .per_part_s = 0.03, .fixed_s = 5};
  std::vector<PartitionSample> samples;
  for (const std::uint64_t parts : {2, 8, 64}) samples.push_back({parts, law.seconds(parts)});
  const PartitionTime fitted = fit_partition_time(samples);
  CHECK(fitted.shared_s == Approx(12));
  CHECK(fitted.per_part_s == Approx(0.03));
  CHECK(fitted.fixed_s == Approx(5));
}

TEST_CASE("the fastest partition is that of all, tried one by one") {
  for (const PartitionTime time :
       {PartitionTime{12, 0.03, 5}, PartitionTime{1, 2, 0}, PartitionTime{5, 0, 0},
        PartitionTime{0, 1, 1}, PartitionTime{-3, -1, 9}, PartitionTime{100, 0.01, 0}}) {
    for (const std::uint64_t most : {1, 2, 7, 19, 20, 21, 64}) {
      std::uint64_t best = 1;
      for (std::uint64_t n = 2; n <= most; ++n) {
        if (time.seconds(n) < time.seconds(best)) best = n;
      }
      CAPTURE(time.shared_s, time.per_part_s, most);
      CHECK(fastest_partition(time, most) == best);
    }
  }
}

TEST_CASE("the search finds the valley from either side, with few measurements") {
  const PartitionTime law{.shared_s = 9, .per_part_s = 0.01, .fixed_s = 1};  // fastest at 30
  for (const std::uint64_t machines : {1, 4, 32, 500, 5000}) {
    int measured = 0;
    const auto best = search_partition(
        [&](std::uint64_t parts) {
          ++measured;
          return law.seconds(parts);
        },
        machines, 1024);
    CAPTURE(machines);
    CHECK(best == 30);
    CHECK(measured <= 8);
  }
}
