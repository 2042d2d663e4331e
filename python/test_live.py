"""How far a run is, while it is computed, when it has ended, and when it was killed."""

import http.server
import json
import os
import re
import signal
import subprocess
import threading
import time
import unittest

import gpusph
from testruns import PROGRAM, ROOT, program

LONG = "DamBreak3D --deltap 0.05 --tend 500 --devices host:1 --output-interval 0.02 -q"
LONG_GRID = "GridCavity --cells 32 --steady 0 --tend 9000 --devices host:1 -q"


class Case(unittest.TestCase):
    def start(self, line, name):
        """Starts a run, and waits until it has begun; returns the process and the run."""
        path = os.path.join(ROOT, name)
        process = subprocess.Popen([PROGRAM, *line.split(), "--dir", name], cwd=ROOT, text=True,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.addCleanup(self.end, process)
        self.until(lambda: os.path.isdir(path) and os.path.exists(path + "/throughput.csv"))
        return process, gpusph.Run(path)

    def end(self, process):
        process.kill()
        process.wait()
        process.stderr.close()

    def until(self, is_so):
        """Waits until something is so, at most a minute."""
        begun = time.monotonic()
        while not is_so():
            if time.monotonic() - begun > 60:
                self.fail("it is not so within a minute")
            time.sleep(0.02)


class TestFiles(Case):
    def test_killed(self):
        """A run of particles that is computed, and then killed."""
        process, run = self.start(LONG, "killed")
        self.until(lambda: run.status().step)
        s = run.status()
        self.assertEqual((s.state, s.over, s.end, s.source), ("running", False, 500, run.dir))
        self.assertTrue(0 < s.time < 500 and 0 < s.dt < 0.01)
        self.assertEqual(s.done, s.time / 500)
        with self.assertRaisesRegex(gpusph.Error, "has no report, so the run is not at its end"):
            run.report
        with self.assertRaisesRegex(TimeoutError, "has not ended in 0.1 s"):
            run.wait(0.1, every=0.05)
        process.kill()
        s = run.wait(20)  # also while its parent has not waited for it
        self.assertEqual((s.state, s.over), ("killed", True))
        self.assertRegex(s.why, rf"process {process.pid} on .* has ended without a report; gpusph "
                                rf"--resume {run.dir} continues")
        t = run.table("throughput.csv")
        self.assertEqual((s.time, s.step), (t["t"][-1], t["step"][-1]))

    def test_follow(self):
        """Snapshots come as they are written, each once, and the last one before the end."""
        process, run = self.start(LONG, "followed")
        times = []
        for snapshot in run.follow(every=0.02):
            times.append(snapshot.time)
            self.assertTrue(snapshot["Position"][snapshot.fluid].size)
            if len(times) == 3:
                process.send_signal(signal.SIGINT)
        self.assertEqual(times, list(run.snapshots.times))
        self.assertGreaterEqual(len(times), 3)
        s = run.wait(20)
        self.assertEqual((s.state, s.step), ("interrupted", run.report["steps"]))
        self.assertEqual((s.time, s.end), (run.report["simulated_time_s"], 500))

    def test_ended(self):
        """Runs that have come to their end, or to one that an option gave."""
        program("DambreakColumn --deltap 0.0057 --tend 0.01 -q --devices host:1 --dir done")
        s = gpusph.Run(os.path.join(ROOT, "done")).status()
        self.assertEqual((s.state, s.why, s.done, s.end), ("done", "", 1.0, 0.01))
        program("GridCavity --cells 16 --tend 9000 --steady 0 --stop-after 200ms -q --dir stopped "
                "--devices host:1")
        run = gpusph.Run(os.path.join(ROOT, "stopped"))
        s = run.status()
        self.assertEqual((s.state, s.why, s.end), ("stopped", run.report["stopped"], 9000))
        self.assertEqual(s.done, run.report["t_s"] / 9000)
        done = program("DamBreak3D --deltap 0.05 --alpha 0 --diffusion none --cfl 1 --tend 1 -q "
                       "--kernel cubic --devices host:1 --dir wrong", check=False)  # it blows up
        run = gpusph.Run(os.path.join(ROOT, "wrong"))
        s = run.status()
        self.assertEqual((done.returncode, s.state, s.why), (1, "failed", run.report["error"]))
        self.assertEqual(run.trouble["format"], "gpusph trouble")


class TestPage(Case):
    def test_page(self):
        """The page tells what the files cannot: the time that is left, and the end."""
        for line, name in ((LONG, "served"), (LONG_GRID, "grid_served")):
            process, run = self.start(line + " --serve localhost:0", name)
            self.until(lambda: (run.status().raw.get("step") or 0) > 0)
            s = run.status()
            self.assertRegex(s.source, r"^http://")
            self.assertEqual((s.state, s.problem), ("running", line.split()[0]))
            self.assertEqual(s.end, 500 if "--tend 500" in line else 9000)
            self.assertAlmostEqual(s.done, s.raw["done"], delta=1e-3)
            url = process.stderr.readline().split()[-1]
            asked = run.status(url)
            self.assertGreaterEqual(asked.step, s.step)
            process.send_signal(signal.SIGINT)
            self.assertEqual(run.wait(30).state, "interrupted")
            with self.assertRaisesRegex(gpusph.Error, "has no status of a run"):
                gpusph.read_status(url)

    def test_token(self):
        """A page for other machines wants its token; without it there are the files."""
        process, run = self.start(LONG + " --serve 0.0.0.0:0", "token")
        url = process.stderr.readline().split()[-1]
        port, token = re.search(r":(\d+)/\?token=([\w-]+)$", url).groups()
        page = f"http://127.0.0.1:{port}/"
        with self.assertRaisesRegex(gpusph.Error, "answers 401: this page needs the token"):
            run.status(page)
        self.assertEqual(run.status(page, token).problem, "DamBreak3D")
        self.assertEqual(gpusph.read_status(f"{page}?token={token}").state, "running")
        self.assertEqual(run.status().source, run.dir)

    def test_others(self):
        """What is no page of a run is refused, and a token is not sent elsewhere."""
        seen = []

        class Answers(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                seen.append((self.path, self.headers.get("Authorization")))
                status, body = answer
                self.send_response(status)
                self.send_header("Location", "/elsewhere")
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        url = f"http://127.0.0.1:{server.server_port}/"
        newer = json.dumps({"format": "gpusph status", "version": 2}).encode()
        for answer, why in (((200, b"<html>"), "has no status of a run"),
                            ((200, b'{"format": "x"}'), "its format is 'x'"),
                            ((200, b"[1]"), "has no status of a run"),
                            ((200, newer), "version is 2, which a newer program"),
                            ((200, b'{"format": "gpusph status", "version": 1}'), "no status"),
                            ((302, b""), "answers 302"), ((404, b"none"), "answers 404: none")):
            with self.assertRaisesRegex(gpusph.Error, why):
                gpusph.read_status(url, "secret")
        self.assertEqual(set(seen), {("/status", "Bearer secret")})
        for wrong in ("file:///etc/passwd", "localhost:7380", "http://a/b/c", ""):
            with self.assertRaisesRegex(gpusph.Error, "is not the address of a page"):
                gpusph.read_status(wrong)


if __name__ == "__main__":
    unittest.main()
