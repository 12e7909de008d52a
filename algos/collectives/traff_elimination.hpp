#pragma once

#include "algos/interface/allreduce.hpp"
#include "model/parameters/traff_elimination.hpp"

namespace sparlab::algos {

/// Traeff's elimination of neutral elements: a dense allreduce whose vectors are dense in memory.
/// Its messages hold only the runs of other elements where this takes fewer bytes.
///
/// Shape   in: a dense stream of N values (a coo one is made dense first); out: dense. Elements
///         equal to the neutral one are returned with its bits: -0 as 0.
/// Cost    the messages of the dense schedule. Each holds at most n values, or its nnz values and 2
///         indices a run, or, where most runs are single elements, nnz pairs. Every dense vector is
///         scanned before it is sent.
/// Source  Traeff, "Transparent neutral element elimination in MPI reduction operations", EuroMPI
///         2010. The formats are ours, including a first and last index for each run.
template <class Stream>
Stream traff_elimination(runtime::Comm& comm, Stream stream,
                         const AllreduceOptions<Stream>& options,
                         const model::TraffEliminationParameters& parameters);

}  // namespace sparlab::algos
