"""The thread that makes the calls of libsparlab while others compute."""

from __future__ import annotations

import collections
import concurrent.futures
import queue
import threading
import time
import weakref
from typing import Any, Callable, Optional

from sparlab.operation import Pending
from sparlab.result import Result

# Between two looks at runs in flight while nobody waits for them.
_POLL_S = 5e-5


class Exchange:
    """One run, in the worker's thread.

    Parameters
    ----------
    start : callable
        Returns the Pending of the run.
    finish : callable
        Makes the future's value of the Result. Called in the order of the starts.
    future : torch.futures.Future
        Gets this value, or the exception of either.
    last : bool
        The caller waits next, so that the thread may wait as well.
    """

    def __init__(self, start: Callable[[], Pending], finish: Callable[[Result], Any], future: Any, last: bool):
        self._start = start
        self._finish = finish
        self._future = future
        self.last = last
        self._pending: Optional[Pending] = None

    def start(self) -> bool:
        """False if it failed."""
        try:
            self._pending = self._start()
        except BaseException as error:  # pylint: disable=broad-except
            self._future.set_result(error)
        return self._pending is not None

    def has_ended(self) -> bool:
        try:
            return self._pending.test()
        except BaseException:  # pylint: disable=broad-except
            return True  # `finish` gets the error, too

    def finish(self) -> None:
        try:
            value = self._finish(self._pending.wait())
        except BaseException as error:  # pylint: disable=broad-except
            value = error
        self._future.set_result(value)


class Worker:
    """One thread, which starts exchanges in the order of submission, advances them, and ends them in that order.

    libsparlab wants the thread that starts a run to test and wait for it, and one call at a time.
    """

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue = queue.SimpleQueue()
        self._submitted, self._ended = 0, [0]  # the caller counts the former, the thread the latter
        self._thread = threading.Thread(target=_work, args=(self._queue, self._ended), name="sparlab", daemon=True)
        self._thread.start()
        # Also at exit, before MPI ends. A run that is then in flight has failed on another rank.
        self._stop = weakref.finalize(self, _stop, self._queue, self._thread)

    @property
    def is_idle(self) -> bool:
        """Whether all that was submitted has ended: the caller may start a run itself."""
        return self._submitted == self._ended[0]

    def submit(self, exchange: Exchange) -> None:
        self._submitted += 1
        self._queue.put(exchange)

    def call(self, function: Callable[[], Any]) -> Any:
        """Calls a function in the thread, after all that was submitted before, and returns what it returns."""
        future: concurrent.futures.Future = concurrent.futures.Future()
        self._queue.put((function, future))
        return future.result()

    def close(self) -> None:
        """Ends the thread."""
        self._stop()


def _stop(tasks: queue.SimpleQueue, thread: threading.Thread) -> None:
    tasks.put(None)
    if thread is not threading.current_thread():
        thread.join(timeout=10)


def _work(tasks: queue.SimpleQueue, ended: list[int]) -> None:
    running: collections.deque[Exchange] = collections.deque()
    hurry = False  # the caller waits for those that run
    while True:
        if running and (hurry or running[0].has_ended()):
            running.popleft().finish()
            ended[0] += 1
            continue
        hurry = False
        try:
            # Not get(timeout): Python 3.11 waits without end if the time is over when it adjusts it (SimpleQueue).
            task = tasks.get_nowait() if running else tasks.get()
        except queue.Empty:
            time.sleep(_POLL_S)
            continue
        if task is None:
            return
        if isinstance(task, Exchange):
            if task.start():
                running.append(task)
            else:
                ended[0] += 1
            hurry = task.last
        else:
            while running:
                running.popleft().finish()
                ended[0] += 1
            function, future = task
            try:
                future.set_result(function())
            except BaseException as error:  # pylint: disable=broad-except
                future.set_exception(error)
