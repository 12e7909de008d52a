"""An allreduce or another collective that runs many times."""

from __future__ import annotations

import ctypes
import operator
import warnings
from ctypes import byref, c_int, c_size_t, c_uint64, c_void_p
from typing import Any, Mapping, Optional

import numpy as np
from mpi4py import MPI

from sparlab import _arrays
from sparlab._library import handle_of, library
from sparlab.errors import InvalidArgumentError, SparlabError
from sparlab.result import Result

_MOST_UNIVERSE = 2**64 - 1
_COLLECTIVES = ("allreduce", "reduce_scatter", "allgatherv", "broadcast")  # in the order of sparlab_collective


class _Request:
    """The arguments that creating an operation and a single allreduce have in common."""

    def __init__(self, comm: MPI.Comm, algorithm: str, universe: int, dtype: Any, index: Any):
        self.values = _arrays.type_named("dtype", dtype, _arrays.VALUE_TYPES)
        self.indices = _arrays.type_named("index", index, _arrays.INDEX_TYPES)
        self.algorithm = str(algorithm)
        self.universe = operator.index(universe)
        if "\0" in self.algorithm:
            raise InvalidArgumentError("algorithm must not contain a zero byte")
        if not 0 <= self.universe <= _MOST_UNIVERSE:
            raise InvalidArgumentError(f"universe is {universe}; accepted: 0 to {_MOST_UNIVERSE}")
        self.arguments = (handle_of(comm), self.algorithm.encode(), self.values.code, self.indices.code, self.universe)

    def support(self, indices: Any) -> np.ndarray:
        own = _arrays.indices_of(indices, self.indices)
        if own.ndim != 1:
            raise InvalidArgumentError(f"indices must be one-dimensional; their shape is {own.shape}")
        return own

    def planned(self, values: Any) -> np.ndarray:
        own = _arrays.values_of(values, self.values, "values")
        if own.ndim != 1:
            raise InvalidArgumentError(f"values must be one-dimensional; their shape is {own.shape}")
        return own

    def sparse(self, indices: Any, values: Any) -> tuple[np.ndarray, np.ndarray]:
        own_indices = _arrays.indices_of(indices, self.indices)
        own_values = _arrays.values_of(values, self.values, "values")
        if own_indices.ndim != 1 or own_indices.shape != own_values.shape:
            raise InvalidArgumentError("indices and values must be one-dimensional and of one length; they have "
                                       f"shapes {own_indices.shape} and {own_values.shape}")
        return own_indices, own_values

    def dense(self, array: Any, shard: Optional[range] = None, ignored: bool = False) -> np.ndarray:
        own = _arrays.values_of(array, self.values, "array")
        size, what = (self.universe, "universe") if shard is None else (len(shard), "shard")
        if own.size != size and not ignored:
            raise InvalidArgumentError(f"array must have {size} values, the {what}, not {own.size}")
        return own


class Pending:
    """A run in flight. The thread that started it also tests and waits."""

    def __init__(self, op: Operation):
        self._operation = op
        self._result: Optional[Result] = None
        self._error: Optional[SparlabError] = None

    def test(self) -> bool:
        """Advances all runs in flight of this thread without blocking; True if this one has ended.

        Runs advance only here, in `wait` and in blocking runs.
        """
        if self._result is not None or self._error is not None:
            return True
        done = c_int()
        self._operation._call("sparlab_test", byref(done))
        return done.value != 0

    def wait(self) -> Result:
        """Blocks until the run has ended. Later calls return the same.

        Errors
        ------
        SparlabError
            That of the run.
        """
        if self._error is not None:
            raise self._error
        if self._result is None:
            try:
                self._result = self._operation._given("sparlab_wait")
            except InvalidArgumentError:  # of this call, not of the run
                raise
            except SparlabError as error:
                self._error = error
                raise
        return self._result


