"""The communication hook, with any number of ranks."""

import json
import os
import pathlib
import subprocess
import tempfile
import time
import unittest
from unittest import mock

import numpy as np
import sparlab
import sparlab.torch
import torch
from mpi4py import MPI
from sparlab.torch.schedule import Schedule
from torch.nn.parallel import DistributedDataParallel
from trace_format import RESOLUTION_US, events_of

COMM = MPI.COMM_WORLD
RANK, RANKS = COMM.Get_rank(), COMM.Get_size()


def setUpModule():
    torch.set_num_threads(1)
    sparlab.torch.initialize(COMM)


def tearDownModule():
    torch.distributed.destroy_process_group()


class Linear(torch.nn.Module):
    """The gradient of its loss is the input, whatever the weights are."""

    def __init__(self, sizes=(300, 700), dtype=torch.float32):
        super().__init__()
        self.weights = torch.nn.ParameterList([torch.nn.Parameter(torch.zeros(size, dtype=dtype)) for size in sizes])

    def forward(self, *gradients):
        return sum((weight * gradient).sum() for weight, gradient in zip(self.weights, gradients))


def gradients_of(rank, step, sizes=(300, 700), dtype=torch.float32):
    generator = torch.Generator().manual_seed(1000 * step + rank)
    return [torch.randn(size, generator=generator).to(dtype) for size in sizes]


def stepped(model, step, **options):
    """The gradients that DDP leaves after a backward pass, as one vector."""
    model.zero_grad(set_to_none=True)
    model(*gradients_of(RANK, step, **options)).backward()
    return torch.cat([one.grad for one in model.parameters()])


def mean_of(step, **options):
    return sum(torch.cat(gradients_of(rank, step, **options)).double() for rank in range(RANKS)) / RANKS


def hooked(algorithm, model=None, bucket_cap_mb=25, **options):
    # DDP gives its first bucket 1 MB, whatever bucket_cap_mb is.
    with mock.patch.object(torch.distributed, "_DEFAULT_FIRST_BUCKET_BYTES", int(min(1, bucket_cap_mb) * 2**20)):
        model = DistributedDataParallel(model or Linear(), bucket_cap_mb=bucket_cap_mb)
    state = sparlab.torch.SparseHook(algorithm, COMM, **options)
    model.register_comm_hook(state, sparlab.torch.hook)
    return model, state


class Tensors(unittest.TestCase):
    def test_tensors_of_all_types_are_inputs_and_targets(self):
        for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
            with self.subTest(dtype=dtype), sparlab.Operation(COMM, "ssar_split_allgather", 6, dtype) as op:
                weights = torch.ones(2, 3, dtype=dtype, requires_grad=True)
                op.run(torch.tensor([1, 4]), torch.tensor([2, 3], dtype=dtype)).add_to(weights, 2)
                self.assertEqual(weights.detach().reshape(-1).tolist(), [1, 1 + 4 * RANKS, 1, 1, 1 + 6 * RANKS, 1])
                op.run_dense(weights).add_to(weights, -1 / RANKS)
                self.assertEqual(weights.abs().sum(), 0)


