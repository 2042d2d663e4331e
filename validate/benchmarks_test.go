package validate

import (
	"context"
	"fmt"
	"math"
	"math/cmplx"
	"os"
	"strings"
	"testing"

	"gpusph/sph"
)

// Public benchmarks begin at a coarse spacing, go some steps, and their norms can be asked for.
func TestBenchmarksRun(t *testing.T) {
	for _, v := range []struct {
		c      *Case
		deltaP float64
	}{
		{wetBed, wetBedHigh / 10},
		{solitaryWall, wallDepth / 10},
		{solitaryWallLow, wallDepth / 10},
		{fallingCylinder, fallRadius / 5},
		{runUp05, 0.03},
		{runUp28, 0.02},
		{barWaves, 0.05},
		{pileWaves06, 0.07},
		{overtoppedWall, 0.05},
		{overtoppedSlope, 0.05},
		{islandC, 0.1},
	} {
		t.Run(v.c.Name, func(t *testing.T) {
			const end = 0.02
			r, err := v.c.Run(context.Background(), v.deltaP, end, onHost, func(float64) {})
			if err != nil || r.Err != nil {
				t.Fatal(err, r.Err)
			}
			if r.Steps < 3 || r.Lost > 0 {
				t.Errorf("%d steps, %d particles lost", r.Steps, r.Lost)
			}
			for _, n := range v.c.Norms {
				if n.End <= end && n.Of != nil && math.IsNaN(n.Of(r)) {
					t.Errorf("%s is not known", n.Name)
				}
			}
			for _, f := range v.c.Figures {
				f.Of(r)
				if f.Reference != nil && len(f.Reference().X) == 0 {
					t.Errorf("the figure %s has an empty reference", f.Name)
				}
			}
		})
	}
}

// Formulas have the values of tables that others have computed.
func TestBenchmarkFormulas(t *testing.T) {
	same := func(what string, got, want, part float64) {
		t.Helper()
		if !(math.Abs(got/want-1) <= part) {
			t.Errorf("%s is %g, not %g", what, got, want)
		}
	}
	for _, v := range []struct{ low, depth, velocity, bore float64 }{
		{0.05, 0.310085, 0.886294, 1.056679},
		{0.2, 0.507871, 0.574698, 0.948034},
		{0.6, 0.786613, 0.226176, 0.953383},
	} {
		depth, velocity, bore := stoker(v.low)
		same("depth", depth, v.depth, 1e-5)
		same("velocity", velocity, v.velocity, 1e-5)
		same("speed of the bore", bore, v.bore, 1e-5)
	}
	same("run-up at a wall", suMirie(0.3), 0.66525, 1e-9)
	for _, v := range []struct{ radius, period, height, force float64 }{
		{0.1, 1.2, 0.05, 14.4919},
		{0.1, 1.5, 0.05, 12.7262},
		{0.15, 1, 0.03, 19.0799},
	} {
		p := pile{v.radius, v.period}
		same("force on a pile", p.force()*v.height/pileHeight, v.force, 1e-4)
	}
	unit := math.Sqrt(gravity * cubed(overHeight))
	vertical, slope := seaWall{1, 0, nil}, seaWall{1.75, 2, nil}
	for _, c := range Cases {
		if c == overtoppedWall || c == overtoppedSlope {
			w, want := vertical, 2.2559e-3
			if c == overtoppedSlope {
				w, want = slope, 2.7003e-3
			}
			// The reference of the figure grows with the discharge of the formula.
			same("discharge over "+c.Name, slopeOf(c.Figures[0].Reference()), want*unit, 1e-4)
			if at := w.edge(); c == overtoppedSlope && math.Abs(at-9.35) > 1e-9 {
				t.Errorf("the crest is at %g m", at)
			}
		}
	}
}

// A fit by least squares finds a mean and harmonics of a curve over a broken number of periods.
func TestHarmonics(t *testing.T) {
	const period = 1.7
	want := []complex128{0.8, complex(0.02, -0.01), complex(-0.003, 0.004)}
	var c Curve
	for _, x := range Times(3, 8.9, 0.05) {
		y := 0.0
		for k, h := range want {
			y += real(h * cmplx.Rect(1, 2*math.Pi*float64(k)*x/period))
		}
		c.X, c.Y = append(c.X, x), append(c.Y, y)
	}
	for k, h := range c.harmonics(period, 3) {
		expected := complex128(0)
		if k < len(want) {
			expected = want[k]
		}
		if cmplx.Abs(h-expected) > 1e-12 {
			t.Errorf("harmonic %d is %v, not %v", k, h, expected)
		}
	}
	if h := (Curve{X: []float64{1}, Y: []float64{2}}).amplitudes(1, 1); !math.IsNaN(h[1]) {
		t.Errorf("one value has the harmonics %v", h)
	}
}

