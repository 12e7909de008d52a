"""Trains a small network by several methods of exchange, and compares them.

    mpirun -n 4 python3 python/examples/train.py [--model cnn|lstm] [--data FOLDER] [--epochs N] ...

    cnn   tells which digit an image shows
    lstm  tells the next word of a text, in sequences of 20 words

FOLDER (default: $SPARLAB_DATA) has MNIST as IDX files, train*-images-idx3-ubyte.gz and so on, or texts as
wiki.valid.txt.gz (for the training) and wiki.test.txt.gz. Without one, data of the same form are made: ten random
patterns with noise, or words that mostly have one successor.
"""

import argparse
import collections
import gzip
import math
import os
import pathlib
import statistics
import time

import numpy as np
import sparlab.torch
import torch
from mpi4py import MPI
from torch.nn.parallel import DistributedDataParallel

METHODS = {  # the algorithm of libsparlab
    "gloo": None,  # DDP without a hook
    "dense": "dense_rabenseifner",
    "top-k": "topk_allgather(k=1%)",
    "Ok-Topk": "oktopk(k=1%, tau=64, tau_prime=8)",
    "quantized": "redsync_rgc_quantized(k=1%)",
}
VOCABULARY = 1000  # words; a text has its most frequent ones, and 0 for all others
SEQUENCE = 20  # words


