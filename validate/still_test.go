package validate

import (
	"math"
	"strings"
	"testing"

	"gpusph/sph"
)

// forced makes a run with constant forces on bodies, and others at first.
func forced(c *Case, t *testing.T, end float64, first, then [][3]float64) *Run {
	t.Helper()
	r := &Run{End: end, Flow: &sph.Case{Params: sph.Defaults(0.02)}}
	r.Flow.Params.C0 = 10 * math.Sqrt(gravity*gateDepth)
	p, err := c.problem()
	if err != nil {
		t.Fatal(err)
	}
	outline, err := p.Setup(c.Levels[GPU].Spacings[0])
	if err != nil {
		t.Fatal(err)
	}
	r.Flow.Bodies = outline.Bodies
	for _, at := range Times(0, end, end/100) {
		force := then
		if at == 0 {
			force = first
		}
		r.Samples = append(r.Samples, sph.Sample{Time: at, Force: force})
	}
	return r
}

// Norms of gates and bodies are those of the forces on them, at first and in the last third.
func TestForceNorms(t *testing.T) {
	exact := 9810 * 0.4 * 0.4 / 2 // [N/m]
	r := forced(gateForce2D, t, 3, [][3]float64{{0.9 * exact}, {}},
		[][3]float64{{1.02 * exact, 0, 10}, {-exact, 0, -0.99*785 - 10}})
	r.Flow.Params.Mass = 785 / gravity
	r.Flow.Particles.Add([3]float64{}, sph.Fluid, 0)
	near(t, gateForce2D, "force on the gate off", r, 0.02, 1e-9)
	near(t, gateForce2D, "force on the gate at first off", r, -0.1, 1e-9)
	near(t, gateForce2D, "force on all walls off the weight", r, -0.01, 1e-9)
	// To the first order water of c0 = 10 √(g d) is 2/3 % lower a gate's force.
	near(t, gateForce2D, "force on the gate off Tait's", r, 1.02/(1-0.01*2/3)-1, 3e-4)

	inSpace := forced(gateForce3D, t, 3, [][3]float64{{0.1 * exact}, {}},
		[][3]float64{{0.101 * exact}, {}})
	near(t, gateForce3D, "force on the gate off", inSpace, 0.01, 1e-9)

	for _, v := range []struct {
		c      *Case
		volume float64
	}{
		{submergedBox, 0.04},
		{submergedCylinder, 0.0314159265},
		{submergedCube, 0.008},
		{submergedSphere, 0.00418879020},
	} {
		weight := 9810 * v.volume
		b := forced(v.c, t, 3, [][3]float64{{}},
			[][3]float64{{0.03 * weight, 0.04 * weight, 1.05 * weight}})
		near(t, v.c, "buoyancy off", b, 0.05, 1e-8)
		near(t, v.c, "buoyancy at first off", b, -1, 1e-9)
		near(t, v.c, "force sideways, of the buoyancy", b, 0.05, 1e-8)
	}
}

// Water at rest before a gate and around a body has its mass, and a body displaces its volume.
func TestStillFlowsFit(t *testing.T) {
	for _, v := range []struct {
		c      *Case
		volume float64 // of the water [m³, m²]
		off    float64
	}{
		{gateForce2D, gateLength * gateDepth, 1e-9},
		{gateForce3D, gateLength * gateWidth * gateDepth, 1e-9},
		{submergedBox, 0.4*0.4 - 0.04, 1e-6},
		{submergedCylinder, 0.4*0.4 - 0.0314159, 1e-2},
		{submergedSphere, 0.3*0.3*0.34 - 0.0041888, 1e-2},
	} {
		flow, err := v.c.Setup(v.c.Levels[Nightly].Spacings[0])
		if err != nil {
			t.Fatal(err)
		}
		mass := flow.Params.Mass * float64(flow.Particles.Count(sph.Fluid))
		const compressed = 0.005 // by its weight, at most
		if off := mass/(1000*v.volume) - 1; off < -v.off || off > v.off+compressed {
			t.Errorf("%s has %g kg of water, not %g", v.c.Name, mass, 1000*v.volume)
		}
	}
}

