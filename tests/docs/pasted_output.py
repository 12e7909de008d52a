#!/usr/bin/env python3
"""Compares the program's output that documents show with what it prints now, or rewrites it.

pasted_output.py [--write] SPARLAB [FILE...]

Without files, README.md and the pages in docs/ and docs/algorithms/ are checked.

A fenced block without a language is one of these:

    commands     each line begins with a program of COMMANDS (or continues the line before)
    a transcript its first line is "$ COMMAND"; the lines up to the next "$ " are what it prints
    an output    an HTML comment before it says how it is made: <!-- output: COMMAND -->

The commands of a document run one after the other in one empty folder, which has a program ./sparlab, by
bash; what they print on stdout and stderr is compared. An output comment before a transcript replaces its
commands: these are then shown, but not run. It may stand before a table, too. Other comments before a block:

    <!-- output with data: COMMAND -->  the same where SPARLAB_DATA names the folder of the data
    <!-- file: NAME -->           the block (of any language) is a file of that folder
    <!-- not compared: REASON --> times of a real machine, or data that are not shipped
    <!-- no output -->            a drawing or a pattern
"""

import concurrent.futures
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

COMMANDS = re.compile(
    r"(\./sparlab|sparlab|\$?fit|[a-z]+='|\./check|cmake|ctest|cmake/|echo|for|done|git|mpicc|mpirun|podman|spack|python3|"
    r"source|export|bench_|build/|ninja|tests/)")
COMMENT = (r"^<!-- (?P<kind>output with data|output|file|not compared|no output)(?:: (?P<text>(?:(?!-->).)*?))? "
           r"-->\n+")
BLOCK = re.compile(rf"(?:{COMMENT})?^(?P<begin>```(?P<language>[^\n]*)\n)(?P<body>.*?)(?P<end>^```$)",
                   re.MULTILINE | re.DOTALL)
TABLE = re.compile(rf"{COMMENT}(?P<begin>)(?P<language>)(?P<body>(?:^\|[^\n]*\n)+)(?P<end>)",
                   re.MULTILINE | re.DOTALL)
INDENTED_TRANSCRIPT = re.compile(r"^    \$ ", re.MULTILINE)
SECONDS_FOR_A_COMMAND = 100


class Problem(Exception):
    """A block that is wrong: where and what."""


class Folder:
    """Where the commands of one document run."""

    def __init__(self, program, path):
        self.path = pathlib.Path(path)
        wrapper = self.path / "sparlab"
        wrapper.write_text(f'#!/bin/sh\nexec "{program}" "$@"\n')
        wrapper.chmod(0o755)
        self.environment = {key: value for key, value in os.environ.items()
                            if key == "SPARLAB_DATA" or not key.startswith(("SPARLAB_", "XDG_"))}
        self.environment.update(HOME=path, LC_ALL="C.UTF-8", COLUMNS="100")

    def save(self, name, lines):
        (self.path / name).write_text("".join(line + "\n" for line in lines))

    def lines_of(self, command, place):
        try:
            done = subprocess.run(["bash", "-c", command], cwd=self.path, env=self.environment, text=True,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  timeout=SECONDS_FOR_A_COMMAND, check=False)
        except subprocess.TimeoutExpired as error:
            raise Problem(f"{place}: {command}\n  still runs after {SECONDS_FOR_A_COMMAND} s") from error
        lines = [line.rstrip() for line in done.stdout.splitlines()]
        while lines and not lines[-1]:
            lines.pop()
        if not lines:
            raise Problem(f"{place}: {command}\n  prints nothing")
        return lines


def commands_of(block):
    """The "$ " lines of a transcript, each with the lines that continue it."""
    commands = []
    continued = False
    for line in block:
        if continued:
            commands[-1].append(line)
        elif line.startswith("$ "):
            commands.append([line])
        continued = line.endswith("\\") and (continued or line.startswith("$ "))
    return commands


def printed(folder, kind, text, block, place):
    """What the block should hold; the block itself if nothing is to be compared."""
    transcript = bool(block) and block[0].startswith("$ ")
    if kind == "output with data" and "SPARLAB_DATA" not in os.environ:
        return block
    if kind.startswith("output"):
        shown = [line for command in commands_of(block) for line in command] if transcript else []
        return shown + folder.lines_of(" ".join(text.split("\n")), place)
    if transcript:
        lines = []
        for command in commands_of(block):
            lines += command + folder.lines_of("\n".join(command)[2:], place)
        return lines
    continued = False
    for line in block:
        if line and not continued and not line.startswith(" ") and not COMMANDS.match(line):
            raise Problem(f"{place}: \"{line}\" is no command, and nothing says where this text comes from\n"
                          f"  accepted: \"$ COMMAND\" as the first line, or <!-- output: COMMAND --> before the block "
                          f"(tests/docs/pasted_output.py)")
        continued = line.endswith("\\") or line.count("'") % 2 == 1
    return block


def renewed(document, text, folder):
    """The text with what its commands print now, and the problems of blocks."""
    problems = []

    def place_of(position):
        return f"{document}:{text.count(chr(10), 0, position) + 1}"

    def renew(match):
        kind, block = match["kind"] or "", match["body"].split("\n")[:-1]
        try:
            if kind == "file":
                folder.save(match["text"], block)
            elif not match["language"] and kind not in ("not compared", "no output"):
                block = printed(folder, kind, match["text"], block, place_of(match.start("body")))
        except Problem as problem:
            problems.append(str(problem))
        before = text[match.start():match.start("body")]
        return before + "".join(line + "\n" for line in block) + match["end"]

    if INDENTED_TRANSCRIPT.search(BLOCK.sub("", text)):
        problems.append(f"{document}: an indented transcript; accepted: a fenced one")
    text = BLOCK.sub(renew, text)
    return TABLE.sub(renew, text), problems


def check(program, document, write):
    """The problems of a document, after which it is rewritten if `write`."""
    text = document.read_text()
    with tempfile.TemporaryDirectory() as path:
        now, problems = renewed(document, text, Folder(program, path))
    if write:
        document.write_text(now)
    elif now != text:
        difference = difflib.unified_diff(text.split("\n"), now.split("\n"), f"{document}: shown", "printed now",
                                          lineterm="", n=1)
        problems.append("\n".join(difference))
    return problems


def documents_of_the_project():
    root = pathlib.Path(__file__).resolve().parents[2]
    return [root / "README.md", *sorted(root.glob("docs/*.md")), *sorted(root.glob("docs/algorithms/*.md"))]


def main():
    arguments = sys.argv[1:]
    write = "--write" in arguments
    arguments = [one for one in arguments if one != "--write"]
    if not arguments or arguments[0].startswith("-"):
        sys.exit(__doc__)
    program = pathlib.Path(arguments[0]).resolve()
    documents = [pathlib.Path(one) for one in arguments[1:]] or documents_of_the_project()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda document: check(program, document, write), documents))
    problems = [problem for one in found for problem in one]
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems and not write:
        print(f"{len(problems)} problems; to rewrite what is shown: {sys.argv[0]} --write {program}", file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
