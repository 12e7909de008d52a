"""Sparse allreduce: libsparlab and the program `sparlab` from Python.

    from mpi4py import MPI
    import sparlab

    with sparlab.Operation(MPI.COMM_WORLD, "oktopk(k=1000)", universe=gradient.size) as op:
        for step in range(steps):
            op.run_dense(gradient).add_to(weights, -rate / ranks)

`Operation`, `Pending`, `Result` and `allreduce` are sparlab.h, which documents what they compute.
`predict`, `advise`, `crossover`, `run` and `records` call the program. `sparlab.torch` is the
communication hook for PyTorch.
"""

import importlib

from sparlab.errors import (FailedError, InvalidArgumentError, LibraryError, MismatchError, OutOfMemoryError,
                            ProgramError, SparlabError, UnknownAlgorithmError)
from sparlab.program import advise, crossover, predict, records, run
from sparlab.recording import largest, write_recording
from sparlab.result import Result

__version__ = "0.2.0"

# Imported at their first use, since mpi4py starts MPI when it is imported.
_WITH_MPI = {"Library": "_library", "library": "_library", "Operation": "operation", "Pending": "operation",
             "allreduce": "operation"}

__all__ = ["FailedError", "InvalidArgumentError", "Library", "LibraryError", "MismatchError", "Operation",
           "OutOfMemoryError", "Pending", "ProgramError", "Result", "SparlabError", "UnknownAlgorithmError",
           "advise", "allreduce", "crossover", "largest", "library", "predict", "records", "run",
           "write_recording"]


def __getattr__(name):
    if name not in _WITH_MPI:
        raise AttributeError(f"module 'sparlab' has no attribute '{name}'")
    return getattr(importlib.import_module(f"sparlab.{_WITH_MPI[name]}"), name)


def __dir__():
    return sorted({*globals(), *__all__})