// The beaches have their slopes: water is as deep as it should be, and none is beyond the shore.
func TestBeachesSlope(t *testing.T) {
	for _, v := range []struct {
		c   *Case
		run float64
	}{
		{stillBeach30, 30},
		{stillBeach10, 10},
		{stillBeach5, 5},
		{stillBeach3, 3},
		{stillBeachNarrow, 5},
	} {
		flow, err := v.c.Setup(beachDepth / 12)
		if err != nil {
			t.Fatal(err)
		}
		area := 2*beachDepth*beachDepth + beachDepth*beachDepth*v.run/2
		if v.c == stillBeachNarrow {
			area *= beachDepth / 2
		}
		mass := flow.Params.Mass * float64(flow.Particles.Count(sph.Fluid))
		// Sites on the face of the beach are of the water, which is compressed by its weight.
		if off := mass/(1000*area) - 1; off < -0.01 || off > 0.02 {
			t.Errorf("%s has %g kg of water, not %g", v.c.Name, mass, 1000*area)
		}
		furthest := 0.0
		for i, x := range flow.Particles.Position {
			x[0] += flow.Params.Origin[0]
			if flow.Particles.Type[i] == sph.Fluid {
				furthest = max(furthest, x[0])
				if x[2] < x[0]/v.run-0.01*beachDepth/12 {
					t.Fatalf("%s has water in the beach, at %v", v.c.Name, x)
				}
			}
		}
		if shore := beachDepth * v.run; furthest > shore || furthest < shore-3*v.run*beachDepth/12 {
			t.Errorf("%s has water to %g m, and its shore is at %g m", v.c.Name, furthest, shore)
		}
	}
}

// What is kept of a beach: the fastest particle, the density furthest off its range, and energies
// above the deepest.
func TestBeachLook(t *testing.T) {
	p := sph.Defaults(0.04)
	p.C0 = 10 * math.Sqrt(gravity*beachDepth)
	s := &sph.Snapshot{Case: &sph.Case{Params: p}}
	add := func(z, speed, density float32, kind sph.Type) {
		s.Position = append(s.Position, [3]float32{0, 0, z})
		s.Velocity = append(s.Velocity, [3]float32{speed, 0, 0})
		s.Density, s.Type = append(s.Density, density), append(s.Type, kind)
	}
	add(-9, 9, 9, sph.Wall)
	add(0.1, 0, 1005, sph.Fluid) // below the 1009.5 of the depth
	add(0.3, 0.2, 990, sph.Fluid)
	got := lookAtBeach(s)
	speed := 0.2 / math.Sqrt(gravity*beachDepth)
	for k, want := range []float64{speed, 0.01, 0.02 / (gravity * 0.2)} {
		if !(math.Abs(got[k]-want) <= 1e-6) {
			t.Errorf("value %d is %g, not %g", k, got[k], want)
		}
	}
	s.Density[1] = 1029.5
	if got := lookAtBeach(s)[beachDensity]; math.Abs(got-0.02) > 5e-4 {
		t.Errorf("a density of 1029.5 kg/m³ is off by %g", got)
	}
	r := &Run{Lost: 2, Looks: []Look{{0, []float64{0, 0, 0}}, {1, got}, {2, []float64{0, 0, 0}}}}
	near(t, stillBeach5, "speed, most", r, got[beachSpeed], 0)
	near(t, stillBeach5, "particles lost", r, 2, 0)
	if g := norm(t, stillBeach5, "particles lost").Gate; g.holds(1, 0) || !g.holds(0, 0) {
		t.Error("the gate lets particles get lost")
	}
}

// The impulse of the record is that of the record, and that of a peak which is twice as high for a
// moment is hardly more.
func TestImpactNorms(t *testing.T) {
	record := measuredImpactPressure()
	run := func(more, until float64) *Run {
		r := &Run{Flow: &sph.Case{Params: sph.Defaults(0.01)}}
		for _, at := range Times(2.4655, 3.1, 0.001) {
			value := record.At(at)
			if at > 2.47 && at < until {
				value += more
			}
			pressure := value * 1000 * gravity * impactDepth
			r.Samples = append(r.Samples,
				sph.Sample{Time: at * impactTime, Pressure: []float64{2 * pressure, pressure}})
		}
		return r
	}
	if got := measuredImpulse(); math.Abs(got-0.4953) > 1e-3 { // computed elsewhere
		t.Errorf("the measured impulse is %g", got)
	}
	near(t, impactImpulse, "impulse off", run(0, 0), 0, 1e-3)
	near(t, impactImpulse, "impulse at a point off", run(0, 0), 1, 0.02)
	near(t, impactImpulse, "peak at the sensor's face, of the measured", run(0, 0), 1, 1e-3)
	near(t, impactImpulse, "peak at a point, of the measured", run(0, 0), 2, 1e-3)
	near(t, impactImpulse, "impulse off", run(5, 2.48), 5*0.01/0.4953, 0.012)
	near(t, impactImpulse, "peak at the sensor's face, of the measured", run(5, 2.48),
		(5+1.238)/1.866, 0.02)
}

