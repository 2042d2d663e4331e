package wavetheory

import (
	"math"
	"testing"
)

// worst is by how much a wave misses the equations of steady waves on its surface, over the height
// and the orbital speed: u w_surface = w in its frame, and Bernoulli's equation.
func worst(w *Periodic) (kinematic, dynamic float64) {
	const n = 64
	var heads []float64
	mean := 0.0
	for i := range n {
		x := w.Length() * float64(i) / n
		eta := w.Surface(x)
		u, up := w.Velocity(x, w.Depth+eta)
		u -= w.Speed + w.Current
		slope := 0.0
		for k, a := range w.Eta {
			j := float64(k+1) * w.Number
			slope -= a * j * math.Sin(j*x)
		}
		kinematic = max(kinematic, math.Abs(u*slope-up)/math.Abs(w.U[0]))
		heads = append(heads, (u*u+up*up)/(2*w.Gravity)+eta)
		mean += heads[i] / n
	}
	for _, h := range heads {
		dynamic = max(dynamic, math.Abs(h-mean)/w.Height)
	}
	return kinematic, dynamic
}

// The solution by Fourier series meets the equations, also of high waves.
func TestFourierIsExact(t *testing.T) {
	for _, c := range [][3]float64{{0.1, 1.5, 0.5}, {0.1, 1, 5}, {0.15, 2.5, 0.4}, {0.12, 1.2, 0.5}} {
		w, err := New("fourier", c[0], c[1], c[2], 9.81, 0)
		if err != nil {
			t.Fatal(err)
		}
		if k, d := worst(w); !(k < 2e-4 && d < 2e-4) {
			t.Errorf("%v: misses the surface's equations by %.2g and %.2g", c, k, d)
		}
		if h := w.Surface(0) - w.Surface(w.Length()/2); !(math.Abs(h-c[0]) < 1e-6) {
			t.Errorf("%v: is %g m high", c, h)
		}
	}
}

// What Stokes' orders miss falls with the order's next power of the height, which no wrong
// coefficient does: fifth order as ε^6 over ε.
func TestStokesConverges(t *testing.T) {
	for _, order := range []int{1, 2, 5} {
		for _, kd := range []float64{1, 2, 8} {
			of := func(e float64) (k, d float64) {
				w, err := ofOrder(order)(2*e, kd, 9.81, 1)
				if err != nil {
					t.Fatal(err)
				}
				return worst(w)
			}
			k1, d1 := of(0.04)
			k2, d2 := of(0.08)
			want := float64(order)
			if got := math.Log2(k2 / k1); !(got > want-0.35) {
				t.Errorf("order %d, kd %g: the kinematic condition converges as ε^%.2f", order, kd, got)
			}
			if got := math.Log2(d2 / d1); !(got > want-0.35) {
				t.Errorf("order %d, kd %g: the dynamic condition converges as ε^%.2f", order, kd, got)
			}
		}
	}
}

// Fifth order has the length and the crest of the numerical solution.
func TestStokesIsNearFourier(t *testing.T) {
	for _, current := range []float64{0, 0.1, ClosedFlume} {
		a, err := New("stokes5", 0.1, 1.5, 0.5, 9.81, current)
		if err != nil {
			t.Fatal(err)
		}
		b, err := New("fourier", 0.1, 1.5, 0.5, 9.81, current)
		if err != nil {
			t.Fatal(err)
		}
		if off := a.Length()/b.Length() - 1; !(math.Abs(off) < 1e-5) {
			t.Errorf("current %g: lengths differ by %.2g", current, off)
		}
		if off := a.Surface(0)/b.Surface(0) - 1; !(math.Abs(off) < 1e-3) {
			t.Errorf("current %g: crests differ by %.2g", current, off)
		}
		if math.IsNaN(current) && !(math.Abs(a.Flux()) < 1e-9) {
			t.Errorf("in a closed flume the wave carries %g m²/s", a.Flux())
		}
		if off := a.Period()/1.5 - 1; !(math.Abs(off) < 1e-6) {
			t.Errorf("current %g: the period is off by %.2g", current, off)
		}
	}
}

// The mean flux of a low wave is that of linear theory, g a²/(2c).
func TestFluxIsStokesDrift(t *testing.T) {
	w, err := New("airy", 0.01, 1.5, 0.5, 9.81, 0)
	if err != nil {
		t.Fatal(err)
	}
	if want := 9.81 * 0.005 * 0.005 / (2 * w.Speed); !(math.Abs(w.Flux()/want-1) < 1e-3) {
		t.Errorf("the flux is %g m²/s, not %g", w.Flux(), want)
	}
}
