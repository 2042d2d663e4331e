#!/usr/bin/env python3
"""Says what the list periods in a file of kernel-times.c took, by device: medians in µs."""
import collections
import statistics
import sys


def periods(path):
    """The kernels of each device, cut into periods that begin with hash: [(begin [ns], end, name, blocks)]."""
    devices = collections.defaultdict(list)
    with open(path) as lines:
        for line in lines:
            words = line.split(None, 5)
            if len(words) == 6:
                devices[words[0]].append((int(words[3]), int(words[4]), words[5].strip(), int(words[2])))
    for device, kernels in sorted(devices.items()):
        kernels.sort()
        begins = [i for i, k in enumerate(kernels) if k[2] == "hash"]
        yield device, [kernels[a : b + 1] for a, b in zip(begins, begins[1:])]


def evaluations_of(forces):
    """How long each evaluation takes, to the end of its last stripe [ns]; none where a step was timed,
    whose stripes are one. Stripes are told apart by their numbers of blocks."""
    stripes = collections.defaultdict(list)
    for k in forces:
        stripes[k[3]].append(k[1])
    if len({len(ends) for ends in stripes.values()}) > 1:
        return []
    ends = [max(each) for each in zip(*stripes.values())]
    return [b - a for a, b in zip([forces[0][0]] + ends, ends)]


def main(path):
    empty = True
    for device, all_periods in periods(path):
        rows, vain = collections.defaultdict(list), []
        for p in all_periods:
            begin, end = p[0][0], p[-1][0]  # of hash, and of the next
            forces = [k for k in p if k[2].startswith("forces_")]
            if not forces:  # the lists would not have lasted for a step
                vain.append((end - begin) / 1e3)
                continue
            last = max(k[1] for k in forces)
            rows["steps"].append(sum(k[2] == "check" for k in p))
            rows["period"].append((end - begin) / 1e3)
            rows["lists, to the first forces"].append((forces[0][0] - begin) / 1e3)
            rows["forces, first to last"].append((last - forces[0][0]) / 1e3)
            rows["from the last forces to the next lists"].append((end - last) / 1e3)
            evaluations = evaluations_of(forces)
            if len(evaluations) > 8:
                rows["first evaluation of the forces"].append(evaluations[0] / 1e3)
                rows["evaluation of the forces"].append(statistics.median(evaluations) / 1e3)
            seen = collections.Counter()
            for k in p[:-1]:
                if k[0] >= forces[0][0]:
                    break
                seen[k[2]] += 1
                name = k[2] if seen[k[2]] == 1 else "%s, %d" % (k[2], seen[k[2]])
                rows["  of lists: " + name].append((k[1] - k[0]) / 1e3)
        if not rows:
            continue
        empty = False
        print("device %s, %d periods, medians [µs]" % (device, len(rows["period"])))
        for name, values in rows.items():
            if len(values) > len(rows["period"]) / 2:
                print("  %-42s %9.1f" % (name, statistics.median(values)))
        if vain:
            print("  %-42s %9.1f" % ("lists that were dropped, %d times" % len(vain), statistics.median(vain)))
    if empty:
        sys.exit("kernel-times.py: %s has no whole list period; does the command compute on a GPU, and for long enough?" % path)


if __name__ == "__main__":
    main(sys.argv[1])
