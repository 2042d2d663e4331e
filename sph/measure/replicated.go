package measure

import (
	"math"

	"gpusph/gpu"
)

// Corrections of bodies and readings of features are no sums: all devices have the same.

// correctionsAt is where those of a moment are.
func (p *Plan) correctionsAt() int {
	return p.posesAt() + poseWords*len(p.carried)
}

// measureCorrections lets a stream give a moment the corrections at the beginning of its step.
func (r *Recorder) measureCorrections(s gpu.Stream, t *Step, moment gpu.Ptr) {
	if t.Corrections != nil {
		t.Corrections(s, moment, moment+gpu.Ptr(8*r.correctionsAt()))
	}
}

// corrections are those of a moment: displacement and velocity of each body.
func (m *Moments) corrections(place int) (all [][2]float64) {
	for k := range m.corrected {
		var c [2]float64
		for i := range c {
			c[i] = math.Float64frombits(m.word(m.First, place, m.correctionsAt()+2*k+i))
		}
		all = append(all, c)
	}
	return all
}

// readingsAt is where those of features are.
func (p *Plan) readingsAt() int { return p.correctionsAt() + 2*len(p.corrected) }

// measureReadings lets a stream give a moment those of features as its step begins.
func (r *Recorder) measureReadings(s gpu.Stream, t *Step, moment gpu.Ptr) {
	if r.Case.Readings() > 0 {
		t.Readings(s, moment, moment+gpu.Ptr(8*r.readingsAt()))
	}
}

// readings are those of a moment.
func (m *Moments) readings(place int) (all []float64) {
	for k := range m.Case.Readings() {
		all = append(all, math.Float64frombits(m.word(m.First, place, m.readingsAt()+k)))
	}
	return all
}
