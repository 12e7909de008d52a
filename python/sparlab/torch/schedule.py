"""Which algorithm reduces a bucket in a step: densities of its size, and a warm-up."""

from __future__ import annotations

import math
import re
from typing import Optional, Sequence

from sparlab.errors import InvalidArgumentError

# k=0.1% among the settings of an algorithm.
_SHARE = re.compile(r"[(,]\s*k\s*=\s*(?P<percent>[^,()%\s]+\s*%)")


def share_of(percent: str) -> float:
    """0.001 of "0.1%". A number without "%" is refused: elsewhere it is a share, not a percentage.

    Errors
    ------
    InvalidArgumentError
    """
    try:
        share = float(percent[:-1]) / 100 if percent.endswith("%") else -1.0
    except ValueError:
        share = -1.0
    if not 0 < share <= 1:
        raise InvalidArgumentError(f"k or a density is '{percent}'; accepted: above 0% to 100%")
    return share


class Schedule:
    """What SparseHook asks for, by step and size.

    Parameters
    ----------
    algorithm : str
        Its k may be a share of each vector: "oktopk(k=0.1%)".
    warm_up : sequence of (int, str)
        So many steps "dense" or with another density than that of the algorithm, "25%", one after the other.
    dense : str
        The algorithm of dense steps.
    """

    def __init__(self, algorithm: str, warm_up: Sequence[tuple[int, str]], dense: str):
        self.algorithm = algorithm
        self.dense = dense
        found = _SHARE.search(algorithm)
        if found is None and "%" in algorithm:
            raise InvalidArgumentError(f"'{algorithm}' has a share that is not k's; accepted: k=0.1%")
        self._around = (algorithm[:found.start("percent")], algorithm[found.end("percent"):]) if found else ()
        self._parts: list[tuple[float, Optional[float]]] = []  # the step at which a part ends; k's share, 0: dense
        end = 0
        for steps, what in warm_up:
            if not isinstance(steps, int) or steps < 0:
                raise InvalidArgumentError(f"warm_up has {steps!r} steps; accepted: whole numbers from 0")
            if what != "dense" and found is None:
                raise InvalidArgumentError(f"warm_up has the density '{what}', but '{algorithm}' has none; accepted: "
                                           "\"dense\", or k as a share, such as k=0.1%")
            end += steps
            self._parts.append((end, 0 if what == "dense" else share_of(what)))
        self._parts.append((math.inf, share_of(found["percent"]) if found else None))

    def is_dense(self, step: int) -> bool:
        """Whether the step is a dense one of the warm-up."""
        return self._share(step) == 0

    def at(self, step: int, size: int) -> str:
        """The algorithm of libsparlab for a vector of `size` elements: at least one entry of it is selected."""
        share = self._share(step)
        if share is None:
            return self.algorithm
        return str(min(size, max(1, round(share * size)))).join(self._around) if share > 0 else self.dense

    def _share(self, step: int) -> Optional[float]:
        return next(share for end, share in self._parts if step < end)
