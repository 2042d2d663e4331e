package validate

import (
	"math"
	"testing"

	"gpusph/sph"
)

// A ball that swings with a longer period, and less each time, is found to.
func TestTetherNorms(t *testing.T) {
	r := afloat(2.6*tetherPeriod, func(t float64) (p sph.BodyPose) {
		angle := tetherAngle * math.Exp(-0.2*t/tetherPeriod) *
			math.Cos(2*math.Pi*t/tetherPeriod*math.Sqrt(1/(1.05*1.05)-0.2*0.2/(4*math.Pi*math.Pi)))
		p.Shift[0] = tetherLength * (math.Sin(angle) - math.Sin(tetherAngle))
		return p
	}, func(sph.BodyPose) float64 { return 0 })
	near(t, tetheredSphere, "period longer by", r, 0.05, 1e-3)
	near(t, tetheredSphere, "decrement", r, 0.2*1.05/2, 1e-2)
}

// A box that moves as recorded, but later, has what the record has; one that moves less does not.
func TestDrifterNorms(t *testing.T) {
	record := [3]Curve{}
	for of, column := range drifterColumns {
		record[of] = Reference("floating_box_ren2015.csv", "time_s", column)
	}
	const later = 1.5
	moves := func(part float64) *Run {
		return afloat(10, func(t float64) (p sph.BodyPose) {
			at := func(of int) float64 {
				if x := record[of].At(t - later); x == x {
					return part * x
				}
				return 0
			}
			p.Shift = [3]float64{at(drifterSurge), 0, at(drifterHeave)}
			half := at(drifterRoll) * math.Pi / 360
			p.Turn = [4]float64{math.Cos(half), 0, math.Sin(half), 0}
			return p
		}, func(sph.BodyPose) float64 { return 0 })
	}
	for name, less := range map[string]float64{
		"range of the heave off": -0.1, "range of the roll off": -0.1, "drift off": -0.1,
		"period of the heave longer by": 0, "heave off, RMS, of the waves' height": 0.033,
	} {
		near(t, boxInWaves, name, moves(1), 0, 0.01)
		near(t, boxInWaves, name, moves(0.9), less, 0.01)
	}
}
