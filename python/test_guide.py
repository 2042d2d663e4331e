"""Runs docs/guide/python.md: its blocks print what stands below them.

`python3 test_guide.py --update` writes what they print into the page.
"""

import contextlib
import io
import os
import re
import sys
import unittest

from testruns import HERE, PROGRAM, ROOT

PAGE = os.path.join(HERE, "..", "docs", "guide", "python.md")
REFERENCES = os.path.join(HERE, "..", "validate", "references")
BLOCK = re.compile(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```\n)?", re.S)
NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?")


def page():
    with open(PAGE, encoding="utf-8") as f:
        return f.read()


def printed():
    """What each block of the page prints."""
    os.makedirs(os.path.join(ROOT, "bin"))
    if not os.path.exists(os.path.join(ROOT, "bin", "gpusph")):
        os.symlink(os.path.abspath(PROGRAM), os.path.join(ROOT, "bin", "gpusph"))
    os.environ["PATH"] = os.path.join(ROOT, "bin") + os.pathsep + os.environ["PATH"]
    names, found, before = {"__name__": "guide"}, [], os.getcwd()
    os.chdir(ROOT)
    try:
        for block in BLOCK.finditer(page()):
            line = page()[:block.start(1)].count("\n")
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile("\n" * line + block.group(1), PAGE, "exec"), names)
            found.append(re.sub(r" +$", "", out.getvalue(), flags=re.M))
    finally:
        os.chdir(before)
    return found


def differ(want, got):
    """Whether texts differ by more than numbers do from one computer to another: 3 %, or two of
    the last digit. Spaces follow from the numbers."""
    words = [re.sub(r"\s+", " ", NUMBER.sub("#", text)).replace(" #", "#") for text in (want, got)]
    if words[0] != words[1]:
        return True
    for a, b in zip(NUMBER.findall(want), NUMBER.findall(got)):
        last = 10.0 ** -len(a.partition(".")[2]) if "." in a else 0
        if abs(float(a) - float(b)) > max(0.03 * abs(float(a)), 2.01 * last):
            return True
    return False


class TestGuide(unittest.TestCase):
    def test_page(self):
        blocks = list(BLOCK.finditer(page()))
        self.assertGreaterEqual(len(blocks), 8)
        for block, got in zip(blocks, printed()):
            want = block.group(2) or ""
            if differ(want, got) and "matplotlib" not in block.group(1):
                self.fail(f"{block.group(1)}\nprints\n{got}\nbut should print\n{want}")

    def test_references(self):
        """The rows that the page compares with are those of the files that validate reads."""
        for file, begins in (("martin_moyce_front.csv", "0.84,"),
                             ("martin_moyce_height.csv", "(0.56, "),
                             ("lid_cavity_profile.csv", "0.062500,")):
            with open(os.path.join(REFERENCES, file), encoding="utf-8") as f:
                rows = [line.split(",")[:2] for line in f.read().splitlines()]
            block = next(b.group(1) for b in BLOCK.finditer(page()) if begins in b.group(1))
            pairs = re.findall(r"^\(?([\d.]+),([-\d.]+)", block, re.M) or \
                re.findall(r"\(([\d.]+), ([-\d.]+)\)", block)
            self.assertGreaterEqual(len(pairs), 5)
            for pair in pairs:
                self.assertIn([float(x) for x in pair],
                              [[float(x) for x in row] for row in rows if row[0][0].isdigit()])

    def test_differ(self):
        for want, got, is_so in (("a 1.00\n", "a  1.02\n", False), ("a 1.00", "a 1.05", True),
                                 ("a 1.00", "b 1.00", True), ("x 100 b", "x 102 b", False),
                                 ("x 100", "x 104", True), ("3 rows", "4 rows", True),
                                 ("-0.5 m", "0.5 m", True)):
            self.assertEqual(differ(want, got), is_so, (want, got))


def update():
    """Writes what the blocks print into the page."""
    outputs, text = iter(printed()), page()

    def replaced(block):
        got = next(outputs)
        if block.group(2) is None:
            return block.group(0)
        return f"```python\n{block.group(1)}```\n\n```text\n{got}```\n"

    text = BLOCK.sub(replaced, text)
    with open(PAGE, "w", encoding="utf-8") as f:
        f.write(text)


if __name__ == "__main__":
    if "--update" in sys.argv:
        update()
    else:
        unittest.main()
