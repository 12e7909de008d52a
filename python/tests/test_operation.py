"""Operations and results, with any number of ranks."""

import array
import gc
import threading
import unittest
import weakref

import numpy as np
import sparlab
from mpi4py import MPI

COMM = MPI.COMM_WORLD
RANK, RANKS = COMM.Get_rank(), COMM.Get_size()
UNIVERSE = 1000
BITS = {"bfloat16": lambda values: (np.asarray(values, np.float32).view(np.uint32) >> 16).astype(np.uint16)}


def own_entries(rank, dtype):
    """Whole numbers, whose sums are exact in all types."""
    indices = np.arange(rank, UNIVERSE, 7 + rank, dtype=np.uint32)
    return indices, (indices % 5 + 1).astype(dtype)


def expected_sum(dtype=np.float64):
    total = np.zeros(UNIVERSE, dtype)
    for rank in range(RANKS):
        indices, values = own_entries(rank, dtype)
        total[indices] += values
    return total


def dense_input(rank, seed=0):
    return np.random.default_rng(100 * seed + rank).standard_normal(UNIVERSE).astype(np.float32)


class Operations(unittest.TestCase):
    def test_sums_of_all_types_are_numpys(self):
        for dtype, index in (("float32", "uint32"), ("float32", "uint64"), ("float64", "uint32"), ("float64", "uint64"),
                             ("float16", "uint32"), ("bfloat16", "uint32")):
            of_float = BITS.get(dtype, lambda values, name=dtype: np.asarray(values, name))
            indices, values = own_entries(RANK, np.float64)
            with self.subTest(dtype=dtype, index=index), \
                 sparlab.Operation(COMM, "ssar_split_allgather", UNIVERSE, dtype, index) as op:
                result = op.run(indices, of_float(values))
                np.testing.assert_array_equal(result.to_dense(), of_float(expected_sum()))
                self.assertEqual((result.dtype, result.index, result.universe), (dtype, index, UNIVERSE))
                np.testing.assert_array_equal(op.run_dense(of_float(expected_sum())).to_dense(),
                                              of_float(RANKS * expected_sum()))

    def test_sparse_results_have_sorted_indices_and_dense_ones_none(self):
        with sparlab.Operation(COMM, "ssar_recursive_double", UNIVERSE) as op:
            result = op.run(np.array([3, 999]), np.array([1, 2], np.float32))
            self.assertFalse(result.is_dense)
            np.testing.assert_array_equal(result.indices, [3, 999])
            np.testing.assert_array_equal(result.values, [RANKS, 2 * RANKS])
            self.assertEqual(len(result), 2)
        with sparlab.Operation(COMM, "dense_ring", UNIVERSE) as op:
            result = op.run_dense(np.ones((10, 100), np.float32))
            self.assertTrue(result.is_dense)
            self.assertEqual((result.indices.size, len(result)), (0, UNIVERSE))

    def test_a_shard_of_the_sum_and_all_shards_together(self):
        everywhere = expected_sum(np.float32)
        for algorithm in ("ssar_split_allgather", "dsar_split_allgather", "sparse_ring", "dense_ring"):
            with self.subTest(algorithm=algorithm), \
                 sparlab.Operation(COMM, algorithm, UNIVERSE, collective="reduce_scatter") as scatter, \
                 sparlab.Operation(COMM, algorithm, UNIVERSE, collective="allgatherv") as gather:
                shard = scatter.shard
                self.assertEqual((shard, scatter.collective), (gather.shard, "reduce_scatter"))
                part = scatter.run(*own_entries(RANK, np.float32))
                self.assertEqual((part.begin, part.universe), (shard.start, len(shard)))
                np.testing.assert_array_equal(part.to_dense(), everywhere[shard.start:shard.stop])
                np.testing.assert_array_equal(gather.run_dense(part.to_dense()).to_dense(), everywhere)
                if not part.is_dense:
                    np.testing.assert_array_equal(gather.run(part.indices, part.values).to_dense(), everywhere)
                if RANKS > 1:
                    with self.assertRaisesRegex(ValueError, f"must have {len(shard)} values, the shard"):
                        gather.run_dense(everywhere)
        with self.assertRaisesRegex(ValueError, "accepted: allreduce, reduce_scatter, allgatherv, broadcast"):
            sparlab.Operation(COMM, "dense_ring", UNIVERSE, collective="scatter")
        with self.assertRaisesRegex(ValueError, "ssar_split_allgather"):
            sparlab.Operation(COMM, "oktopk", UNIVERSE, collective="reduce_scatter")

    def test_a_broadcast_gives_what_rank_0_has(self):
        for algorithm in ("ssar_recursive_double", "ssar_split_allgather", "hofmann_runger"):
            with self.subTest(algorithm=algorithm), \
                 sparlab.Operation(COMM, algorithm, UNIVERSE, collective="broadcast") as broadcast:
                indices = np.array([3, 900] if RANK == 0 else [], np.uint32)
                patch = broadcast.run(indices, np.full(len(indices), 2, np.float32))
                np.testing.assert_array_equal(patch.indices, [3, 900])
                np.testing.assert_array_equal(patch.values, [2, 2])

    def test_roots_of_a_broadcast_give_their_shards(self):
        for roots in range(1, RANKS + 1):
            with self.subTest(roots=roots), \
                 sparlab.Operation(COMM, "ssar_split_allgather", UNIVERSE, collective="broadcast",
                                   roots=roots) as broadcast:
                own = np.asarray(broadcast.shard, np.uint32)
                patch = broadcast.run(own, own.astype(np.float32))
                np.testing.assert_array_equal(patch.to_dense(), np.arange(UNIVERSE))
        with self.assertRaisesRegex(ValueError, "roots is 2"):
            sparlab.Operation(COMM, "dense_ring", UNIVERSE, roots=2)

    def test_executions_of_a_plan_are_runs(self):
        indices, values = own_entries(RANK, np.float32)
        with sparlab.Operation(COMM, "kylix", UNIVERSE) as op:
            with self.assertRaisesRegex(ValueError, "call sparlab_plan first"):
                op.execute(np.empty(0, np.float32))
            op.plan(indices)
            for factor in (1, 2):
                np.testing.assert_array_equal(op.execute(factor * values).to_dense(),
                                              factor * expected_sum(np.float32))
            self.assertEqual(len(op.start_plan(indices[:3]).wait()), 0)
            self.assertGreaterEqual(len(op.start_execute(values[:3]).wait()), 3)
            with self.assertRaisesRegex(ValueError, "nnz must be that of the plan"):
                op.execute(values)

    def test_empty_inputs_have_an_empty_sum(self):
        with sparlab.Operation(COMM, "ssar_split_allgather", UNIVERSE) as op:
            result = op.run(np.empty(0, np.uint32), np.empty(0, np.float32))
            self.assertEqual((len(result), result.values.size, result.indices.size), (0, 0, 0))

    def test_add_to_scales_and_writes_in_place(self):
        with sparlab.Operation(COMM, "ssar_split_allgather", UNIVERSE) as op:
            result = op.run(*own_entries(RANK, np.float32))
        weights = np.ones((20, 50), np.float32)
        result.add_to(weights, -0.5)
        np.testing.assert_array_equal(weights.reshape(-1), 1 - 0.5 * expected_sum(np.float32))
        with self.assertRaises(TypeError):
            result.add_to(np.ones(UNIVERSE))

    def test_arrays_outlive_their_result_and_free_it(self):
        with sparlab.Operation(COMM, "ssar_split_allgather", UNIVERSE) as op:
            result = op.run(*own_entries(RANK, np.float32))
        owner = weakref.ref(result._owner)
        values = result.values[1:]
        copied = values.copy()
        del result
        gc.collect()
        self.assertIsNotNone(owner())
        np.testing.assert_array_equal(values, copied)
        with self.assertRaises(ValueError):
            values[0] = 1
        del values
        gc.collect()
        self.assertIsNone(owner())

    def test_several_runs_are_in_flight(self):
        with sparlab.Operation(COMM, "ssar_split_allgather", UNIVERSE) as first, \
             sparlab.Operation(COMM, "dense_ring", UNIVERSE) as second:
            # In another order on each other rank.
            order = (first, second) if RANK % 2 == 0 else (second, first)
            pending = {id(op): op.start(*own_entries(RANK, np.float32)) for op in order}
            with self.assertRaisesRegex(sparlab.InvalidArgumentError, "in flight"):
                first.start_dense(np.zeros(UNIVERSE, np.float32))
            while not all([one.test() for one in pending.values()]):
                pass
            for one in pending.values():
                np.testing.assert_array_equal(one.wait().to_dense(), expected_sum(np.float32))
            self.assertIs(pending[id(first)].wait(), pending[id(first)].wait())
            self.assertTrue(pending[id(first)].test())

    def test_only_the_thread_that_started_a_run_waits(self):
        with sparlab.Operation(COMM, "ssar_split_allgather", UNIVERSE) as op:
            pending = op.start(*own_entries(RANK, np.float32))
            errors = []

            def wait():
                try:
                    pending.test()
                except sparlab.InvalidArgumentError as error:
                    errors.append(str(error))

            other = threading.Thread(target=wait)
            other.start()
            other.join()
            self.assertRegex(errors[0], "another thread started the run")
            np.testing.assert_array_equal(pending.wait().to_dense(), expected_sum(np.float32))

    def test_mass_is_in_results_and_residuals(self):
        given, returned = np.zeros(UNIVERSE), np.zeros(UNIVERSE)
        with sparlab.Operation(COMM, "topk_allgather(k=20)", UNIVERSE) as op:
            self.assertEqual(len(op.residual()), 0)
            for call in range(5):
                returned += op.run_dense(dense_input(RANK, call)).to_dense()
                given += sum(dense_input(rank, call).astype(np.float64) for rank in range(RANKS))
            kept = COMM.allreduce(op.residual().to_dense().astype(np.float64))
        np.testing.assert_allclose(returned + kept, given, atol=1e-4)

    def test_a_restored_operation_continues_with_the_same_bits(self):
        with sparlab.Operation(COMM, "oktopk(k=20, tau=4, tau_prime=2)", UNIVERSE) as op, \
             sparlab.Operation(COMM, "oktopk(k=20, tau=4, tau_prime=2)", UNIVERSE) as restored:
            for call in range(3):
                op.run_dense(dense_input(RANK, call))
            restored.load_state_dict(op.state_dict())
            for call in range(3, 6):
                expected, found = op.run_dense(dense_input(RANK, call)), restored.run_dense(dense_input(RANK, call))
                np.testing.assert_array_equal(found.to_dense(), expected.to_dense())

    def test_a_missing_or_damaged_state_is_refused_on_all_ranks(self):
        with sparlab.Operation(COMM, "oktopk(k=20)", UNIVERSE) as op:
            state = op.state_dict()
            damaged = {"state": np.concatenate([state["state"][:-1], state["state"][-1:] ^ 1])}
            for wrong in ({}, damaged):
                with self.assertRaises(sparlab.InvalidArgumentError):
                    op.load_state_dict(wrong)
            if RANKS > 1:
                with self.assertRaises(sparlab.MismatchError):
                    op.load_state_dict({} if RANK == 0 else state)
            op.load_state_dict(state)

    def test_a_single_allreduce_needs_no_operation(self):
        result = sparlab.allreduce(COMM, "ssar_split_allgather", UNIVERSE, *own_entries(RANK, np.float64), "float64")
        np.testing.assert_array_equal(result.to_dense(), expected_sum())

    def test_a_communicator_of_some_ranks_reduces_among_these(self):
        some = COMM.Split(RANK % 2)
        result = sparlab.allreduce(some, "ssar_split_allgather", 4, np.array([1]), np.array([1], np.float32))
        np.testing.assert_array_equal(result.to_dense(), [0, some.Get_size(), 0, 0])
        some.Free()

    def test_buffers_of_other_types_are_inputs(self):
        result = sparlab.allreduce(COMM, "ssar_split_allgather", 4, array.array("l", [1, 2]), array.array("f", [3, 4]))
        np.testing.assert_array_equal(result.to_dense(), [0, 3 * RANKS, 4 * RANKS, 0])


