package measure

import (
	"math"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
)

// Corrections of bodies and states of openings are no sums: all devices have the same.

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

// openMaterials is how many materials openings tell apart; 0 with one.
func (p *Plan) openMaterials() int {
	if n := len(p.Case.Materials); n > 1 {
		return n
	}
	return 0
}

// openingWords is how many words of a moment an opening has.
func (p *Plan) openingWords() int { return 3 + 2*p.openMaterials() }

// openingsAt is where those of a moment are.
func (p *Plan) openingsAt() int { return p.correctionsAt() + 2*len(p.corrected) }

// measureOpenings lets a stream give a moment what flows through openings as its step begins.
func (r *Recorder) measureOpenings(s gpu.Stream, t *Step, moment gpu.Ptr) {
	if n := len(r.Case.Openings); n > 0 {
		gpu.Launch(s, cuda.Opened, cuda.OpenedArgs{
			Clock: t.Forces.Clock, Moment: moment, Of: t.Openings,
			Out: moment + gpu.Ptr(8*r.openingsAt()), Count: int32(n), Step: int32(t.index()),
			Materials: int32(r.openMaterials()),
		}, 0, n)
	}
}

// openings are those of a moment.
func (m *Moments) openings(place int) (all []sph.OpeningSample) {
	p := &m.Case.Params
	for k := range m.Case.Openings {
		word := func(i int) float64 {
			return math.Float64frombits(m.word(m.First, place, m.openingsAt()+m.openingWords()*k+i))
		}
		of := sph.OpeningSample{Discharge: word(0), Volume: word(1), Level: p.OnMap(2, word(2))}
		for i := range m.openMaterials() {
			of.Materials = append(of.Materials, [2]float64{word(3 + 2*i), word(4 + 2*i)})
		}
		all = append(all, of)
	}
	return all
}
