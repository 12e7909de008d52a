#pragma once

#include <functional>
#include <stdexcept>

#include "machines/calibration/measurements.hpp"

namespace sparlab::experiments::run::mpi {

/// The budget does not suffice for the sizes that a fit needs. All ranks throw it, or none.
class BudgetTooShort : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What measures a series, and how long that takes. All ranks must see the same numbers.
struct Stopwatch {
  /// Runs a train of `rounds` rounds of messages of `bytes` bytes; returns its seconds.
  std::function<double(double bytes, int rounds)> sample;
  /// Seconds since some fixed time.
  std::function<double()> now_s;
};

/// Message sizes of a series: from 8 B to at most 64 MiB between two ranks, less among more ranks,
/// of which each may receive from all others at once.
inline constexpr double kLeastBytes = 8;
double longest_message(int ranks);

/// The rounds of a train. Small messages travel in long trains: what a network gives for free
/// after a pause (a token bucket, for instance) is then a small part of the train. In an exchange,
/// each distance between partners has the same number of rounds.
int rounds_of_train(machines::calibration::Benchmark benchmark, int ranks, double bytes);

/// Measures a benchmark at as many sizes as `budget_s`, which is positive, allows.
///
/// Sizes        One sample of each power of two, ascending, says how long it takes. The next size
/// is
///              left out if two bursts of it would not fit. There are two sizes per octave, or one
///              if the series would otherwise end below 256 KiB.
/// Repetitions  Bursts of four, after a sample that is not recorded: a program repeats a collective
///              of one size, and the connections get used to it. All sizes in turn, so that a
///              disturbance affects one burst of many sizes, and not all repetitions of one; quick
///              sizes several times in a turn. At most 60 repetitions each.
///
/// Errors  BudgetTooShort, which says how long the least sizes take.
machines::calibration::Series measure_series(machines::calibration::Benchmark benchmark, int ranks,
                                             double budget_s, const Stopwatch& stopwatch);

}  // namespace sparlab::experiments::run::mpi
