"""Trains a small CNN on images of digits by several methods of exchange, and compares them.

    mpirun -n 4 python3 python/examples/train.py [--data FOLDER] [--epochs N] ...

FOLDER (default: $SPARLAB_DATA) has MNIST as IDX files, train*-images-idx3-ubyte.gz and so on. Without one, images of
the same form are made: ten random patterns with noise.
"""

import argparse
import gzip
import os
import pathlib
import statistics
import time

import numpy as np
import sparlab.torch
import torch
from mpi4py import MPI
from torch.nn.parallel import DistributedDataParallel

METHODS = (  # name, algorithm of libsparlab, steps of warm-up that are dense
    ("dense", "dense_rabenseifner", 0),
    ("top-k", "topk_allgather(k=1%)", 10),
    ("Ok-Topk", "oktopk(k=1%, tau=64, tau_prime=32)", 10),
    ("quantized", "redsync_rgc_quantized(k=1%)", 10),
)


class Net(torch.nn.Sequential):
    """Two convolutions and two linear layers: 418,354 parameters."""

    def __init__(self):
        nn = torch.nn
        super().__init__(nn.Conv2d(1, 32, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(32, 64, 3), nn.ReLU(),
                         nn.MaxPool2d(2), nn.Flatten(), nn.Linear(1600, 248), nn.ReLU(), nn.Linear(248, 10))


def read_idx(path):
    """The array of bytes of an IDX file, in its shape."""
    content = gzip.decompress(path.read_bytes())
    if len(content) < 4 or content[:3] != b"\0\0\x08" or not 1 <= content[3] <= 3:
        raise SystemExit(f"{path}: no IDX file of bytes with 1 to 3 dimensions")
    shape = np.frombuffer(content, ">u4", content[3], 4)
    values = np.frombuffer(content, np.uint8, offset=4 + 4 * content[3])
    if values.size != np.prod(shape, dtype=np.int64):
        raise SystemExit(f"{path}: {values.size} bytes of data for the shape {shape}")
    return values.reshape(shape)


def images_of(folder, part):
    """Images of mean 0 and their labels, from the files of a part ("train" or "t10k")."""
    pair = []
    for kind in ("images-idx3", "labels-idx1"):
        files = sorted(folder.glob(f"{part}*-{kind}-ubyte.gz"))
        if not files:
            raise SystemExit(f"{folder}: no file {part}*-{kind}-ubyte.gz")
        pair.append(read_idx(files[0]))
    images, labels = pair
    centred = images / np.float32(255) - np.float32(0.1307)
    return torch.from_numpy(centred).unsqueeze(1), torch.from_numpy(labels.astype(np.int64))


def synthetic(count, seed):
    """Ten random patterns, the same for all seeds, with noise of the seed."""
    patterns = torch.randn(10, 1, 28, 28, generator=torch.Generator().manual_seed(0))
    generator = torch.Generator().manual_seed(seed)
    labels = torch.randint(10, (count,), generator=generator)
    return patterns[labels] + torch.randn(count, 1, 28, 28, generator=generator), labels


def train(algorithm, warm_up, images, labels, options, comm):
    """The model, the mean loss of the last epoch, and the median seconds of a step."""
    torch.manual_seed(0)
    model = DistributedDataParallel(Net())
    state = sparlab.torch.SparseHook(algorithm, comm, warm_up=[(warm_up, "dense")])
    model.register_comm_hook(state, sparlab.torch.hook)
    optimizer = torch.optim.SGD(model.parameters(), lr=options.rate)
    own = torch.arange(comm.Get_rank(), len(images), comm.Get_size())
    own = own[:len(images) // comm.Get_size()]  # as many on each rank
    generator = torch.Generator().manual_seed(comm.Get_rank())
    seconds = []
    for _ in range(options.epochs):
        losses = []
        for batch in own[torch.randperm(len(own), generator=generator)].split(options.batch):
            comm.Barrier()
            begin = time.perf_counter()
            optimizer.zero_grad()
            loss = torch.nn.functional.cross_entropy(model(images[batch]), labels[batch])
            loss.backward()
            optimizer.step()
            seconds.append(time.perf_counter() - begin)
            losses.append(loss.item())
    state.close()
    mean_loss = comm.allreduce(statistics.mean(losses)) / comm.Get_size()
    return model.module, mean_loss, comm.allreduce(statistics.median(seconds), MPI.MAX)


def accuracy(model, images, labels):
    with torch.no_grad():
        return float((model(images).argmax(1) == labels).float().mean())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, default=os.environ.get("SPARLAB_DATA"))
    parser.add_argument("--samples", type=int, default=8000, help="training images of all ranks (default: 8000)")
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--batch", type=int, default=50, help="images of a rank in a step (default: 50)")
    parser.add_argument("--rate", type=float, default=0.1, help="learning rate (default: 0.1)")
    options = parser.parse_args()
    comm = MPI.COMM_WORLD
    torch.set_num_threads(1)
    sparlab.torch.initialize(comm)
    if options.data is None:
        source, (images, labels), test = "synthetic images", synthetic(options.samples, 1), synthetic(2000, 2)
    else:
        source, (images, labels), test = options.data, images_of(options.data, "train"), images_of(options.data, "t10k")
        images, labels = images[:options.samples], labels[:options.samples]
    if comm.Get_rank() == 0:
        print(f"{len(images)} images of {source}, {comm.Get_size()} ranks, {options.epochs} epochs, batches of "
              f"{options.batch}\n{'method':<10} {'accuracy':>9} {'loss':>7} {'step':>9}  algorithm")
    for name, algorithm, warm_up in METHODS:
        model, loss, seconds = train(algorithm, warm_up, images, labels, options, comm)
        if comm.Get_rank() == 0:
            print(f"{name:<10} {100 * accuracy(model, *test):>7.2f} % {loss:>7.4f} {1e3 * seconds:>6.1f} ms  "
                  f"{algorithm}", flush=True)
    torch.distributed.destroy_process_group()


if __name__ == "__main__":
    main()
