"""The communication hook of PyTorch's DDP beside the same exchange by hand.

    mpirun -n 2 python3 python/bench/hook.py [--size 2^20] [--repetitions 200] [--algorithms "oktopk(k=1%);dense_ring"]

    by hand  Operation.start_dense, Pending.wait, and the result divided by the ranks into the tensor
    hook     sparlab.torch.hook with a bucket that has the same tensor, and the wait for its future, as in `backward`
    thread   the same for a bucket that is not the last one. The exchange then runs in the hook's thread, which looks at it
             from time to time, as the backward pass is to continue

DDP itself does the same with and without a hook, so it is left out: an object stands for its bucket. They take turns,
after a barrier, in all orders. Times are medians of the slowest rank. Overheads are the medians of
the ratios of neighbours to the call by hand.
"""

import argparse
import itertools
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

NAMES = ("by hand", "hook", "thread")


def measured(algorithm, gradient, repetitions, comm):
    """The seconds of both in each repetition."""
    ranks = comm.Get_size()
    tensor = torch.zeros(len(gradient))
    states = {name: sparlab.torch.SparseHook(algorithm, comm) for name in NAMES[1:]}
    operation = sparlab.Operation(comm, Schedule(algorithm, (), "").at(0, len(gradient)), len(gradient))

    def by_hand():
        result = operation.start_dense(tensor).wait()
        tensor.zero_()
        result.add_to(tensor, 1 / ranks)

    def hooked(name):
        bucket = types.SimpleNamespace(index=lambda: 0, is_last=lambda: name == "hook", buffer=lambda: tensor,
                                       parameters=lambda: [tensor])
        return lambda: sparlab.torch.hook(states[name], bucket).wait()

    calls = {"by hand": by_hand, **{name: hooked(name) for name in states}}
    seconds = {name: [] for name in calls}
    orders = list(itertools.permutations(NAMES))
    for repetition in range(repetitions + 10):
        sums = []
        for name in orders[repetition % len(orders)]:
            tensor.copy_(gradient)
            comm.Barrier()
            begin = time.perf_counter()
            calls[name]()
            took = comm.allreduce(time.perf_counter() - begin, MPI.MAX)
            sums.append(tensor.clone())
            if repetition >= 10:
                seconds[name].append(took)
        if not all(torch.equal(sums[0], other) for other in sums):
            raise SystemExit("the sums differ")
    for state in states.values():
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
              f"processors, load {os.getloadavg()[0]:.1f}\n" + "".join(f"{name:>10} {'':>9}" for name in NAMES) + "algorithm")
    for algorithm in options.algorithms.split(";"):
        seconds = measured(algorithm, gradient, options.repetitions, comm)
        if comm.Get_rank() == 0:
            for name in NAMES:
                ratio = statistics.median(one / hand for hand, one in zip(seconds["by hand"], seconds[name]))
                overhead = f"{100 * (ratio - 1):+.1f} %" if name != "by hand" else ""
                print(f"{1e3 * statistics.median(seconds[name]):>7.3f} ms {overhead:>9}", end="")
            print(f"  {algorithm}", flush=True)
    torch.distributed.destroy_process_group()


if __name__ == "__main__":
    main()
