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
		face := FaceAt(1000)
		f, g := Flux(&a, &b, &face, 0.002), Flux(&mb, &ma, &face, 0.002)
		d, e := DiffusiveFlux(&a, &b, 0.75), DiffusiveFlux(&mb, &ma, 0.75)
		ground := FaceAt(900)
		wall := Flux(&ma, &a, &ground, 0.002)
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
		face := s.Base.Face()
		f, of := Flux(&s, &s, &face, 0.002), Physical(&s.Mean, &face)
		for v := range f {
			if math.Abs(f[v]-of[v]) > 1e-12*(math.Abs(of[v])+1) {
				t.Errorf("u = %g: flux %d is %g, not %g", u, v, f[v], of[v])
			}
		}
	}
}

// TestPressureExcess compares the series with (1 + x)^γ - 1 and with its derivative, γ (1 +
// x)^(γ-1).
func TestPressureExcess(t *testing.T) {
	for _, x := range []float64{-0.05, -0.01, -1e-4, 1e-7, 0.003, 0.01, 0.05} {
		allowed, slope := 1e-12, 1e-9
		if math.Abs(x) > 0.01 {
			allowed, slope = 3e-9, 3e-7
		}
		of := math.Expm1(Gamma * math.Log1p(x))
		if e := PressureExcess(Gamma, 1, x); math.Abs(e/of-1) > allowed {
			t.Errorf("(1 + %g)^γ - 1 is %v, not %v", x, e, of)
		}
		of = math.Pow(1+x, Gamma-1)
		if e := Stiffness(1, 1, x); math.Abs(e/of-1) > slope {
			t.Errorf("(1 + %g)^(γ-1) is %v, not %v", x, e, of)
		}
	}
	if e := PressureExcess(Gamma, 1, 0); e != 0 {
		t.Errorf("(1 + 0)^γ - 1 is %g", e)
	}
}

// TestBase compares averages with sums of many points, and parabolas and lines with the profiles.
func TestBase(t *testing.T) {
	for _, low := range []float64{0, 3000, 9875} {
		b := NewBase(low, low+125)
		density := 0.0
		const points = 2000
		for i := range points {
			xi := (float64(i)+0.5)/points - 0.5
			z := low + (xi+0.5)*125
			density += Density(z) / points
			if e := math.Abs(b.densityAt(xi)/Density(z) - 1); e > 5e-8 {
				t.Fatalf("density at %g m is %g off", z, e)
			}
			of := Gamma * Pressure(z) / (BaseTheta * Density(z))
			if e := math.Abs(b.stiffnessAt(xi)/of - 1); e > 1e-14 {
				t.Fatalf("the stiffness at %g m is %g off", z, e)
			}
			if e := math.Abs(b.perRhoThetaAt(xi)*BaseTheta*Density(z) - 1); e > 5e-5 {
				t.Fatalf("1/(ρ θ0) at %g m is %g off", z, e)
			}
		}
		if math.Abs(b.MeanDensity/density-1) > 1e-9 {
			t.Errorf("the average from %g m on is %g kg/m³, not %g", low, b.MeanDensity, density)
		}
		face, level := FaceAt(low), b.Level()
		if e := math.Abs(b.densityAt(-0.5)/face.Density - 1); e > 1e-15 {
			t.Errorf("the density at %g m is %g off that of the face", low, e)
		}
		mid := Gamma * Pressure(low+62.5) / (BaseTheta * Density(low+62.5))
		if e := math.Abs(level.Stiffness[0]/mid - 1); e > 1e-5 {
			t.Errorf("the row's stiffness at %g m is %g off", low, e)
		}
	}
	if c := math.Sqrt(FaceAt(0).Stiffness * BaseTheta); math.Abs(c-347.2) > 0.1 {
		t.Errorf("the speed of sound at the ground is %g m/s", c)
	}
}

// TestRows holds that rows beyond the ground and the top are mirror images.
func TestRows(t *testing.T) {
	f := &Flow{Cells: [2]int{4, 5}, Cell: 100}
	rows := f.Rows(-Halo, 5+Halo)
	for k := range Halo {
		for _, c := range [][2]int{{Halo - 1 - k, Halo + k}, {Halo + 5 + k, Halo + 4 - k}} {
			image, of := rows[c[0]], rows[c[1]]
			if image.Base != of.Base.Mirror() || image.Level != of.Level {
				t.Errorf("row %d is not the image of row %d", c[0]-Halo, c[1]-Halo)
			}
		}
	}
	if top := rows[Halo+5].Lower; top != FaceAt(500) {
		t.Errorf("the top's face is %v", top)
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
