"""The process group of DDP on the ranks of MPI."""

from __future__ import annotations

import os
import socket
from typing import Optional

import torch.distributed
from mpi4py import MPI


def initialize(comm: Optional[MPI.Comm] = None) -> None:
    """Starts torch.distributed with Gloo, with the ranks of an MPI communicator. Collective.

    Parameters
    ----------
    comm : mpi4py.MPI.Comm
        Default: MPI.COMM_WORLD. Its rank 0 listens on a free port, on the loopback device if all ranks share a
        host. The environment variable MASTER_ADDR names its address where the name of its host does not;
        GLOO_SOCKET_IFNAME is the network device that Gloo uses.
    """
    comm = MPI.COMM_WORLD if comm is None else comm
    rank, size = comm.Get_rank(), comm.Get_size()
    host = comm.Split_type(MPI.COMM_TYPE_SHARED)
    name = os.environ.get("MASTER_ADDR") or ("127.0.0.1" if host.Get_size() == size else socket.gethostname())
    host.Free()
    name = comm.bcast(name)
    if rank == 0:
        store = torch.distributed.TCPStore(name, 0, size, True, wait_for_workers=False)
        comm.bcast(store.port)
    else:
        store = torch.distributed.TCPStore(name, comm.bcast(None), size, False)
    torch.distributed.init_process_group("gloo", store=store, rank=rank, world_size=size)
