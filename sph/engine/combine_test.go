package engine

import (
	"slices"
	"testing"

	"gpusph/sph"
	"gpusph/sph/exchange"
)

// Every device has the energies and the forces on bodies of all devices within the step, the same
// bits on any number of them, in one process and in several.
func TestDevicesHaveSums(t *testing.T) {
	flow := func() *sph.Case {
		c := column(0.05)
		c.End = 1
		c.Bodies = []sph.Body{{Name: "floor", Centre: [3]float64{0.1, 0.1, 0}}}
		for i, kind := range c.Particles.Type {
			if kind == sph.Wall && c.Particles.Position[i][2] < 0 {
				c.Particles.Body[i] = 1
			}
		}
		return c
	}
	var alone []int64
	for _, devices := range [][]int{{1}, {3}, {1, 2}} {
		amid(t, flow, Options{SampleInterval: 0.002, Balance: &shaker{}}, devices, func(s *Simulation) {
			advance(t, s, 10)
			if _, err := s.Sample(); err != nil {
				t.Fatal(err)
			}
			m := s.publishedMoments()
			words := exchange.Longs(m.Combined(0, 0))
			if alone == nil {
				alone = slices.Clone(words)
			}
			if energies := len(s.Case.Params.Energies()); alone[0] == 0 || alone[energies+sph.BesideEnergies+2] == 0 {
				t.Fatal("there is no kinetic energy or no force: the test does not test it")
			}
			for word := range alone {
				for i := range s.subdomains {
					if got := exchange.Longs(m.Combined(i, 0))[word]; got != alone[word] {
						t.Errorf("%d processes: device %d of %d has %d in word %d, one device %d", len(devices), i, len(s.subdomains), got, word, alone[word])
					}
				}
			}
		})
	}
}
