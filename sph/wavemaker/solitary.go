package wavemaker

import (
	"fmt"
	"math"

	"gpusph/internal/text"
	"gpusph/sph/motion"
)

// Theories are those of solitary waves: η = H sech²(κ(x - ct)) with
//
//	rayleigh    c² = g (d + H),         κ² = 3H/(4 d² (d + H))
//	boussinesq  c² = g (d + H),         κ² = 3H/(4 d³)
//	kdv         c = √(gd) (1 + H/2d),   κ² = 3H/(4 d³)
var Theories = []string{"rayleigh", "boussinesq", "kdv"}

// Solitary is one solitary wave.
type Solitary struct {
	Height float64 // [m]
	Theory string  // one of Theories
	Start  float64 // [s]
}

const (
	highestSolitary = 0.78 // H/d (McCowan 1894)
	solitaryEnds    = 4.5  // κ(x - ct) at which the paddle begins and ends, where η is 0.0005 H
	solitaryPieces  = 200
)

// scales are κ [1/m] and c [m/s].
func (s *Solitary) scales(p *Paddle) (fall, speed float64) {
	h, d := s.Height, p.Depth
	switch s.Theory {
	case "boussinesq":
		return math.Sqrt(3 * h / (4 * d * d * d)), math.Sqrt(p.Gravity * (d + h))
	case "kdv":
		return math.Sqrt(3 * h / (4 * d * d * d)), math.Sqrt(p.Gravity*d) * (1 + h/(2*d))
	}
	return math.Sqrt(3 * h / (4 * d * d * (d + h))), math.Sqrt(p.Gravity * (d + h))
}

// Check implements Waves.
func (s *Solitary) Check(p *Paddle) *Fault {
	switch e := s.Height / p.Depth; {
	case p.Flap:
		return fault("paddle",
			"a flap makes no solitary wave, whose velocity is the same at all heights; "+
				`use paddle = "piston"`)
	case e > highestSolitary:
		return fault("height", "a solitary wave of %s m breaks at once: it is %s times as high "+
			"as the water is deep, and the highest %s times; use a smaller height",
			text.Number(s.Height), text.Number(e), text.Number(highestSolitary))
	}
	return nil
}

// stroke is the displacement of the piston [m].
func (s *Solitary) stroke(p *Paddle) float64 {
	fall, _ := s.scales(p)
	return 2 * s.Height / (fall * p.Depth)
}

// Laws implements Waves. The piston moves with the mean velocity of the wave where it is, dξ/dt =
// cη/(d + η) (D. G. Goring, Tsunamis – the propagation of long waves onto a shelf, Caltech 1978).
// With θ = κ(ct - ξ),
//
//	dξ/dθ = η/(κd),  so  ξ = H/(κd) tanh θ,  t = (θ/κ + ξ)/c.
//
// The motion is cut at θ = ±4.5, and displacements multiplied by 1/tanh 4.5 = 1.0002, so that the
// stroke is all of 2H/(κd).
func (s *Solitary) Laws(p *Paddle) []motion.Law {
	fall, c := s.scales(p)
	half := s.stroke(p) / 2
	more := 1 / math.Tanh(solitaryEnds)
	var times, values, speeds []float64
	for k := range solitaryPieces + 1 {
		theta := solitaryEnds * (2*float64(k)/solitaryPieces - 1)
		tanh := math.Tanh(theta)
		eta := s.Height * (1 - tanh*tanh)
		times = append(times, (theta/fall+half*tanh)/c+s.duration(p)/2+s.Start)
		values = append(values, half*(1+more*tanh))
		speeds = append(speeds, more*c*eta/(p.Depth+eta))
	}
	values[0], speeds[0], speeds[solitaryPieces] = 0, 0, 0
	times[0] = s.Start
	return []motion.Law{motion.Spline(times, values, speeds, motion.Never)}
}

// duration is how long the piston moves [s].
func (s *Solitary) duration(p *Paddle) float64 {
	fall, c := s.scales(p)
	return 2 * (solitaryEnds/fall + s.stroke(p)/2*math.Tanh(solitaryEnds)) / c
}

// Scale implements Waves: the length is that where η is above 0.01 H.
func (s *Solitary) Scale(p *Paddle) Scale {
	fall, _ := s.scales(p)
	return Scale{s.Height, 2 * math.Acosh(10) / fall, s.duration(p)}
}

// Note implements Waves.
func (s *Solitary) Note(p *Paddle) string {
	_, c := s.scales(p)
	return fmt.Sprintf("a solitary wave by a piston (Goring 1978, %s): height %s m, H/d %s, "+
		"speed %s m/s, over 0.01 H on %s m; stroke %s m, "+
		"from %s to %s s, with the crest at the piston at %s s", s.Theory, text.Number(s.Height),
		text.Number(s.Height/p.Depth), text.Number(c),
		text.Number(s.Scale(p).Length), text.Number(s.stroke(p)), text.Number(s.Start),
		text.Number(s.Start+s.duration(p)),
		text.Number(s.Start+s.duration(p)/2))
}
