#!/usr/bin/env python3
"""Checks one invoice, given as JSON, and prints one fault per line as `field: what is wrong`.

Exit code 0: no fault. 1: faults were printed. 2: the input is not an invoice in the documented shape.
"""

import json
import sys
from datetime import date
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

# The table of references/vat.md.
RATES = {
    "AT": "20 10 13",
    "DE": "19 7",
    "FR": "20 2.1 5.5 10",
    "GB": "20 5",
    "IE": "23 4.8 9 13.5",
    "NL": "21 9",
}
REQUIRED = [
    "number",
    "date",
    "currency",
    "supplier.name",
    "supplier.address",
    "supplier.vat_number",
    "customer.name",
    "customer.address",
    "lines",
    "net",
    "vat",
    "total",
]
CENT = Decimal("0.01")


def faults(invoice):
    """Yields every fault as a pair of field and sentence, in the order of the invoice."""
    for field in REQUIRED:
        if lookup(invoice, field) in (None, "", []):
            yield field, "is missing"
    yield from date_faults(invoice.get("date"))

    net_by_rate = {}
    for index, line in enumerate(invoice.get("lines") or [], start=1):
        field = f"lines[{index}]"
        parts = {name: number(line.get(name)) for name in ("quantity", "unit_price", "vat_rate")}
        unreadable = [name for name, value in parts.items() if value is None]
        if unreadable:
            yield from ((f"{field}.{name}", "is not a number") for name in unreadable)
            continue
        rate = parts["vat_rate"]
        yield from rate_faults(field, rate, lookup(invoice, "supplier.country"))
        net_by_rate[rate] = net_by_rate.get(rate, Decimal(0)) + parts["quantity"] * parts["unit_price"]

    yield from reverse_charge_faults(invoice, net_by_rate)
    yield from total_faults(invoice, net_by_rate)


def date_faults(text):
    if not text:
        return
    try:
        date.fromisoformat(text)
    except (TypeError, ValueError):
        yield "date", f"{text!r} is not a day like 2026-03-04"


def rate_faults(field, rate, country):
    rates = RATES.get(country, "") if isinstance(country, str) else ""
    known = [Decimal(known) for known in rates.split()]
    if known and rate != 0 and rate not in known:
        yield f"{field}.vat_rate", f"{rate} is not a rate known for {country}"


def reverse_charge_faults(invoice, net_by_rate):
    if not invoice.get("reverse_charge"):
        return
    if any(rate != 0 for rate in net_by_rate):
        yield "reverse_charge", "is set, but VAT is charged"
    if not lookup(invoice, "customer.vat_number"):
        yield "customer.vat_number", "is missing, and reverse charge needs it"


def total_faults(invoice, net_by_rate):
    net = sum((cents(amount) for amount in net_by_rate.values()), Decimal(0))
    vat = sum((cents(amount * rate / 100) for rate, amount in net_by_rate.items()), Decimal(0))
    for field, expected in [("net", net), ("vat", vat), ("total", net + vat)]:
        stated = number(invoice.get(field))
        if invoice.get(field) and stated is None:
            yield field, "is not a number"
        elif stated is not None and stated != expected:
            yield field, f"is {stated}, the lines give {expected} (difference {stated - expected})"


def has_shape(invoice):
    lines = invoice.get("lines", []) if isinstance(invoice, dict) else None
    return isinstance(lines, list) and all(isinstance(line, dict) for line in lines)


def lookup(value, path):
    for key in path.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return value


def number(value):
    """Only strings are numbers here: a JSON number may already have lost digits."""
    if not isinstance(value, str):
        return None
    try:
        parsed = Decimal(value)
    except InvalidOperation:
        return None
    return parsed if parsed.is_finite() else None


def cents(amount):
    return amount.quantize(CENT, rounding=ROUND_HALF_UP)


def main(arguments):
    if len(arguments) != 1:
        print("usage: check_invoice.py FILE|-", file=sys.stderr)
        return 2
    try:
        with sys.stdin if arguments[0] == "-" else open(arguments[0], encoding="utf-8") as source:
            invoice = json.load(source)
    except (OSError, ValueError) as reason:
        print(f"check_invoice: {reason}", file=sys.stderr)
        return 2
    if not has_shape(invoice):
        print("check_invoice: not an invoice in the shape of assets/invoice.example.json", file=sys.stderr)
        return 2

    found = list(faults(invoice))
    for field, sentence in found:
        print(f"{field}: {sentence}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
