#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "model/base/block_local.hpp"
#include "model/base/wire_format.hpp"
#include "model/parameters/fields.hpp"

/// The parameters of systems that select.
namespace sparlab::model {

/// The parameter k of systems that select: the number of entries that a rank selects; 0 means as
/// many as its input holds.
inline constexpr std::string_view kSelectedKMeaning =
    "entries that a rank selects from input + residual; 0: as many as its input holds";

/// Errors  ParameterError for a k above N.
inline void check_selected_k(std::uint64_t k, const Shape& shape) {
  if (k <= shape.universe) return;
  throw ParameterError("k", std::to_string(k), "0 to N = " + std::to_string(shape.universe));
}

/// The number of entries of the result from which its parts are gathered densely.
enum class ResultSwitch : std::uint8_t {
  half,   ///< SparCML's delta, where dense is no larger: N/2 for values and indices of one size
  third,  ///< N/3, as in Ok-Topk's code
};

struct TopkDsaParameters {
  std::uint64_t k = 0;
  ResultSwitch result_switch = ResultSwitch::half;

  template <class Visitor>
  static void describe(Visitor& visit) {
    visit("k", &TopkDsaParameters::k, any_count(), kSelectedKMeaning);
    visit("switch", &TopkDsaParameters::result_switch,
          Choices<ResultSwitch>{{"half", ResultSwitch::half}, {"third", ResultSwitch::third}},
          "number of entries from which the result is gathered densely; half: where dense is no "
          "larger (N/2 for coo); third: N/3");
  }
  void check(const Shape& shape) const { check_selected_k(k, shape); }

  /// Whether a result of `entries` entries of `elements` is gathered densely. Never if the dense
  /// format is not enabled.
  bool goes_dense(double entries, double elements, const WireFormat& wire,
                  FormatSet formats) const {
    if (result_switch == ResultSwitch::third)
      return formats.contains(Format::dense) && entries > 0 && 3 * entries >= elements;
    return wire.goes_dense(entries, elements, formats);
  }
};

/// How the root of a tree broadcasts the result.
enum class Broadcast : std::uint8_t {
  binomial,           ///< the whole result down a binomial tree: fewest messages
  scatter_allgather,  ///< parts down the tree, then an allgather: fewest bytes
};

struct GtopkParameters {
  std::uint64_t k = 0;
  Broadcast broadcast = Broadcast::binomial;

  template <class Visitor>
  static void describe(Visitor& visit) {
    visit("k", &GtopkParameters::k, any_count(),
          "entries that every rank and every node of the tree selects, and entries of the result; "
          "0: the largest number of entries of an input");
    visit("broadcast", &GtopkParameters::broadcast,
          Choices<Broadcast>{{"binomial", Broadcast::binomial},
                             {"scatter_allgather", Broadcast::scatter_allgather}},
          "how the root distributes the result");
  }
  void check(const Shape& shape) const { check_selected_k(k, shape); }
};

/// The formula for the threshold from mean and deviation: see
/// algos/selectors/gaussian_threshold.hpp.
enum class GaussianForm : std::uint8_t { corrected, published };

/// How that threshold is adjusted when it selects too few or too many.
enum class GaussianBand : std::uint8_t {
  corrected,
  none,
  paper,
  oktopk_vgg,
  oktopk_lstm,
  oktopk_bert,
  gaussiank,
};

struct GaussiankParameters {
  std::uint64_t k = 0;
  GaussianForm form = GaussianForm::corrected;
  GaussianBand adjustment = GaussianBand::corrected;

  template <class Visitor>
  static void describe(Visitor& visit) {
    visit("k", &GaussiankParameters::k, any_count(),
          "entries of input + residual that the threshold should select; 0: all");
    visit("form", &GaussiankParameters::form,
          Choices<GaussianForm>{{"corrected", GaussianForm::corrected},
                                {"published", GaussianForm::published}},
          "threshold; corrected: the magnitude that k of N normal values exceed; published: the "
          "paper's formula, which is correct only for a mean of 0");
    visit("adjustment", &GaussiankParameters::adjustment,
          Choices<GaussianBand>{{"corrected", GaussianBand::corrected},
                                {"none", GaussianBand::none},
                                {"paper", GaussianBand::paper},
                                {"oktopk_vgg", GaussianBand::oktopk_vgg},
                                {"oktopk_lstm", GaussianBand::oktopk_lstm},
                                {"oktopk_bert", GaussianBand::oktopk_bert},
                                {"gaussiank", GaussianBand::gaussiank}},
          "adjustment of a threshold that selects too few or too many entries; corrected: an exact "
          "top-k outside of [3k/4, 5k/4]; none: no adjustment; the others: the loops of the paper "
          "and of the public codes");
  }
  void check(const Shape& shape) const {
    check_selected_k(k, shape);
    if (k > 0) return;
    for (const std::string_view name : {"form", "adjustment"})
      refuse_without_effect(*this, name, "k above 0");
  }
};

struct CltKParameters {
  std::uint64_t k = 0;

  template <class Visitor>
  static void describe(Visitor& visit) {
    visit("k", &CltKParameters::k, any_count(),
          "entries that the leader of a call selects from input + residual; 0: as many as its "
          "input holds");
  }
  void check(const Shape& shape) const { check_selected_k(k, shape); }
};

/// The exclusive parts in which ranks select.
enum class MicroParts : std::uint8_t {
  equal,     ///< MiCRO: of equal sizes
  balanced,  ///< ExDyna: runs of equal blocks, which move between neighbours
};

struct MicroParameters {
  std::uint64_t k = 0;
  MicroParts parts = MicroParts::equal;
  bool padded = true;
  double threshold = 0;

