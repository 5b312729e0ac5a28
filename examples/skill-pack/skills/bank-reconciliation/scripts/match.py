"""Matches the lines of a bank statement with open invoices.

usage: match.py STATEMENT.csv INVOICES.csv

One JSON object for each line of the statement, in its order. Exit code 2: a file is not what SKILL.md describes.
"""

import csv
import json
import re
import sys
from decimal import Decimal, InvalidOperation


def rows(path, columns):
    """The rows of a CSV file, with `amount` as a decimal."""
    with open(path, encoding="utf-8-sig", newline="") as file:
        reader = csv.DictReader(file)
        missing = [name for name in columns if name not in (reader.fieldnames or [])]
        if missing:
            raise ValueError(f"{path}: no column {', '.join(missing)}")
        found = []
        for row in reader:
            try:
                row["amount"] = Decimal(row["amount"])
            except (InvalidOperation, TypeError):
                raise ValueError(f"{path}:{reader.line_num}: not an amount: {row['amount']!r}") from None
            found.append(row)
        return found


def named(reference, invoices):
    """The open invoices whose number stands in the reference, whole and however it is punctuated."""
    def plain(text):
        return re.sub(r"[^0-9A-Z]+", " ", text.upper()).strip()

    text = f" {plain(reference)} "
    return [number for number in invoices if f" {plain(number)} " in text]


def outcome(amount, numbers, invoices):
    if not numbers:
        fitting = [number for number, invoice in invoices.items() if invoice["amount"] == amount]
        return ("by_amount", fitting) if len(fitting) == 1 else ("unknown", [])
    owed = sum(invoices[number]["amount"] for number in numbers)
    if amount == owed:
        return ("paid" if len(numbers) == 1 else "paid_together", numbers)
    return ("short" if amount < owed else "over", numbers)


def match(statement, invoices):
    """The lines with their outcomes. What names its invoices goes first, so that a guess never takes one away."""
    invoices = {invoice["number"]: invoice for invoice in invoices}
    results = [None] * len(statement)
    by_name = [bool(named(line["reference"], invoices)) for line in statement]
    for wanted in (True, False):
        for at, line in enumerate(statement):
            if by_name[at] is not wanted:
                continue
            kind, numbers = outcome(line["amount"], named(line["reference"], invoices), invoices)
            owed = sum((invoices[number]["amount"] for number in numbers), Decimal(0))
            for number in numbers:
                del invoices[number]
            results[at] = {
                "date": line["date"],
                "payer": line["payer"],
                "amount": str(line["amount"]),
                "outcome": kind,
                "invoices": numbers,
                "difference": str(line["amount"] - owed),
            }
    return results


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        statement = rows(arguments[0], ["date", "amount", "payer", "reference"])
        invoices = rows(arguments[1], ["number", "customer", "amount", "due"])
    except (OSError, ValueError) as error:
        print(f"match: {error}", file=sys.stderr)
        return 2
    for line in match(statement, invoices):
        print(json.dumps(line, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
