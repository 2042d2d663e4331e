#!/usr/bin/env python3
"""The serial fraction by Karp and Flatt (1990) of a series of gpusph scaling, from its times alone:

    gpusph scaling BoreInABox --gpus 1,2,4 --dir series
    python3 karp_flatt.py series

A fraction that stays as devices are added is serial work; one that grows is overhead.
"""

import json
import os
import sys


def fraction(speed_up, n):
    """The part of the work that n devices have not shared, by how much faster they are."""
    return (1 / speed_up - 1 / n) / (1 - 1 / n)


def main(folder):
    with open(os.path.join(folder, "scaling.json"), encoding="utf-8") as file:
        points = json.load(file)["points"]
    one = points[0]["balance_off"]["mips"]
    print("devices  slices stay            slices move")
    for point in points[1:]:
        n, cells = point["n"], []
        for which in "balance_off", "balance_on":
            rate = point.get(which)
            if rate:
                s = rate["mips"] / one
                cells.append(f"S {s:5.2f}, serial {100 * fraction(s, n):5.1f} %")
        print(f"{n:7d}  " + "  ".join(cells))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
