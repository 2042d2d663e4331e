package particles_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/problems"
	"gpusph/sph"
)

const text = `name = "Own"
spacing = 0.1
end = 0.1
[domain]
min = [10, 0, 0]
max = [11, 0.5, 0.5]
open = ["zmax"]
[physics]
depth = 0.3
[[particles]]
name = "water"
file = "own.csv"
`

func setup(t *testing.T, rows string) (*sph.Case, error) {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{"case.toml": text,
		"own.csv": "x,y,z,vx,vy,vz,density,type\n" + rows} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	p, err := problems.FromFile(filepath.Join(dir, "case.toml"))
	if err != nil {
		return nil, err
	}
	return p.Setup(0.1)
}

// A case has the particles of the file, where the map has them, besides its walls.
func TestParticles(t *testing.T) {
	c, err := setup(t, "10.25,0.25,0.05,1,2,3,1005,0\n10.35,0.25,0.05,0,0,0,1000,0\n"+
		"10.55,0.25,0.05,9,9,9,1000,1\n")
	if err != nil {
		t.Fatal(err)
	}
	q := &c.Particles
	n := q.Len() - 3
	if q.Count(sph.Fluid) != 2 || n < 100 || q.Type[n+2] != sph.Wall {
		t.Fatalf("%d of fluid, %d others", q.Count(sph.Fluid), n)
	}
	at := c.Params.PointOnMap(q.Position[n])
	if math.Abs(at[0]-10.25) > 1e-12 || q.Velocity[n] != [3]float32{1, 2, 3} ||
		q.RelDensity[n] != 0.005 || q.Velocity[n+2] != [3]float32{} {
		t.Errorf("%v, %v, %g", at, q.Velocity[n], q.RelDensity[n])
	}
	if math.Abs(c.Params.Mass-1) > 1e-12 {
		t.Errorf("%g kg", c.Params.Mass)
	}
	if err := c.Check(); err != nil {
		t.Error(err)
	}
}

// What cannot be is refused at its place.
func TestRefuses(t *testing.T) {
	for rows, why := range map[string]string{
		"12,0.25,0.05,0,0,0,1000,0\n":   "line 12, column 1: own.csv has particle 1 at x = 12 m, out of",
		"10.2,0.25,0.05,0,0,0,1,0\n":    "own.csv has the density 1 kg/m³ in particle 1",
		"10.2,0.25,0.05,0,0,0,1000,5\n": "own.csv has the type 5",
		"10.2,0.25,0.05,0,0,none,1,0\n": `own.csv has "none" in line 2, column 20`,
	} {
		if _, err := setup(t, rows); err == nil || !strings.Contains(fmt.Sprint(err), why) {
			t.Errorf("%v, not %s", err, why)
		}
	}
}
