#!/usr/bin/env python3
"""Decides one refund request by the periods, faults and approval limits of references/policy.md.

Prints one JSON object. Exits with 0 whatever the decision is, with 2 when the facts contradict each other.
"""

import argparse
import json
import sys
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation

PERIOD_DAYS = {"physical": 30, "digital": 14, "subscription": 14}
FAULT_DAYS = 730
APPROVAL_LIMITS = [(Decimal("200.00"), "agent"), (Decimal("2000.00"), "team_lead")]


def approver(amount):
    """The first approver whose limit the amount does not exceed."""
    return next((name for limit, name in APPROVAL_LIMITS if amount <= limit), "finance")


def decide(kind, paid, asked, amount, delivered=None, used=False, faulty=False):
    """Returns the decision as a dictionary. Raises ValueError when the facts contradict each other."""
    if kind == "physical" and delivered is None:
        raise ValueError("physical goods need the day of delivery")
    if delivered is not None and delivered < paid:
        raise ValueError("delivered before it was paid")
    if asked < paid:
        raise ValueError("asked before it was paid")
    if amount <= 0:
        raise ValueError("the amount is not positive")

    start = delivered if kind == "physical" else paid
    last_day = start + timedelta(days=PERIOD_DAYS[kind])
    last_fault_day = (delivered or paid) + timedelta(days=FAULT_DAYS)
    in_period = asked <= last_day

    if faulty and in_period:
        return outcome("refund", "faulty, and asked within the period", last_day, amount)
    if faulty and asked <= last_fault_day:
        return outcome("repair_or_replace", "faulty, and asked after the period", last_fault_day, amount)
    if faulty:
        return outcome("decline", f"the fault was reported more than {FAULT_DAYS} days later", last_fault_day)
    if not in_period:
        return outcome("decline", f"asked {(asked - last_day).days} days after the last day", last_day)
    if used:
        return outcome("decline", "used, and not faulty", last_day)
    return outcome("refund", "unused, and asked within the period", last_day, amount)


def outcome(decision, reason, last_day, amount=None):
    return {
        "decision": decision,
        "reason": reason,
        "last_day": last_day.isoformat(),
        "approver": None if amount is None else approver(amount),
    }


def money(text):
    try:
        amount = Decimal(text)
    except InvalidOperation:
        raise argparse.ArgumentTypeError(f"{text!r} is not an amount") from None
    if not amount.is_finite():
        raise argparse.ArgumentTypeError(f"{text!r} is not an amount")
    return amount


def day(text):
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a day like 2026-03-01") from None


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="decide", description=__doc__.splitlines()[0])
    parser.add_argument("--kind", choices=sorted(PERIOD_DAYS), required=True)
    parser.add_argument("--paid", type=day, required=True, metavar="DAY")
    parser.add_argument("--delivered", type=day, metavar="DAY", help="required for physical goods")
    parser.add_argument("--asked", type=day, required=True, metavar="DAY")
    parser.add_argument("--amount", type=money, required=True, help="in the currency that was charged")
    parser.add_argument("--used", action="store_true", help="worn, downloaded or activated")
    parser.add_argument("--faulty", action="store_true", help="faulty, damaged in transit or the wrong item")
    facts = vars(parser.parse_args(arguments))
    try:
        print(json.dumps(decide(**facts), indent=2))
    except ValueError as contradiction:
        print(f"decide: {contradiction}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
