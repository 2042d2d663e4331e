package output

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"gpusph/sph"
)

// Velocities are those of the probes that measure them, in their order.
func TestVelocityTable(t *testing.T) {
	c, m := testCase(), testSample()
	c.Probes = []sph.Probe{{Name: "P"}, {Name: "V, first", Velocity: true}, {Name: "Q"},
		{Name: "W", Velocity: true}}
	m.Pressure = []float64{1, 2, 3, 4}
	m.Velocity = [][3]float64{{0.5, -0.25, 2}, {3, 0.125, -7}}
	dir := written(t, c, func(o Observer) error { return o.Sample(m) })
	const want = `t[s],step,"V, first vx[m/s]","V, first vy[m/s]","V, first vz[m/s]",W vx[m/s],W vy[m/s],W vz[m/s]
0.5,100,0.5,-0.25,2,3,0.125,-7
`
	if got, err := os.ReadFile(filepath.Join(dir, "velocities.csv")); err != nil || string(got) != want {
		t.Errorf("%v\n%s", err, got)
	}
}

// The table of sensors says how each probe and gauge measures, when the run begins.
func TestSensors(t *testing.T) {
	c := testCase()
	c.Probes = []sph.Probe{
		{Name: "free", Position: [3]float64{1, 0.5, 0.25}},
		{Name: "face, upper", Position: [3]float64{0.8245, 0.471, 0.021}, Normal: [3]float64{1},
			Distance: 0.005, Body: 1},
		{Name: "patch", Position: [3]float64{0, 0, 1}, Normal: [3]float64{0, -2, 0}, Size: 0.01},
	}
	c.Bodies = []sph.Body{{Name: "gate"}}
	c.Gauges = []sph.Gauge{
		{Name: "on a bank", X: 0.5, Y: 0.25, Ground: 0.125, Ceiling: math.Inf(1)},
		{Name: "on the floor", X: 1, Ceiling: 2},
		{Name: "not known", X: 2}, {Name: "no ground", X: 3, Ground: math.Inf(-1), Ceiling: 1},
	}
	c.Front = "tip"
	dir := written(t, c, func(Observer) error { return nil })
	const want = `name,kind,x[m],y[m],z[m],normal_x,normal_y,normal_z,distance[m],size[m],body
free,probe,1,0.5,0.25,,,,,,
"face, upper",probe,0.8245,0.471,0.021,1,0,0,0.005,0,gate
patch,probe,0,0,1,0,-2,0,0,0.01,
on a bank,gauge,0.5,0.25,0.125,,,,,,
on the floor,gauge,1,0,0,,,,,,
not known,gauge,2,0,,,,,,,
no ground,gauge,3,0,,,,,,,
tip,front,,,,,,,,,
`
	if got, err := os.ReadFile(filepath.Join(dir, "sensors.csv")); err != nil || string(got) != want {
		t.Errorf("%v\n%s", err, got)
	}
}
