#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algos/streams/stream.hpp"
#include "training/problem/problem.hpp"

namespace sparlab::training {

/// What travels: gradients, and what methods make of them.
using Typed = algos::SparseStream<float, std::uint32_t>;
using Weights = std::span<const float>;

/// Calls use(index, value) for each entry.
template <class Use>
void for_each_entry(const Typed& stream, const Use& use) {
  const auto values = stream.values();
  const auto indices = stream.indices();
  const bool dense = stream.format() == algos::Format::dense;
  for (std::size_t i = 0; i < values.size(); ++i)
    use(dense ? stream.range().lo + i : std::uint64_t{indices[i]}, values[i]);
}

/// The margins of a sample, one for each output.
void find_margins(const Problem& problem, std::span<const std::uint64_t> features,
                  std::span<const double> values, Weights weights, std::span<double> margins);

/// Sums over samples.
struct Evaluation {
  double loss = 0;            ///< without the term of l2
  std::uint64_t correct = 0;  ///< samples whose class is predicted; 0 if there are no classes
};
Evaluation evaluate(const Problem& problem, const Rows& rows, Weights weights);

/// Computes gradients of mini-batches, one after the other; the ranks of a process share it.
class GradientSum {
 public:
  explicit GradientSum(const Problem& problem);

  struct Result {
    Typed gradient;
    std::uint64_t terms = 0;  ///< weights read, and as many products added at most
    bool finite = true;
  };

  /// factor * sum over the `batch` of the gradients of their losses, without the term of l2. Sums
  /// are of double values, in the order of the batch, rounded once. A sparse gradient has the
  /// features of the samples whose loss has a slope, also where terms cancel.
  Result of(const Rows& rows, std::span<const std::uint64_t> batch, Weights weights, double factor,
            algos::Format format);

 private:
  void add(const Rows& rows, std::uint64_t row, Weights weights, Result& result);
  void add_to(std::size_t parameter, double value);
  Typed take(double factor, algos::Format format, std::uint64_t most);

  const Problem& problem_;
  std::vector<double> sums_;                  ///< by parameter; 0 between two gradients
  std::vector<std::uint64_t> touched_;        ///< a bit a parameter that has a sum
  std::vector<std::uint64_t> touched_words_;  ///< a bit a word of touched_ that is not 0
  std::vector<double> margins_, slopes_;
};

}  // namespace sparlab::training
