"""Makes the notebooks of python/examples from the scripts there.

    python3 scripts/notebooks.py

The text of a script's docstring comes first. Cells are the lines before the first class or function,
each class and function, and the parts of main between blank lines. A comment before such a part is
text. The last cell of main shows the figure.
"""

import glob
import json
import os
import re
import textwrap

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python", "examples")


def cell(kind, text, **metadata):
    made = {"cell_type": kind, "metadata": metadata, "source": text.splitlines(keepends=True)}
    if kind == "code":
        made.update(execution_count=None, outputs=[])
    return made


def heading(docstring, name):
    """The docstring without the command line, and the figure of a whole run."""
    title, *rest = [p for p in docstring.split("\n\n") if not p.startswith("    ")]
    return "\n\n".join([f"# {title}", *rest, f"The figure of a whole run:\n\n![]({name}.svg)"])


def parts(body):
    """The cells of main's lines, as text and code. The first sets what main's arguments are."""
    for part in re.split(r"\n\n(?=\S)", body):
        comment = re.match(r"(?:# .*\n)*", part).group()
        if comment:
            yield cell("markdown", re.sub(r"(?m)^# ", "", comment).strip())
        yield cell("code", part[len(comment):])


def notebook(path):
    """The text of the notebook of a script."""
    with open(path, encoding="utf-8") as f:
        script = f.read()
    _, docstring, script = script.split('"""', 2)
    script, _ = script.split('\n\n\nif __name__ == "__main__":')
    script = script.replace("import sys\n", "")  # for arguments of the command line
    *blocks, main = [b.strip("\n") for b in re.split(r"\n\n\n(?=class |def )", script)]
    directory = re.match(r'def main\(directory=("[^"]*"), \*options\):\n', main)
    body = textwrap.dedent(main[directory.end():]).rsplit("\n\nreturn ", 1)[0]
    arguments = f"directory = {directory[1]}\noptions = []  # of gpusph run"
    cells = [cell("markdown", heading(docstring.strip(), os.path.basename(path)[:-3])),
             *(cell("code", b) for b in blocks), cell("code", arguments, tags=["parameters"]),
             *parts(body)]
    made = {"cells": cells, "metadata": {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 4}
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def scripts():
    """The scripts of python/examples that steer the run of a case file."""
    for path in sorted(glob.glob(os.path.join(EXAMPLES, "*.py"))):
        if os.path.exists(path[:-2] + "toml"):
            yield path


def main():
    for path in scripts():
        with open(path[:-2] + "ipynb", "w", encoding="utf-8") as f:
            f.write(notebook(path))


if __name__ == "__main__":
    main()
