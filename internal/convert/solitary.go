package convert

// Several solitary waves of one piston, one after the other.

import (
	"errors"
	"fmt"
	"math"

	"gpusph/internal/casefile"
)

// solitary is one of them, which begins at a time [m, s].
type solitary struct{ height, start float64 }

// pistonEnds is artanh 0.999: the argument of the wave at which its piston begins and ends.
const pistonEnds = 3.8

// scales are κ [1/m] and c [m/s] of a solitary wave η = H sech²(κ(x - ct)) by a theory.
func (s solitary) scales(theory string, d, g float64) (fall, speed float64) {
	h := s.height
	fall, speed = math.Sqrt(3*h/(4*d*d*d)), math.Sqrt(g*(d+h))
	switch theory {
	case "rayleigh":
		fall = math.Sqrt(3 * h / (4 * d * d * (d + h)))
	case "kdv":
		speed = math.Sqrt(g*d) * (1 + h/(2*d))
	}
	return fall, speed
}

// law is the time and the displacement of the piston at θ = κ(ct - ξ), from -pistonEnds on, by
// dξ/dt = cη/(d + η) (D. G. Goring, Tsunamis, Caltech 1978): ξ = H/(κd) tanh θ, t = (θ/κ + ξ)/c.
func (s solitary) law(theory string, d, g, theta float64) (t, x float64) {
	fall, c := s.scales(theory, d, g)
	half, end := s.height/(fall*d), math.Tanh(pistonEnds)
	t = (theta+pistonEnds)/fall/c + half*(math.Tanh(theta)+end)/c
	return s.start + t, half * (1 + math.Tanh(theta)/end)
}

// solitariesOf takes the waves of a piston. Each begins after a part of the motion of the one
// before it.
func (p *paddleReader) solitariesOf(w *casefile.WaveMaker) {
	many := int(p.value("waves", 1))
	g := math.Sqrt(dot(p.gravity, p.gravity))
	one := solitary{w.Height, w.Start}
	p.waves = []solitary{one}
	for n := 2; n <= min(many, 100); n++ {
		end, _ := one.law(w.Theory, w.Depth, g, pistonEnds)
		one.start += (end - one.start) * p.value(fmt.Sprint("startcoef", n), 1)
		one.height = p.value(fmt.Sprint("waveheight", n), one.height)
		p.value(fmt.Sprint("durationcoef", n), 1)
		if !(one.height > 0) && p.err == nil {
			p.err = errors.New("one of its waves has no height")
		}
		p.waves = append(p.waves, one)
	}
	if many > 1 && w.Absorb && p.err == nil {
		p.err = errors.New("a piston that makes several solitary waves absorbs none")
	}
}

// solitaryRows is how many rows of a table each wave has.
const solitaryRows = 200

// row is the sum of the motions of all waves.
func (p *paddleReader) row(w *casefile.WaveMaker) *casefile.Motion {
	g := math.Sqrt(dot(p.gravity, p.gravity))
	last, shortest := 0.0, math.Inf(1)
	var laws [][2][]float64 // times and displacements
	for _, s := range p.waves {
		var law [2][]float64
		for k := range solitaryRows + 1 {
			theta := pistonEnds * (2*float64(k)/solitaryRows - 1)
			t, x := s.law(w.Theory, w.Depth, g, theta)
			law[0], law[1] = append(law[0], t), append(law[1], x)
		}
		end := law[0][solitaryRows]
		last, shortest = max(last, end), min(shortest, end-s.start)
		laws = append(laws, law)
	}
	along := vec{1}
	if w.Direction != nil {
		along = vec{w.Direction[0], w.Direction[1]}
	}
	m := &casefile.Motion{}
	step := shortest / solitaryRows
	for n := 0; ; n++ {
		t := p.waves[0].start + float64(n)*step
		sum := 0.0
		for _, law := range laws {
			sum += between(law[0], law[1], t)
		}
		for a := range 3 {
			p.reach[a] = along[a] * sum
		}
		if t > 0 && n == 0 {
			m.Times, m.Displacements = []float64{0}, [][3]float64{{}}
		}
		m.Times = append(m.Times, tidy(t))
		m.Displacements = append(m.Displacements, tidied(p.reach))
		if t > last+step { // two rows at rest
			return m
		}
	}
}

// between is a value of a table, linear between its places and constant beyond.
func between(places, values []float64, x float64) float64 {
	k := sortedBefore(places, x)
	switch {
	case k < 0:
		return values[0]
	case k >= len(places)-1:
		return values[len(values)-1]
	}
	return values[k] + (x-places[k])/(places[k+1]-places[k])*(values[k+1]-values[k])
}
