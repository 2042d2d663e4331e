package sph

import "testing"

// blocks are two cubes of fluid, of 3³ and of 2³ particles, whose nearest particles are some
// spacings apart along an axis.
func blocks(axis int, gap float64) (*Snapshot, Params) {
	p := Defaults(0.1)
	p.Min, p.Max = [3]float64{-1, -1, -1}, [3]float64{2, 2, 2}
	p.Mass = p.Rho0 * p.DeltaP * p.DeltaP * p.DeltaP
	s := &Snapshot{}
	add := func(n int, shift float64) {
		for k := range n * n * n {
			x := [3]float32{}
			for a, i := range [3]int{k % n, k / n % n, k / (n * n)} {
				x[a] = float32(float64(i) * p.DeltaP)
			}
			x[axis] += float32(shift * p.DeltaP)
			s.Position, s.Velocity = append(s.Position, x), append(s.Velocity, [3]float32{})
			s.Density, s.Pressure = append(s.Density, float32(p.Rho0)), append(s.Pressure, 0)
			s.Type, s.Body = append(s.Type, Fluid), append(s.Body, 0)
			s.ID = append(s.ID, uint32(len(s.ID)))
		}
	}
	add(2, 0)
	add(3, 1+gap)
	return s, p
}

// Fluid hangs together by distances below two spacings, along each axis.
func TestMainBodyEndsAtGaps(t *testing.T) {
	for axis := range 3 {
		for gap, want := range map[float64]int{1: 35, 1.99: 35, 2.01: 27, 2.4: 27} {
			s, p := blocks(axis, gap)
			probe, err := NewSnapshotProbe(s, p)
			if err != nil {
				t.Fatal(err)
			}
			if got := len(probe.MainBody()); got != want {
				t.Errorf("%g spacings apart along %v: %d particles are of the main body, not %d", gap,
					Axis(axis), got, want)
			}
		}
	}
}
