"""The communication hook: each bucket of DDP has an operation of its own."""

from __future__ import annotations

import time
from typing import Any, Mapping, Optional, Sequence

import numpy as np
import torch
from mpi4py import MPI

from sparlab import _arrays
from sparlab.errors import InvalidArgumentError, SparlabError
from sparlab.operation import Operation, Pending
from sparlab.result import Result
from sparlab.torch.recorder import Recorder
from sparlab.torch.schedule import Schedule
from sparlab.torch.timeline import Timeline
from sparlab.torch.worker import Exchange, Worker


def hook(state, bucket):  # DDP compares annotations with its own, which differ between versions
    """For `register_comm_hook`: the mean over the ranks of what the algorithm makes of their gradients.

    Parameters
    ----------
    state : SparseHook
    bucket : torch.distributed.GradBucket

    Returns
    -------
    torch.futures.Future
        Becomes the bucket's buffer.

    Notes
    -----
    DDP divides by the number of ranks only without a hook; with one, the hook's result is what the gradients
    become (pytorch/pytorch#42400). So it is the sum of libsparlab divided by the number of ranks.
    """
    return state.exchange(bucket)


class SparseHook:
    """The state of the hook: operations, residuals and velocities of this rank.

    Parameters
    ----------
    algorithm : str
        As for `sparlab.Operation`. k may be a share of each bucket's size: "oktopk(k=0.1%)"; at least one entry
        is selected. An algorithm with error feedback keeps what it does not send as its residual.
    comm : mpi4py.MPI.Comm
        Default: MPI.COMM_WORLD. Has the ranks of DDP's process group.
    momentum : float
        DGC's momentum correction, 0 (none) to below 1: ranks send u = momentum u + gradient instead of the
        gradient, and clear u at the entries that they send. The optimizer has no momentum then. Entries that
        are sent are those without a residual.
    warm_up : sequence of (int, str)
        So many steps with something else, one after the other: "dense", or a density in place of k's, such as
        [(100, "25%"), (100, "6.25%")]. With momentum, dense steps are those of momentum SGD.
    dense : str
        The algorithm of dense steps.
    recorder : Recorder
        Writes the vectors that the ranks select from: see `sparlab.torch.record`.
    timeline : Timeline
        Gets the times of all exchanges. It may be set between two steps, and set to None.

    Errors
    ------
    InvalidArgumentError
        A parameter that is not accepted, or another number of ranks than DDP has.
    SparlabError
        MPI has no MPI_THREAD_SERIALIZED. mpi4py asks for MPI_THREAD_MULTIPLE, unless mpi4py.rc says otherwise.

    Notes
    -----
    A thread makes the calls of libsparlab, while the backward pass computes the next bucket. After the last bucket
    nothing is left to compute: if no exchange is in flight, its own runs in the thread of the backward pass. With
    MPI_THREAD_SERIALIZED, the program calls MPI only between backward passes.

    After its first step DDP arranges buckets anew. Residuals and velocities then follow their parameters to the
    new buckets, and also when the density changes. What else an algorithm keeps begins anew: thresholds, and the
    momentum setting of redsync_rgc.

    An error of libsparlab is raised by `backward`, as RuntimeError with the library's text.
    """

    def __init__(self, algorithm: str, comm: Optional[MPI.Comm] = None, *, momentum: float = 0.0,
                 warm_up: Sequence[tuple[int, str]] = (), dense: str = "dense_rabenseifner",
                 recorder: Optional[Recorder] = None, timeline: Optional[Timeline] = None):
        if not 0 <= momentum < 1:
            raise InvalidArgumentError(f"momentum is {momentum}; accepted: 0 to below 1")
        if momentum > 0 and "momentum" in algorithm:
            raise InvalidArgumentError(f"momentum is {momentum}, and '{algorithm}' has one, too; accepted: one of them")
        if MPI.Query_thread() < MPI.THREAD_SERIALIZED:
            raise SparlabError("MPI was initialized without MPI_THREAD_SERIALIZED; before mpi4py.MPI is imported, set "
                               "mpi4py.rc.thread_level = 'serialized' or 'multiple'")
        self.comm = MPI.COMM_WORLD if comm is None else comm
        self.schedule = Schedule(algorithm, warm_up, dense)
        self.momentum = momentum
        self.recorder = recorder
        self.timeline = timeline
        self.step = 0
        self._ranks = self.comm.Get_size()
        self._worker = Worker()
        self._buckets: dict[int, _Bucket] = {}
        self._carried = _Carried()
        self._failed = False

    def exchange(self, bucket: torch.distributed.GradBucket) -> torch.futures.Future:
        """Submits a bucket; the future becomes its buffer with the mean."""
        index, step, last = bucket.index(), self.step, bucket.is_last()
        buffer, parameters = bucket.buffer(), bucket.parameters()
        self._check(index, buffer)
        timeline, times = self.timeline, [time.perf_counter()]
        if last:
            self.step += 1

        def start() -> Pending:
            times.append(time.perf_counter())
            own = self._bucket(index, parameters, buffer, self.schedule.at(step, buffer.numel()))
            sent = own.add_state(buffer, self.momentum)
            if self.recorder is not None and self.recorder.wants(step):
                self.recorder.add(step, parameters, own.selected_from(sent), last)
            pending = own.operation.start_dense(sent)
            times.append(time.perf_counter())
            return pending

        def finish(result: Result) -> torch.Tensor:
            buffer.zero_()
            result.add_to(buffer, 1 / self._ranks)
            if self.momentum > 0 and not self.schedule.is_dense(step):
                self._buckets[index].mask_velocity()
            if timeline is not None:
                timeline.exchange(f"bucket {index}", *times, time.perf_counter())
            return buffer

        if last and self._worker.is_idle:  # no computation is left: saves two changes of the thread
            try:
                finish(start().wait())
            except BaseException:
                self._failed = True
                raise
            return self._buckets[index].completed(buffer)
        future: torch.futures.Future = torch.futures.Future()
        self._worker.submit(Exchange(start, finish, future, last))
        return future.then(self._buffer_or_error)

    def state_dict(self, model: torch.nn.Module) -> dict[str, Any]:
        """The state of this rank for a checkpoint, by the names of the model's parameters.

        Returns
        -------
        dict
            `step`; `residual` and `velocity`: a tensor for each parameter that has one.

        Notes
        -----
        What this rank keeps is its own: each rank saves a file. Not collective.
        """
        names = {id(parameter): name for name, parameter in model.named_parameters()}
        kept = self._worker.call(self._kept)
        return {"step": self.step, **{kind: {names[key]: tensor for key, tensor in tensors.items()}
                                      for kind, tensors in kept.items()}}

    def load_state_dict(self, state: Mapping[str, Any], model: torch.nn.Module) -> None:
        """Restores what `state_dict` returned on this rank, before the first step of a new hook.

        The residuals enter the first step. Thresholds of the algorithm begin anew, so later steps do not have the
        bits that they would have had without the interruption.

        Errors
        ------
        InvalidArgumentError
            The hook has run, or the model has no parameter of a name and shape of the state.
        """
        if self.step > 0 or self._buckets:
            raise InvalidArgumentError("the hook has run: load the state into a new one")
        parameters = dict(model.named_parameters())
        for kind in _Carried.KINDS:
            for name, tensor in state[kind].items():
                if name not in parameters or parameters[name].numel() != tensor.numel():
                    raise InvalidArgumentError(f"the model has no parameter '{name}' of {tensor.numel()} elements")
                self._carried.add(kind, parameters[name], tensor.reshape(-1).to(parameters[name].dtype))
        self.step = int(state["step"])

    def close(self) -> None:
        """Frees the operations and ends the thread. Collective, after the last backward pass."""
        self._worker.call(self._free_all)
        self._worker.close()

    def _check(self, index: int, buffer: torch.Tensor) -> None:
        if self._failed:
            raise SparlabError("an exchange of this hook failed before: make a new one")
        if not self._buckets:
            ranks = torch.distributed.get_world_size()
            if ranks != self._ranks:
                raise InvalidArgumentError(f"DDP has {ranks} ranks and the hook's communicator {self._ranks}")
        if not buffer.is_cpu:
            raise TypeError(f"the gradients of bucket {index} are on {buffer.device}, but libsparlab sums vectors in "
                            "the memory of the CPU")

    # In the worker's thread, or while it is idle:

    def _buffer_or_error(self, future: torch.futures.Future) -> torch.Tensor:
        value = future.value()
        if isinstance(value, BaseException):
            self._failed = True
            raise value
        return value

    def _bucket(self, index: int, parameters: Sequence[torch.Tensor], buffer: torch.Tensor, algorithm: str) -> _Bucket:
        known = self._buckets.get(index)
        layout = [id(one) for one in parameters]
        if known is not None and known.layout == layout and known.algorithm == algorithm:
            return known
        # All ranks close these in the same order, since DDP arranges their buckets equally.
        for other in sorted(self._buckets):
            if other == index or not set(layout).isdisjoint(self._buckets[other].layout):
                self._buckets.pop(other).retire(self._carried)
        own = _Bucket(self.comm, parameters, buffer, algorithm, self._carried)
        self._buckets[index] = own
        return own

    def _kept(self) -> dict[str, dict[int, torch.Tensor]]:
        kept = self._carried.copy()
        for own in self._buckets.values():
            own.keep(kept)
        return kept.tensors

    def _free_all(self) -> None:
        for index in sorted(self._buckets):
            self._buckets.pop(index).operation.close()


