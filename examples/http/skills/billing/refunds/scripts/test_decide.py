"""One case for each row of references/policy.md. Run: python3 -m unittest scripts.test_decide"""

import unittest
from datetime import date, timedelta
from decimal import Decimal

from scripts.decide import decide

PAID = date(2026, 3, 1)
DELIVERED = date(2026, 3, 4)


def after(start, days):
    return start + timedelta(days=days)


def physical(asked, amount="129.00", **more):
    return decide("physical", PAID, asked, Decimal(amount), delivered=DELIVERED, **more)


class Periods(unittest.TestCase):
    def test_physical_goods_have_30_days_from_delivery(self):
        self.assertEqual(physical(after(DELIVERED, 30))["decision"], "refund")
        self.assertEqual(physical(after(DELIVERED, 31))["decision"], "decline")

    def test_digital_goods_and_subscriptions_have_14_days_from_payment(self):
        for kind in ["digital", "subscription"]:
            for days, decision in [(14, "refund"), (15, "decline")]:
                answer = decide(kind, PAID, after(PAID, days), Decimal("9.99"))
                self.assertEqual(answer["decision"], decision)

    def test_used_is_declined_inside_the_period(self):
        self.assertEqual(physical(DELIVERED, used=True)["decision"], "decline")

    def test_the_last_day_is_named(self):
        self.assertEqual(physical(DELIVERED)["last_day"], "2026-04-03")


class Faults(unittest.TestCase):
    def test_within_the_period_it_is_a_refund_even_when_used(self):
        self.assertEqual(physical(after(DELIVERED, 30), used=True, faulty=True)["decision"], "refund")

    def test_later_it_is_repaired_or_replaced(self):
        self.assertEqual(physical(after(DELIVERED, 730), faulty=True)["decision"], "repair_or_replace")

    def test_after_730_days_it_is_declined(self):
        self.assertEqual(physical(after(DELIVERED, 731), faulty=True)["decision"], "decline")


class Approval(unittest.TestCase):
    def test_limits_include_their_amount(self):
        for amount, approver in [
            ("200.00", "agent"),
            ("200.01", "team_lead"),
            ("2000.00", "team_lead"),
            ("2000.01", "finance"),
        ]:
            self.assertEqual(physical(DELIVERED, amount)["approver"], approver)

    def test_declining_needs_none(self):
        self.assertIsNone(physical(after(DELIVERED, 31))["approver"])


class Contradictions(unittest.TestCase):
    def test_they_are_refused(self):
        with self.assertRaises(ValueError):
            decide("physical", PAID, DELIVERED, Decimal("1"))
        with self.assertRaises(ValueError):
            decide("digital", PAID, after(PAID, -1), Decimal("1"))


if __name__ == "__main__":
    unittest.main()
