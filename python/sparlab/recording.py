"""Recordings: the sparse vectors of all workers in one step of training, which the program reads (TKG)."""

from __future__ import annotations

import gzip
import os
import struct
from typing import Sequence, Union

import numpy as np

from sparlab.errors import InvalidArgumentError

# What inputs/formats/recording.hpp accepts.
_MOST_WORKERS = 16384
_MOST_UNIVERSE = 2**32 - 1
_MOST_MAGNITUDE = 1e30


def largest(vector: np.ndarray, k: int) -> np.ndarray:
    """The indices of the k largest magnitudes, in increasing order; of equal magnitudes the lower index wins.

    Parameters
    ----------
    vector : numpy.ndarray, shape (N,)
        Finite numbers.
    k : int
        0 to N.

    Returns
    -------
    numpy.ndarray of int64, shape (k,)

    Errors
    ------
    InvalidArgumentError
        Another k, or a value that is not finite.
    """
    if not 0 <= k <= vector.size:
        raise InvalidArgumentError(f"k is {k}; accepted: 0 to {vector.size}, the size of the vector")
    if not np.all(np.isfinite(vector)):
        raise InvalidArgumentError("the vector has values that are not finite")
    if k == 0:
        return np.empty(0, np.int64)
    magnitudes = np.abs(vector)
    threshold = np.partition(magnitudes, vector.size - k)[vector.size - k]
    above = np.flatnonzero(magnitudes > threshold)
    equal = np.flatnonzero(magnitudes == threshold)[:k - above.size]
    return np.sort(np.concatenate([above, equal]))


def write_recording(path: Union[str, os.PathLike], universe: int,
                    workers: Sequence[tuple[np.ndarray, np.ndarray]]) -> None:
    """Writes a recording, compressed if the path ends in ".gz".

    Parameters
    ----------
    path : path
        Such as "step100.tkg.gz". `sparlab fill-in` and inputs of experiments read it.
    universe : int
        The length N of the vectors, in elements.
    workers : sequence of (indices, values)
        For each worker integers from 0 to N-1, increasing strictly, and as many numbers, which are stored as
        float32.

    Errors
    ------
    InvalidArgumentError
        A vector that the program would refuse: the worker, and what is accepted.
    OSError
        The file cannot be written.
    """
    if not 1 <= universe <= _MOST_UNIVERSE:
        raise InvalidArgumentError(f"universe is {universe}; accepted: 1 to {_MOST_UNIVERSE}")
    if not 1 <= len(workers) <= _MOST_WORKERS:
        raise InvalidArgumentError(f"{len(workers)} workers; accepted: 1 to {_MOST_WORKERS}")
    lists = []
    for worker, (indices, values) in enumerate(workers):
        indices, values = np.asarray(indices), np.asarray(values)
        _check(worker, universe, indices, values)
        lists.append((indices.astype("<u4"), values.astype("<f4")))
    counts = [indices.size for indices, _ in lists]
    if len(set(counts)) == 1:
        header = struct.pack("<4s3I", b"TKG1", len(lists), universe, counts[0])
    else:
        header = struct.pack(f"<4s2I{len(lists)}I", b"TKG2", len(lists), universe, *counts)
    with (gzip.open if os.fspath(path).endswith(".gz") else open)(path, "wb") as file:
        file.write(header)
        for indices, values in lists:
            file.write(indices.tobytes())
            file.write(values.tobytes())


def _check(worker: int, universe: int, indices: np.ndarray, values: np.ndarray) -> None:
    if indices.dtype.kind not in "iu" or indices.ndim != 1 or indices.shape != values.shape:
        raise InvalidArgumentError(f"worker {worker}: indices of type {indices.dtype} and shape {indices.shape}, "
                                   f"values of shape {values.shape}; accepted: integers and values, one-dimensional, "
                                   "of one length")
    signed = indices.astype(np.int64)
    if signed.size > 0 and (signed[0] < 0 or signed[-1] >= universe or np.any(np.diff(signed) <= 0)):
        raise InvalidArgumentError(f"worker {worker}: indices must increase strictly, from 0 to {universe - 1}")
    if not np.all(np.abs(values.astype(np.float64)) <= _MOST_MAGNITUDE):
        raise InvalidArgumentError(f"worker {worker}: values must be finite, of magnitude at most {_MOST_MAGNITUDE:g}")
