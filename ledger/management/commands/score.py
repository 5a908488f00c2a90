import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import closing
from typing import IO, Any

from django.core.management.base import BaseCommand

from ledger.management.printed_sheet import printed_sheet
from ledger.rules.problems import Problem
from ledger.rules.sheet import Sheet, parse_sheet, read_sheet, score_bytes, score_sheet

FAULTY = 2


class Command(BaseCommand):
    help = "Score a sheet, the portable form of one table's evening, and print the result. Nothing is stored."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        self.parser = parser
        parser.add_argument("sheet", metavar="SHEET", help="a file, or - for standard input")
        parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table for people")
        parser.add_argument("--lines", action="store_true", help="with --json: a sheet a line in, a result a line out")

    def handle(self, *args: Any, sheet: str, json: bool, lines: bool, **options: Any) -> None:
        if lines and not json:
            self.parser.error("--lines goes with --json")
        for stream in (self.stdout, self.stderr):
            # Names may be in any script; a terminal that can't show a letter gets its number instead of nothing.
            if hasattr(stream._out, "reconfigure"):
                stream._out.reconfigure(errors="backslashreplace")
        try:
            status = self.score_lines(sheet) if lines else self.score_one(sheet, as_json=json)
            self.stdout.flush()
        except BrokenPipeError:
            # Whoever read has seen enough; Python would complain once more when it closes the stream.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = 1
        if status:
            sys.exit(status)

    def score_one(self, path: str, *, as_json: bool) -> int:
        """Print one sheet's result, or its faults on standard error."""
        try:
            with closing(opened(path)) as file:
                plain = parse_sheet(file.read())
        except OSError as error:
            plain = cannot_open(error)
        sheet = plain if isinstance(plain, list) else read_sheet(plain)
        if isinstance(sheet, Sheet):
            result = score_sheet(sheet)
            self.stdout.write(json.dumps(result) if as_json else printed_sheet(sheet, result))
            return 0
        if as_json:
            self.stderr.write(json.dumps(plain_problems(sheet)))
        else:
            self.stderr.write("\n".join(one_line(f"{p.where}: {p.code}: {p.message}") for p in sheet))
        return FAULTY

    def score_lines(self, path: str) -> int:
        """Print a result for each line as it comes; only one sheet is in memory at a time."""
        status = 0
        for result in results(path):
            if isinstance(result, list):
                result, status = plain_problems(result), FAULTY
            self.stdout.write(json.dumps(result))
            self.stdout.flush()
        return status


def results(path: str) -> Iterator[Any]:
    """The result or the faults of each line of a file."""
    try:
        with closing(opened(path)) as file:
            yield from map(score_bytes, file)
    except BrokenPipeError:
        raise
    except OSError as error:
        yield cannot_open(error)


def opened(path: str) -> IO[bytes]:
    """The file, or standard input for `-`. Raises OSError."""
    if path != "-":
        return open(path, "rb")
    if sys.stdin is None:
        raise OSError("there is no standard input")
    return sys.stdin.buffer


def cannot_open(error: OSError) -> list[Problem]:
    return [Problem((), "unreadable", {"why": error.strerror or str(error)})]


def plain_problems(problems: list[Problem]) -> dict[str, Any]:
    return {"problems": [{"where": p.where, "code": p.code, "message": p.message} for p in problems]}


def one_line(text: str) -> str:
    """A key of a sheet may hold line ends and codes that a terminal would obey."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
