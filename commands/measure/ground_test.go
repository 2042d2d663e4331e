package measure

import (
	"math"
	"testing"

	"gpusph/internal/stored"
	"gpusph/sph"
)

// A gauge of a run reads the ground that sensors.csv tells, where it is dry, and the water
// above it, in coordinates of the map. A probe that moves is left out.
func TestGroundOfGauges(t *testing.T) {
	const dp = 0.05
	p := sph.Defaults(dp)
	p.Mass = p.Rho0 * dp * dp * dp
	p.Min, p.Max, p.Origin = [3]float64{0, 0, 0}, [3]float64{2, 0.5, 1.5}, [3]float64{100, 20, 7}
	s := &sph.Snapshot{}
	for x := range 10 {
		for y := range 10 {
			for z := range 8 {
				at := [3]float64{(float64(x) + 0.5) * dp, (float64(y) + 0.5) * dp,
					0.4 + (float64(z)+0.5)*dp}
				s.Position = append(s.Position, [3]float32{float32(at[0]), float32(at[1]),
					float32(at[2])})
			}
		}
	}
	n := len(s.Position)
	s.Type, s.Density, s.Pressure, s.Velocity = make([]sph.Type, n), make([]float32, n),
		make([]float32, n), make([][3]float32, n)
	for i := range n {
		s.Type[i], s.Density[i] = sph.Fluid, 1000
	}
	still, err := sph.NewSnapshotProbe(s, p)
	if err != nil {
		t.Fatal(err)
	}
	tables := sensorTables([]stored.Sensor{
		{Name: "wet", Kind: "gauge", At: [3]float64{100.25, 20.25, 7.4}, Ground: true},
		{Name: "dry", Kind: "gauge", At: [3]float64{101.5, 20.25, 7.4}, Ground: true},
		{Name: "moves", Kind: "probe", At: [3]float64{100.25, 20.25, 7.5}, Body: "gate"},
	}, &p)
	if len(tables) != 1 || len(tables[0].columns) != 4 {
		t.Fatalf("%d tables", len(tables))
	}
	tables[0].add(still, 0, 0)
	if got := tables[0].values; math.Abs(got[2]-7.8) > 0.1*dp || math.Abs(got[3]-7.4) > 1e-9 {
		t.Errorf("gauges read %v m, want 7.8 and 7.4 m", got[2:])
	}
}
