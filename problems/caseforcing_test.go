package problems

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/sph"
)

const tank = `name = "Tank"
spacing = 0.1
end = 1
dimension = 2
[domain]
min = [0, 0]
max = [1, 1]
[[fluid]]
name = "water"
box = { min = [0, 0], max = [1, 0.5] }
`

// withFile is the case of a text beside a file of a name and a content, or what is wrong with it.
func withFile(t *testing.T, text, name, content string) (*sph.Case, error) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "tank.toml")
	if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := FromText([]byte(text), file)
	if err != nil {
		return nil, err
	}
	return p.Setup(0)
}

// Gravity and the angles of a frame from files are those of the case file; between rows that are
// not at equal intervals gravity is linear, and an angle smooth.
func TestForcingFromFiles(t *testing.T) {
	gravity := tank + "[physics]\ndepth = 1\n[physics.gravity-table]\ntable = \"g.csv\"\n"
	want := [][3]float64{{0, 0, -9.81}, {1, 0, -9.5}, {2, 0, -9}}
	for _, test := range []struct{ key, rows string }{
		{"", "t [s], gx, gy, gz\n0, 0, 0, -9.81\n0.5, 1, 0, -9.5\n1, 2, 0, -9\n"},
		{"", "0, 0, 0, -9.81\n0.5004, 1, 0, -9.5 # rounded\n1, 2, 0, -9\n"},
		{"interval = 0.5\n", "0, 0, 0, -9.81\n0.25, 0.5, 0, -9.655\n0.5, 1, 0, -9.5\n1, 2, 0, -9\n"},
	} {
		c, err := withFile(t, gravity+test.key, "g.csv", test.rows)
		if err != nil {
			t.Fatal(err)
		}
		if c.Gravity.Interval != 0.5 || len(c.Gravity.Values) != len(want) {
			t.Fatalf("%q comes out as %+v", test.rows, c.Gravity)
		}
		for k, g := range c.Gravity.Values {
			for a := range g {
				if math.Abs(g[a]-want[k][a]) > 1e-12 {
					t.Errorf("%q: gravity %d is %v m/s²", test.rows, k, g)
				}
			}
		}
	}
	frame := tank + "[turning]\npoint = [0.5, 0]\naxis = [0, 1, 0]\ntable = \"roll.csv\"\n"
	roll := func(time float64) float64 { return 8 * math.Sin(5*time) } // in degrees
	for _, uneven := range []float64{0, 0.3} {
		rows, key := "", ""
		for k := range 101 {
			time := 0.01*float64(k) + uneven*0.01*math.Sin(math.Pi*float64(k)/2)
			rows += fmt.Sprintf("%.12f, %.12f\n", time, roll(time))
		}
		if uneven != 0 {
			key = "interval = 0.02\n"
		}
		c, err := withFile(t, frame+key, "roll.csv", rows)
		if err != nil {
			t.Fatal(err)
		}
		f := c.RotatingFrame
		if n := len(f.Angles); n != 101 && uneven == 0 || n != 51 && uneven != 0 {
			t.Fatalf("there are %d angles at %g s", n, f.Interval)
		}
		for k, angle := range f.Angles {
			if off := angle*180/math.Pi - roll(float64(k)*f.Interval); math.Abs(off) > 2e-5 {
				t.Errorf("the angle at %g s is off by %g°", float64(k)*f.Interval, off)
			}
		}
	}
}

// What is wrong with a table in a file is said, with the file and the key.
func TestForcingFilesAreChecked(t *testing.T) {
	gravity := tank + "[physics]\ndepth = 1\n[physics.gravity-table]\n"
	frame := tank + "[turning]\npoint = [0.5, 0]\naxis = [0, 1, 0]\n"
	for _, test := range []struct{ text, rows, want string }{
		{gravity + `table = "t.csv"`, "0, 0, 0, -9.81\n1, 0, -9.81\n",
			`line 14, column 1: t.csv: line 2 is "1, 0, -9.81", but must have four numbers`},
		{gravity + `table = "t.csv"`, "0.5, 0, 0, -9.81\n1, 0, 0, -9.81\n",
			"begins at 0.5 s, but the first row must be at time 0"},
		{gravity + `table = "t.csv"`, "0, 0, 0, -9.81\n1, 0, 0, -9\n1, 0, 0, -8\n",
			"a row at 1 s after one at 1 s"},
		{gravity + `table = "t.csv"`, "0, 0, 0, -9.81\n1, 0, 0, -9\n1.5, 0, 0, -8\n",
			"not at equal intervals: row 2 is at 1 s, where it would be at 0.75 s; use interval = 0.75"},
		{gravity + `table = "t.csv"`, "0, 0, 0, -9.81\n", "has 1 row, but needs 2 at least"},
		{gravity + "table = \"t.csv\"\ninterval = 3", "0, 0, 0, -9.81\n1, 0, 0, -9\n",
			"gravity-table.interval is 3 s, but t.csv ends at 1 s"},
		{gravity + `table = "other.csv"`, "", "there is no such file"},
		{gravity + `table = "t.csv"` + "\nvalues = [[0, 0, -9]]", "", "both table and values"},
		{gravity + "interval = 0.1", "", "has no values; use one of table or values"},
		{gravity + "values = [[0, -9]]", "", "physics.gravity-table has no interval"},
		{frame + `table = "t.csv"`, "0, 0\n1, 5\n", "has 2 rows, but needs 3 at least"},
		{frame + `table = "t.csv"`, "0, 0\n1, 5\n2, nan\n", "line 3"},
		{frame + `table = "t.csv"`, "t [s], roll [rad]\n0, 0\n1, 5\n2, 3\n",
			"line 1 says that the angle is in rad, but it must be in °; multiply the column by 57.3"},
		{frame + "table = \"t.csv\"\ninterval = 1e-9", "0, 0\n1, 5\n2, 3\n",
			"which makes 2e+09 values of t.csv"},
		{frame + "angles = [0, 1, 2]", "", "turning has no interval"},
		{frame + "interval = -1\nangles = [0, 1, 2]", "", "must be above 0"},
	} {
		_, err := withFile(t, test.text, "t.csv", test.rows)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q with %q: %v, but want %q", test.text[len(tank):], test.rows, err, test.want)
		}
	}
}
