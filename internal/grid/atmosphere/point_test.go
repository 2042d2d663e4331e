package atmosphere

import (
	"math"
	"testing"
)

// averages are those of sin(2 π x + 1) over the five cells around x = 0 of a width h.
func averages(h float64) (q [5]float64) {
	for j := range q {
		a, b := (float64(j)-2.5)*h, (float64(j)-1.5)*h
		q[j] = (math.Cos(2*math.Pi*a+1) - math.Cos(2*math.Pi*b+1)) / (2 * math.Pi * h)
	}
	return q
}

func TestReconstructOrder(t *testing.T) {
	var last float64
	for n := 16; n <= 256; n *= 2 {
		h := 1 / float64(n)
		q := averages(h)
		p := Reconstruct(&q)
		worst := 0.0
		for _, xi := range []float64{-0.5, -0.2, 0.1, 0.5} {
			worst = max(worst, math.Abs(p.At(xi)-math.Sin(2*math.Pi*xi*h+1)))
		}
		if order := math.Log2(last / worst); last > 0 && order < 4.7 {
			t.Errorf("%d cells: error %.3g, of order %.2f", n, worst, order)
		}
		last = worst
	}
	if last > 1e-9 {
		t.Errorf("256 cells: error %g", last)
	}
}

// TestReconstructQuartic holds all five averages of a polynomial that has little curvature
// compared with its slope, so that the weights are the linear ones.
func TestReconstructQuartic(t *testing.T) {
	of := Polynomial{2, 1e3, 1e-2, 3e-3, 1e-3}
	integral := func(x float64) (s float64) {
		for k, c := range of {
			s += c * math.Pow(x, float64(k+1)) / float64(k+1)
		}
		return s
	}
	var q [5]float64
	for j := range q {
		q[j] = integral(float64(j)-1.5) - integral(float64(j)-2.5)
	}
	p := Reconstruct(&q)
	for k := range p {
		if math.Abs(p[k]-of[k]) > 1e-7*math.Abs(of[k])+1e-9 {
			t.Errorf("coefficient %d is %g, not %g", k, p[k], of[k])
		}
	}
}

// TestReconstructStep holds that a step next to a cell does not reach into it.
func TestReconstructStep(t *testing.T) {
	p := Reconstruct(&[5]float64{1, 1, 1, 0, 0})
	for xi := -0.5; xi <= 0.5; xi += 0.125 {
		if v := p.At(xi); math.Abs(v-1) > 1e-3 {
			t.Errorf("beside a step from 1 to 0 the value at %g is %g", xi, v)
		}
	}
}

// someSide is a cell with values that depend on a seed, on the base of a height.
func someSide(seed, low float64) (s Side) {
	s.Base = NewBase(low, low+100)
	for v := range s.Mean {
		var q [5]float64
		for j := range q {
			q[j] = 0.1 * math.Sin(seed+float64(3*v)+1.7*float64(j))
			if v == Across || v == Along {
				q[j] *= 100
			}
		}
		s.Mean[v], s.Polynomial[v] = q[2], Reconstruct(&q)
	}
	return s
}

// mirror is the image of a cell.
func mirror(s Side) Side {
	s.Base = s.Base.Mirror()
	s.Mean[Across] = -s.Mean[Across]
	for v := range s.Polynomial {
		p := &s.Polynomial[v]
		p[1], p[3] = -p[1], -p[3]
		if v == Across {
			for k := range p {
				p[k] = -p[k]
			}
		}
	}
	return s
}

// TestMirroredFlux holds the bits of mirrored interfaces, and that nothing passes a wall.
func TestMirroredFlux(t *testing.T) {
	sign := [4]float64{-1, 1, -1, -1}
	for seed := range 200 {
		a, b := someSide(float64(seed), 900), someSide(float64(seed)+0.3, 1000)
		ma, mb := mirror(a), mirror(b)
		f, g := Flux(&a, &b, 0.002), Flux(&mb, &ma, 0.002)
		d, e := DiffusiveFlux(&a, &b, 0.75), DiffusiveFlux(&mb, &ma, 0.75)
		wall := Flux(&ma, &a, 0.002)
		for v := range f {
			if f[v] != sign[v]*g[v] || d[v] != sign[v]*e[v] {
				t.Fatalf("flux %d: %v and %v, mirrored %v and %v", v, f[v], d[v], g[v], e[v])
			}
			if v != Across && wall[v] != 0 {
				t.Fatalf("flux %d through a wall is %g", v, wall[v])
			}
		}
	}
}

// TestMirroredPolynomial holds the bits of mirrored averages.
func TestMirroredPolynomial(t *testing.T) {
	for seed := range 200 {
		var q, m [5]float64
		for j := range q {
			q[j] = math.Sin(float64(7*seed+3*j*j)) + 300
			m[4-j] = q[j]
		}
		p, r := Reconstruct(&q), Reconstruct(&m)
		for _, xi := range []float64{0.5, 0.3, 0.1} {
			if p.At(xi) != r.At(-xi) {
				t.Fatalf("%v at %g: %v, mirrored %v", q, xi, p.At(xi), r.At(-xi))
			}
		}
	}
}

