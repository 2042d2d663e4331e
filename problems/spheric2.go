package problems

// Spheric2 is SPHERIC's benchmark 2, a dam break onto a low box in MARIN's tank:
// Kleefsman, Fekken, Veldman, Iwanowski & Buchner, J. Comput. Phys. 206 (2005)
// 363-393; geometry and sensors after release 1.1 of the benchmark (Issa &
// Violeau, EDF-LNHE, 2006). Compare the pressures P1 to P8 on the box and the
// heights H1 to H4 with the measured ones: water reaches P1 at 0.39 to 0.41 s,
// where the pressure stays at 8 to 10 kPa for 40 ms.
//
// x runs from the wall opposite to the reservoir. The tank is open; a metre
// above its rim is left for the jet at the box. The box is centred in y, as the
// benchmark's drawing lacks 7 mm of the tank's width.

import "gpusph/sph"

const sphericDepth = 0.55 // of the reservoir [m]

type spheric2 struct{ physics }

func newSpheric2() Problem { return &spheric2{water(0.04, sphericDepth, 40)} }

func (*spheric2) Name() string { return "Spheric2" }

func (*spheric2) Summary() string {
	return "dam break onto a low box with pressure sensors (Kleefsman et al. 2005, SPHERIC test 2)"
}

func (t *spheric2) Setup(deltaP float64) (*sph.Case, error) { return fill(t.scene(deltaP)) }

func (t *spheric2) Outline(deltaP float64) (Outline, error) { return outline(t.scene(deltaP)) }

func (t *spheric2) scene(deltaP float64) (*scene, *sph.Case, error) {
	c, err := t.newCase(t, deltaP)
	if err != nil {
		return nil, nil, err
	}
	s := &scene{
		tank:  box{max: [3]float64{3.22, 1, 1}},
		open:  noLid,
		room:  1,
		water: []pool{{name: "reservoir", box: box{[3]float64{1.992, 0, 0}, [3]float64{3.22, 1, sphericDepth}}}},
		solids: []solid{{name: "box", force: "box", box: box{
			[3]float64{0.6635, 0.2985, 0},
			[3]float64{0.8245, 0.7015, 0.161},
		}}},
	}
	c.Params.SplitAxis = 0
	c.End = 6
	const y = 0.471
	front, top := [3]float64{1}, [3]float64{2: 1}
	c.Probes = []sph.Probe{
		sensor(c, "P1", [3]float64{0.8245, y, 0.021}, front),
		sensor(c, "P2", [3]float64{0.8245, y, 0.061}, front),
		sensor(c, "P3", [3]float64{0.8245, y, 0.101}, front),
		sensor(c, "P4", [3]float64{0.8245, y, 0.141}, front),
		sensor(c, "P5", [3]float64{0.8035, y, 0.161}, top),
		sensor(c, "P6", [3]float64{0.7635, y, 0.161}, top),
		sensor(c, "P7", [3]float64{0.7235, y, 0.161}, top),
		sensor(c, "P8", [3]float64{0.6835, y, 0.161}, top),
	}
	c.Gauges = []sph.Gauge{
		{Name: "H1", X: 1.488, Y: 0.5},
		{Name: "H2", X: 0.992, Y: 0.5},
		{Name: "H3", X: 0.496, Y: 0.5}, // behind the box
		{Name: "H4", X: 2.638, Y: 0.5}, // in the reservoir
	}
	return s, c, nil
}
