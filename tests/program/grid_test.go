package program

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// gridReport is what tests read of the report of a run of a grid.
type gridReport struct {
	Status  string `json:"status"`
	Steps   int    `json:"steps"`
	SHA256  string `json:"state_sha256"`
	Numbers []struct{ Value *float64 }
	Left    float64 `json:"divergence_relative"`
	Resumed []struct{ Step int }
}

func gridReportOf(t *testing.T, dir string) (r gridReport) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "report.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// sums are the rows of sums.csv, without the first.
func sums(t *testing.T, dir string) (rows [][]float64) {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, "sums.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range all[1:] {
		var row []float64
		for _, word := range words {
			x, err := strconv.ParseFloat(word, 64)
			if err != nil {
				t.Fatal(err)
			}
			row = append(row, x)
		}
		rows = append(rows, row)
	}
	return rows
}

// TestGridDecays holds the energy of vortices in a plane, which falls as exp(-16π² t/Re), against
// the exact solution, and the divergence against the tolerance.
func TestGridDecays(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	done(t, dir, "GridTaylorGreen --cells 32 --tend 0.2 --nosave --devices host --dir run")
	for _, row := range sums(t, filepath.Join(dir, "run")) {
		want := 0.25 * math.Exp(-16*math.Pi*math.Pi*row[0]/100)
		if math.Abs(row[1]-want) > 0.01*want {
			t.Errorf("at %g s the energy is %g, not %g", row[0], row[1], want)
		}
	}
	if r := gridReportOf(t, filepath.Join(dir, "run")); r.Status != "done" || r.Left > 1e-10 {
		t.Errorf("the report is %+v", r)
	}
}

// TestGridBits holds that flows on a grid have the same bits on one device and on more, and that a
// run which continues on another number of devices has those of one that did not end.
func TestGridBits(t *testing.T) {
	t.Parallel()
	for _, flow := range []string{
		"GridTaylorGreen --cells 16",
		"GridCavity --cells 16 --depth-cells 4 --solver ppcg",
		"GridHeatedCavity --cells 16",
		"IsotropicTurbulence --cells 32 --boxes 2",
		"RayleighTaylorLattice --cells 64 --re 800",
		"DensityCurrent --cells 128",
		"RisingThermal --cells 32 --precision single",
	} {
		t.Run(strings.Fields(flow)[0], func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			line := flow + " --maxiter 8 --sample-interval 0.01 --output-interval 0.05 "
			var whole gridReport
			for _, devices := range []string{"host", "host:2", "host:3"} {
				name := strings.ReplaceAll(devices, ":", "")
				done(t, dir, line+"--devices "+devices+" --dir "+name)
				r := gridReportOf(t, filepath.Join(dir, name))
				if whole.SHA256 == "" {
					whole = r
				}
				if r.SHA256 == "" || r.SHA256 != whole.SHA256 ||
					!reflect.DeepEqual(r.Numbers, whole.Numbers) {
					t.Errorf("on %s the state is %s, on one device %s", devices, r.SHA256, whole.SHA256)
				}
			}
			done(t, dir, line+"--maxiter 3 --devices host:3 --dir begun")
			done(t, dir, "--resume begun --maxiter 8 --devices host:2")
			r := gridReportOf(t, filepath.Join(dir, "begun"))
			if r.SHA256 != whole.SHA256 || r.Steps != whole.Steps || len(r.Resumed) != 1 {
				t.Errorf("a run that continues has %+v, not %+v", r, whole)
			}
			same(t, filepath.Join(dir, "begun", "sums.csv"), filepath.Join(dir, "host", "sums.csv"))
			if r := gpusph(t, dir, "compare begun host"); r.code != 0 {
				t.Errorf("compare: %s%s", r.stdout, r.stderr)
			}
		})
	}
}

// same holds that two files are the same.
func same(t *testing.T, one, other string) {
	t.Helper()
	a, err := os.ReadFile(one)
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(other)
	if err != nil {
		t.Fatal(err)
	}
	if string(a) != string(b) {
		t.Errorf("%s and %s differ", one, other)
	}
}

