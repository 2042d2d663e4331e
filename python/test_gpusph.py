"""Compares what the package gpusph reads of runs with what the program itself reads and writes
(measure, report, tables), and with what VTK for Python reads where it is there; with
GPUSPH_REQUIRE_VTK=1 it must be.

    cd python && python3 -m unittest
"""

import csv
import json
import os
import re
import shutil
import subprocess
import sys
import unittest

import numpy as np

import gpusph
from gpusph import zstd
from gpusph.checkpoints import grid_of
from testruns import HERE, PROGRAM, ROOT, RUNS, made, program

try:
    import vtk
    from vtk.util.numpy_support import vtk_to_numpy
except ImportError:
    vtk = None
    if os.environ.get("GPUSPH_REQUIRE_VTK") == "1":
        raise


def rows_of(path):
    """The rows of a table, as the csv module of Python reads them."""
    with open(path, newline="") as f:
        return list(csv.reader(f))


class TestSnapshots(unittest.TestCase):
    def test_formats_agree(self):
        """Snapshots of the three formats have the same values, to the bit."""
        run = made("moving")
        whole, text, fluid = (run.snapshots_in(name) for name in ("msgpack", "csv", "vtk"))
        self.assertEqual(len(whole), 4)
        for a, b, c in zip(whole, text, fluid):
            self.assertEqual((a.count, a.time), (b.count, b.time))
            self.assertEqual((a.time, a.step, a.problem, a.bodies),
                             (c.time, c.step, c.problem, c.bodies))
            self.assertEqual(sorted(a), sorted(b))
            for name in a:
                np.testing.assert_array_equal(a[name], b[name].astype(a[name].dtype), name)
                self.assertEqual(a[name].shape, b[name].shape)
            order = np.argsort(a["Id"])
            own = order[np.searchsorted(a["Id"][order], c["Id"])]
            for name in c:
                if name in a:
                    np.testing.assert_array_equal(a[name][own], c[name], name)
                    self.assertEqual(a[name].dtype, c[name].dtype)
            for key in ("DeltaP", "H", "Rho0", "C0", "Min", "Max"):
                self.assertEqual(a.parameters[key], c.parameters[key])

    def test_walls(self):
        """Walls that stay are there once, with the places that each snapshot in MessagePack has."""
        run = made("moving")
        whole, fluid = run.snapshots_in("msgpack")[0], run.snapshots[0]
        self.assertEqual(run.walls.count + fluid.count, whole.count)
        order = np.argsort(whole["Id"])
        own = order[np.searchsorted(whole["Id"][order], run.walls["Id"])]
        np.testing.assert_array_equal(run.walls["Position"], whole["Position"][own])
        walls = run.snapshots_in("vtk-walls")[-1]
        self.assertTrue(walls["Type"].all())
        self.assertEqual(walls.count, (whole["Type"] == 1).sum())

    def test_masks(self):
        run = made("moving")
        s = run.snapshots[-1]
        summary = run.report
        self.assertEqual(s.fluid.sum(), summary["particles"]["fluid"])
        square = s.body(s.bodies[0])
        self.assertTrue(0 < square.sum() < summary["particles"]["wall"])
        self.assertFalse((square & s.fluid).any())
        with self.assertRaisesRegex(gpusph.Missing, "has no body gate; it has"):
            s.body("gate")

    def test_units(self):
        for name in ("msgpack", "csv", "vtk"):
            s = made("moving").snapshots_in(name)[0]
            self.assertEqual([s.unit(n) for n in ("Position", "Velocity", "Density", "Pressure")],
                             ["m", "m/s", "kg/m3", "Pa"])

    def test_times(self):
        """Snapshots are chosen as the program chooses them, and hold what their list says."""
        run = made("moving")
        series = run.snapshots
        self.assertEqual([s.time for s in series], list(series.times))
        self.assertEqual(list(run.snapshots_in("msgpack").times), list(series.times))
        self.assertEqual(series.at(0.3).time, series.times[1])
        self.assertEqual(run.snapshot().step, series[-1].step)
        self.assertEqual([s.time for s in series.between(0.2, 0.6)], list(series.times[1:3]))
        self.assertEqual([s.time for s in series[::2]], list(series.times[::2]))
        said = program("measure moving --points 1.5,0,1.5 --time 0.3 --dir measured --force")
        self.assertIn("1 snapshot", said.stdout)
        t = gpusph.read_table(os.path.join(ROOT, "measured", "measure_points.csv"))
        self.assertEqual((t["t"][0], t["step"][0]), (series.at(0.3).time, series.at(0.3).step))

    def test_energy(self):
        """The kinetic energy of the particles is that which the run has measured."""
        run = made("dam")
        energies = run.table("energies.csv")
        for s in run.snapshots[1:]:
            v2 = np.sum(s["Velocity"][s.fluid].astype(float) ** 2)
            want = np.interp(s.time, energies["t"], energies["kinetic"])
            self.assertAlmostEqual(0.5 * s.parameters["Mass"] * v2 / want, 1, delta=2e-3)

    def test_pieces(self):
        """A snapshot in pieces of two processes has the particles of one in one file."""
        if not shutil.which("mpirun"):
            if os.environ.get("GPUSPH_REQUIRE_MPI") == "1":
                self.fail("there is no mpirun")
            self.skipTest("there is no mpirun")
        words = "MovingSquare --deltap 0.2 --maxiter 60 --output-interval 0.25 -q --devices host:1"
        program(words + " --dir whole")
        env = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1")
        subprocess.run(["mpirun", "-n", "2", PROGRAM, *words.split(), "--pieces", "--dir",
                        "pieces"], cwd=ROOT, env=env, check=True, capture_output=True, timeout=300)
        a = gpusph.Run(os.path.join(ROOT, "whole")).snapshot()
        b = gpusph.Run(os.path.join(ROOT, "pieces")).snapshot()
        self.assertTrue(b.path.endswith(".pvtp"))
        i, j = np.argsort(a["Id"]), np.argsort(b["Id"])
        for name in a:
            if name != "Device":
                np.testing.assert_array_equal(a[name][i], b[name][j], name)

    @unittest.skipIf(vtk is None, "VTK for Python is not here")
    def test_vtk(self):
        """VTK reads the same arrays from all files of particles."""
        run = made("moving")
        paths = run.snapshots.paths + run.snapshots_in("vtk-walls").paths + [run.path("walls.vtp")]
        for path in paths:
            reader = vtk.vtkXMLPolyDataReader()
            reader.SetFileName(path)
            reader.Update()
            data, s = reader.GetOutput(), gpusph.read_snapshot(path)
            points = data.GetPointData()
            self.assertEqual(points.GetNumberOfArrays() + 1, len(s))
            np.testing.assert_array_equal(vtk_to_numpy(data.GetPoints().GetData()), s["Position"])
            for k in range(points.GetNumberOfArrays()):
                array = points.GetArray(k)
                name = array.GetName().split(" ")[0]
                np.testing.assert_array_equal(vtk_to_numpy(array), s[name])
                self.assertEqual(array.GetName(), name + (f" [{s.unit(name)}]" if s.unit(name)
                                                          else ""))
            self.assertEqual(data.GetFieldData().GetArray("TimeValue").GetValue(0), s.time)


