"""How far a run is: from its files, or from the page that --serve opens."""

from __future__ import annotations

import os
import re
import socket
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from glob import escape, glob
from typing import Any, Dict, List, Optional, Tuple

from .checkpoints import checkpoint_paths, read_checkpoint
from .files import MADE_UP, Error, check_head, parse_json, read_file, read_json, unreadable
from .tables import last_row

MAX_ANSWER = 16 << 20  # of a page [bytes]
PATIENCE = 5.0  # with a page [s]


@dataclass
class Status:
    """How far a run is. What is not known is None."""

    state: str  # running, paused, done, stopped, interrupted, failed, killed or unfinished
    problem: str = ""
    why: str = ""  # a run has ended, or is taken to be killed
    time: Optional[float] = None  # simulated [s]
    end: Optional[float] = None  # of the run [s]
    step: Optional[int] = None
    dt: Optional[float] = None  # of the last step [s]
    left: Optional[float] = None  # wall time that is left [s]; pages tell it
    warnings: List[str] = field(default_factory=list)
    source: str = ""  # the address of the page, or the run directory
    raw: Dict[str, Any] = field(default_factory=dict, repr=False)  # what the page or report has

    @property
    def over(self) -> bool:
        """Nothing computes the run any more."""
        return self.state not in ("running", "paused")

    @property
    def done(self) -> Optional[float]:
        """The part of the run that is done, 0 to 1, by the simulated time."""
        if self.state == "done":
            return 1.0
        if self.time is None or not self.end:
            return None
        return min(self.time / self.end, 1.0)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A page does not lead elsewhere, so that a token goes to it alone."""

    def redirect_request(self, *args: Any, **named: Any) -> None:
        return None


def read_status(url: str, token: Optional[str] = None) -> Status:
    """Asks the page of a run, at an address such as http://localhost:7380/. A page that others
    than this machine may see needs the token that the run has printed."""
    match = re.fullmatch(r"(https?://[^/?#]+)/?(?:status)?(?:\?token=([\w-]+))?", url)
    if not match:
        raise Error(f"{url!r} is not the address of a page; use one as http://localhost:7380/")
    page, token = match.group(1), token or match.group(2)
    request = urllib.request.Request(page + "/status")
    if token:
        request.add_unredirected_header("Authorization", "Bearer " + token)
    opener = urllib.request.build_opener(_NoRedirects, urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=PATIENCE) as answer:
            data = answer.read(MAX_ANSWER + 1)
        found = parse_json(data)
        if not isinstance(found, dict):
            raise ValueError("it is no object of JSON")
    except urllib.error.HTTPError as err:
        with err:
            why = err.read(500).decode(errors="replace").strip()
        raise Error(f"{page} answers {err.code}: {why}") from None
    except (OSError, ValueError) as err:
        raise Error(f"{page} has no status of a run: {getattr(err, 'reason', err)}") from None
    kind = "grid-status" if found.get("format") == "gpusph grid-status" else "status"
    check_head(found, kind, 1, page)
    try:
        return _of_page(found, page)
    except MADE_UP as err:
        raise Error(f"{page} has no status of a run: {type(err).__name__} {err}") from None


def _of_page(d: Dict[str, Any], page: str) -> Status:
    """What a page tells. One that shows files, or a run that has ended, tells how in why."""
    state, why = d["state"], d.get("why", "")
    if state in ("ended", "files"):
        state = next((s for s in ("done", "interrupted", "failed") if why.startswith(s)),
                     "unfinished")
    return Status(state, d["problem"], why, d["t"], d["end"] or None, d["step"], d["dt"],
                  d.get("eta_s"), d.get("warnings", []), page, d)


def status_of_files(directory: str, report: Optional[str]) -> Status:
    """What the files of a run tell; report is that which a run writes at its end, if it is there.
    Of a run that is being computed, its page is asked first."""
    alive, who = process_of(directory)
    if alive:
        address = _page_of(directory)
        if address:
            try:
                found = read_status(address)
                if os.path.basename(found.raw["dir"]) == os.path.basename(directory):
                    return found
            except Error:
                pass  # it needs a token, or is not reached from here
        return _reached(directory, Status("running", source=directory))
    if who:
        return _reached(directory, Status("killed", source=directory, why=f"{who} has ended "
                                          f"without a report; gpusph --resume {directory} "
                                          "continues from the last checkpoint"))
    if report is None:
        return _reached(directory, Status("unfinished", source=directory))
    d = read_json(report)
    try:
        return _of_report(d, Status(d["status"], source=directory, raw=d))
    except MADE_UP as err:
        raise unreadable(report, f"it is damaged: {type(err).__name__} {err}") from None


def _of_report(d: Dict[str, Any], s: Status) -> Status:
    """Takes what summary.json or report.json tells."""
    s.problem, s.step, s.warnings = d["problem"], d["steps"], d.get("warnings", [])
    s.time = d.get("simulated_time_s", d.get("t_s"))
    s.end, s.why = d.get("end_s"), d.get("error", "")
    if s.end is None:
        try:
            s.end = float(d["options"]["tend"])
        except (KeyError, ValueError):
            pass
    stopped = d.get("stopped")
    if stopped and s.state == "done":
        s.state, s.why = "stopped", stopped["why"] if isinstance(stopped, dict) else stopped
    return s


def process_of(directory: str) -> Tuple[bool, str]:
    """Whether a process computes a run, and which process its lock names. One on another machine
    is taken to be alive."""
    try:
        text = read_file(os.path.join(directory, "run.lock"), 4096).decode(errors="replace")
    except Error:
        return False, ""
    match = re.match(r"process (\d+) on (\S+)", text)
    if not match:
        return True, "a process"
    pid, host = int(match.group(1)), match.group(2)
    alive = True
    if host == socket.gethostname():
        alive = _is_alive(pid)
    return alive, f"process {pid} on {host}"


def _is_alive(pid: int) -> bool:
    """Whether there is a process on this machine. One that has ended, and whose parent does not
    know yet, is none."""
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        pass
    try:
        with open(f"/proc/{pid}/stat", "rb") as f:
            return f.read(4096).rpartition(b")")[2].split()[0] != b"Z"
    except (OSError, IndexError):
        return True


def _log_of(directory: str) -> str:
    """What run.log has; nothing where there is none."""
    try:
        return read_file(os.path.join(directory, "run.log"), 64 << 20).decode(errors="replace")
    except Error:
        return ""


def _page_of(directory: str) -> Optional[str]:
    """The address of the page that run.log tells of last."""
    found = re.findall(r'msg="the run is shown at (http://[^"/]+/)"', _log_of(directory))
    return found[-1] if found else None


def _end_of(directory: str) -> Optional[float]:
    """The end that the last command line of run.log gives [s]."""
    found = re.findall(r'msg="gpusph .* --?tend[= ]([0-9.e+-]+)[ "]', _log_of(directory))
    try:
        return float(found[-1]) if found else None
    except ValueError:
        return None


def _reached(directory: str, s: Status) -> Status:
    """Takes how far a run has come from its tables, its checkpoints and its log."""
    for path in glob(os.path.join(escape(directory), "throughput*.csv")):
        head, row = last_row(path)
        at = dict(zip(head, row))
        if row and at.get("t[s]", -1) > (-1 if s.time is None else s.time):
            s.time, s.step, s.dt = at["t[s]"], int(at["step"]), at.get("dt[s]")
    for path in reversed(checkpoint_paths(directory)):
        try:
            c = read_checkpoint(path)
        except Error:
            continue
        s.problem, s.end = c.problem, c.head.get("end") or c.head.get("report", {}).get("end_s")
        break
    if s.end is None:
        s.end = _end_of(directory)
    return s
