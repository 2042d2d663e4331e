package problems

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/features/openings"
)

const gridChannel = `name = "Channel"
dimension = 2
spacing = 0.05
end = 1
[domain]
min = [0, 10]
max = [2, 11]
open = ["zmax"]
[[fluid]]
name = "water"
box = { min = [0, 10], max = [2, 10.5] }
[[inlet]]
name = "river"
side = "xmin"
velocity-grid = "river.csv"
[[outlet]]
name = "sea"
side = "xmax"
level = 10.5
`

// An inlet takes the velocities of a file at its sites, whose places are on the map.
func TestVelocityGridOfInlet(t *testing.T) {
	dir := t.TempDir()
	write := func(name, data string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("river.csv", "t,z,u\n0,10,0.2\n0,11,0.4\n1,10,0.4\n1,11,0.8\n")
	p, err := FromFile(write("channel.toml", gridChannel))
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	o := &openings.Of(c)[0]
	for k, x := range openings.Layouts(c)[0].Sites {
		for i, want := range []float64{0.2 + 0.2*x[2], 0.4 + 0.4*x[2]} {
			if got := o.Grid[i][k]; math.Abs(got-want) > 1e-9 {
				t.Errorf("at %g m the velocity is %g m/s, not %g", x[2], got, want)
			}
		}
	}
	for i := range c.Particles.Position {
		if x := c.Particles.Position[i]; openings.At(c, openings.Layouts(c), x) == 1 {
			if v := float64(c.Particles.Velocity[i][0]); math.Abs(v-0.2-0.2*x[2]) > 1e-6 {
				t.Errorf("at %g m the buffer begins with %g m/s", x[2], v)
			}
		}
	}
	for change, want := range map[[2]string]string{
		{`velocity-grid`, "velocity = 1\nvelocity-grid"}: "use one of them",
		{`"river.csv"`, `"none.csv"`}:                    "none.csv",
	} {
		_, err := FromFile(write("wrong.toml", strings.Replace(gridChannel, change[0], change[1], 1)))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, not %s", err, want)
		}
	}
}