// A wet bed whose columns have the exact depths has the exact level and, where the bore comes
// with its speed, that.
func TestWetBedNorms(t *testing.T) {
	level, _, bore := stoker(0.2)
	r := &Run{End: wetBedEnd * wetBedTime}
	for _, at := range Times(0, wetBedEnd, 0.1) {
		var depths []float64
		for k := range int(2 * wetBedSide / wetBedColumn) {
			x := (float64(k)+0.5)*wetBedColumn - wetBedSide
			front := (bore*1.02*at - x) / wetBedColumn // 2 % too fast
			depths = append(depths, 0.2+(1.01*level-0.2)*min(max(front+0.5, 0), 1))
		}
		r.Looks = append(r.Looks, Look{at * wetBedTime, depths})
	}
	near(t, wetBed, "level off", r, 0.01, 1e-6)
	near(t, wetBed, "speed of the bore off", r, 0.02, 0.003)
}

// A cylinder that falls as the reference has it is off by nothing, and one that falls a tenth less
// far by the RMS of a tenth of the reference over its end.
func TestFallNorms(t *testing.T) {
	falls := func(part float64) *Run {
		r := &Run{End: fallEnd * fallTime}
		known := fallReference()
		for _, at := range Times(0, fallEnd, 0.025) {
			by := -part * fallRadius * known.At(max(at, 0.6))
			pose := sph.BodyPose{Shift: [3]float64{2: by}}
			r.Samples = append(r.Samples, sph.Sample{Time: at * fallTime, Poses: []sph.BodyPose{pose}})
		}
		return r
	}
	near(t, fallingCylinder, "distance off, RMS", falls(1), 0, 1e-3)
	near(t, fallingCylinder, "distance off, RMS", falls(0.9), 0.056, 0.002)
	near(t, fallingCylinder, "fallen at the end, of the reference", falls(0.9), 0.9, 1e-3)
}

// Harmonics at the gauges of the bar are those of the record where levels have them, and the norm
// is that of the gauge which is furthest off.
func TestBarNorms(t *testing.T) {
	r := &Run{End: barEnd}
	first, second := barMeasured(1), barMeasured(2)
	for _, at := range Times(0, barEnd, barPeriod/50) {
		s := sph.Sample{Time: at}
		for k := range barGauges {
			a := first.Y[k]
			if k == 3 {
				a += 0.003
			}
			phase := 2 * math.Pi * at / barPeriod
			s.Height = append(s.Height, barDepth+a*math.Cos(phase+1)+second.Y[k]*math.Sin(2*phase))
		}
		r.Samples = append(r.Samples, s)
	}
	near(t, barWaves, "first harmonic off, most", r, 0.15, 1e-6)
	near(t, barWaves, "second harmonic off, most", r, 0, 1e-6)
	near(t, barWaves, "third harmonic off, most", r, 0.01159/barAmplitude, 1e-4)
}

// The water's edge on the island is that of the third particle of a sector, on its height.
func TestIslandLook(t *testing.T) {
	s := &sph.Snapshot{Case: &sph.Case{}}
	s.Case.Params.Origin[0] = -0.6
	for k := range 4 {
		for _, angle := range islandAngles {
			r := 2.0 + 0.01*float64(k)
			phi := (180 - angle) * math.Pi / 180
			s.Position = append(s.Position, [3]float32{float32(islandAt + 0.6 + r*math.Cos(phi)),
				float32(r * math.Sin(phi)), 0})
			s.Type = append(s.Type, sph.Fluid)
		}
	}
	sectors := lookAtIsland(s)
	for k, r := range sectors {
		if r > 2.021 || r < 1.999 { // those of neighbouring angles may be within a sector
			t.Errorf("the edge at %g° is %g m from the centre", islandAngles[k], r)
		}
	}
	reached := islandReached(&Run{Looks: []Look{{0, sectors}}})
	if want := 0.4 - 0.02/4 - islandDepth; math.Abs(reached.Y[0]-want) > 1e-5 {
		t.Errorf("the run-up at the front is %g m, not %g", reached.Y[0], want)
	}
}

