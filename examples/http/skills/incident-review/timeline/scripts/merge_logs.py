#!/usr/bin/env python3
"""Merges event files into one Markdown table in UTC, oldest first, with a row for each gap.

Exit code 0: every line had a readable time. 1: some had not, they are named on standard error. 2: usage.
"""

import argparse
import re
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path

EPOCH = re.compile(r"(\d{13}|\d{10})(?:\s+|$)")
ISO = re.compile(
    r"(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:[.,](\d{1,6})\d*)?(Z|[+-]\d{2}:?\d{2})?(?:\s+|$)"
)


def split(line):
    """Splits a line into its instant and its text. Raises ValueError when it does not start with a time."""
    if match := EPOCH.match(line):
        digits = match[1]
        instant = datetime.fromtimestamp(int(digits[:10]), timezone.utc)
        return instant + timedelta(milliseconds=int(digits[10:] or 0)), line[match.end() :]
    if match := ISO.match(line):
        day, time, fraction, offset = match.groups()
        instant = datetime.strptime(f"{day} {time} {zone(offset)}", "%Y-%m-%d %H:%M:%S %z")
        return instant + timedelta(microseconds=int((fraction or "").ljust(6, "0"))), line[match.end() :]
    raise ValueError("no readable time at the start")


def zone(offset):
    return "+0000" if offset in (None, "Z") else offset.replace(":", "")


def read(path, shift, complain):
    """Yields (instant, source, text) for each line that is not blank."""
    with open(path, encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                instant, text = split(line.strip())
            except ValueError as reason:
                complain(f"{path}:{number}: {reason}")
                continue
            yield instant + shift, Path(path).stem, text.strip()


def table(events, gap):
    yield "| UTC | source | event |"
    yield "|---|---|---|"
    previous = None
    for instant, source, text in events:
        if previous is not None and instant - previous >= gap:
            yield f"| | | *no event for {int((instant - previous).total_seconds() // 60)} minutes* |"
        previous = instant
        shown = instant.astimezone(timezone.utc).strftime("%Y-%m-%d %H:%M:%S")
        yield f"| {shown} | {source} | {cell(text)} |"


def cell(text):
    return text.replace("\\", "\\\\").replace("|", "\\|")


def shift(argument):
    name, equals, seconds = argument.rpartition("=")
    try:
        if not (name and equals):
            raise ValueError
        return name, timedelta(seconds=float(seconds))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{argument!r} is not FILE=SECONDS") from None


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="merge_logs", description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--gap", type=int, default=15, metavar="MINUTES", help="shortest gap to show (15)")
    parser.add_argument("--shift", type=shift, action="append", default=[], metavar="FILE=SECONDS")
    options = parser.parse_args(arguments)

    shifts = dict(options.shift)
    if unknown := sorted(set(shifts) - set(options.files)):
        parser.error(f"--shift names no given file: {', '.join(unknown)}")
    complaints = []
    events = []
    for path in options.files:
        try:
            events.extend(read(path, shifts.get(path, timedelta()), complaints.append))
        except OSError as reason:
            parser.error(str(reason))

    events.sort(key=lambda event: event[0])
    for line in table(events, timedelta(minutes=options.gap)):
        print(line)
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
