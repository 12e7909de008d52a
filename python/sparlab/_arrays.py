"""Arrays of callers as memory that libsparlab reads: types, devices, layouts."""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

import numpy as np

from sparlab.errors import InvalidArgumentError


class ElementType(NamedTuple):
    """A type of values or indices."""

    name: str
    code: int  # of sparlab.h
    dtype: np.dtype  # of arrays


VALUE_TYPES = {name: ElementType(name, code, np.dtype(dtype)) for name, code, dtype in (
    ("float32", 1, np.float32), ("float64", 2, np.float64), ("bfloat16", 3, np.uint16), ("float16", 4, np.float16))}
INDEX_TYPES = {name: ElementType(name, code, np.dtype(name)) for name, code in (("uint32", 33), ("uint64", 34))}
VALUE_OF_CODE = {one.code: one for one in VALUE_TYPES.values()}
INDEX_OF_CODE = {one.code: one for one in INDEX_TYPES.values()}

# DLPack's device types.
_CPU = 1
_DEVICES = {2: "cuda", 3: "cuda_host", 4: "opencl", 7: "vulkan", 8: "metal", 9: "vpi", 10: "rocm",
            11: "rocm_host", 12: "ext_dev", 13: "cuda_managed", 14: "oneapi", 15: "webgpu", 16: "hexagon"}


def type_named(what: str, dtype: Any, known: dict[str, ElementType]) -> ElementType:
    """The type that a name, a dtype of NumPy or one of PyTorch means."""
    name = str(dtype).replace("torch.", "", 1)
    if name not in known:
        try:
            name = np.dtype(dtype).name
        except TypeError:
            pass
    if name not in known:
        raise InvalidArgumentError(f"{what} is {dtype!r}; accepted: {', '.join(known)}")
    return known[name]


def is_tensor(array: Any) -> bool:
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(array, torch.Tensor)


def _device_of(array: Any) -> str:
    """The name of the device that holds the array, "cpu" where nothing else is known."""
    if is_tensor(array):
        return str(array.device)
    if hasattr(array, "__dlpack_device__"):
        kind, number = array.__dlpack_device__()
        return "cpu" if kind == _CPU else f"{_DEVICES.get(int(kind), f'device type {int(kind)}')}:{number}"
    return "cuda" if hasattr(array, "__cuda_array_interface__") else "cpu"


def as_numpy(array: Any, what: str) -> np.ndarray:
    """An array of NumPy over the memory of `array`; bfloat16 as uint16.

    Errors
    ------
    TypeError
        No array: neither NumPy's, nor PyTorch's, nor one with DLPack or the buffer protocol; or on a device.
    """
    if not isinstance(array, np.ndarray):
        device = _device_of(array)
        if device != "cpu":
            raise TypeError(f"{what} is on {device}, but libsparlab reads the memory of the CPU: copy it there first")
        if is_tensor(array):
            torch = sys.modules["torch"]
            tensor = array.detach()
            if tensor.dtype == torch.bfloat16:
                return tensor.view(torch.int16).numpy().view(np.uint16)
            return tensor.numpy()
        if hasattr(array, "__dlpack__"):
            return np.from_dlpack(array)
        try:
            array = np.asarray(memoryview(array))
        except TypeError:
            raise TypeError(f"{what} must be an array (NumPy, PyTorch, DLPack or the buffer protocol), "
                            f"not {type(array).__name__}") from None
    return array.view(np.uint16) if array.dtype.name == "bfloat16" else array


def values_of(array: Any, element: ElementType, what: str) -> np.ndarray:
    """The values in C order; a copy only of an array that is not contiguous.

    Errors
    ------
    TypeError
        As `as_numpy`, or of another type than `element`: values are not converted.
    """
    found = as_numpy(array, what)
    if found.dtype != element.dtype:
        accepted = element.name if element.name != "bfloat16" else "bfloat16, or its bits as uint16"
        raise TypeError(f"{what} must be {accepted}, as the operation, not {found.dtype}")
    return np.ascontiguousarray(found)


def indices_of(array: Any, element: ElementType) -> np.ndarray:
    """The indices as `element`; integers of another type are converted.

    Errors
    ------
    TypeError
        As `as_numpy`, or no integers.
    InvalidArgumentError
        An index that `element` cannot hold.
    """
    found = as_numpy(array, "indices")
    if found.dtype.kind not in "iu":
        raise TypeError(f"indices must be integers, not {found.dtype}")
    if found.dtype != element.dtype:
        if found.size > 0 and (found.min() < 0 or found.max() > np.iinfo(element.dtype).max):
            raise InvalidArgumentError(f"indices must be from 0 to {np.iinfo(element.dtype).max}, the largest "
                                       f"{element.name}; they are from {found.min()} to {found.max()}")
        found = found.astype(element.dtype)
    return np.ascontiguousarray(found)


def target_of(array: Any, element: ElementType, size: int, what: str) -> np.ndarray:
    """The memory of an array that is written.

    Errors
    ------
    TypeError
        As `values_of`.
    InvalidArgumentError
        It is read-only, not contiguous, or does not have `size` values.
    """
    found = as_numpy(array, what)
    if found.size != size:
        raise InvalidArgumentError(f"{what} must have {size} values, the universe, not {found.size}")
    if not (found.flags.c_contiguous and found.flags.writeable):
        raise InvalidArgumentError(f"{what} must be contiguous and writable")
    return values_of(found, element, what)