class TestGrids(unittest.TestCase):
    def test_measure(self):
        """In the centre of a cell the program measures what the arrays have."""
        run = made("heat")
        s = run.snapshot()
        cells = [(0, 0, 3), (15, 0, 15), (7, 0, 8), (12, 0, 1)]
        points = ";".join(",".join(repr(float(s.centres(a)[i])) for a, i in zip("xyz", cell))
                          for cell in cells)
        program(f"measure heat --time {s.time} --points", points)
        t = run.table("measure_points.csv")
        self.assertEqual(t["t"][0], s.time)
        for k, (i, j, l) in enumerate(cells):
            got = [*s["Velocity"][l, j, i], s["Pressure"][l, j, i], s["Temperature"][l, j, i]]
            want = [t[name][k] for name in ("vx", "vy", "vz", "p", "temperature")]
            np.testing.assert_allclose(got, want, rtol=1e-12, atol=1e-15)
        self.assertEqual([s.unit(n) for n in s], ["m/s", "m2/s2", "K"])

    def test_layout(self):
        """Heat comes from the wall at x = 0, and hot fluid is above: z first, x last."""
        s = made("heat").snapshot()
        self.assertEqual(s["Temperature"].shape, (16, 1, 16))
        self.assertEqual(s["Velocity"].shape, (16, 1, 16, 3))
        t = s["Temperature"][:, 0, :]
        self.assertGreater(t[:, 0].mean(), t[:, -1].mean() + 0.5)
        self.assertGreater(t[-1].mean(), t[0].mean() + 0.05)
        self.assertEqual(s.periodic, (False, True, False))

    def test_single(self):
        """In single precision, with solid boxes, in a cube that is periodic along all axes."""
        run = made("cube")
        s = run.snapshot()
        self.assertEqual((s["Velocity"].dtype, s["Velocity"].shape), (np.float32, (32, 32, 32, 3)))
        self.assertEqual(s.periodic, (True, True, True))
        solid = s["Solid"] == 1
        self.assertEqual(solid.sum(), 2 * 4 ** 3)
        spectrum = run.table("data/spectrum_00000.csv")
        self.assertEqual(spectrum.unit("E"), "m3/s2")
        report = run.report
        self.assertEqual([s.time, s.step, list(s.cells)],
                         [report["t_s"], report["steps"], report["cells"]])

    def test_checkpoint(self):
        """Velocities on faces are means in cells of the snapshot of the same step."""
        for name, kind in (("heat", np.float64), ("cube", np.float32)):
            run = made(name)
            c, s = run.checkpoint(), run.snapshot()
            self.assertEqual((c.step, c.time), (s.step, s.time))
            self.assertEqual(c.fields["U"].dtype, kind)
            np.testing.assert_array_equal(c.fields["Pressure"], s["Pressure"])
            for k, face in enumerate("WVU"):
                lower = c.fields[face].astype(np.float64)
                upper = np.roll(lower, -1, k)
                if not s.periodic[2 - k]:
                    upper[(slice(None),) * k + (-1,)] = 0  # at the wall
                np.testing.assert_allclose(s["Velocity"][..., 2 - k], (lower + upper) / 2,
                                           rtol=1e-6, atol=1e-12)
            self.assertEqual(c.problem, run.report["problem"])

    def test_stretched(self):
        """Cells of stretched axes have the places that VTK finds, four times as wide within."""
        s = made("stretched").snapshots[-1]
        for axis in "xz":
            faces, centres = s.faces(axis), s.centres(axis)
            widths = np.diff(faces)
            self.assertEqual((faces[0], faces[-1], len(centres)), (0, 1, 16))
            self.assertAlmostEqual(widths.max() / widths.min(), 4)
            np.testing.assert_allclose(centres, faces[:-1] + widths / 2)
        np.testing.assert_allclose(np.diff(s.faces("y")), s.spacing[1])
        if vtk is not None:
            reader = vtk.vtkXMLRectilinearGridReader()
            reader.SetFileName(s.path)
            reader.Update()
            data = reader.GetOutput()
            np.testing.assert_array_equal(vtk_to_numpy(data.GetXCoordinates()), s.faces("x"))
            values = vtk_to_numpy(data.GetCellData().GetArray("Velocity [m/s]"))
            np.testing.assert_array_equal(values.reshape(16, 1, 16, 3), s["Velocity"])

    @unittest.skipIf(vtk is None, "VTK for Python is not here")
    def test_vtk(self):
        """VTK reads the same values, x first."""
        for name in ("heat", "cube"):
            for s in made(name).snapshots:
                reader = vtk.vtkXMLImageDataReader()
                reader.SetFileName(s.path)
                reader.Update()
                data = reader.GetOutput()
                self.assertEqual(data.GetDimensions(), tuple(n + 1 for n in s.cells))
                self.assertEqual(data.GetSpacing(), s.spacing)
                self.assertEqual(data.GetOrigin(), s.origin)
                cells = data.GetCellData()
                self.assertEqual(cells.GetNumberOfArrays(), len(s))
                for k in range(len(s)):
                    array = cells.GetArray(k)
                    values = s[array.GetName().split(" ")[0]]
                    np.testing.assert_array_equal(vtk_to_numpy(array).reshape(values.shape),
                                                  values)