class Hook(unittest.TestCase):
    def test_gradients_are_the_mean_over_the_ranks(self):
        for algorithm in ("dense_ring", "topk_allgather(k=100%)", "ssar_split_allgather"):
            for dtype, error in ((torch.float32, 1e-6), (torch.float64, 1e-12), (torch.float16, 0.01)):  # Gloo has no bfloat16
                with self.subTest(algorithm=algorithm, dtype=dtype):
                    model, state = hooked(algorithm, Linear(dtype=dtype))
                    for step in range(3):
                        found = stepped(model, step, dtype=dtype).double()
                        np.testing.assert_allclose(found, mean_of(step, dtype=dtype), atol=error, rtol=error)
                    state.close()

    def test_many_buckets_are_rearranged_after_the_first_step_and_lose_nothing(self):
        sizes = (300, 40, 700, 5, 2000)
        # About 256 elements a bucket. A loss that uses the weights in another order than the model has them.
        model, state = hooked("topk_allgather(k=5%)", Linear(sizes), bucket_cap_mb=0.001)
        applied, given = torch.zeros(sum(sizes)).double(), torch.zeros(sum(sizes)).double()
        arrangements = []
        for step in range(5):
            applied += stepped(model, step, sizes=sizes).double()
            given += mean_of(step, sizes=sizes)
            arrangements.append([state._buckets[index].layout for index in sorted(state._buckets)])
        residual = state.state_dict(model.module)["residual"]
        kept = COMM.allreduce(torch.cat([residual[f"weights.{i}"] for i in range(len(sizes))]).double().numpy()) / RANKS
        np.testing.assert_allclose(applied.numpy() + kept, given.numpy(), atol=1e-5)
        self.assertGreater(len(arrangements[1]), 1)
        self.assertNotEqual(arrangements[0], arrangements[1])
        self.assertEqual(arrangements[1], arrangements[4])
        state.close()

    def test_a_share_is_of_each_buckets_size(self):
        model, state = hooked("topk_allgather(k=1%)")
        stepped(model, 0)
        found = stepped(model, 1)
        self.assertEqual({own.algorithm for own in state._buckets.values()}, {"topk_allgather(k=10)"})
        self.assertLessEqual(int((found != 0).sum()), 10 * RANKS)
        state.close()

    def test_warm_up_is_dense_then_denser_and_keeps_residuals(self):
        model, state = hooked("topk_allgather(k=1%)", warm_up=[(2, "dense"), (2, "50%")])
        applied, given = torch.zeros(1000).double(), torch.zeros(1000).double()
        for step, most in enumerate((1000, 1000, 500 * RANKS, 500 * RANKS, 10 * RANKS, 10 * RANKS)):
            found = stepped(model, step)
            self.assertLessEqual(int((found != 0).sum()), most)
            if step < 2:
                np.testing.assert_allclose(found.double(), mean_of(step), atol=1e-6)
            applied += found.double()
            given += mean_of(step)
        residual = state.state_dict(model.module)["residual"]
        kept = COMM.allreduce(torch.cat([residual["weights.0"], residual["weights.1"]]).double().numpy()) / RANKS
        np.testing.assert_allclose(applied.numpy() + kept, given.numpy(), atol=1e-5)
        state.close()

    def test_momentum_is_corrected_as_in_dgc(self):
        """Compares with DGC's lines, of all ranks, in NumPy."""
        k, momentum = 50, 0.9
        model, state = hooked(f"topk_allgather(k={k})", momentum=momentum, warm_up=[(1, "dense")])
        velocity, held = np.zeros((RANKS, 1000), np.float32), np.zeros((RANKS, 1000), np.float32)
        for step in range(8):
            expected = np.zeros(1000)
            for rank in range(RANKS):
                velocity[rank] = np.float32(momentum) * velocity[rank] + torch.cat(gradients_of(rank, step)).numpy()
                if step == 0:
                    expected += velocity[rank]
                    continue
                held[rank] += velocity[rank]
                sent = sparlab.largest(held[rank], k)
                expected[sent] += held[rank][sent]
                held[rank][sent] = 0
                velocity[rank][sent] = 0
            np.testing.assert_allclose(stepped(model, step).numpy(), expected / RANKS, atol=1e-5)
        state.close()

    def test_a_new_hook_continues_from_a_checkpoint(self):
        model, state = hooked("topk_allgather(k=10)", momentum=0.5)
        for step in range(3):
            stepped(model, step)
        saved = state.state_dict(model.module)
        self.assertEqual(saved["step"], 3)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "state.pt"
            torch.save(saved, path)
            loaded = torch.load(path)
        other, restored = hooked("topk_allgather(k=10)", momentum=0.5)
        restored.load_state_dict(loaded, other.module)
        for step in range(3, 6):
            np.testing.assert_array_equal(stepped(other, step), stepped(model, step))
        with self.assertRaisesRegex(sparlab.InvalidArgumentError, "has run"):
            restored.load_state_dict(loaded, other.module)
        state.close()
        restored.close()

    def test_training_leaves_equal_models(self):
        torch.manual_seed(1)
        net = torch.nn.Sequential(torch.nn.Linear(20, 50), torch.nn.ReLU(), torch.nn.Linear(50, 2))
        model, state = hooked("oktopk(k=2%)", net, bucket_cap_mb=0.001)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        torch.manual_seed(RANK)
        for _ in range(10):
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(torch.randn(8, 20)), torch.randint(2, (8,))).backward()
            optimizer.step()
        own = torch.cat([one.detach().reshape(-1) for one in model.parameters()]).numpy()
        for other in COMM.allgather(own):
            np.testing.assert_array_equal(own, other)
        state.close()

    def test_a_timeline_has_each_bucket_once_and_in_order(self):
        timeline = sparlab.torch.Timeline()
        model, state = hooked("topk_allgather(k=5%)", bucket_cap_mb=0.001, timeline=timeline)
        for step in range(2):
            with timeline.computation("backward"):
                stepped(model, step)
        state.timeline = None
        stepped(model, 2)
        buckets = len(state._buckets)
        state.close()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "trace.json"
            timeline.write(path)
            events = events_of(path.read_text(encoding="utf-8"))
        ready = [one for one in events if one["name"].endswith("ready")]
        selections = [one for one in events if one.get("cat") == "selection"]
        exchanges = [one for one in events if one.get("cat") == "exchange"]
        self.assertEqual([len(ready), len(exchanges)], [len(selections)] * 2)
        self.assertEqual({one["name"] for one in exchanges}, {f"bucket {index}" for index in range(buckets)})
        for mark, selection, exchange in zip(ready, selections, exchanges):
            self.assertLessEqual(mark["ts"], selection["ts"])
            self.assertAlmostEqual(selection["ts"] + selection["dur"], exchange["ts"], delta=0.01)
            self.assertGreater(exchange["dur"], 0)

    def test_overlapping_exchanges_and_groups_have_tracks_of_their_own(self):
        timeline = sparlab.torch.Timeline('rank 0, "top-k"')
        with timeline.computation("forward"):
            pass
        begin = time.perf_counter()
        timeline.exchange("bucket 0", begin, begin + 1, begin + 2, begin + 5)
        timeline.exchange("bucket 1", begin, begin + 3, begin + 4, begin + 6)  # while bucket 0 is in flight
        timeline.exchange("bucket 2", begin, begin + 5, begin + 5, begin + 7)  # bucket 0 has ended, its selection takes no time
        timeline.start_group("rank 0, dense")
        timeline.exchange("bucket 0", begin, begin + 8, begin + 9, begin + 10)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "trace.json"
            timeline.write(path)
            events = events_of(path.read_text(encoding="utf-8"))
        named = {one["pid"]: one["args"]["name"] for one in events if one["name"] == "process_name"}
        self.assertEqual(named, {0: 'rank 0, "top-k"', 1: "rank 0, dense"})
        tracks = {(one["pid"], one["tid"]): one["args"]["name"] for one in events if one["name"] == "thread_name"}
        exchanges = [one for one in events if one.get("cat") == "exchange"]
        self.assertEqual([(one["pid"], tracks[one["pid"], one["tid"]]) for one in exchanges],
                         [(0, "exchanges 1"), (0, "exchanges 2"), (0, "exchanges 1"), (1, "exchanges 1")])
        for found, us in zip(exchanges, (3e6, 2e6, 2e6, 1e6)):  # microseconds
            self.assertAlmostEqual(found["dur"], us, delta=RESOLUTION_US)

    def test_errors_of_the_library_are_raised_by_backward(self):
        model, _ = hooked("no_such(k=1%)")
        with self.assertRaisesRegex(RuntimeError, "no algorithm is called 'no_such'"):
            stepped(model, 0)

    def test_other_arguments_are_refused(self):
        for algorithm, options, why in (
                ("oktopk(k=1%)", {"momentum": 1.0}, "accepted: 0 to below 1"),
                ("redsync_rgc(momentum=0.9)", {"momentum": 0.9}, "accepted: one of them"),
                ("oktopk(k=0%)", {}, "above 0% to 100%"), ("oktopk(k=x%)", {}, "above 0% to 100%"),
                ("oktopk(tau=1%)", {}, "accepted: k=0.1%"),
                ("oktopk(k=9)", {"warm_up": [(1, "5%")]}, "accepted: \"dense\""),
                ("oktopk(k=1%)", {"warm_up": [(1, "0.05")]}, "above 0% to 100%"),
                ("oktopk(k=1%)", {"warm_up": [(-1, "5%")]}, "whole numbers from 0")):
            with self.subTest(algorithm=algorithm), self.assertRaisesRegex(sparlab.InvalidArgumentError, why):
                sparlab.torch.SparseHook(algorithm, COMM, **options)

    def test_at_least_one_entry_of_a_bucket_is_selected(self):
        schedule = Schedule("oktopk(tau=16, k=0.1%)", [(1, "25%")], "dense_ring")
        self.assertEqual([schedule.at(0, 8), schedule.at(1, 8), schedule.at(1, 10000)],
                         ["oktopk(tau=16, k=2)", "oktopk(tau=16, k=1)", "oktopk(tau=16, k=10)"])


