"""What arrays are accepted, and recordings. Without MPI."""

import array
import gzip
import pathlib
import struct
import tempfile
import unittest

import numpy as np
import sparlab
from sparlab import _arrays

F32 = _arrays.VALUE_TYPES["float32"]
U32 = _arrays.INDEX_TYPES["uint32"]


class OnDevice:
    """An array of another library, in the memory of a device."""

    def __dlpack__(self, stream=None):
        raise AssertionError("its memory must not be read")

    def __dlpack_device__(self):
        return 2, 1


class OfCuda:
    __cuda_array_interface__ = {}


class Shared:
    """An array of another library, in the memory of the CPU."""

    def __init__(self, memory):
        self._memory = memory

    def __dlpack__(self, stream=None):
        return self._memory.__dlpack__()

    def __dlpack_device__(self):
        return self._memory.__dlpack_device__()


class Arrays(unittest.TestCase):
    def test_memory_of_numpy_dlpack_and_buffers_is_not_copied(self):
        memory = np.arange(4, dtype=np.float32)
        buffer = array.array("f", [0, 1, 2, 3])
        self.assertIs(_arrays.values_of(memory, F32, "values"), memory)
        shared = _arrays.values_of(Shared(memory), F32, "values")
        self.assertEqual(shared.ctypes.data, memory.ctypes.data)
        for one in (buffer, memoryview(buffer)):
            self.assertEqual(_arrays.values_of(one, F32, "values").ctypes.data, buffer.buffer_info()[0])

    def test_an_array_on_a_device_is_refused_by_the_name_of_the_device(self):
        with self.assertRaisesRegex(TypeError, "values is on cuda:1"):
            _arrays.values_of(OnDevice(), F32, "values")
        with self.assertRaisesRegex(TypeError, "values is on cuda"):
            _arrays.values_of(OfCuda(), F32, "values")

    def test_values_are_not_converted(self):
        for wrong in (np.zeros(2), np.zeros(2, ">f4"), np.zeros(2, np.int32)):
            with self.assertRaisesRegex(TypeError, "values must be float32"):
                _arrays.values_of(wrong, F32, "values")
        with self.assertRaisesRegex(TypeError, "not list"):
            _arrays.values_of([1.0], F32, "values")

    def test_bfloat16_are_bits(self):
        bits = np.array([0x3F80], np.uint16)
        self.assertIs(_arrays.values_of(bits, _arrays.VALUE_TYPES["bfloat16"], "values"), bits)

    def test_strided_arrays_are_copied_in_order(self):
        strided = np.arange(6, dtype=np.float32)[::2]
        np.testing.assert_array_equal(_arrays.values_of(strided, F32, "values"), [0, 2, 4])

    def test_integers_of_any_type_are_indices_if_they_fit(self):
        np.testing.assert_array_equal(_arrays.indices_of(np.array([1, 2**32 - 1]), U32), [1, 2**32 - 1])
        for wrong in (-1, 2**32):
            with self.assertRaisesRegex(sparlab.InvalidArgumentError, "from 0 to 4294967295"):
                _arrays.indices_of(np.array([wrong]), U32)
        with self.assertRaisesRegex(TypeError, "integers, not float64"):
            _arrays.indices_of(np.array([1.0]), U32)

    def test_a_target_must_be_writable_contiguous_and_of_the_universe(self):
        fixed = np.zeros(4, np.float32)
        fixed.flags.writeable = False
        for wrong in (fixed, np.zeros(8, np.float32)[::2], np.zeros(3, np.float32)):
            with self.assertRaises(sparlab.InvalidArgumentError):
                _arrays.target_of(wrong, F32, 4, "dense")

    def test_types_have_names_of_numpy_and_of_their_own(self):
        for one in ("float32", np.float32, np.dtype("f4"), "torch.float32"):
            self.assertEqual(_arrays.type_named("dtype", one, _arrays.VALUE_TYPES), F32)
        for wrong in ("float", np.float64, "int32", 7):
            with self.assertRaisesRegex(sparlab.InvalidArgumentError, "accepted: uint32, uint64"):
                _arrays.type_named("index", wrong, _arrays.INDEX_TYPES)


class Recordings(unittest.TestCase):
    def written(self, name, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / name
            sparlab.write_recording(path, *arguments)
            return path.read_bytes()

    def test_the_largest_magnitudes_win_and_then_the_lower_index(self):
        np.testing.assert_array_equal(sparlab.largest(np.array([1, -3, 2, -2, 0.5]), 2), [1, 2])
        np.testing.assert_array_equal(sparlab.largest(np.array([1.0, 1, 1]), 3), [0, 1, 2])
        self.assertEqual(sparlab.largest(np.array([1.0]), 0).size, 0)
        for wrong in (np.array([np.nan, 1]), np.array([1.0])):
            with self.assertRaises(sparlab.InvalidArgumentError):
                sparlab.largest(wrong, 2)

    def test_workers_of_one_size_are_tkg1_and_others_tkg2(self):
        one = (np.array([1, 5]), np.array([1.0, -2.0]))
        other = (np.array([3]), np.array([4.0]))
        equal = self.written("equal.tkg", 8, [one, one])
        self.assertEqual(equal, struct.pack("<4s3I", b"TKG1", 2, 8, 2) + 2 * struct.pack("<2I2f", 1, 5, 1, -2))
        unequal = gzip.decompress(self.written("unequal.tkg.gz", 8, [one, other]))
        self.assertEqual(unequal, struct.pack("<4s4I", b"TKG2", 2, 8, 2, 1) + struct.pack("<2I2f", 1, 5, 1, -2) +
                         struct.pack("<If", 3, 4))

    def test_what_the_program_would_refuse_is_refused(self):
        for indices, values, why in (([5, 1], [1.0, 1.0], "increase strictly"),
                                     ([1, 1], [1.0, 1.0], "increase strictly"),
                                     ([8], [1.0], "increase strictly"), ([1], [np.inf], "finite"),
                                     ([1], [1e31], "finite"), ([1, 2], [1.0], "of one length")):
            with self.assertRaisesRegex(sparlab.InvalidArgumentError, f"worker 0: .*{why}"):
                self.written("wrong.tkg", 8, [(np.array(indices), np.array(values))])
        for workers, universe in (([], 8), ([(np.array([0]), np.array([1.0]))], 0)):
            with self.assertRaisesRegex(sparlab.InvalidArgumentError, "accepted: 1 to"):
                self.written("wrong.tkg", universe, workers)
