"""The vector that a run returns."""

from __future__ import annotations

import ctypes
import weakref
from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from sparlab import _arrays

if TYPE_CHECKING:
    from sparlab._library import Library

_DENSE = 1  # SPARLAB_DENSE


class _Owner:
    """Owns a sparlab_result, which lives as long as the last array over its memory."""

    def __init__(self, functions: ctypes.CDLL, pointer: int):
        self.pointer = pointer
        weakref.finalize(self, _free, functions, pointer).atexit = False


def _free(functions: ctypes.CDLL, pointer: int) -> None:
    functions.sparlab_result_free(ctypes.byref(ctypes.c_void_p(pointer)))


class _Span:
    """What NumPy makes an array of. The array refers to it, and it to the owner of the memory."""

    def __init__(self, owner: _Owner, address: int, dtype: np.dtype, count: int):
        self.owner = owner
        self.__array_interface__ = {"version": 3, "typestr": dtype.str, "shape": (count,), "data": (address, True)}


def _array(owner: _Owner, address: Optional[int], dtype: np.dtype, count: int) -> np.ndarray:
    return np.empty(0, dtype) if not address else np.asarray(_Span(owner, address, dtype, count))


class Result:
    """A vector over the indices from `begin` to `begin + universe`, sparse or dense. It does not change.

    Attributes
    ----------
    begin : int
        Its first index: 0, or that of the shard of a reduce-scatter.
    universe : int
        Its length, in elements.
    dtype, index : str
        The types of its values and indices: "float32", "uint32".
    is_dense : bool
        Whether it has a value for each of its indices.
    values : numpy.ndarray, shape (count,)
        Read-only, without a copy; uint16 for bfloat16.
    indices : numpy.ndarray, shape (count,)
        The index of each value, increasing strictly; read-only, without a copy. Empty if dense.

    Notes
    -----
    The arrays may be used longer than the result: its memory is freed with the last of them.
    """

    def __init__(self, library: Library, pointer: int):
        functions = library.functions
        self._library = library
        self._owner = _Owner(functions, pointer)
        self._value_type = _arrays.VALUE_OF_CODE[functions.sparlab_result_value_type(pointer)]
        self._index_type = _arrays.INDEX_OF_CODE[functions.sparlab_result_index_type(pointer)]
        self.dtype = self._value_type.name
        self.index = self._index_type.name
        self.begin = functions.sparlab_result_begin(pointer)
        self.universe = functions.sparlab_result_universe(pointer)
        self.is_dense = functions.sparlab_result_format(pointer) == _DENSE
        count = functions.sparlab_result_count(pointer)
        self.values = _array(self._owner, functions.sparlab_result_values(pointer), self._value_type.dtype, count)
        self.indices = _array(self._owner, functions.sparlab_result_indices(pointer), self._index_type.dtype,
                              0 if self.is_dense else count)

    def __len__(self) -> int:
        """The number of values; that of the universe if dense."""
        return self.values.size

    def add_to(self, dense: Any, scale: float = 1.0) -> None:
        """dense[i] += scale * result[begin + i].

        Parameters
        ----------
        dense : array of `universe` values
            Any shape, contiguous, writable, of the result's type.
        scale : float
            Rounded to that type, or to float32 if the values have 16 bits.

        Errors
        ------
        TypeError, InvalidArgumentError
            `dense` is no such array, or on a device.
        """
        target = _arrays.target_of(dense, self._value_type, self.universe, "dense")
        self._library.call("sparlab_result_add_to", self._owner.pointer, scale, target.ctypes.data)

    def to_dense(self) -> np.ndarray:
        """A copy as a dense vector, shape (universe,); uint16 for bfloat16."""
        if self.is_dense:
            return self.values.copy()
        dense = np.zeros(self.universe, self._value_type.dtype)
        dense[self.indices - self._index_type.dtype.type(self.begin)] = self.values
        return dense

    def __repr__(self) -> str:
        form = "dense" if self.is_dense else f"{len(self)} entries"
        return f"<sparlab.Result: {form} of {self.universe}, {self.dtype}>"
