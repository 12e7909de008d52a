#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

/// Local work and what it costs, by its kind and by the size of an operation.
namespace sparlab::model {

/// Units of one kind of work, done in a number of operations: one merge of a million entries takes
/// longer than a million times one thousandth of a thousand entries, since its data are not in a
/// cache.
struct Amount {
  double units = 0;
  double operations = 0;

  Amount() = default;
  /// One operation, unless there is nothing to do.
  Amount(double count)  // NOLINT(google-explicit-constructor): formulas state numbers
      : units(count), operations(count > 0 ? 1 : 0) {}
  Amount(double all_units, double in_operations) : units(all_units), operations(in_operations) {}

  operator double() const { return units; }  // NOLINT(google-explicit-constructor)
  Amount& operator+=(const Amount& other) {
    units += other.units;
    operations += other.operations;
    return *this;
  }
  Amount& operator*=(double factor) {
    units *= factor;
    operations *= factor;
    return *this;
  }
};

/// Local work on the critical path, in units for which platforms state a cost (gamma, seconds per
/// unit).
struct LocalWork {
  Amount merged_entries{};     ///< entries of both inputs of sparse merges
  Amount scattered_entries{};  ///< entries added into a dense block
  Amount summed_elements{};    ///< elements of one input of dense sums
  Amount copied_bytes{};       ///< bytes moved by splitting, concatenating, filling
  Amount selected_from{};      ///< entries from which selectors choose

  LocalWork& operator+=(const LocalWork& other);
  friend LocalWork operator*(double factor, LocalWork work);
};

/// The kinds of local work, in the order of LocalWork and of runtime::WorkKind.
enum class KernelKind : std::uint8_t { merge, scatter, dense_sum, copy, select };
inline constexpr std::array<std::string_view, 5> kKernelNames = {"merge", "scatter", "dense_sum",
                                                                 "copy", "select"};

/// The time of one operation on so many units.
struct WorkPoint {
  double units = 0;
  double seconds = 0;
  friend bool operator==(const WorkPoint&, const WorkPoint&) = default;
  friend auto operator<=>(const WorkPoint&, const WorkPoint&) = default;
};

/// Times of operations of several sizes; units ascend. Linear between points, and in proportion to
/// the units below the first and above the last one.
using WorkCurve = std::vector<WorkPoint>;

/// Contract: the curve is not empty.
double seconds_at(const WorkCurve& curve, double units);

/// One curve for each KernelKind. A kernel without one has the same cost per unit at every size.
using WorkCurves = std::array<WorkCurve, kKernelNames.size()>;

/// Seconds per unit of local work; where there are curves, they hold instead.
struct Gammas {
  double merge_s = 0;
  double scatter_s = 0;
  double dense_sum_s = 0;
  double copy_s_per_byte = 0;
  double select_s = 0;
  WorkCurves curves{};

  /// Seconds per unit, without regard to the curves.
  double rate(KernelKind kernel) const;
  double seconds(KernelKind kernel, const Amount& amount) const;
  double seconds(const LocalWork& work) const;
};

}  // namespace sparlab::model
