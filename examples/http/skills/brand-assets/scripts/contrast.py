#!/usr/bin/env python3
"""Prints the WCAG contrast ratio of two colours and what it is enough for at level AA.

Exit code 0: enough for running text. 1: not enough. 2: usage.
"""

import re
import sys

RUNNING_TEXT = 4.5
LARGE_TEXT = 3.0


def luminance(colour):
    """Relative luminance as WCAG 2.2 defines it, of six hexadecimal digits."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def main(arguments):
    colours = [argument.removeprefix("#").lower() for argument in arguments]
    if len(colours) != 2 or not all(re.fullmatch("[0-9a-f]{6}", colour) for colour in colours):
        print("usage: contrast.py RRGGBB RRGGBB", file=sys.stderr)
        return 2
    ratio = contrast(*colours)
    # Cut, not rounded: 4.499 is not enough.
    print(f"contrast {int(ratio * 100) / 100:.2f}:1")
    print(f"running text: {'enough' if ratio >= RUNNING_TEXT else 'not enough'} ({RUNNING_TEXT}:1)")
    print(f"large text:   {'enough' if ratio >= LARGE_TEXT else 'not enough'} ({LARGE_TEXT}:1)")
    return 0 if ratio >= RUNNING_TEXT else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
