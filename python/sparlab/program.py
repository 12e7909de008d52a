"""The program `sparlab`: what its verbs print as JSON.

Keywords are the program's options: `P=64` is -P 64, `accept_doubtful=True` is --accept-doubtful, and
`set={"input.exponent": 1.2}` is --set input.exponent=1.2. A list is joined by commas, as an axis or algorithms
are written; a mapping, such as `input={"kind": "zipf", "exponent": 1.2}`, is its JSON. None and False leave an
option out. `sparlab VERB --help` explains the options, and refuses others. Errors are ProgramError with the
program's message.
"""

from __future__ import annotations

import collections
import json
import os
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Union

from sparlab import _places
from sparlab.errors import ProgramError

if TYPE_CHECKING:
    import pandas

_SOME_RECORDS = (1, 3)  # exit codes: a result is wrong; points have no record
_LINES_OF_A_MESSAGE = 20


def _text(value: Any) -> str:
    if isinstance(value, Mapping):
        return json.dumps(value)
    if isinstance(value, (list, tuple)):
        return ",".join(map(_text, value))
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def _assignments(given: Any) -> Iterator[str]:
    """PATH=VALUE of each setting of `set`."""
    if not isinstance(given, Mapping):
        yield from [given] if isinstance(given, str) else given
        return
    for path, value in given.items():
        yield f"{path}={value if isinstance(value, str) else json.dumps(value)}"


def arguments_of(options: Mapping[str, Any]) -> Iterator[str]:
    """The command line of keywords."""
    for name, value in options.items():
        if value is None or value is False:
            continue
        if name == "set":
            for assignment in _assignments(value):
                yield f"--set={assignment}"
            continue
        flag = "--" + name.rstrip("_").replace("_", "-") if len(name) > 1 else "-" + name
        if value is True:
            yield flag
        elif len(name) > 1:
            yield f"{flag}={_text(value)}"
        else:
            yield from (flag, _text(value))


def _operand(value: Any) -> str:
    text = _text(value)
    return "./" + text if text.startswith("-") else text


def _execute(arguments: list[str]) -> tuple[int, str, str]:
    """Runs the program: exit code, stdout, and the last lines of stderr, which are also shown as they come."""
    program = _places.program()
    if program is None:
        raise ProgramError("the program sparlab was not found: SPARLAB_PROGRAM is not set, there is no `sparlab` in "
                           "PATH, and this package does not come from a clone")
    try:
        process = subprocess.Popen([program, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
    except OSError as error:
        raise ProgramError(f"{program} cannot be started: {error.strerror}") from None
    last = collections.deque(maxlen=_LINES_OF_A_MESSAGE)

    def show() -> None:
        for line in process.stderr:
            last.append(line)
            sys.stderr.write(line)

    with process:
        shower = threading.Thread(target=show)
        shower.start()
        printed = process.stdout.read()
        shower.join()
    return process.returncode, printed, "".join(last).strip()


def _error(code: int, printed: str, told: str) -> ProgramError:
    try:
        details = json.loads(printed)["error"]
        return ProgramError(details["message"], code, details)
    except (ValueError, KeyError, TypeError):
        return ProgramError(told or f"sparlab ended with exit code {code}", code)


def _answer(verb: str, *operands: Any, **options: Any) -> dict[str, Any]:
    code, printed, told = _execute([verb, *map(_operand, operands), *arguments_of({**options, "format": "json"})])
    if code != 0:
        raise _error(code, printed, told)
    return json.loads(printed)


def predict(algorithm: str, **options: Any) -> dict[str, Any]:
    """The predicted time of an algorithm at one point: `sparlab predict --format json`.

    Parameters
    ----------
    algorithm : str
        "ssar_split_allgather", also with settings.
    **options
        P (ranks), N (elements), density, input, platform, ...: see the module.

    Returns
    -------
    dict
        Times in seconds (`time_s`, `low_s`, `high_s`), `messages` and `bytes` on the critical path, `rank_bytes` of
        one rank's memory, the `stages` with their terms, and the point.
    """
    return _answer("predict", algorithms=algorithm, **options)


def advise(**options: Any) -> dict[str, Any]:
    """Which algorithm to use at one point: `sparlab advise --format json`.

    Returns
    -------
    dict
        `use`, the algorithm; `algorithms` with times in seconds, the fastest first; `crossovers`, how far the
        choice holds.
    """
    return _answer("advise", **options)


def crossover(first: str, second: str, **options: Any) -> dict[str, Any]:
    """Where one algorithm overtakes another: `sparlab crossover --format json`. The option --in is `in_`."""
    return _answer("crossover", first, second, **options)


def run(experiment: Union[str, os.PathLike, None] = None, **options: Any) -> pandas.DataFrame:
    """Runs an experiment and returns the records of its points: `sparlab run --format json`.

    Parameters
    ----------
    experiment : path or str, optional
        An experiment file or the name of a suite. Without one, P, N and density describe a quick experiment.
    **options
        Those of the program, as `output="DIR"`, but for those without records (dry_run, no_report).

    Returns
    -------
    pandas.DataFrame
        As of `records`.

    Errors
    ------
    ProgramError
        With the program's message. If only some points have a record or a right result, its attribute `records`
        has those that there are.
    """
    for name in ("dry_run", "no_report"):
        if options.get(name):
            raise ValueError(f"{name} prints no records: use the program")
    operands = [] if experiment is None else [_operand(experiment)]
    code, printed, told = _execute(["run", *operands, *arguments_of({**options, "format": "json"})])
    if code == 0:
        return _frame(json.loads(printed))
    error = _error(code, printed, told)
    if code in _SOME_RECORDS and printed:
        error.records = _frame(json.loads(printed))
    raise error


def records(path: Union[str, os.PathLike]) -> pandas.DataFrame:
    """The records of a folder of results: `sparlab records`.

    Parameters
    ----------
    path : path
        The folder that `sparlab run` wrote.

    Returns
    -------
    pandas.DataFrame
        A row for each record, with the keys of its point and its own as columns: `algorithm`, `engine`, `P`, `N`
        (elements), `density`, `platform`, `time_s` (seconds), `messages` and `bytes` (of all ranks), ... Keys of
        inner objects follow a dot: `terms.bound_s`, `environment.host`, `check.status`. Lists stay lists.

    Errors
    ------
    ProgramError
        With the program's message. Lines that are damaged are left out and told on stderr.
    """
    code, printed, told = _execute(["records", _operand(path)])
    if code != 0:
        raise _error(code, printed, told)
    return _frame([json.loads(line) for line in printed.splitlines()])


def _frame(found: list[dict[str, Any]]) -> pandas.DataFrame:
    try:
        import pandas
    except ImportError as error:
        raise ImportError("records need pandas, which is not installed (Debian: python3-pandas)") from error
    rows = [{**one["point"], **{key: value for key, value in one.items() if key != "point"}} for one in found]
    return pandas.json_normalize(rows)
