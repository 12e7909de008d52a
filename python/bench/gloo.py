"""Sparse allreduce of PyTorch over Gloo beside that of libsparlab over MPI.

    mpirun -n 4 python3 python/bench/gloo.py [--universe 2^22] [--densities 0.01%,0.1%,1%,10%] [--repetitions 15]

A rank holds uniform random entries of float32. Times are medians of the slowest rank, in ms, after a barrier. The
methods take turns, so that other load on the machine meets all of them.

    gloo sparse  torch.distributed.all_reduce of a sparse COO tensor (64-bit indices), which is coalesced
    gloo dense   the same of a dense tensor
    ours         sparlab.Operation.run, ssar_split_allgather
    ours dense   sparlab.Operation.run_dense, dense_rabenseifner

MB are what a rank sends in a call. Those of Gloo are counted on its network device (GLOO_SOCKET_IFNAME, or lo), with
TCP's headers; other traffic on the device counts, too. Those of ours are the `bytes` of `sparlab predict`, which a
rank on the critical path sends. OMPI_MCA_btl says what ours travels through, as `self,tcp`; shared memory is Open MPI's
default on one host.

    predicted    what gloo_sparse takes: the messages of `sparlab predict` on a platform of Gloo's own messages, and
                 the time in which all ranks at once add up what they have gathered, without a network

The messages are measured first: one to the next rank and one from the previous rank, as Gloo's allgatherv posts
them, by size. The platform has the time of such a step as that of a message.
"""

import argparse
import json
import os
import pathlib
import statistics
import tempfile
import time

import numpy as np
import sparlab
import sparlab.torch
import torch
from mpi4py import MPI
from sparlab.torch.schedule import share_of

IDEAL = pathlib.Path(__file__).resolve().parents[2] / "platforms" / "ideal.json"
DEVICE = os.environ.get("GLOO_SOCKET_IFNAME", "lo")


def size_of(text):
    base, _, power = text.partition("^")
    return int(base) ** int(power or 1)


def sent_bytes():
    for line in pathlib.Path("/proc/net/dev").read_text(encoding="ascii").splitlines():
        name, _, counters = line.partition(":")
        if name.strip() == DEVICE:
            return int(counters.split()[8])
    raise SystemExit(f"/proc/net/dev has no device {DEVICE}")


def entries_of(rank, universe, density):
    generator = np.random.default_rng([rank, universe])
    count = max(1, round(universe * density))
    indices = np.sort(generator.choice(universe, count, replace=False, shuffle=False)).astype(np.uint32)
    return indices, generator.standard_normal(count).astype(np.float32)


def gloo_sparse(indices, values, universe):
    places = torch.from_numpy(indices.astype(np.int64))[None]
    tensor = torch.sparse_coo_tensor(places, torch.from_numpy(values), (universe,)).coalesce()

    def call():
        # The result takes the place of the input, and has other entries.
        summed = tensor.clone()
        torch.distributed.all_reduce(summed)
        return summed

    return call


def summed(indices, values, universe, ranks):
    """What every rank does with the tensors of all ranks; here they have the indices of other seeds."""
    def tensor(rank):
        at, _ = entries_of(rank, universe, len(indices) / universe)
        return torch.sparse_coo_tensor(torch.from_numpy(at.astype(np.int64))[None], torch.from_numpy(values),
                                       (universe,)).coalesce()

    tensors = [tensor(rank) for rank in range(ranks)]

    def call():
        output = tensors[0].clone()
        for other in tensors[1:]:
            output.add_(other)
        output.coalesce()

    return call


def ring_step(size, comm):
    """A step of Gloo's allgatherv with blocks of so many bytes. It posts the send first: a block that the next rank
    has a receive for leaves at once, and the own receive is announced behind it."""
    rank, ranks = comm.Get_rank(), comm.Get_size()
    block, received = torch.zeros(size, dtype=torch.uint8), torch.zeros(size, dtype=torch.uint8)

    def call():
        requests = [torch.distributed.isend(block, (rank + 1) % ranks),
                    torch.distributed.irecv(received, (rank - 1) % ranks)]
        for request in requests:
            request.wait()

    return call


def ring_platform(comm, repetitions):
    """A platform whose messages take as long as steps of the ring, and whose local work is not used."""
    sizes = [4**power for power in range(3, 12)]
    seconds, _ = measured({size: ring_step(size, comm) for size in sizes}, repetitions, comm)

    def quantity(value, unit):
        return {"value": value, "unit": unit, "source": f"steps of Gloo's ring of {comm.Get_size()} ranks",
                "uncertainty": f"medians of {repetitions}"}

    segments = []
    for size, larger in zip(sizes, sizes[1:]):
        beta = max(0, (seconds[larger] - seconds[size]) / (larger - size))
        segments.append({"from": quantity(size if segments else 0, "B"),
                         "alpha": quantity(1e6 * max(0, seconds[size] - beta * size), "us"),
                         "beta": quantity(1e9 * beta, "ns/B")})
    platform = json.loads(IDEAL.read_text(encoding="utf-8"))
    del platform["hockney"]
    return {**platform, "name": "gloo", "title": "Messages of Gloo", "transport": {"segments": segments}}


