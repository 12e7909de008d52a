"""The communication hook of PyTorch's DDP beside the same exchange by hand.

    mpirun -n 2 python3 python/bench/hook.py [--size 2^20] [--repetitions 200] [--algorithms "oktopk(k=1%);dense_ring"]

    by hand  Operation.start_dense, Pending.wait, and the result divided by the ranks into the tensor
    hook     sparlab.torch.hook with a bucket that has the same tensor, and the wait for its future, as in `backward`

DDP itself does the same with and without a hook, so it is left out: an object stands for its bucket. Both take turns,
after a barrier, and the one that begins changes. Times are medians of the slowest rank. The overhead is the median of the
ratios of neighbours.
"""

import argparse
import os
import statistics
import time
import types

import sparlab
import sparlab.torch
import torch
from gloo import size_of
from mpi4py import MPI
from sparlab.torch.schedule import Schedule


def measured(algorithm, gradient, repetitions, comm):
    """The seconds of both in each repetition."""
    ranks = comm.Get_size()
    tensor, buffer = torch.zeros(len(gradient)), torch.zeros(len(gradient))
    bucket = types.SimpleNamespace(index=lambda: 0, is_last=lambda: True, buffer=lambda: buffer,
                                   parameters=lambda: [buffer])
    state = sparlab.torch.SparseHook(algorithm, comm)
    operation = sparlab.Operation(comm, Schedule(algorithm, (), "").at(0, len(gradient)), len(gradient))

    def by_hand():
        result = operation.start_dense(tensor).wait()
        tensor.zero_()
        result.add_to(tensor, 1 / ranks)

    calls = {"by hand": (by_hand, tensor), "hook": (lambda: sparlab.torch.hook(state, bucket).wait(), buffer)}
    seconds = {name: [] for name in calls}
    for repetition in range(repetitions + 10):
        for name in sorted(calls, reverse=repetition % 2 == 1):
            call, own = calls[name]
            own.copy_(gradient)
            comm.Barrier()
            begin = time.perf_counter()
            call()
            took = comm.allreduce(time.perf_counter() - begin, MPI.MAX)
            if repetition >= 10:
                seconds[name].append(took)
        if not torch.equal(tensor, buffer):
            raise SystemExit("the sums differ")
    state.close()
    operation.close()
    return seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=size_of, default=2**20, help="entries of the bucket (default: 2^20)")
    parser.add_argument("--repetitions", type=int, default=200)
    parser.add_argument("--algorithms", default="topk_allgather(k=1%);oktopk(k=1%);dense_rabenseifner")
    options = parser.parse_args()
    comm = MPI.COMM_WORLD
    torch.set_num_threads(1)
    sparlab.torch.initialize(comm)
    gradient = torch.randn(options.size, generator=torch.Generator().manual_seed(comm.Get_rank()))
    if comm.Get_rank() == 0:
        print(f"P = {comm.Get_size()}, {options.size} entries, {options.repetitions} repetitions, {os.cpu_count()} "
              f"processors, load {os.getloadavg()[0]:.1f}\n{'by hand':>10} {'hook':>10} {'overhead':>9}  algorithm")
    for algorithm in options.algorithms.split(";"):
        seconds = measured(algorithm, gradient, options.repetitions, comm)
        ratio = statistics.median(hook / hand for hand, hook in zip(seconds["by hand"], seconds["hook"]))
        if comm.Get_rank() == 0:
            print("".join(f"{1e3 * statistics.median(seconds[name]):>7.3f} ms " for name in ("by hand", "hook")) +
                  f"{100 * (ratio - 1):>7.1f} %  {algorithm}", flush=True)
    torch.distributed.destroy_process_group()


if __name__ == "__main__":
    main()