class _Carried:
    """Residuals and velocities by parameter, between two arrangements of buckets."""

    KINDS = ("residual", "velocity")

    def __init__(self) -> None:
        self.tensors: dict[str, dict[int, torch.Tensor]] = {kind: {} for kind in self.KINDS}

    def copy(self) -> _Carried:
        copied = _Carried()
        copied.tensors = {kind: dict(tensors) for kind, tensors in self.tensors.items()}
        return copied

    def add(self, kind: str, parameter: torch.Tensor, tensor: torch.Tensor) -> None:
        known = self.tensors[kind].get(id(parameter))
        self.tensors[kind][id(parameter)] = tensor.clone() if known is None else known + tensor

    def split(self, kind: str, parameters: Sequence[torch.Tensor], vector: torch.Tensor) -> None:
        begin = 0
        for parameter in parameters:
            self.add(kind, parameter, vector[begin:begin + parameter.numel()])
            begin += parameter.numel()

    def take(self, kind: str, parameters: Sequence[torch.Tensor], like: torch.Tensor) -> Optional[torch.Tensor]:
        """Joined to one vector, which leaves this; None if there is none."""
        found = [self.tensors[kind].pop(id(parameter), None) for parameter in parameters]
        if all(one is None for one in found):
            return None
        return torch.cat([like.new_zeros(parameter.numel()) if one is None else one
                          for one, parameter in zip(found, parameters)])


