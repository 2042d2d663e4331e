package program

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// onMapCase is a dam break against a pillar, in decimals, with its least corner at a point of the
// map.
func onMapCase(at [3]float64) string {
	point := func(x, y, z float64) string {
		var words []string
		for a, d := range [3]float64{x, y, z} {
			words = append(words, strconv.FormatFloat(math.Round((at[a]+d)*1e4)/1e4, 'f', -1, 64))
		}
		return strings.Join(words, ", ")
	}
	gauge := point(0.2, 0.3, 0)
	gauge = gauge[:strings.LastIndex(gauge, ", ")]
	return fmt.Sprintf(`name = "Map"
spacing = 0.05
end = 0.3
domain = { min = [%s], max = [%s] }
fluid = [{ name = "water", box = { min = [%[1]s], max = [%[3]s] } }]
probe = [{ name = "P", at = [%[4]s] }]
gauge = [{ name = "H", at = [%[5]s] }]
[[wall]]
name = "pillar"
cylinder = { from = [%[6]s], to = [%[7]s], radius = 0.12 }
force = "pillar"
`, point(0, 0, 0), point(1.6, 0.6, 0.7), point(0.4, 0.6, 0.4), point(0.1, 0.3, 0.1), gauge, point(0.9, 0.3, 0), point(0.9, 0.3, 0.7))
}

// A case in map coordinates gives the forces, pictures and measurements of one at the origin, and
// its files have all places.
func TestMapCoordinates(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	dir := t.TempDir()
	corner := [3]float64{512345.6, 4212345.4, 123.4}
	for name, at := range map[string][3]float64{"origin": {}, "map": corner} {
		if err := os.WriteFile(filepath.Join(dir, name+".toml"), []byte(onMapCase(at)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	must := func(words string) {
		t.Helper()
		if r := gpusph(t, dir, words); r.code != 0 {
			t.Fatalf("%s: %s%s", words, r.stdout, r.stderr)
		}
	}
	for _, name := range []string{"origin", "map"} {
		must("run " + name + ".toml --devices host:1 --formats vtk,msgpack,csv --dir " + name)
	}
	must("measure origin --points 0.1,0.3,0.1 --flux x=0.2,0,0.6,0,0.7 --time 0.3 --sensors")
	must("measure map --points 512345.7,4212345.7,123.5 --flux x=512345.8,4212345.4,4212346,123.4,124.1 --time 0.3 --sensors")
	for _, name := range []string{"origin", "map"} {
		must("picture " + name + " --time 0.3 --to " + name + ".png")
		must("picture " + name + " --time 0.3 --plain --to " + name + "-plain.png")
		must("surface " + name + " --time 0.3 --format obj --dir " + name)
	}
	for _, file := range []string{"forces.csv", "probes.csv", "energies.csv", "measure_probes.csv"} {
		if !bytes.Equal(read(t, dir, "origin", file), read(t, dir, "map", file)) {
			t.Errorf("%s is not the same", file)
		}
	}
	if !bytes.Equal(read(t, dir, "origin-plain.png"), read(t, dir, "map-plain.png")) {
		t.Error("the pictures without axes are not the same")
	}
	if bytes.Equal(read(t, dir, "origin.png"), read(t, dir, "map.png")) {
		t.Error("the axes are marked the same, wherever the flow is on the map")
	}
	forces := csvRows(t, filepath.Join(dir, "map", "forces.csv"))
	if f := csvNumber(t, forces[len(forces)-1][2]); !(f > 10) {
		t.Errorf("the force on the pillar is %g N at the end", f)
	}

	// Columns of places are shifted, others the same.
	shifted := func(file string, columns map[int]int) {
		t.Helper()
		a, b := csvRows(t, filepath.Join(dir, "origin", file)), csvRows(t, filepath.Join(dir,
			"map", file))
		if len(a) != len(b) || len(a) < 2 {
			t.Fatalf("%s has %d and %d rows", file, len(a), len(b))
		}
		for i := 1; i < len(a); i++ {
			for k := range a[i] {
				axis, place := columns[k]
				if !place {
					if a[i][k] != b[i][k] && strings.HasPrefix(file, "measure") {
						if x, y := csvNumber(t, a[i][k]), csvNumber(t, b[i][k]); math.Abs(x-y) > 1e-5*math.Abs(x) {
							t.Errorf("%s, row %d, column %d: %s and %s", file, i, k, a[i][k], b[i][k])
						}
					} else if a[i][k] != b[i][k] {
						t.Errorf("%s, row %d, column %d: %s and %s", file, i, k, a[i][k], b[i][k])
					}
					continue
				}
				// half a float32 at the origin
				if x, y := csvNumber(t, a[i][k]), csvNumber(t, b[i][k]); math.Abs(y-x-corner[axis]) > 1e-7 {
					t.Errorf("%s, row %d, column %d: %s and %s", file, i, k, a[i][k], b[i][k])
				}
			}
		}
	}
	shifted("data/part_00000.csv", map[int]int{1: 0, 2: 1, 3: 2})
	shifted("gauges.csv", map[int]int{2: 2})
	shifted("measure_gauges.csv", map[int]int{2: 2})
	shifted("measure_points.csv", map[int]int{3: 0, 4: 1, 5: 2})
	shifted("measure_flux.csv", nil)

	places := map[string]bool{}
	for _, row := range csvRows(t, filepath.Join(dir, "map", "data", "part_00000.csv"))[1:] {
		if row[9] == "0" {
			places[strings.Join(row[1:4], " ")] = true
		}
	}
	if len(places) != 768 {
		t.Errorf("768 particles of fluid are at %d places", len(places))
	}

	// A run that goes on comes to the same.
	must("run map.toml --devices host:1 --dir resumed --tend 0.15")
	must("run --resume resumed --tend 0.3")
	if a, b := summary(t, filepath.Join(dir, "map")), summary(t, filepath.Join(dir, "resumed")); a.StateSHA256 != b.StateSHA256 || a.Parameters.Origin != corner {
		t.Errorf("a run that went on ends with %s, and one in one part with %s, at %v",
			b.StateSHA256, a.StateSHA256, a.Parameters.Origin)
	}
	if r := gpusph(t, dir, "check map.toml --dir checked --cut y=0.3"); r.code == 0 || !strings.Contains(r.stderr, "from y = 4212345.1 to 4212346.3 m") {
		t.Errorf("a plane that is elsewhere: %s", r.stderr)
	}
}
