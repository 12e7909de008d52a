"""libsparlab: where it is, its functions, and one call at a time."""

from __future__ import annotations

import ctypes
import functools
import os
import threading
from ctypes import POINTER, c_char_p, c_double, c_int, c_size_t, c_uint64, c_void_p
from typing import Any

from mpi4py import MPI

from sparlab import _places
from sparlab.errors import LibraryError, error_of

# libsparlab accepts one call at a time in a process. Results are read and freed at any time, in any thread.
_one_call_at_a_time = threading.RLock()

# An MPI_Comm is a pointer in Open MPI and an int in MPICH.
_Comm = c_void_p if MPI._sizeof(MPI.Comm) == ctypes.sizeof(c_void_p) else c_int

# What ctypes must know of sparlab.h: arguments of the functions that return a status, then the others.
_STATUS_FUNCTIONS = {
    "sparlab_create_collective": [_Comm, c_int, c_char_p, c_int, c_int, c_uint64, POINTER(c_void_p)],
    "sparlab_create_broadcast": [_Comm, c_uint64, c_char_p, c_int, c_int, c_uint64, POINTER(c_void_p)],
    "sparlab_shard": [c_void_p, POINTER(c_uint64), POINTER(c_uint64)],
    "sparlab_free": [POINTER(c_void_p)],
    "sparlab_run": [c_void_p, c_size_t, c_void_p, c_void_p, POINTER(c_void_p)],
    "sparlab_run_dense": [c_void_p, c_void_p, POINTER(c_void_p)],
    "sparlab_start": [c_void_p, c_size_t, c_void_p, c_void_p],
    "sparlab_start_dense": [c_void_p, c_void_p],
    "sparlab_plan": [c_void_p, c_size_t, c_void_p],
    "sparlab_execute": [c_void_p, c_size_t, c_void_p, POINTER(c_void_p)],
    "sparlab_start_plan": [c_void_p, c_size_t, c_void_p],
    "sparlab_start_execute": [c_void_p, c_size_t, c_void_p],
    "sparlab_test": [c_void_p, POINTER(c_int)],
    "sparlab_wait": [c_void_p, POINTER(c_void_p)],
    "sparlab_residual": [c_void_p, POINTER(c_void_p)],
    "sparlab_save": [c_void_p, c_size_t, c_void_p, POINTER(c_size_t)],
    "sparlab_load": [c_void_p, c_size_t, c_void_p],
    "sparlab_allreduce": [_Comm, c_char_p, c_int, c_int, c_uint64, c_size_t, c_void_p, c_void_p, POINTER(c_void_p)],
    "sparlab_result_add_to": [c_void_p, c_double, c_void_p],
}
_OTHER_FUNCTIONS = {
    "sparlab_version": (c_char_p, []),
    "sparlab_last_error": (c_char_p, []),
    "sparlab_result_value_type": (c_int, [c_void_p]),
    "sparlab_result_index_type": (c_int, [c_void_p]),
    "sparlab_result_format": (c_int, [c_void_p]),
    "sparlab_result_begin": (c_uint64, [c_void_p]),
    "sparlab_result_universe": (c_uint64, [c_void_p]),
    "sparlab_result_count": (c_size_t, [c_void_p]),
    "sparlab_result_indices": (c_void_p, [c_void_p]),
    "sparlab_result_values": (c_void_p, [c_void_p]),
    "sparlab_result_free": (None, [POINTER(c_void_p)]),
}


def handle_of(comm: MPI.Comm) -> Any:
    """The MPI_Comm of a communicator of mpi4py.

    Errors
    ------
    TypeError
        It is no communicator of mpi4py.
    """
    if not isinstance(comm, MPI.Comm):
        raise TypeError(f"comm must be a communicator of mpi4py, not {type(comm).__name__}")
    return _Comm.from_address(MPI._addressof(comm))


class Library:
    """The loaded libsparlab.

    Attributes
    ----------
    path : str
        Its file, or the name by which the loader found it.
    version : str
        Such as "0.2.0".
    """

    def __init__(self, functions: ctypes.CDLL, path: str):
        _require_same_mpi(functions, path)
        for name, arguments in _STATUS_FUNCTIONS.items():
            getattr(functions, name).argtypes = arguments
        for name, (returned, arguments) in _OTHER_FUNCTIONS.items():
            getattr(functions, name).restype = returned
            getattr(functions, name).argtypes = arguments
        self.path = path
        self.functions = functions
        self.version = functions.sparlab_version().decode()

    def call(self, name: str, *arguments: Any) -> None:
        """Calls a function that returns a status, and raises its error."""
        if name.startswith("sparlab_result_"):  # of one thread's memory
            status = getattr(self.functions, name)(*arguments)
        else:
            with _one_call_at_a_time:
                status = getattr(self.functions, name)(*arguments)
        if status != 0:
            raise error_of(status, self.functions.sparlab_last_error().decode(errors="replace"))

    def __repr__(self) -> str:
        return f"<libsparlab {self.version}, {self.path}>"


def _require_same_mpi(functions: ctypes.CDLL, path: str) -> None:
    """Two MPI libraries in a process would not understand each other's communicators."""

    def address(library: ctypes.CDLL):
        return ctypes.cast(library.MPI_Get_library_version, c_void_p).value

    try:
        same = address(functions) == address(ctypes.CDLL(MPI.__file__))
    except AttributeError:
        same = False
    if not same:
        version = MPI.Get_library_version().split("\n")[0].rstrip("\0")
        raise LibraryError(f"{path} uses another MPI library than mpi4py ({version}, of {MPI.__file__}): "
                           "build one of them with the MPI of the other")


@functools.lru_cache(maxsize=None)
def library() -> Library:
    """The library, which is loaded at the first call.

    It is the file that the environment variable SPARLAB_LIBRARY names. Without it, the first that exists of:
    a file in the package, in the lib folders of Python's prefix and of that of the program `sparlab` in PATH,
    in build/release and build/ci of the clone, or what the loader finds.

    Errors
    ------
    LibraryError
        None of these can be loaded (the text lists what was tried), or its MPI is not that of mpi4py.
    """
    named = os.environ.get("SPARLAB_LIBRARY")
    if named:
        return _load(named)
    tried = []
    for file in _places.library_files():
        if file.is_file():
            return _load(str(file))
        tried.append(f"{file}: no such file")
    try:
        functions = ctypes.CDLL(_places.LIBRARY_NAME)
    except OSError as error:
        tried.append(f"the loader's path: {error}")
        lines = "\n  ".join(["SPARLAB_LIBRARY: not set", *tried])
        raise LibraryError(f"{_places.LIBRARY_NAME} was not found; tried\n  {lines}\nTo build it in the clone: "
                           "cmake --preset release && cmake --build --preset release --target sparlab_api") from None
    return Library(functions, _places.LIBRARY_NAME)


def _load(path: str) -> Library:
    try:
        return Library(ctypes.CDLL(path), path)
    except OSError as error:
        raise LibraryError(f"{path} cannot be loaded: {error}") from None
