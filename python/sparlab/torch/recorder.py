"""Recordings of training: the vectors from which the ranks select, in chosen steps."""

from __future__ import annotations

import os
from typing import Iterable, Optional, Sequence, Union

import numpy as np
import torch
from mpi4py import MPI

from sparlab.errors import InvalidArgumentError
from sparlab.recording import largest, write_recording
from sparlab.torch.schedule import share_of


class Recorder:
    """For `SparseHook(recorder=...)`: writes recordings, the inputs of `sparlab fill-in` and of experiments.

    A recording holds for each rank the vector from which it selects in that step: its gradient, or velocity, plus
    its residual, before any average. Raw gradients would understate the traffic of training with error feedback.
    The element i is that of torch.nn.utils.parameters_to_vector(model.parameters()), without parameters that need
    no gradient.

    Parameters
    ----------
    path : path
        "step{step}.tkg.gz": {step} becomes the number of the step. Rank 0 writes it.
    model : torch.nn.Module
        That of DDP, or in it.
    steps : iterable of int
        From 0.
    density : str
        "1%": each rank keeps this share of the elements, those of largest magnitude. Default: all that are not
        zero.
    comm : mpi4py.MPI.Comm
        Default: MPI.COMM_WORLD. It is duplicated: collective.
    """

    def __init__(self, path: Union[str, os.PathLike], model: torch.nn.Module, steps: Iterable[int],
                 density: Optional[str] = None, comm: Optional[MPI.Comm] = None):
        self._path = os.fspath(path)
        self._steps = frozenset(steps)
        self._share = None if density is None else share_of(density)
        self._comm = (MPI.COMM_WORLD if comm is None else comm).Dup()
        self._places: dict[int, int] = {}  # where a parameter begins
        self._size = 0
        for parameter in model.parameters():
            if parameter.requires_grad:
                self._places[id(parameter)] = self._size
                self._size += parameter.numel()
        self._vector: Optional[np.ndarray] = None
        if len(self._steps) > 1 and self._path_of(0) == self._path_of(1):
            raise InvalidArgumentError(f"'{path}' names one file for {len(self._steps)} steps; accepted: a path with "
                                       "{step}")

    def wants(self, step: int) -> bool:
        return step in self._steps

    def add(self, step: int, parameters: Sequence[torch.Tensor], vector: torch.Tensor, last: bool) -> None:
        """Adds a bucket. After the last one of a step, collective: gathers and writes."""
        if self._vector is None:
            self._vector = np.zeros(self._size, np.float32)
        values = vector.to(torch.float32).numpy()
        begin = 0
        for parameter in parameters:
            place, size = self._places[id(parameter)], parameter.numel()
            self._vector[place:place + size] = values[begin:begin + size]
            begin += size
        if not last:
            return
        k = self._size if self._share is None else max(1, round(self._share * self._size))
        indices = largest(self._vector, k)
        indices = indices[self._vector[indices] != 0].astype(np.uint32)
        workers = self._comm.gather((indices, self._vector[indices]))
        self._vector = None
        if workers is not None:
            write_recording(self._path_of(step), self._size, workers)

    def _path_of(self, step: int) -> str:
        return self._path.replace("{step}", str(step))


record = Recorder  # a verb, as `workload`