  template <class Visitor>
  static void describe(Visitor& visit) {
    visit("k", &MicroParameters::k, any_count(),
          "entries of the result that the threshold should select; 0: all that a rank holds in its "
          "part");
    visit("parts", &MicroParameters::parts,
          Choices<MicroParts>{{"equal", MicroParts::equal}, {"balanced", MicroParts::balanced}},
          "equal: parts of equal sizes, MiCRO; balanced: runs of 1,024 blocks, which move to "
          "neighbours that select fewer entries, ExDyna");
    visit("padded", &MicroParameters::padded, yes_or_no(),
          "lists of indices are as long as the longest one; false: as long as they are");
    visit("threshold", &MicroParameters::threshold, number_at_least(0),
          "magnitude that the first call selects from; 0: 1/(2 sqrt(k))");
  }
  void check(const Shape& shape) const {
    check_selected_k(k, shape);
    if (k == 0) refuse_without_effect(*this, "threshold", "k above 0");
  }

  /// Blocks of the range, of which parts consist.
  std::uint64_t blocks(std::uint64_t ranks) const {
    return parts == MicroParts::balanced ? 1024 : ranks;
  }
  double first_threshold() const {
    return k == 0 || threshold > 0 ? threshold : 0.5 / std::sqrt(static_cast<double>(k));
  }
  /// Of the threshold, after a call that has selected so many entries.
  double scaling(double selected) const {
    const auto wanted = static_cast<double>(k);
    if (k == 0) return 1;
    return selected > 1.1 * wanted ? 1.005 : selected > 0.909 * wanted ? 1.00125 : 0.995;
  }
};

/// The entries of the selections of all ranks, whose expected numbers add up to whole ones but for
/// rounding.
inline double whole_entries(double entries) {
  const double whole = std::round(entries);
  return std::abs(entries - whole) <= 1e-9 * whole ? whole : entries;
}

/// The number of entries that each of `parts` parts of a result may hold if there may be `k` in
/// total. Rounded up, so that with k < parts no part stays empty in all calls.
constexpr std::uint64_t part_k(std::uint64_t k, std::uint64_t parts) {
  return k / parts + (k % parts != 0 ? 1 : 0);
}

struct BlockTopkParameters {
  std::uint64_t k = 0;
  std::uint64_t block = 4096;

  static constexpr std::uint64_t kMostBlock = std::uint64_t{1} << 32;

  template <class Visitor>
  static void describe(Visitor& visit) {
    visit("k", &BlockTopkParameters::k, any_count(),
          "entries that a rank selects from input + residual, the same number of every block "
          "(rounded up); 0: the largest number of entries of an input");
    visit("block", &BlockTopkParameters::block,
          Rule<std::uint64_t>{"a whole number from 1 to 2^32",
                              [](std::uint64_t b) { return b >= 1 && b <= kMostBlock; }},
          "indices of a block");
  }
  void check(const Shape& shape) const { check_selected_k(k, shape); }

  /// What each rank sends of `elements` indices if it selects k entries.
  BlockLocalLayout layout(std::uint64_t elements, std::uint64_t selected) const {
    const std::uint64_t indices = std::clamp<std::uint64_t>(elements, 1, block);
    const std::uint64_t blocks = std::max<std::uint64_t>(1, block_count(elements, indices));
    return {elements, indices, part_k(selected, blocks)};
  }
};

/// A vector as rows of consecutive elements, and how many of the rows are summed.
struct RowChoice {
  std::uint64_t rows = 0;
  std::uint64_t chosen = 0;
  std::uint64_t elements = 0;  ///< values of the chosen rows; a shorter last one counts as whole
  std::uint64_t cells = 0;     ///< of the sketch from which rows are chosen; 0 if all are
};

struct ArcTopkParameters {
  std::uint64_t k = 0;
  std::uint64_t rank = 4;
  std::uint64_t columns = 1024;

  template <class Visitor>
  static void describe(Visitor& visit) {
    visit("k", &ArcTopkParameters::k, any_count(),
          "values that are summed, as whole rows (rounded up, at least one row); 0: the largest "
          "number of entries of an input");
    visit("rank", &ArcTopkParameters::rank,
          Rule<std::uint64_t>{"a whole number from 1 to 64",
                              [](std::uint64_t r) { return r >= 1 && r <= 64; }},
          "values of the sketch for each row, at most as many as it has columns");
    visit("columns", &ArcTopkParameters::columns, at_least(1), "consecutive indices of a row");
  }
  void check(const Shape& shape) const {
    check_selected_k(k, shape);
    if (rank > columns)
      throw ParameterError("rank", write_value(rank), "1 to columns = " + write_value(columns));
  }

  RowChoice choice(std::uint64_t universe, std::uint64_t selected) const {
    const std::uint64_t rows = block_count(universe, columns);
    const std::uint64_t wanted = std::max<std::uint64_t>(1, block_count(selected, columns));
    if (wanted >= rows) return {rows, rows, universe, 0};
    return {rows, wanted, wanted * columns, rows * rank};
  }
};

struct DrydenParameters {
  std::uint64_t k = 0;
  bool reselect = true;

  template <class Visitor>
  static void describe(Visitor& visit) {
    visit("k", &DrydenParameters::k, any_count(),
          "entries that a rank selects from input + residual; each part of the result holds at "
          "most k/P of them (rounded up); 0: the largest number of entries of an input");
    visit("reselect", &DrydenParameters::reselect, yes_or_no(),
          "the owner of a part selects k/P entries after every stage; dropped entries enter its "
          "residual");
  }
  void check(const Shape& shape) const { check_selected_k(k, shape); }
};

}  // namespace sparlab::model