// The case of the Monai valley says where its bathymetry is to be had, and begins with one: here
// with a beach in the form of that file.
func TestMonai(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("TMPDIR", t.TempDir())
	const want = "MonaiValley needs the file MonaiValley_Bathymetry.txt in the working directory, " +
		"which does not have it; download it from https://nctr.pmel.noaa.gov/"
	if _, err := monai.Setup(0.04); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Fatalf("without its file: %v", err)
	}
	give := func(text string) {
		if err := os.WriteFile(monai.Given.File, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var b strings.Builder
	b.WriteString("x y z\n")
	const n = 28
	for i := range n + 1 {
		for j := range n + 1 {
			x := monaiLength * float64(i) / n
			fmt.Fprintf(&b, "%.5f %.5f %.5f\n", x, monaiWidth*float64(j)/n, min(monaiDepth, 0.3-0.1*x))
		}
	}
	give(b.String())
	r, err := monai.Run(context.Background(), 0.05, 0.02, onHost, func(float64) {})
	if err != nil || r.Err != nil {
		t.Fatal(err, r.Err)
	}
	ground, err := monaiGrid([]byte("x y z\n0 0 1\n0 1 2\n1 0 3\n1 1 4\n"))
	head := "ncols 2\nnrows 2\nxllcenter 0\nyllcenter 0\ndx 1\ndy 1\n"
	if want := head + "-2 -4 \n-1 -3 \n"; err != nil || string(ground) != want {
		t.Errorf("the grid is %q, %v", ground, err)
	}
	give("x y z\n0 0 1\n0 1 2\n1 0 3\n")
	if _, err := monai.Setup(0.04); err == nil ||
		!strings.Contains(err.Error(), "3 points are not those of a grid of 2 times 2") {
		t.Errorf("a point less: %v", err)
	}
}

// Columns of the wet bed have the depths with which it begins, and no water is beyond a sea wall
// then: places are those of the case file, whose coordinates begin below 0.
func TestPlacesOfLooks(t *testing.T) {
	look := func(c *Case, deltaP float64) []float64 {
		flow, err := c.Setup(deltaP)
		if err != nil {
			t.Fatal(err)
		}
		q := &flow.Particles
		s := &sph.Snapshot{Case: flow, Type: q.Type}
		for _, x := range q.Position {
			s.Position = append(s.Position, [3]float32{float32(x[0]), float32(x[1]), float32(x[2])})
		}
		return c.Look(s)
	}
	depths := look(wetBed, wetBedHigh/25)
	low, high := mean(depths[len(depths)/2:]), mean(depths[:len(depths)/2])
	if math.Abs(low-0.2) > 0.004 || math.Abs(high-1) > 0.01 {
		t.Errorf("mean depths are %g and %g of h1", high, low)
	}
	if beyond := look(overtoppedSlope, 0.05); beyond[0] != 0 {
		t.Errorf("%g m³ of water are beyond the crest at first", beyond[0])
	}
	reached := islandReached(&Run{Looks: []Look{{0, look(islandB, 0.08)}}})
	for k, r := range reached.Y {
		if math.Abs(r) > 0.1 {
			t.Errorf("at %g° the run-up at first is %g m", reached.X[k], r)
		}
	}
}

// The waves that run up a beach are rows of the experiment's table.
func TestRunUpRows(t *testing.T) {
	reached := Reference("runup_synolakis1987.csv", "H_over_d", "R_over_d")
	depth := Reference("runup_synolakis1987.csv", "H_over_d", "depth_cm")
	for _, c := range []*Case{runUp, runUp05, runUp09, runUp28, runUp42} {
		found := false
		for i, height := range reached.X {
			row := fmt.Sprintf("H/d %g, R/d %g, d %g cm", height, reached.Y[i], depth.Y[i])
			found = found || strings.Contains(c.Source, row)
		}
		if !found {
			t.Errorf("%s is not in the table: %s", c.Name, c.Source)
		}
	}
}

// The factor of an overtopped wall is that between the growth of the volume beyond it and the
// formula for the waves that come: half of their amplitude is reflected here.
func TestOvertoppingNorms(t *testing.T) {
	const amplitude = overHeight / (2 * math.Sqrt2)
	p := pile{0.1, overPeriod}
	k, w := p.number(), 2*math.Pi/overPeriod
	r := &Run{End: overEnd}
	for _, at := range Times(0, overEnd, overPeriod/30) {
		s := sph.Sample{Time: at}
		for _, x := range overGauges {
			s.Height = append(s.Height, overDepth+amplitude*(math.Cos(w*at-k*x)+
				0.5*math.Cos(w*at+k*x+1)))
		}
		r.Samples = append(r.Samples, s)
	}
	const discharge = 1e-4 // [m³/s]
	for _, at := range Times(0, overEnd, 2) {
		r.Looks = append(r.Looks, Look{at, []float64{discharge * max(0, at-10)}})
	}
	near(t, overtoppedWall, "height of the waves that come", r, overHeight, 0.002)
	near(t, overtoppedWall, "discharge", r, 0.1, 1e-6)
	// 0.2234 l/s by the formula.
	near(t, overtoppedWall, "factor for the height asked for", r, 2.234, 0.01)
	near(t, overtoppedWall, "factor", r, 2.234, 0.15)
	if f := factor(2, 3); f != 1.5 || factor(3, 2) != f || !math.IsInf(factor(0, 1), 1) {
		t.Errorf("the factor of 2 and 3 is %g", f)
	}
}