class TestTables(unittest.TestCase):
    def test_all(self):
        """Each table has the rows that the csv module reads, as numbers."""
        for name in RUNS:
            run = made(name)
            self.assertGreaterEqual(len(run.tables), 2)
            for table in run.tables:
                t, rows = run.table(table), rows_of(run.path(table))
                self.assertEqual(t.rows, len(rows) - 1)
                for k, column in enumerate(t):
                    unit = t.unit(column)
                    self.assertEqual(rows[0][k], f"{column}[{unit}]" if unit else column)
                    if t[column].dtype == np.float64:
                        want = [float(row[k] or "nan") for row in rows[1:]]
                        np.testing.assert_array_equal(t[column], want)
                    else:
                        self.assertEqual(list(t[column]), [row[k] for row in rows[1:]])

    def test_report(self):
        """The program's own report has the same ends and extremes of all columns."""
        program("report dam --json report.json")
        with open(os.path.join(ROOT, "report.json")) as f:
            tables = json.load(f)["runs"][0]["tables"]
        self.assertGreaterEqual(len(tables), 3)
        for of in tables:
            t = made("dam").table(of["file"])
            self.assertEqual(of["rows"], t.rows)
            for column in of["columns"]:
                values = t[column["name"]]
                self.assertEqual(t.unit(column["name"]), column["unit"])
                self.assertEqual([values[0], values[-1], values.min(), values.max()],
                                 [column[k] for k in ("first", "last", "least", "most")])
                self.assertEqual(t["t"][values.argmax()], column["t_of_most"])

    def test_sensors(self):
        t = made("dam").table("sensors.csv")
        self.assertEqual(list(t["name"]), ["G1", "G2", "G3", "G4"])
        self.assertEqual(t["x"][1], 0.64)
        self.assertTrue(np.isnan(t["size"]).all())

    def test_between(self):
        t = made("dam").table("energies.csv")
        part = t.between(0.05, 0.1)
        self.assertEqual(part.rows, ((t["t"] >= 0.05) & (t["t"] <= 0.1)).sum())
        self.assertEqual((part["t"].min() >= 0.05, part.unit("kinetic")), (True, "J"))

    def test_missing(self):
        with self.assertRaisesRegex(gpusph.Missing, "has no table x.csv; it has energies.csv"):
            made("dam").table("x.csv")
        with self.assertRaisesRegex(gpusph.Missing, "has no G9; it has t, step, G1"):
            made("dam").table("gauges.csv")["G9"]