// TestUniformFlux holds that the flux of a uniform state is the physical one, which checks the
// eigenvectors: any others would not add up to it.
func TestUniformFlux(t *testing.T) {
	for _, u := range []float64{-30, 0, 25} {
		var s Side
		s.Base = NewBase(0, 100).Level()
		s.Mean = [4]float64{0.05, u, 11, 0.8}
		for v := range s.Mean {
			s.Polynomial[v][0] = s.Mean[v]
		}
		f, of := Flux(&s, &s, 0.002), Physical(&s.Mean, s.Base.MeanDensity, s.Base.Pressure[0])
		for v := range f {
			if math.Abs(f[v]-of[v]) > 1e-12*(math.Abs(of[v])+1) {
				t.Errorf("u = %g: flux %d is %g, not %g", u, v, f[v], of[v])
			}
		}
	}
}

func TestExcess(t *testing.T) {
	for _, x := range []float64{-0.05, -0.01, -1e-4, 1e-7, 0.003, 0.05} {
		of := math.Expm1(Gamma * math.Log1p(x))
		if e := excess(x); math.Abs(e/of-1) > 1e-13 {
			t.Errorf("(1 + %g)^γ - 1 is %v, not %v", x, e, of)
		}
	}
	if excess(0) != 0 {
		t.Errorf("(1 + 0)^γ - 1 is %g", excess(0))
	}
}

// TestBase compares averages with sums of many points, and parabolas with the profiles.
func TestBase(t *testing.T) {
	for _, low := range []float64{0, 3000, 9875} {
		b := NewBase(low, low+125)
		density, pressure := 0.0, 0.0
		const points = 2000
		for i := range points {
			xi := (float64(i)+0.5)/points - 0.5
			z := low + (xi+0.5)*125
			density += Density(z) / points
			pressure += Pressure(z) / points
			if e := math.Abs(at(b.Density, xi)/Density(z) - 1); e > 5e-8 {
				t.Fatalf("density at %g m is %g off", z, e)
			}
			if e := math.Abs(at(b.Pressure, xi)/Pressure(z) - 1); e > 5e-8 {
				t.Fatalf("pressure at %g m is %g off", z, e)
			}
		}
		if mean := b.Pressure[0] + b.Pressure[2]/12; math.Abs(mean/pressure-1) > 1e-9 ||
			math.Abs(b.MeanDensity/density-1) > 1e-9 {
			t.Errorf("averages from %g m on are %g kg/m³ and %g Pa, not %g and %g", low,
				b.MeanDensity, mean, density, pressure)
		}
	}
	if c := SoundSpeed(Pressure(0), Density(0)); math.Abs(c-347.2) > 0.1 {
		t.Errorf("the speed of sound at the ground is %g m/s", c)
	}
}

// TestStart compares the coldest and the warmest air with what the flows are described by.
func TestStart(t *testing.T) {
	for _, c := range []struct {
		flow *Flow
		peak float64
	}{
		{DensityCurrent(50, 75), -15 / Exner(3000)}, {RisingThermal(160, Linear), 2},
		{RisingThermal(200, Cosine), 2},
	} {
		o := newOracle(c.flow)
		theta, _, _ := o.extremes()
		if peak := theta[0] + theta[1]; math.Abs(peak/c.peak-1) > 0.05 {
			t.Errorf("%s: θ' from %g to %g K, not %g", c.flow.Name, theta[0], theta[1], c.peak)
		}
	}
	if f := DensityCurrent(50, 0); f.Cells != [2]int{1060, 128} {
		t.Errorf("Norman's density current has %v cells", f.Cells)
	}
}

// TestPublished compares the table's columns with each other: speed-up is over 198 to 200 s of the
// processor for the work of cells and steps, efficiency over that of one GPU.
func TestPublished(t *testing.T) {
	if len(Published) != 9 {
		t.Fatalf("%d rows", len(Published))
	}
	one := map[string]float64{}
	for _, r := range Published[1:] {
		if r.Devices == 1 {
			one[r.Precision] = r.Speedup
		}
		work := math.Pow(float64(r.Cells[0])/160, 3) * 199
		if math.Abs(work/r.Seconds/r.Speedup-1) > 0.02 {
			t.Errorf("%v: %g s is a speed-up of %g", r, r.Seconds, work/r.Seconds)
		}
		e := r.Speedup / one[r.Precision] / float64(r.Devices)
		if r.Devices > 1 && math.Abs(e-r.Efficiency) > 0.006 {
			t.Errorf("%v: the efficiency is %g", r, e)
		}
	}
}
