package engine

import (
	"testing"

	"gpusph/sph"
)

// Every device has the energies and the forces on bodies of all devices within the step, the same bits on any number of them, in one
// process and in several.
func TestDevicesHaveSums(t *testing.T) {
	flow := func() *sph.Case {
		c := column(0.04)
		c.End = 1
		c.Bodies = []sph.Body{{Name: "floor", Centre: [3]float64{0.1, 0.1, 0}}}
		for i, kind := range c.Particles.Type {
			if kind == sph.Wall && c.Particles.Position[i][2] < 0 {
				c.Particles.Body[i] = 1
			}
		}
		return c
	}
	var alone []uint64
	for _, devices := range [][]int{{1}, {3}, {1, 2}} {
		amid(t, flow, Options{SampleInterval: 0.002, Balance: &shaker{}}, devices, func(s *Simulation) {
			advance(t, s, 10)
			if _, err := s.Sample(); err != nil {
				t.Fatal(err)
			}
			var words []uint64
			for word := range s.combinedWords() {
				words = append(words, s.sampleWord(&s.subdomains[0], 0, sampleHeadWords+word))
			}
			if alone == nil {
				alone = words
			}
			if alone[0] == 0 || alone[s.energyWords()+2] == 0 {
				t.Fatal("there is no kinetic energy or no force: the test does not test it")
			}
			for word := range alone {
				for i := range s.subdomains {
					if got := s.sampleWord(&s.subdomains[i], 0, sampleHeadWords+word); got != alone[word] {
						t.Errorf("%d processes: device %d of %d has %d in word %d, one device %d", len(devices), i, len(s.subdomains), got, word, alone[word])
					}
				}
			}
		})
	}
}