class Measured(unittest.TestCase):
    def setUp(self):
        path = COMM.bcast(tempfile.mkdtemp() if RANK == 0 else None)
        self.folder = pathlib.Path(path)

    def tearDown(self):
        COMM.Barrier()
        if RANK == 0:
            for file in self.folder.iterdir():
                file.unlink()
            self.folder.rmdir()

    def test_recordings_have_what_each_rank_selects_from(self):
        sizes = (300, 40, 700)
        model = Linear(sizes)
        recorder = sparlab.torch.record(self.folder / "step{step}.tkg", model, [0, 2], "1%", COMM)
        model, state = hooked("topk_allgather(k=1%)", model, bucket_cap_mb=0.001, recorder=recorder)
        for step in range(3):
            stepped(model, step, sizes=sizes)
        state.close()
        COMM.Barrier()
        self.assertEqual(sorted(one.name for one in self.folder.iterdir()), ["step0.tkg", "step2.tkg"])
        words = np.frombuffer((self.folder / "step0.tkg").read_bytes(), "<u4")
        self.assertEqual(list(words[1:4]), [RANKS, 1040, 10])
        own = words[4 + 20 * RANK:4 + 20 * (RANK + 1)]
        gradient = torch.cat(gradients_of(RANK, 0, sizes)).numpy()
        np.testing.assert_array_equal(own[:10], sparlab.largest(gradient, 10))
        np.testing.assert_array_equal(own[10:].view("<f4"), gradient[own[:10]])
        program = os.environ.get("SPARLAB_PROGRAM")
        if program and RANK == 0:
            found = json.loads(subprocess.run([program, "fill-in", self.folder / "step2.tkg", "--format", "json"],
                                              check=True, stdout=subprocess.PIPE).stdout)
            self.assertEqual(found["workers"], RANKS)

    def test_one_file_for_several_steps_is_refused(self):
        with self.assertRaisesRegex(sparlab.InvalidArgumentError, "{step}"):
            sparlab.torch.record(self.folder / "steps.tkg", Linear(), [0, 2], comm=COMM)

    def test_a_workload_has_all_parameters_and_positive_times(self):
        model = torch.nn.Sequential(
            torch.nn.Flatten(), torch.nn.Linear(16, 8), torch.nn.ReLU(inplace=True),
            torch.nn.Sequential(torch.nn.Linear(8, 8, bias=False), torch.nn.Dropout()), torch.nn.Linear(8, 2))
        path = self.folder / f"workload{RANK}.json"
        found = sparlab.torch.workload(model, torch.randn(5, 4, 4), path, "small", repetitions=3)
        self.assertEqual(json.loads(path.read_text(encoding="utf-8")), found)
        self.assertEqual([(one["name"], one["parameters"]) for one in found["layers"]],
                         [("1", 136), ("3.0", 64), ("4", 18)])
        self.assertTrue(all(one["forward_s"] > 0 and one["backward_s"] > 0 for one in found["layers"]))
        self.assertEqual(found["name"], "small")
        program = os.environ.get("SPARLAB_PROGRAM")
        if program:
            done = subprocess.run([program, "step", path, "-P", "64", "--platform", "piz-daint", "--density", "1%", "-a",
                                   "oktopk", "--format", "json"], check=True, stdout=subprocess.PIPE)
            self.assertIn(b"small", done.stdout)

    def test_a_workload_of_modules_that_are_not_called_is_refused(self):
        class Around(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.used, self.unused = torch.nn.Linear(4, 4), torch.nn.Linear(4, 4)

            def forward(self, given):
                return self.used(given)

        with self.assertRaisesRegex(sparlab.InvalidArgumentError, "unused.weight"):
            sparlab.torch.workload(Around(), torch.randn(5, 4), self.folder / "absent.json")
