#pragma once

#include "experiments/spec/points/point.hpp"

namespace sparlab::experiments {

/// Memory in bytes of all processes that run the point, within a factor of two for generated
/// inputs; assumes uniform supports. `messages` is what all ranks send in one call. Does not
/// include data files of real data, which every process holds.
double predict_memory_bytes(const Point& point, double messages);

/// The bytes of data that one rank holds at its peak while it reduces the point's input, if the
/// result has `union_entries` entries; the memory of the engine or the MPI library comes on top.
double predict_rank_bytes(const Point& point, double union_entries);

/// A rough prediction of the resources that running a point takes.
struct RunCost {
  double wall_s = 0;        ///< mostly within a factor of two
  double memory_bytes = 0;  ///< within a factor of two
};

/// The first touch of a page of memory, on a machine without a hypervisor.
inline constexpr double kUsualPage_s = 2e-7;

/// Predicts from the expected number of messages and bytes. The rates are those of one core of a
/// recent server; the first touch of a page takes `page_s` (base::page_s() on this machine). For
/// mpi, counts the time budget, or the minimum work if that takes longer.
RunCost predict_run_cost(const Point& point, double page_s = kUsualPage_s);

}  // namespace sparlab::experiments
