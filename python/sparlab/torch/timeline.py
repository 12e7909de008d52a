"""What a rank did when, as a trace that https://ui.perfetto.dev opens."""

from __future__ import annotations

import contextlib
import json
import os
import time
from typing import Any, Iterator, Union


class Timeline:
    """Slices of time of this rank, on the tracks of `sparlab step --timeline`: "computation" and "exchanges 1".

    Given to SparseHook as `timeline`, it gets two slices for each bucket, and on the track of the computation a mark
    when the backward pass had produced it. Exchanges that overlap are on several tracks. `title` names the tracks' group.
    """

    def __init__(self, title: str = "training"):
        self._begin_s = time.perf_counter()
        self._events: list[dict[str, Any]] = []
        self._process = -1
        self.start_group(title)

    def start_group(self, title: str) -> None:
        """What follows is on another group of tracks."""
        self._process += 1
        self._tracks: dict[str, int] = {}
        self._free_s: list[float] = []  # when the track of exchanges is free
        self._events.append({"name": "process_name", "ph": "M", "pid": self._process, "tid": 0,
                             "args": {"name": title}})

    @contextlib.contextmanager
    def computation(self, name: str) -> Iterator[None]:
        """The slice that the body of `with` takes: "forward", "backward" or "update"."""
        begin_s = time.perf_counter()
        yield
        self._slice("computation", name, name, begin_s, time.perf_counter())

    def exchange(self, name: str, ready_s: float, begin_s: float, started_s: float, end_s: float) -> None:
        """An exchange, in the order of the begins. Times are seconds of time.perf_counter: the backward pass had
        produced the gradients; preparation and selection began, and ended; the mean was in the bucket."""
        track = next((i for i, free_s in enumerate(self._free_s) if free_s <= begin_s), len(self._free_s))
        self._free_s[track:track + 1] = [end_s]
        self._event("computation", f"{name} ready", "backward", ready_s, ph="i", s="t")
        self._slice(f"exchanges {track + 1}", f"select {name}", "selection", begin_s, started_s)
        self._slice(f"exchanges {track + 1}", name, "exchange", started_s, end_s)

    def write(self, path: Union[str, os.PathLike]) -> None:
        """Writes what there is so far as Chrome's trace format (JSON)."""
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"traceEvents": self._events, "displayTimeUnit": "ms"}, file)
            file.write("\n")

    def _slice(self, track: str, name: str, category: str, begin_s: float, end_s: float) -> None:
        self._event(track, name, category, begin_s, ph="X", dur=1e6 * (end_s - begin_s))

    def _event(self, track: str, name: str, category: str, begin_s: float, **more: Any) -> None:
        if track not in self._tracks:
            self._tracks[track] = len(self._tracks)
            self._events.append({"name": "thread_name", "ph": "M", "pid": self._process, "tid": self._tracks[track],
                                 "args": {"name": track}})
        self._events.append({"name": name, "cat": category, "pid": self._process, "tid": self._tracks[track],
                             "ts": 1e6 * (begin_s - self._begin_s), **more})