def predicted_s(platform, point):
    """What the messages of gloo_sparse take."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "gloo.json"
        file.write_text(json.dumps(platform), encoding="utf-8")
        prediction = sparlab.predict("gloo_sparse", platform=file, **point)
    return prediction["time_s"] - prediction["totals"]["computation_s"]


def measured(calls, repetitions, comm):
    """For each call the median seconds, and the mean bytes of a rank on the device."""
    host = comm.Split_type(MPI.COMM_TYPE_SHARED)
    seconds = {name: [] for name in calls}
    sent = {name: [] for name in calls}
    for repetition in range(repetitions + 1):
        for name, call in calls.items():
            comm.Barrier()
            before = sent_bytes()
            comm.Barrier()
            begin = time.perf_counter()
            call()
            took = comm.allreduce(time.perf_counter() - begin, MPI.MAX)
            comm.Barrier()
            if repetition > 0:
                seconds[name].append(took)
                sent[name].append(comm.allreduce((sent_bytes() - before) / host.Get_size()) / comm.Get_size())
    host.Free()
    return [{name: statistics.median(all_of) for name, all_of in one.items()} for one in (seconds, sent)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--universe", type=size_of, default=2**22)
    parser.add_argument("--densities", type=lambda text: [share_of(one) for one in text.split(",")],
                        default=[0.0001, 0.001, 0.01, 0.1])
    parser.add_argument("--repetitions", type=int, default=15)
    options = parser.parse_args()
    comm = MPI.COMM_WORLD
    ranks, universe = comm.Get_size(), options.universe
    torch.set_num_threads(1)
    sparlab.torch.initialize(comm)
    platform = ring_platform(comm, options.repetitions)
    predictions = {}
    if comm.Get_rank() == 0:
        for density in options.densities:
            point = {"P": ranks, "N": universe, "density": density}
            predictions[density] = [sparlab.predict(one, **point)["bytes"]
                                    for one in ("ssar_split_allgather", "dense_rabenseifner")]
        print(f"P = {ranks}, N = {universe}, {options.repetitions} repetitions, {os.cpu_count()} processors, "
              f"load {os.getloadavg()[0]:.1f}, Gloo on {DEVICE}, ours through {os.environ.get('OMPI_MCA_btl', 'what Open MPI chooses')}\n"
              f"{'':>8} {'gloo sparse':>19} {'predicted':>9} {'gloo dense':>19} {'ours':>19} {'ours dense':>19}\n"
              f"{'density':>8} {'ms':>9} {'MB':>9} {'ms':>9}" + 3 * f" {'ms':>9} {'MB':>9}", flush=True)
    with sparlab.Operation(comm, "ssar_split_allgather", universe) as sparse, \
         sparlab.Operation(comm, "dense_rabenseifner", universe) as dense:
        for density in options.densities:
            indices, values = entries_of(comm.Get_rank(), universe, density)
            vector = np.zeros(universe, np.float32)
            vector[indices] = values
            tensor = torch.zeros(universe)
            calls = {"gloo sparse": gloo_sparse(indices, values, universe),
                     "gloo dense": lambda: torch.distributed.all_reduce(tensor),
                     "ours": lambda: sparse.run(indices, values), "ours dense": lambda: dense.run_dense(vector)}
            own = sparse.run(indices, values).to_dense()
            if not np.allclose(own, calls["gloo sparse"]().to_dense().numpy(), atol=1e-4):
                raise SystemExit("the sums differ")
            calls["adding"] = summed(indices, values, universe, ranks)
            seconds, sent = measured(calls, options.repetitions, comm)
            if comm.Get_rank() != 0:
                continue
            sent["ours"], sent["ours dense"] = predictions[density]
            adding_s = seconds.pop("adding")
            cells = [f" {1e3 * took:>9.2f} {sent[name] / 1e6:>9.3f}" for name, took in seconds.items()]
            point = {"P": ranks, "N": universe, "density": density}
            cells.insert(1, f" {1e3 * (predicted_s(platform, point) + adding_s):>9.2f}")
            print(f"{f'{100 * density:g} %':>8}{''.join(cells)}", flush=True)
    torch.distributed.destroy_process_group()


if __name__ == "__main__":
    main()