class Operation:
    """One rank's side of a collective, which keeps the state of its algorithm between runs.

    Creating one is collective, and ranks compare their arguments. It is to be closed, by `close` or as a
    context manager, before MPI_Finalize and in the same order on all ranks.

    Parameters
    ----------
    comm : mpi4py.MPI.Comm
        Messages use a duplicate of it.
    algorithm : str
        A name, with or without settings: "oktopk(k=1000, tau=64)". `sparlab list algorithms NAME` prints the
        settings.
    universe : int
        The length of the vectors, in elements; at most 2^32 for uint32.
    dtype : str or dtype
        The type of values: "float32", "float64", "float16" or "bfloat16"; also as a dtype of NumPy or PyTorch.
    index : str or dtype
        The type of indices: "uint32" or "uint64"; values of 16 bits need "uint32".
    collective : str
        "allreduce"; "reduce_scatter", whose result is the sum in this rank's `shard`; "allgatherv", whose input is
        a vector over the shard; or "broadcast", whose result is what the roots give, vectors over their shards, and
        which ignores other inputs. docs/collectives.md lists the algorithms of the latter three.
    roots : int
        The number of roots of a broadcast: the first ranks of as many equal groups of consecutive ranks. A single
        one is rank 0, whose shard is the universe.

    Errors
    ------
    MismatchError
        The ranks' arguments differ, or only some are invalid. On all ranks.
    UnknownAlgorithmError, InvalidArgumentError, OutOfMemoryError
        All ranks have the same invalid arguments.
    LibraryError
        libsparlab was not found.

    Notes
    -----
    Threads may share operations: calls wait for each other, as libsparlab accepts one at a time in a process.
    The thread that starts a run tests and waits for it.
    """

    def __init__(self, comm: MPI.Comm, algorithm: str, universe: int, dtype: Any = "float32", index: Any = "uint32",
                 collective: str = "allreduce", roots: int = 1):
        self._pointer = c_void_p()
        self._request = _Request(comm, algorithm, universe, dtype, index)
        if collective not in _COLLECTIVES:
            raise InvalidArgumentError(f"collective is {collective!r}; accepted: {', '.join(_COLLECTIVES)}")
        if roots != 1 and collective != "broadcast":
            raise InvalidArgumentError(f"roots is {roots!r}; accepted: 1, or collective=\"broadcast\"")
        self._collective = collective
        self._library = library()
        handle, *others = self._request.arguments
        if collective == "broadcast":
            self._library.call("sparlab_create_broadcast", handle, roots, *others, byref(self._pointer))
        else:
            self._library.call("sparlab_create_collective", handle, _COLLECTIVES.index(collective), *others,
                               byref(self._pointer))

    @property
    def algorithm(self) -> str:
        """As given."""
        return self._request.algorithm

    @property
    def universe(self) -> int:
        """The length of the vectors, in elements."""
        return self._request.universe

    @property
    def dtype(self) -> str:
        """The type of values: "float32", "float64", "float16" or "bfloat16"."""
        return self._request.values.name

    @property
    def index(self) -> str:
        """The type of indices: "uint32" or "uint64"."""
        return self._request.indices.name

    @property
    def collective(self) -> str:
        """"allreduce", "reduce_scatter", "allgatherv" or "broadcast"."""
        return self._collective

    @property
    def shard(self) -> range:
        """The indices of this rank's shard, in a broadcast those that a root gives. Not collective."""
        begin, end = c_uint64(), c_uint64()
        self._call("sparlab_shard", byref(begin), byref(end))
        return range(begin.value, end.value)

    def run(self, indices: Any, values: Any) -> Result:
        """Sums one sparse vector per rank, or runs the other collective. Collective.

        All ranks receive the same bits, except of a reduce-scatter.

        Parameters
        ----------
        indices : array of integers, shape (nnz,)
            Increasing strictly, less than the universe; of an allgather and of a broadcast's root, in the shard.
            Integers of another type than `index` are converted.
        values : array of `dtype`, shape (nnz,)
            bfloat16 also as uint16. Any array of NumPy, PyTorch, DLPack or the buffer protocol in the memory of
            the CPU; it is copied.

        Returns
        -------
        Result
            The sum. Of an approximate algorithm, what its page in docs/algorithms defines.

        Errors
        ------
        InvalidArgumentError, TypeError
            Nothing was sent, and the call may be repeated; until then the other ranks wait.
        FailedError
            Close the operation.
        """
        own_indices, own_values = self._request.sparse(indices, values)
        return self._given("sparlab_run", own_indices.size, own_indices.ctypes.data, own_values.ctypes.data)

    def run_dense(self, array: Any) -> Result:
        """The same for a dense vector, such as a gradient.

        A system with a selection selects k entries of it, and keeps the others as its residual. Set k: with
        k=0 it selects all values.

        Parameters
        ----------
        array : array of `universe` values of `dtype`
            Of any shape, in C order. Of an allgather, the values of the shard.
        """
        return self._given("sparlab_run_dense", self._dense(array).ctypes.data)

    def start(self, indices: Any, values: Any) -> Pending:
        """As `run`, without waiting for the other ranks. An operation has at most one run in flight."""
        own_indices, own_values = self._request.sparse(indices, values)
        self._call("sparlab_start", own_indices.size, own_indices.ctypes.data, own_values.ctypes.data)
        return Pending(self)

    def start_dense(self, array: Any) -> Pending:
        """As `run_dense`, without waiting for the other ranks."""
        self._call("sparlab_start_dense", self._dense(array).ctypes.data)
        return Pending(self)

    def plan(self, indices: Any) -> None:
        """Exchanges the indices of all ranks before their values are known. Collective.

        A plan ends with the next plan, `run`, `start` or `load_state_dict`. The algorithm is kylix with any settings.

        Parameters
        ----------
        indices : array of integers, shape (nnz,)
            As of `run`.
        """
        own = self._request.support(indices)
        self._call("sparlab_plan", own.size, own.ctypes.data)

    def execute(self, values: Any) -> Result:
        """Sums values at the indices of the plan, any number of times. Collective; only values are sent.

        Parameters
        ----------
        values : array of `dtype`, shape (nnz,)
            As of `run`.
        """
        own = self._request.planned(values)
        return self._given("sparlab_execute", own.size, own.ctypes.data)

    def start_plan(self, indices: Any) -> Pending:
        """As `plan`, without waiting for the other ranks; the result is empty."""
        own = self._request.support(indices)
        self._call("sparlab_start_plan", own.size, own.ctypes.data)
        return Pending(self)

    def start_execute(self, values: Any) -> Pending:
        """As `execute`, without waiting for the other ranks."""
        own = self._request.planned(values)
        self._call("sparlab_start_execute", own.size, own.ctypes.data)
        return Pending(self)

    def residual(self) -> Result:
        """The part of its inputs that this rank keeps for later runs; empty without error feedback.

        Not collective. If the algorithm conserves mass, inputs of all ranks and runs add up to the results and
        all ranks' residuals, up to rounding.
        """
        return self._given("sparlab_residual")

    def state_dict(self) -> dict[str, np.ndarray]:
        """This rank's state for a checkpoint: {"state": array of bytes}. Not collective."""
        size = c_size_t()
        self._call("sparlab_save", 0, None, byref(size))
        state = np.empty(size.value, np.uint8)
        self._call("sparlab_save", state.size, state.ctypes.data, byref(size))
        return {"state": state}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Restores the state that `state_dict` returned on this rank. Collective.

        The operation has the same arguments, number of ranks and version of the library. Later runs give the same
        bits as without the interruption, except those of sparlab_auto.

        Errors
        ------
        InvalidArgumentError
            All ranks' states are missing, damaged, or of another operation, rank or version.
        MismatchError
            Only some are, or they were saved after different numbers of runs. On all ranks.
        """
        if "state" not in state:  # all ranks report it, and none waits
            self._call("sparlab_load", 0, None)
        own = np.ascontiguousarray(_arrays.as_numpy(state["state"], "state")).view(np.uint8)
        self._call("sparlab_load", own.size, own.ctypes.data)

    def close(self) -> None:
        """Frees the operation, after its run in flight. All ranks close their operations in the same order."""
        if self._pointer:
            self._library.call("sparlab_free", byref(self._pointer))

    def __enter__(self) -> Operation:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        # Not freed: that would wait for the other ranks, at a time that differs between them.
        if getattr(self, "_pointer", None):
            warnings.warn(f"{self!r} was not closed", ResourceWarning, source=self)

    def __repr__(self) -> str:
        return f"<sparlab.Operation {self.algorithm}, universe {self.universe}, {self.dtype}>"

    def _call(self, name: str, *arguments: Any) -> None:
        if not self._pointer:
            raise InvalidArgumentError("the operation is closed")
        self._library.call(name, self._pointer, *arguments)

    def _dense(self, array: Any) -> np.ndarray:
        if self._collective not in ("allgatherv", "broadcast"):
            return self._request.dense(array)
        shard = self.shard
        return self._request.dense(array, shard, ignored=self._collective == "broadcast" and not shard)

    def _given(self, name: str, *arguments: Any) -> Result:
        result = c_void_p()
        self._call(name, *arguments, byref(result))
        return Result(self._library, result.value)


def allreduce(comm: MPI.Comm, algorithm: str, universe: int, indices: Any, values: Any, dtype: Any = "float32",
              index: Any = "uint32") -> Result:
    """One stateless allreduce of sparse vectors. Collective.

    Parameters and errors are those of `Operation` and `Operation.run`. For repeated calls an operation is
    faster, and only an operation keeps the state of a system.
    """
    request = _Request(comm, algorithm, universe, dtype, index)
    own_indices, own_values = request.sparse(indices, values)
    result = ctypes.c_void_p()
    library().call("sparlab_allreduce", *request.arguments, own_indices.size, own_indices.ctypes.data,
                   own_values.ctypes.data, byref(result))
    return Result(library(), result.value)
