package validate

import (
	"math"
	"testing"

	"gpusph/features/flexible"
	"gpusph/sph"
)

// bends makes a run of a case at its coarsest spacing, whose first tip moves by what is given.
func bends(t *testing.T, c *Case, end float64, by func(t float64) [3]float64) *Run {
	t.Helper()
	coarsest := 0.0
	for _, plan := range c.Levels {
		for _, deltaP := range plan.Spacings {
			coarsest = max(coarsest, deltaP)
		}
	}
	flow, err := c.Setup(coarsest)
	if err != nil {
		t.Fatal(err)
	}
	parts := flexible.Of(flow)
	mark := parts.Structure().Points[parts.Structure().Marks()[0]].At
	r := &Run{DeltaP: coarsest, End: end, Flow: flow}
	for _, time := range Times(0, end, c.Samples) {
		s := sph.Sample{Time: time, Readings: make([]float64, flow.Readings())}
		words := s.ReadingsOf(flow, flexible.Name)
		for a, x := range by(time) {
			words[len(words)-3+a] = mark[a] + x
		}
		r.Samples = append(r.Samples, s)
	}
	return r
}

// A beam whose tip swings as a thin plate's is not off; what is 2 % further or later is.
func TestBeamNorms(t *testing.T) {
	tip := func(part, longer float64) func(time float64) [3]float64 {
		return func(time float64) [3]float64 {
			phase := 2 * math.Pi * time / (longer * cantilever.period())
			return [3]float64{0, 0, -part * cantilever.rest() * (1 - math.Cos(phase))}
		}
	}
	right := bends(t, cantileverCase, cantilever.end, tip(1, 1))
	near(t, cantileverCase, "mean displacement off", right, 0, 1e-3)
	near(t, cantileverCase, "period longer by", right, 0, 1e-3)
	wrong := bends(t, cantileverCase, cantilever.end, tip(1.02, 1.03))
	near(t, cantileverCase, "mean displacement off", wrong, 0.02, 1e-3)
	near(t, cantileverCase, "period longer by", wrong, 0.03, 1e-3)

	record := bends(t, turekHronCSM3, csmEnd, func(time float64) [3]float64 {
		return [3]float64{0, 0, 1.02 * csmTip().At(time)}
	})
	near(t, turekHronCSM3, "mean off", record, 0.04, 0.01)
	near(t, turekHronCSM3, "amplitude off", record, 0.02, 0.01)
	near(t, turekHronCSM3, "frequency off", record, 0, 0.01)
	near(t, turekHronCSM3, "tip off, RMS", record, 0.02*1.2, 0.005)
}

// The norms of plates see by how much these are off.
func TestPlateNorms(t *testing.T) {
	bed := bends(t, hydrostaticPlate, 0.5, func(time float64) [3]float64 {
		return [3]float64{0, 0, bedYields * (1.05 + 0.01*math.Cos(2*math.Pi*time/0.01))}
	})
	near(t, hydrostaticPlate, "displacement off", bed, 0.05, 1e-3)
	near(t, hydrostaticPlate, "swing at the end", bed, 0.01, 1e-3)

	_, most := extentOf(struckRecord())
	struck := bends(t, struckThicker, 1, func(time float64) [3]float64 {
		u := 0.1 * most // until the record begins, so that there is a value
		if y := struckRecord().At(time); !math.IsNaN(y) {
			u += y
		}
		return [3]float64{u, 0, 0}
	})
	near(t, struckThicker, "marker 1 off, RMS", struck, 0.1, 1e-3)
	near(t, struckThicker, "greatest displacement off", struck, 0.1, 1e-3)
}

// A beam in a stream that swings a tenth further and 2 % faster, with 3 % more drag.
func TestSwingingBeamNorms(t *testing.T) {
	r := bends(t, turekHronFSI2, fsiEnd, func(time float64) [3]float64 {
		return [3]float64{0, 0, 1.1 * fsiAmplitude * math.Sin(2*math.Pi*1.02*fsiFrequency*time)}
	})
	for i := range r.Samples {
		for _, body := range r.Flow.Bodies {
			f := [3]float64{50}
			if body.Name == "cylinder" {
				f[0] = 1.03*fsiDrag - 50
			}
			r.Samples[i].Force = append(r.Samples[i].Force, f)
		}
	}
	near(t, turekHronFSI2, "amplitude off", r, 0.1, 0.01)
	near(t, turekHronFSI2, "frequency off", r, 0.02, 0.01)
	near(t, turekHronFSI2, "mean drag off", r, 0.03, 1e-3)
}
