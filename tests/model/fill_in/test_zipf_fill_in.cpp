#include <cmath>
#include <vector>

#include "model/fill_in/uniform_fill_in.hpp"
#include "model/fill_in/zipf_fill_in.hpp"
#include "tests/catch.hpp"

namespace sparlab::model::testing {
namespace {

double plain_sum(const ZipfFillIn& fill_in, std::uint64_t ranks, Range range) {
  double sum = 0;
  for (std::uint64_t j = range.lo; j < range.hi; ++j) {
    sum -= std::expm1(static_cast<double>(ranks) * std::log1p(-fill_in.frequency(j)));
  }
  return sum;
}

}  // namespace

TEST_CASE("Zipf quadrature is the plain sum within 1e-6 for any exponent, head and range",
          "[fill_in]") {
  constexpr std::uint64_t universe = 300000;
  for (const double exponent : {0.0, 0.3, 1.0, 1.7, 3.0, 8.0}) {
    for (const double nnz : {3.0, 3000.0, 150000.0}) {
      const ZipfFillIn fill_in(universe, nnz, exponent, ZipfPlacement::sorted);
      for (const std::uint64_t ranks : {1ULL, 2ULL, 37ULL, 100000ULL}) {
        for (const Range range : {Range{0, universe}, Range{0, 2000}, Range{1500, 290000},
                                  Range{149000, 170000}, Range{299000, universe}}) {
          const double expected = plain_sum(fill_in, ranks, range);
          CAPTURE(exponent, nnz, ranks, range.lo, range.hi);
          CHECK(fill_in.distinct({0, ranks}, range) ==
                Approx(expected).epsilon(1e-6).margin(1e-12));
        }
      }
    }
  }
}

TEST_CASE("Zipf frequencies fall off with the exponent, clipped at one, and sum to nnz",
          "[fill_in]") {
  const ZipfFillIn fill_in(100000, 5000, 1.3, ZipfPlacement::sorted);
  CHECK(fill_in.frequency(0) == 1);
  CHECK(fill_in.frequency(99999) / fill_in.frequency(49999) == Approx(std::pow(2.0, -1.3)));
  CHECK(plain_sum(fill_in, 1, {0, 100000}) == Approx(5000).epsilon(1e-6));
}

TEST_CASE("the nnz of one Zipf rank is what was asked for, from none to all", "[fill_in]") {
  for (const double exponent : {0.0, 0.5, 1.0, 2.5}) {
    for (const double nnz : {0.0, 1e-3, 1.0, 1e4, 9.99e8, 1e9}) {
      const ZipfFillIn fill_in(1000000000, nnz, exponent, ZipfPlacement::shuffled);
      CAPTURE(exponent, nnz);
      CHECK(fill_in.distinct(1) == Approx(nnz).epsilon(1e-9));
    }
  }
}

TEST_CASE("Zipf with exponent zero is uniform fill-in", "[fill_in]") {
  const ZipfFillIn zipf(100000, 500, 0, ZipfPlacement::sorted);
  const UniformFillIn uniform(100000, 500);
  for (const std::uint64_t ranks : {1, 10, 1000}) {
    CHECK(zipf.distinct(ranks) == Approx(uniform.distinct(ranks)).epsilon(1e-9));
  }
}

TEST_CASE("sorted placement crowds the first range, shuffled placement none", "[fill_in]") {
  const ZipfFillIn sorted(100000, 500, 1, ZipfPlacement::sorted);
  const ZipfFillIn shuffled(100000, 500, 1, ZipfPlacement::shuffled);
  CHECK(sorted.distinct({0, 8}, {0, 12500}) > 0.6 * sorted.distinct(8));
  CHECK(shuffled.distinct({0, 8}, {0, 12500}) == Approx(shuffled.distinct(8) / 8));
  CHECK(sorted.distinct(8) == Approx(shuffled.distinct(8)));
}

TEST_CASE("Zipf variance is the sum of the indices' variances", "[fill_in]") {
  const ZipfFillIn fill_in(5000, 100, 1.1, ZipfPlacement::sorted);
  double expected = 0;
  for (std::uint64_t j = 10; j < 4000; ++j) {
    const double empty = std::pow(1 - fill_in.frequency(j), 5);
    expected += empty * (1 - empty);
  }
  CHECK(fill_in.variance({0, 5}, {10, 4000}) == Approx(expected).epsilon(1e-5));
}

}  // namespace sparlab::model::testing
