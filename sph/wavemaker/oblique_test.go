package wavemaker

import (
	"math"
	"testing"
)

// Segments move as a snake: with a wave of the number k sin θ along the paddle, and cos θ times as
// far as for waves straight ahead.
func TestSnake(t *testing.T) {
	p := &Paddle{Depth: 0.4, Gravity: 9.81}
	k := p.Number(1 / 1.5)
	angle := 20 * math.Pi / 180
	for _, y := range []float64{-1.3, 0, 0.7} {
		w := &Regular{Height: 0.1, Period: 1.5, Phase: 0.1, Order: 1, Ramp: 1.5,
			Oblique: &Oblique{Angle: angle, At: y}}
		law := w.Laws(p)[0]
		for _, time := range []float64{3, 3.4, 7.1} {
			x, _, _ := law.At(time)
			want := 0.05 * math.Cos(angle) / p.Ratio(k) *
				math.Sin(2*math.Pi*(time/1.5+0.1)-k*math.Sin(angle)*y)
			if math.Abs(x-want) > 1e-6 {
				t.Errorf("the segment at %g m is at %g m at %g s, not %g", y, x, time, want)
			}
		}
	}
}

// Parts of a spectrum run each in its direction: those of a spread sea have the mean of cos²ˢ, and
// all segments the same directions.
func TestDirections(t *testing.T) {
	for _, angle := range []float64{0, 0.3} {
		o := &Oblique{Angle: angle, Spread: 20}
		all := o.directions(20_000, 1)
		var mean, cos float64
		for _, a := range all {
			mean += a / float64(len(all))
			cos += math.Cos(a-angle) / float64(len(all))
		}
		near(t, "the mean of cos(θ - angle), s/(s + 1)", cos, 20./21, 3e-3)
		if math.Abs(mean-angle) > 0.01 {
			t.Errorf("the mean direction is %g, not %g", mean, angle)
		}
		other := (&Oblique{Angle: angle, Spread: 20, At: 3}).directions(10, 1)
		for k, a := range other {
			if a != all[k] {
				t.Errorf("part %d runs at %g for one segment and at %g for another", k, all[k], a)
			}
		}
	}
}

// The motion of a segment is the sum of the parts, each as a snake.
func TestSpreadSea(t *testing.T) {
	p := &Paddle{Depth: 0.4, Gravity: 9.81}
	w := &Irregular{Spectrum: Spectrum{Height: 0.08, Period: 1.5, Gamma: 3.3, Band: [2]float64{0.5, 3},
		Components: 32}, Seed: 5, Ramp: 1.5}
	parts, period := w.Parts(p)
	o := &Oblique{Angle: 0.2, Spread: 10, At: 0.9}
	angles := o.directions(int(math.Round(parts[len(parts)-1].Frequency*period))+1, 5)
	w.Oblique = o
	law := w.Laws(p)[0]
	for _, time := range []float64{4, 9.3, 17} {
		x, _, _ := law.At(time)
		want := 0.0
		for _, c := range parts {
			k, angle := p.Number(c.Frequency), angles[int(math.Round(c.Frequency*period))]
			want += c.Amplitude * math.Cos(angle) / p.Ratio(k) *
				math.Sin(2*math.Pi*c.Frequency*time+c.Phase-k*math.Sin(angle)*o.At)
		}
		if math.Abs(x-want) > 1e-5 {
			t.Errorf("at %g s the segment is at %g m, not %g", time, x, want)
		}
	}
}
