"""Compressed gradients in PyTorch's DistributedDataParallel, summed by libsparlab over MPI.

    comm = MPI.COMM_WORLD                          # mpirun -n 4 python3 train.py
    sparlab.torch.initialize(comm)                 # the process group of DDP: Gloo
    model = DistributedDataParallel(model)
    state = sparlab.torch.SparseHook("oktopk(k=0.1%)", comm)
    model.register_comm_hook(state, sparlab.torch.hook)

Gloo serves DDP itself: it compares the models and distributes the first parameters. All gradients go through
libsparlab.
"""

from sparlab.torch.buckets import SparseHook, hook
from sparlab.torch.group import initialize
from sparlab.torch.recorder import Recorder, record
from sparlab.torch.timeline import Timeline
from sparlab.torch.workload import workload

__all__ = ["Recorder", "SparseHook", "Timeline", "hook", "initialize", "record", "workload"]
