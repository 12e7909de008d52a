#pragma once

#include "experiments/spec/points/record.hpp"
#include "training/program/curve.hpp"
#include "training/program/job.hpp"

namespace sparlab::experiments::run {

/// The job of a point that is a training run.
training::Job job_of(const Point& point);

/// The record of a training run that has at least the state before its first step. The check fails
/// if the run stopped early.
Record training_record(const Point& point, training::Curve curve);

}  // namespace sparlab::experiments::run