// The drag of the moving square is compared in windows: errors of different signs do not cancel.
func TestSquareWindows(t *testing.T) {
	drag := squareReference()
	r := &Run{End: 6.3}
	for _, at := range Times(0, 6.3, 0.01) {
		cd := drag.At(min(at, drag.X[len(drag.X)-1]))
		if at < 1.2 {
			cd *= 0.86
		} else if at > 1.5 && at < 3.5 {
			cd *= 0.9
		} else if at > 3.5 {
			cd *= 1.09
		}
		r.Samples = append(r.Samples, sph.Sample{Time: at, Force: [][3]float64{{-500 * cd}}})
	}
	near(t, movingSquare, "mean drag from 0.15 to 1 s off", r, -0.14, 0.002)
	near(t, movingSquare, "mean drag from 1.5 to 3.5 s off", r, -0.1, 0.003)
	near(t, movingSquare, "mean drag from 3.5 to 6 s off", r, 0.09, 0.003)
	near(t, movingSquare, "mean drag from 1.5 to 6 s off", r, 0, 0.015)
}

// A front that gets worse with refinement has a norm that says by how much, and one that gets
// better has none of it.
func TestFrontRefined(t *testing.T) {
	measured := measuredFront()
	ahead := func(by float64) *Run {
		r := &Run{End: 8 * columnTime}
		for i, at := range measured.X {
			front := (1 + by) * measured.Y[i] * columnWidth
			at *= columnTime / math.Sqrt2
			for _, t := range []float64{at * (1 - 1e-9), at * (1 + 1e-9)} { // rounding is within
				r.Looks = append(r.Looks, Look{t, []float64{front, 0}})
			}
		}
		return r
	}
	n := norm(t, damBreakColumn, "front further off than at the coarser spacing")
	for _, v := range []struct{ coarse, fine, worse float64 }{
		{0.048, 0.053, 0.005},
		{0.05, 0.03, 0},
		{-0.01, 0.02, 0.01},
	} {
		if got := n.Between(ahead(v.coarse), ahead(v.fine)); !(math.Abs(got-v.worse) <= 1e-6) {
			t.Errorf("from %g to %g it is %g further off, not %g", v.coarse, v.fine, got, v.worse)
		}
	}
}

// A gate may ask more at finer spacings.
func TestFinerGate(t *testing.T) {
	g := Gate{Most: 0.02, DeltaP: 0.02, Finer: Limit{0.01, 0.01}}
	for _, v := range []struct {
		deltaP float64
		text   string
	}{
		{0.04, "(≤ 2 % at 0.02)"},
		{0.02, "≤ 2 %"},
		{0.0125, "≤ 2 %"},
		{0.01, "≤ 1 %"},
		{0.005, "≤ 1 %"},
	} {
		row := Row{DeltaP: v.deltaP, Unit: "%", Gate: g.at(v.deltaP)}
		if got := row.GateText(); got != v.text {
			t.Errorf("at %g the gate is %q, not %q", v.deltaP, got, v.text)
		}
	}
	off := func(*Run) float64 { return 0.015 }
	c := &Case{Name: "MadeUp", Norms: []Norm{{Name: "off", Unit: "%", Of: off, Gate: g}}}
	rows := c.Rows([]*Run{{DeltaP: 0.04}, {DeltaP: 0.02}, {DeltaP: 0.01}})
	for k, want := range []Verdict{Reported, Holds, Missed} {
		if rows[k].Verdict != want {
			t.Errorf("1.5 %% at %g is %s, not %s", rows[k].DeltaP, rows[k].Verdict, want)
		}
	}
}

// A case whose flow is a case file takes options of the physics, and no stored run is compared with
// it. A file that is wrong is told of.
func TestCaseOfText(t *testing.T) {
	with, err := gateForce2D.With([]string{"--alpha=0.02", "--boundary=dummy"})
	if err != nil {
		t.Fatal(err)
	}
	flow, err := with.Setup(0.02)
	if err != nil {
		t.Fatal(err)
	}
	p, bodies := &flow.Params, len(flow.Bodies)
	if p.Alpha != 0.02 || p.Boundary != sph.Dummy || bodies != 2 || p.Dim != 2 {
		t.Errorf("it has α %g, walls %v, %d bodies, %d dimensions", p.Alpha, p.Boundary, bodies, p.Dim)
	}
	if gateForce2D.Fits("GateForce2D", map[string]string{}) {
		t.Error("a stored run fits the case, though nothing is known of its geometry")
	}
	wrong := &Case{Name: "Wrong", Text: strings.Replace(gateForce2D.Text, "spacing", "spaceing", 1)}
	if _, err := wrong.Setup(0.02); err == nil || !strings.Contains(err.Error(), "Wrong.toml") {
		t.Errorf("a file that is wrong gives %v", err)
	}
}
