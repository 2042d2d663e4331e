package tests

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"gpusph/problems"
)

// lavaEnergy is the kinetic energy of a column of lava that collapses [J/m], after 0.05 s.
func lavaEnergy(t *testing.T, consistency, thinning, temperature float64) float64 {
	t.Helper()
	path := filepath.Join(t.TempDir(), "lava.toml")
	text := fmt.Sprintf(`name = "Lava"
dimension = 2
spacing = 0.02
end = 1
[domain]
min = [0, 0]
max = [0.6, 0.4]
[[material]]
name = "lava"
rho0 = 2600
consistency = %g
thinning = %g
conductivity = 20
heat-capacity = 1200
[heat]
reference = 400
temperature = 400
[[fluid]]
name = "lava"
material = "lava"
temperature = %g
box = { min = [0, 0], max = [0.2, 0.2] }
`, consistency, thinning, temperature)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := problems.FromFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.Setup(p.DeltaP())
	if err != nil {
		t.Fatal(err)
	}
	f := begin(t, c, c.End, hosts(1))
	for f.reached.Time < 0.05 {
		f.advanceAndLose()
	}
	s := f.sample()
	return s.Energy[0]
}

// Hot lava is thinner by exp(-b (T - T0)): it collapses as lava of that viscosity does at T0, and
// faster than cold lava.
func TestHotterIsThinner(t *testing.T) {
	hot, cold := lavaEnergy(t, 200, 0.01, 500), lavaEnergy(t, 200, 0.01, 400)
	thin, thick := lavaEnergy(t, 200/math.E, 0, 400), lavaEnergy(t, 200, 0, 400)
	if !(math.Abs(hot/thin-1) < 0.02) || !(math.Abs(cold/thick-1) < 0.02) || !(hot > 1.2*cold) {
		t.Errorf("hot lava has %g J/m, lava as thin %g; cold lava %g, lava as thick %g", hot, thin, cold,
			thick)
	}
}
