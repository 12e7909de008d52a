#pragma once

#include <cstddef>

#include "experiments/run/mpi_worker/steady_processors.hpp"
#include "experiments/spec/points/point.hpp"
#include "experiments/spec/points/record.hpp"
#include "runtime/measure.hpp"

namespace sparlab::experiments::run::mpi {

runtime::MeasureOptions measure_options(const Point& point);

/// Stores the samples and their statistics. A repetition consists of `calls` calls (or steps); the
/// times are means of one.
void add_statistics(Record& record, const runtime::Measurement& measurement, std::size_t calls);

void add_processors(Record& record, const SteadyProcessors::Seen& seen,
                    const runtime::Measurement& measurement);

}  // namespace sparlab::experiments::run::mpi
