# Reads with PyYAML's SafeLoader: one JSON string a line in, one JSON pair a line out. A string without a line end is a
# scalar, read as `k: <scalar>`, and the pair is its type and value; one with is a document, and the pair is `json` and
# the JSON of it. It resolves nothing itself.

import datetime
import json
import sys

import yaml


def reading(scalar):
    text = scalar if "\n" in scalar else f"k: {scalar}\n"
    try:
        document = yaml.load(text, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, ValueError, OverflowError, IndexError, KeyError, AttributeError):
        return "error", ""
    if text == scalar:
        return "json", json.dumps(document)
    if not isinstance(document, dict) or list(document) != ["k"]:
        return "other", ""
    value = document["k"]
    if value is None:
        return "null", ""
    if isinstance(value, bool):
        return "bool", str(value).lower()
    if isinstance(value, int):
        return "int", format(value, "d")
    if isinstance(value, float):
        return "float", repr(value)
    if isinstance(value, str):
        return "str", value
    if isinstance(value, datetime.datetime):
        return "time", value.isoformat(timespec="milliseconds")
    if isinstance(value, datetime.date):
        return "time", value.isoformat()
    return "other", ""


sys.set_int_max_str_digits(0)
for line in sys.stdin:
    print(json.dumps(reading(json.loads(line))))