class Cnn(torch.nn.Sequential):
    """Two convolutions and two linear layers: 418,354 parameters."""

    def __init__(self):
        nn = torch.nn
        super().__init__(nn.Conv2d(1, 32, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(32, 64, 3), nn.ReLU(),
                         nn.MaxPool2d(2), nn.Flatten(), nn.Linear(1600, 248), nn.ReLU(), nn.Linear(248, 10))


class Lstm(torch.nn.Module):
    """A word's vector, a layer of LSTM, and the scores of all words: 162,280 parameters."""

    def __init__(self):
        super().__init__()
        self.vectors = torch.nn.Embedding(VOCABULARY, 64)
        self.lstm = torch.nn.LSTM(64, 64, batch_first=True)
        self.scores = torch.nn.Linear(64, VOCABULARY)

    def forward(self, words):
        return self.scores(self.lstm(self.vectors(words))[0])


MODELS = {"cnn": Cnn, "lstm": Lstm}


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


def texts_of(folder):
    """Both texts as lines of SEQUENCE + 1 numbers of words. The last word of a line is the first of the next."""
    files = (folder / f"wiki.{part}.txt.gz" for part in ("valid", "test"))
    texts = [gzip.decompress(one.read_bytes()).decode("utf-8").split() for one in files]
    frequent = collections.Counter(texts[0]).most_common(VOCABULARY - 1)
    numbers = {word: number for number, (word, _) in enumerate(frequent, 1)}
    return [torch.tensor([numbers.get(word, 0) for word in text]).unfold(0, SEQUENCE + 1, SEQUENCE) for text in texts]


def synthetic_text(count, seed):
    """Such lines, of words of equal distances: 1, 2 or 3."""
    generator = torch.Generator().manual_seed(seed)
    first, distance = (torch.randint(*limits, (count, 1), generator=generator) for limits in ((0, 100), (1, 4)))
    return (first + distance * torch.arange(SEQUENCE + 1)) % 100


def synthetic_images(count, seed):
    """Ten random patterns, the same for all seeds, with noise of the seed."""
    patterns = torch.randn(10, 1, 28, 28, generator=torch.Generator().manual_seed(0))
    generator = torch.Generator().manual_seed(seed)
    labels = torch.randint(10, (count,), generator=generator)
    return patterns[labels] + torch.randn(count, 1, 28, 28, generator=generator), labels


def data_of(options):
    """Inputs and targets, for the training and for the test."""
    folder, sizes = options.data, (options.samples, 5000)
    if options.model == "lstm":
        texts = texts_of(folder) if folder else [synthetic_text(size, size) for size in sizes]
        parts = [(text[:, :-1], text[:, 1:]) for text in texts]
    else:
        parts = [images_of(folder, part) for part in ("train", "t10k")] if folder else \
            [synthetic_images(size, size) for size in sizes]
    return [tuple(one[:size] for one in part) for part, size in zip(parts, sizes)]


def loss_of(model, inputs, targets):
    scores = model(inputs)
    return torch.nn.functional.cross_entropy(scores.flatten(0, -2), targets.flatten()), scores


def train(name, inputs, targets, timeline, options, comm):
    """The model, and the median seconds of a step."""
    torch.manual_seed(0)
    model = DistributedDataParallel(MODELS[options.model]())
    state = None
    if METHODS[name] is not None:
        warm_up = [(options.warm_up, one) for one in ("dense", "25%", "5%")] if "k=" in METHODS[name] else ()
        state = sparlab.torch.SparseHook(METHODS[name], comm, warm_up=warm_up)
        model.register_comm_hook(state, sparlab.torch.hook)
    optimizer = torch.optim.SGD(model.parameters(), lr=options.rate)
    own = torch.arange(comm.Get_rank(), len(inputs), comm.Get_size())
    own = own[:len(inputs) // comm.Get_size()]  # as many on each rank
    generator = torch.Generator().manual_seed(comm.Get_rank())
    order = [batch for _ in range(options.epochs)
             for batch in own[torch.randperm(len(own), generator=generator)].split(options.batch)]
    if options.record and state is not None:
        state.recorder = sparlab.torch.record(options.record, model, [len(order) - 1], "1%", comm)
    seconds = []
    timeline.start_group(f"rank {comm.Get_rank()}, {name}")
    for step, batch in enumerate(order):
        shown = timeline if len(order) - step <= 3 else sparlab.torch.Timeline()
        if state is not None:
            state.timeline = shown
        comm.Barrier()
        begin = time.perf_counter()
        optimizer.zero_grad()
        with shown.computation("forward"):
            loss, _ = loss_of(model, inputs[batch], targets[batch])
        with shown.computation("backward"):
            loss.backward()
        with shown.computation("update"):
            torch.nn.utils.clip_grad_norm_(model.parameters(), options.clip)
            optimizer.step()
        seconds.append(time.perf_counter() - begin)
    if state is not None:
        state.close()
    return model.module, comm.allreduce(statistics.median(seconds[len(seconds) // 2:]), MPI.MAX)


def tested(model, inputs, targets):
    """Accuracy and mean loss."""
    right, losses = 0, 0.0
    with torch.no_grad():
        for batch in torch.arange(len(inputs)).split(100):
            loss, scores = loss_of(model, inputs[batch], targets[batch])
            right += int((scores.argmax(-1) == targets[batch]).sum())
            losses += float(loss) * targets[batch].numel()
    return right / targets.numel(), losses / targets.numel()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", choices=MODELS, default="cnn")
    parser.add_argument("--methods", default="dense,top-k,Ok-Topk,quantized", help="of " + ",".join(METHODS))
    parser.add_argument("--data", type=pathlib.Path, default=os.environ.get("SPARLAB_DATA"))
    parser.add_argument("--samples", type=int, default=8000, help="images or sequences of all ranks (default: 8000)")
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--batch", type=int, default=50, help="samples of a rank in a step (default: 50)")
    parser.add_argument("--rate", type=float, help="learning rate (default: 0.1, of lstm 2)")
    parser.add_argument("--clip", type=float, help="largest norm of a gradient (default: any, of lstm 1)")
    parser.add_argument("--warm-up", type=int, default=10, metavar="STEPS",
                        help="dense steps, then as many of density 25 %% and 5 %% (default: 10)")
    parser.add_argument("--timeline", metavar="FILE", help="the last 3 steps of rank 0, for Perfetto")
    parser.add_argument("--record", metavar="FILE", help="what ranks select from in the last step of the last method")
    parser.add_argument("--workload", metavar="FILE", help="measured times of the layers, for `sparlab step`")
    options = parser.parse_args()
    defaults = {"cnn": (0.1, math.inf), "lstm": (2.0, 1.0)}[options.model]
    options.rate, options.clip = options.rate or defaults[0], options.clip or defaults[1]
    names = options.methods.split(",")
    if not set(names) <= set(METHODS):
        parser.error(f"--methods is {options.methods}; accepted: {','.join(METHODS)}")
    comm = MPI.COMM_WORLD
    torch.set_num_threads(1)
    sparlab.torch.initialize(comm)
    (inputs, targets), test = data_of(options)
    if comm.Get_rank() == 0:
        if options.workload:
            sparlab.torch.workload(MODELS[options.model](), inputs[:options.batch], options.workload)
        print(f"{options.model}, {len(inputs)} samples of {options.data or 'synthetic data'}, {comm.Get_size()} ranks, {options.epochs} epochs, "
              f"batches of {options.batch}, load {os.getloadavg()[0]:.1f}\n{'method':<10} {'accuracy':>9} {'loss':>7} "
              f"{'step':>9}  algorithm")
    timeline = sparlab.torch.Timeline()
    for name in names:
        model, seconds = train(name, inputs, targets, timeline, options, comm)
        if comm.Get_rank() == 0:
            accuracy, loss = tested(model, *test)
            print(f"{name:<10} {100 * accuracy:>7.2f} % {loss:>7.4f} {1e3 * seconds:>6.1f} ms  "
                  f"{METHODS[name] or 'DDP without a hook'}", flush=True)
    if options.timeline and comm.Get_rank() == 0:
        timeline.write(options.timeline)
    torch.distributed.destroy_process_group()


if __name__ == "__main__":
    main()
