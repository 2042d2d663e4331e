"""Prints what validate has found for several variants of the scheme, a variant a column: see
one-scheme.sh."""

import json
import os
import sys


def rows(path):
    """The values of a variant by case, norm and spacing, and whether each holds."""
    with open(path, encoding="utf-8") as f:
        for case in json.load(f)["cases"]:
            for row in case["rows"]:
                yield ((case["name"], row["norm"], row["deltap_m"]), row)


def cell(row):
    value = row.get("value")
    if value is None:
        return "-"
    text = f"{100 * value:.3g}" if row.get("unit") == "%" else f"{value:.3g}"
    return text + {"missed": "!", "failed": "!!"}.get(row["verdict"], "")


def main(directory, variants):
    with open(variants, encoding="utf-8") as f:
        names = [line.split("|")[0] for line in f if line.strip() and not line.startswith("#")]
    found, order = {}, []
    for name in names:
        path = os.path.join(directory, name, "validate.json")
        if not os.path.exists(path):
            print(f"{name} has no results; {name}.txt says why", file=sys.stderr)
            continue
        for key, row in rows(path):
            if key not in found:
                found[key] = {}
                order.append(key)
            found[key][name] = row
    width = max([12] + [len(n) + 1 for n in names])
    print(f"{'case':22}{'norm':46}{'Δp [m]':>10}", *(f"{n:>{width}}" for n in names), sep="")
    for key in order:
        case, norm, deltap = key
        row = next(iter(found[key].values()))
        print(f"{case:22}{norm + (' [%]' if row.get('unit') == '%' else ''):46}{deltap:>10.4g}",
              *(f"{cell(found[key][n]) if n in found[key] else '':>{width}}" for n in names), sep="")
    for what, verdicts in (("gates that hold", ("holds",)), ("gates missed", ("missed", "failed"))):
        print(f"{what:78}", *(f"{sum(r[n]['verdict'] in verdicts for r in found.values() if n in r):>{width}}"
                              for n in names), sep="")


main(*sys.argv[1:])
