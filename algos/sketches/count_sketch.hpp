#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Polynomial hashing over the Mersenne prime 2^61 - 1, with coefficients drawn from a seed: a
/// polynomial with k random coefficients is k-wise independent (Wegman and Carter, 1981).
namespace sparlab::algos::sketches {

inline constexpr std::uint64_t kMersenne61 = (std::uint64_t{1} << 61) - 1;

/// a * b mod 2^61 - 1, for a and b below it.
constexpr std::uint64_t multiply_mod_mersenne61(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  const std::uint64_t folded = (static_cast<std::uint64_t>(product) & kMersenne61) +
                               static_cast<std::uint64_t>(product >> 61);
  return folded >= kMersenne61 ? folded - kMersenne61 : folded;
}

/// A random polynomial: values in [0, 2^61 - 1) that are kIndependence-wise independent over keys
/// in [0, 2^61 - 1).
template <std::size_t kIndependence>
class PolynomialHash {
 public:
  /// `coefficients` are below 2^61 - 1.
  constexpr explicit PolynomialHash(const std::array<std::uint64_t, kIndependence>& coefficients)
      : coefficients_(coefficients) {}

  constexpr std::uint64_t operator()(std::uint64_t key) const {
    std::uint64_t value = coefficients_[0];
    for (std::size_t i = 1; i < kIndependence; ++i) {
      value = multiply_mod_mersenne61(value, key) + coefficients_[i];
      if (value >= kMersenne61) value -= kMersenne61;
    }
    return value;
  }

 private:
  std::array<std::uint64_t, kIndependence> coefficients_;
};

/// The column and the sign of an index in one row of a sketch. The bias of the remainder and of the
/// parity, columns / 2^61, is too small to be measured.
class RowHash {
 public:
  RowHash(std::uint64_t seed, std::uint64_t row);

  /// Pairwise independent, in [0, columns).
  std::uint64_t column(std::uint64_t index, std::uint64_t columns) const {
    return column_(index) % columns;
  }
  /// 4-wise independent: +1 or -1.
  int sign(std::uint64_t index) const { return (sign_(index) & 1) != 0 ? 1 : -1; }

 private:
  PolynomialHash<2> column_;
  PolynomialHash<4> sign_;
};

struct CountSketchOptions {
  std::uint64_t rows = 1;     ///< r, odd, below 2^16
  std::uint64_t columns = 1;  ///< c, from 1 to 2^40
  std::uint64_t seed = 0;     ///< the same on all ranks whose sketches are added
};

/// A linear sketch of a vector: r rows of c cells, S[j, h_j(i)] += s_j(i) * x(i). Sketches with
/// equal options add cell by cell to the sketch of the sum.
///
/// Estimates are unbiased over seeds: an error and its negative are equally likely, and the median
/// of an odd number of rows treats them alike. (The lower median of an even number does not, so
/// r is odd.) With r = 1 their total squared error is (n-1)/c times the squared norm of
/// the n nonzeros, about 1/lambda. At the recommended lambda = 1/2 the error is twice the signal,
/// so the sketch is not a delta-compressor, contrary to Theorem 2 of S2 Reducer. On an interval of
/// indices the expectation is dominated by a few seeds with very many collisions; most seeds do
/// better.
///
/// Cost: r hashes an update or estimate. Source: Charikar, Chen and Farach-Colton, ICALP'02; Ge et
/// al., S2 Reducer.
template <class Value>
class CountSketch {
 public:
  explicit CountSketch(const CountSketchOptions& options);

  /// Adds `value` at `index`, which is below 2^61 - 1.
  void add(std::uint64_t index, Value value);

  /// Median over the rows; NaN if the estimate of a row is NaN.
  Value estimate(std::uint64_t index) const;

  /// r * c cells, row by row: what the ranks allreduce.
  std::span<const Value> cells() const { return cells_; }
  std::span<Value> mutable_cells() { return cells_; }

 private:
  CountSketchOptions options_;
  std::vector<RowHash> hashes_;
  std::vector<Value> cells_;
};

}  // namespace sparlab::algos::sketches
