package program

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// vtkAgainstMsgpack is a Python program that opens files with the VTK library, without a warning,
// and holds that particles have the values that they have in a MessagePack file. Its arguments are
// a .vtp file, and a .msgpack file or nothing; with nothing, it prints how many points there are.
// The reader of docs/reference/files.md comes before it.
const vtkAgainstMsgpack = `
import os, vtk

def strict(obj, event):
    print("VTK complains about", obj.GetClassName(), file=sys.stderr)
    os._exit(1)

def opened(path):
    r = vtk.vtkXMLPolyDataReader()
    r.AddObserver("ErrorEvent", strict)
    r.AddObserver("WarningEvent", strict)
    r.SetFileName(path)
    r.Update()
    assert r.GetErrorCode() == 0, path
    return r.GetOutput()

def row(values, i, n):
    return tuple(values[n * i:n * i + n])

for path, packed in zip(sys.argv[1::2], sys.argv[2::2]):
    d = opened(path)
    n, points = d.GetNumberOfPoints(), d.GetPointData()
    if not packed:
        print(os.path.basename(path), n)
        continue
    vtks = {"Position": d.GetPoints().GetData()}
    for k in range(points.GetNumberOfArrays()):
        vtks[points.GetArray(k).GetName().split(" ")[0]] = points.GetArray(k)
    s = read(open(packed, "rb"))
    field = lambda name: d.GetFieldData().GetArray(name).GetValue(0)
    p = s["parameters"]
    assert field("TimeValue") == s["t"] and field("Step") == s["step"] and field("H [m]") == p["H"] and field("DeltaP [m]") == p["DeltaP"], path
    assert p["Mass"] in (field(n) for n in ("Mass [kg]", "Mass [kg/m]") if d.GetFieldData().GetArray(n)), path
    names = d.GetFieldData().GetAbstractArray("BodyNames")
    assert [names.GetValue(k).split(" ", 1)[1] for k in range(1, names.GetNumberOfValues())] == s["bodies"], path
    there = {}
    for name, a in s["arrays"].items():
        there[name] = memoryview(a["data"]).cast({"<f4": "f", "<f8": "d", "<u4": "I", "|u1": "B"}[a["dtype"]])
    at = {id: i for i, id in enumerate(there["Id"])}
    own = [at[int(vtks["Id"].GetValue(i))] for i in range(n)]
    for name, a in vtks.items():
        if name == "Type" and name not in there: # it tells walls that move from fluid, also where it is not asked for
            continue
        each = a.GetNumberOfComponents()
        have = memoryview(a).cast("B").cast({1: "B", 8: "d", 4: "f" if a.GetDataTypeAsString() == "float" else "I"}[a.GetDataTypeSize()]) if n else []
        for i in range(n):
            assert row(have, i, each) == row(there[name], own[i], each), (path, name, i)
    print(os.path.basename(path), n, " ".join(sorted(vtks)))
`

// vtk runs that program, and returns what it prints.
func vtk(t *testing.T, files ...string) string {
	t.Helper()
	const python = "/usr/bin/python3"
	if out, err := exec.Command(python, "-c", "import vtk").CombinedOutput(); err != nil {
		if os.Getenv("GPUSPH_REQUIRE_VTK") == "1" {
			t.Fatalf("VTK for Python is not here: %s", out)
		}
		t.Skip("VTK for Python is not here; scripts/install-test-tools.sh installs it")
	}
	reader, _, _ := strings.Cut(string(read(t, root, "scripts", "snapshot.py")), "snapshot = read(")
	var complaints bytes.Buffer
	c := exec.Command(python, append([]string{"-c", reader + vtkAgainstMsgpack}, files...)...)
	c.Stderr = &complaints
	out, err := c.Output()
	if err != nil || complaints.Len() > 0 {
		t.Fatalf("VTK: %v: %s", err, complaints.String())
	}
	return string(out)
}

// TestVTKReadsAllFiles opens a file of each kind that runs and check write with the VTK library. Snapshots have the values that those in MessagePack
// have, also of walls that move, with some fields, in a region, and of the last state.
func TestVTKReadsAllFiles(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	dir := t.TempDir()
	const moving = "--problem MovingSquare --deltap 0.2 --maxiter 120 --output-interval 0.25 --devices host:2 -q "
	done(t, dir, moving+"--formats vtk,vtk-walls,msgpack --surfaces --dir moving")
	done(t, dir, moving+"--formats vtk,vtk-walls,msgpack --fields velocity,id --region 1,3,,,2,4 --dir some")
	done(t, dir, "check "+small+"--dir looked --steps 1")
	gpusph(t, dir, small+"--alpha 0 --diffusion none --cfl 1 --kernel cubic --tend 0.4 --dir wrong -q") // blows up
	in := func(names ...string) string { return filepath.Join(append([]string{dir}, names...)...) }
	var pairs []string
	for _, run := range []string{"moving", "some"} {
		for _, number := range []string{"00000", "00001", "00002"} {
			packed := in(run, "data", "part_"+number+".msgpack")
			pairs = append(pairs, in(run, "data", "part_"+number+".vtp"), packed, in(run, "data", "walls_"+number+".vtp"), packed)
		}
		pairs = append(pairs, in(run, "walls.vtp"), in("moving", "data", "part_00000.msgpack"))
	}
	pairs = append(pairs, in("some", "last.vtp"), in("some", "last.msgpack"))
	for _, pattern := range []string{"looked/*.vtp", "wrong/trouble.vtp"} {
		found, err := filepath.Glob(in(pattern))
		if err != nil || len(found) == 0 {
			t.Fatalf("there is no %s: %v", pattern, err)
		}
		for _, path := range found {
			pairs = append(pairs, path, "")
		}
	}
	said := vtk(t, pairs...)
	for _, want := range []string{"part_00001.vtp 1250 Body Density Device Id Position Pressure Surface Type Velocity\n", "part_00001.vtp 100 Id Position Type Velocity\n", "walls_00001.vtp 25 Id Position Velocity\n"} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
}