class TestScaling(unittest.TestCase):
    def test_karp_flatt(self):
        """The example has the serial fractions of the report's Table 2, beside those of the paper."""
        report = program("scaling BoreInABox --deltap 0.06 --devices host:2 --gpus 1,2 --warmup 2 "
                         "--steps 5 --repeat 1 --as-paper --dir series").stdout
        table = report[report.index("Table 2"):report.index("Table 3")]
        example = os.path.join(HERE, "examples", "karp_flatt.py")
        said = subprocess.run([sys.executable, example, os.path.join(ROOT, "series")],
                              capture_output=True, text=True, check=True).stdout
        ours = re.findall(r"serial +(-?[\d.]+) %", said)
        for row, got in zip(("LB off", "LB on"), ours, strict=True):
            want = float(re.search(rf"^{row} +(-?[\d.]+) %", table, re.M)[1])
            self.assertLess(abs(float(got) - want), 0.06, said + table)
        self.assertIn("paper's balancer", report)
        self.assertRegex(table, r"Paper, LB on +7\.0 %")


class TestCheckpoints(unittest.TestCase):
    def same_step(self, name):
        """The checkpoint of a run, and the snapshot of its step, both in the order of ids."""
        run = made(name)
        c = run.checkpoint()
        s = next(s for s in run.snapshots if s.step == c.step)
        self.assertEqual(c.time, s.time)
        return c, s, np.argsort(c.fields["Id"]), np.argsort(s["Id"])

    def test_fields(self):
        """A checkpoint has what the snapshot of its step has; positions to a quantum."""
        for name in ("steps", "periodic"):
            c, s, i, j = self.same_step(name)
            f = c.fields
            for field in ("Id", "Velocity", "Type", "Body"):
                np.testing.assert_array_equal(f[field][i], s[field][j], field)
            quantum = grid_of(c.head["parameters"])[1]
            off = np.abs(f["Position"][i] - s["Position"][j]).max()
            self.assertLess(off, quantum + 2.0 ** -24 * np.abs(s["Position"]).max())
            rel = s["Density"][j].astype(float) / s.parameters["Rho0"] - 1
            fluid = s.fluid[j]
            np.testing.assert_allclose(f["RelDensity"][i][fluid], rel[fluid], atol=1.2e-7)

    def test_head(self):
        run = made("steps")
        c = run.checkpoint()
        self.assertEqual(c.problem, "DambreakColumn")
        self.assertEqual(c.path, run.checkpoints[-1])
        self.assertIn("--deltap=0.0057", c.head["options"])
        self.assertEqual([c.fields.unit(n) for n in ("Position", "Velocity")], ["m", "m/s"])

    def test_own_decoder(self):
        """Values are the same without a library for Zstandard."""
        for name in ("steps", "dam", "periodic", "moving"):
            path = made(name).checkpoints[-1]
            library, zstd._library = zstd._library, lambda: None
            try:
                own = gpusph.read_checkpoint(path)
                values = {field: own.fields[field] for field in own.fields}
            finally:
                zstd._library = library
            other = gpusph.read_checkpoint(path)
            for field in other.fields:
                np.testing.assert_array_equal(values[field], other.fields[field])

    def test_none(self):
        program("DambreakColumn --deltap 0.0057 --maxiter 5 --checkpoint-interval 0 -q --dir none")
        with self.assertRaisesRegex(gpusph.Error, "has no checkpoint; --checkpoint-interval 10m"):
            gpusph.Run(os.path.join(ROOT, "none")).checkpoint()


if __name__ == "__main__":
    unittest.main()
