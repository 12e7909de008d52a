"""Where libsparlab and the program `sparlab` may be."""

from __future__ import annotations

import functools
import importlib.metadata
import json
import os
import pathlib
import shutil
import sys
import sysconfig
import urllib.parse
import urllib.request
from typing import Iterator, Optional

LIBRARY_NAME = "libsparlab.so.0"


@functools.lru_cache(maxsize=None)
def clone() -> Optional[pathlib.Path]:
    """The clone of sparlab in which this package lies or from which pip installed it."""
    here = pathlib.Path(__file__).resolve()
    folders = [here.parents[2]]
    try:
        installed = importlib.metadata.distribution("sparlab")
        own = pathlib.Path(installed.locate_file("sparlab/_places.py")).resolve() == here
        origin = installed.read_text("direct_url.json") if own else None
    except importlib.metadata.PackageNotFoundError:
        origin = None
    if origin is not None:
        url = urllib.parse.urlparse(json.loads(origin).get("url", ""))
        if url.scheme == "file":
            folders.append(pathlib.Path(urllib.request.url2pathname(url.path)).parent)
    return next((one for one in folders if (one / "api/include/sparlab/sparlab.h").is_file()), None)


def library_files() -> Iterator[pathlib.Path]:
    """The files that may be the library, in the order in which they are tried."""
    yield pathlib.Path(__file__).resolve().with_name(LIBRARY_NAME)
    prefixes = [pathlib.Path(sys.prefix)]
    program = shutil.which("sparlab")
    if program is not None:
        prefixes.append(pathlib.Path(program).resolve().parents[1])
    folders = ["lib", "lib64"]
    multiarch = sysconfig.get_config_var("MULTIARCH")
    if multiarch:
        folders.append(f"lib/{multiarch}")
    for prefix in dict.fromkeys(prefixes):
        for folder in folders:
            yield prefix / folder / LIBRARY_NAME
    root = clone()
    if root is not None:
        for preset in ("release", "ci"):
            yield root / "build" / preset / "api" / LIBRARY_NAME


def program() -> Optional[str]:
    """The program: $SPARLAB_PROGRAM, then `sparlab` in PATH, then the script of the clone, which builds it."""
    named = os.environ.get("SPARLAB_PROGRAM") or shutil.which("sparlab")
    if named:
        return named
    root = clone()
    return None if root is None else str(root / "sparlab")