// TestGridCommands runs what commands there are for a flow on a grid.
func TestGridCommands(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	done(t, dir, "GridHeatedCavity --cells 8 --tend 0.2 --devices host --dir run")
	for _, test := range []ending{
		{"report run", 0, "The page is run/report.html"},
		{"picture run --field vorticity", 0, "run/picture_vorticity_front_0.35"},
		{"picture run", 0, "run/picture_temperature_front_0.35"},
		{"render run --to run/movie.gif", 0, "3 frames from 0 to 0.3536 s"},
		{"render run --surface", 2, "--surface has no effect: the picture of a flow on a grid"},
		{"measure run --extremes --averages --level temperature=0.5", 0, "run/measure_levels.csv"},
		{"surface run", 2, "run is a run of a flow on a grid, which gpusph surface does not read"},
		{"check GridCavity --cells 16 --devices host:2", 0, "No problems found."},
		{"bench GridCavity --cells 16 --devices host --steps 3 --repeat 1 --warmup 1", 0, "of copies at"},
		{"scaling GridCavity --cells 16 --devices host --gpus 2 --steps 3 --repeat 1 --warmup 1", 0,
			"All numbers of devices have the same bits."},
		{"bench RisingThermal --cells 32 --devices host --steps 3 --repeat 1 --warmup 1", 0,
			"a cell moves at least in a step"},
		{"scaling RayleighTaylorLattice --cells 64 --re 800 --devices host --gpus 2 --steps 3 " +
			"--repeat 1 --warmup 1", 0, "times one K40"},
		{"RayleighTaylorLattice --cells 64 --re 800 --maxiter 20 --devices host:2 --dir gas", 0,
			"by the model of Calore et al."},
		{"picture gas", 0, "gas/picture_temperature_front"},
		{"RayleighTaylorLattice --cells 64", 2, "--re 1500 makes a relaxation time of"},
		{"RayleighTaylorLattice --cells 64 --re 800 --dt 0.1", 2, "leave out --dt"},
		{"DensityCurrent --solver ppcg", 2, "--solver has no effect on DensityCurrent"},
		{"DensityCurrent --cells 100", 2, "use --cells 96"},
		{"RisingThermal --cells 33", 2, "--cells is 33"},
		{"GridCavity --cells 15", 2, "--cells makes 15 cells along x"},
		{"GridCavity --deltap 0.1", 2, "--cells sets the cells of a grid"},
		{"timeline GridCavity --cells 16 --devices host --steps 2 --warmup 1", 0, "GB/s GFLOP/s"},
		{"init GridCavity", 2, "GridCavity is a flow on a grid, which gpusph init does not take"},
		{"help GridCavity", 0, "Reynolds number U L/ν"},
		{"problems", 0, "IsotropicTurbulence"},
		{"--resume run --ra 10", 2, "--resume cannot change the physics: --ra is 10, but was 100000"},
		{"--resume run", 2, "use a later --tend to continue it"},
		{"--resume run --tend 0.6 -q", 0, ""},
	} {
		r := gpusph(t, dir, test.line)
		said := strings.Join(strings.Fields(r.stdout+r.stderr), " ")
		if r.code != test.code || !strings.Contains(said, test.want) {
			t.Errorf("%s: exit code %d, or no %q: %q", test.line, r.code, test.want, said)
		}
	}
}

// TestGridProcesses holds that several processes compute the bits and write the files of one, and
// continue from each other's checkpoints.
func TestGridProcesses(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	needsMPI(t)
	dir := t.TempDir()
	const flow = "GridHeatedCavity --cells 16 --sample-interval 0.05 --output-interval 0.2 "
	done(t, dir, flow+"--maxiter 20 --devices host:2 --dir whole")
	for _, line := range []string{
		flow + "--maxiter 9 --devices host --dir processes",
		"--resume processes --maxiter 20 --devices host",
	} {
		if said, err := together(2, dir, line).CombinedOutput(); err != nil {
			t.Fatalf("gpusph %s: %v\n%s", line, err, said)
		}
	}
	for _, file := range []string{"sums.csv", "grid.pvd", "data/grid_00001.vti"} {
		same(t, filepath.Join(dir, "processes", file), filepath.Join(dir, "whole", file))
	}
	one, two := gridReportOf(t, filepath.Join(dir, "whole")), gridReportOf(t, filepath.Join(dir,
		"processes"))
	if one.SHA256 != two.SHA256 || one.SHA256 == "" {
		t.Errorf("the states are %s and %s", one.SHA256, two.SHA256)
	}
}