class Errors(unittest.TestCase):
    def test_an_unknown_algorithm_is_refused_with_the_known_names(self):
        with self.assertRaisesRegex(sparlab.UnknownAlgorithmError, "'no_such'; there are: .*oktopk"):
            sparlab.Operation(COMM, "no_such", UNIVERSE)

    def test_a_wrong_setting_is_refused_with_what_is_accepted(self):
        with self.assertRaisesRegex(sparlab.InvalidArgumentError, "k.*0 to N = 1000"):
            sparlab.Operation(COMM, "oktopk(k=1001)", UNIVERSE)
        self.assertTrue(issubclass(sparlab.InvalidArgumentError, (ValueError, sparlab.SparlabError)))

    def test_ranks_with_different_arguments_all_get_the_difference(self):
        if RANKS == 1:
            self.skipTest("needs two ranks")
        with self.assertRaisesRegex(sparlab.MismatchError, "dense_ring"):
            sparlab.Operation(COMM, "dense_ring" if RANK == 0 else "sparse_ring", UNIVERSE)

    def test_wrong_inputs_leave_the_operation_unchanged(self):
        two, one = np.ones(2, np.float32), np.ones(1, np.float32)
        with sparlab.Operation(COMM, "ssar_split_allgather", UNIVERSE) as op:
            for indices, values, error in (([2, 1], two, sparlab.InvalidArgumentError),
                                           ([1, 1000], two, sparlab.InvalidArgumentError),
                                           ([1, 2], one, sparlab.InvalidArgumentError),
                                           ([[1, 2]], two.reshape(1, 2), sparlab.InvalidArgumentError),
                                           ([1, 2], np.ones(2), TypeError)):
                with self.assertRaises(error):
                    op.run(np.array(indices), values)
            with self.assertRaisesRegex(sparlab.InvalidArgumentError, "must have 1000 values"):
                op.run_dense(one)
            np.testing.assert_array_equal(op.run(*own_entries(RANK, np.float32)).to_dense(), expected_sum(np.float32))

    def test_arguments_that_c_could_not_hold_are_refused(self):
        for universe in (-1, 2**64):
            with self.assertRaisesRegex(sparlab.InvalidArgumentError, "universe"):
                sparlab.Operation(COMM, "dense_ring", universe)
        with self.assertRaisesRegex(TypeError, "communicator of mpi4py, not int"):
            sparlab.Operation(0, "dense_ring", UNIVERSE)
        with self.assertRaisesRegex(sparlab.InvalidArgumentError, "too large for 32-bit"):
            sparlab.Operation(COMM, "dense_ring", 2**32 + 1)

    def test_a_closed_operation_refuses_calls(self):
        op = sparlab.Operation(COMM, "dense_ring", UNIVERSE)
        op.close()
        op.close()
        with self.assertRaisesRegex(sparlab.InvalidArgumentError, "closed"):
            op.residual()

    def test_an_operation_that_is_not_closed_warns(self):
        op = sparlab.Operation(COMM, "dense_ring", UNIVERSE)
        pointer = op._pointer
        with self.assertWarnsRegex(ResourceWarning, "dense_ring.* was not closed"):
            del op
            gc.collect()
        self.assertTrue(pointer)


class Versions(unittest.TestCase):
    def test_package_and_library_have_one_version(self):
        self.assertEqual(sparlab.library().version, sparlab.__version__)