class _Bucket:
    """An operation for the gradients of some parameters, and what it does not keep itself.

    Collective, as it creates the operation.
    """

    def __init__(self, comm: MPI.Comm, parameters: Sequence[torch.Tensor], buffer: torch.Tensor, algorithm: str,
                 carried: _Carried):
        self.parameters = list(parameters)
        self.layout = [id(one) for one in parameters]
        self.algorithm = algorithm
        self.operation = Operation(comm, algorithm, buffer.numel(), buffer.dtype)
        self._residual = carried.take("residual", parameters, buffer)  # what enters the next run
        self._velocity = carried.take("velocity", parameters, buffer)
        self._completed: Optional[tuple[torch.Tensor, torch.futures.Future]] = None

    def completed(self, buffer: torch.Tensor) -> torch.futures.Future:
        """A future that is the buffer, kept for later steps: DDP has one tensor for all of them."""
        if self._completed is None or self._completed[0] is not buffer:
            self._completed = buffer, torch.futures.Future()
            self._completed[1].set_result(buffer)
        return self._completed[1]

    def add_state(self, gradient: torch.Tensor, momentum: float) -> torch.Tensor:
        """What this rank adds to its operation's residual in this step."""
        sent = gradient
        if momentum > 0:
            if self._velocity is None:
                self._velocity = torch.zeros_like(gradient)
            sent = self._velocity.mul_(momentum).add_(gradient)
        if self._residual is not None:
            sent = sent + self._residual
            self._residual = None
        return sent

    def selected_from(self, sent: torch.Tensor) -> torch.Tensor:
        """What the algorithm selects from: its input and its residual."""
        total = sent.clone()
        residual = self.operation.residual()
        if len(residual) > 0:
            residual.add_to(total)
        return total

    def mask_velocity(self) -> None:
        """Clears the velocity at the entries that were sent: those without a residual."""
        velocity = _arrays.as_numpy(self._velocity, "velocity")
        residual = self.operation.residual()
        if residual.is_dense:
            bits = velocity.dtype.kind == "u"  # of bfloat16: the sign of a zero is ignored
            zero = residual.values << 1 == 0 if bits else residual.values == 0
            np.copyto(velocity, 0, where=zero)
        else:
            kept = velocity[residual.indices]
            velocity.fill(0)
            velocity[residual.indices] = kept

    def keep(self, carried: _Carried) -> None:
        """Adds residual and velocity to `carried`, by parameter."""
        if self._residual is not None:
            carried.split("residual", self.parameters, self._residual)
        residual = self.operation.residual()
        if len(residual) > 0:
            dense = torch.zeros(self.operation.universe, dtype=self.parameters[0].dtype)
            residual.add_to(dense)
            carried.split("residual", self.parameters, dense)
        if self._velocity is not None:
            carried.split("velocity", self.parameters, self._velocity)

    def retire(self, carried: _Carried) -> None:
        """The same, and frees the operation. Collective."""
        self.keep(carried)
        self.operation.close()
