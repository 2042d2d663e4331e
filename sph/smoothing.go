package sph

import "math"

// smoothing is what the smoothing kernels are made of. The scales are those of physics.h.
var smoothing = []struct {
	radius float64 // of the support [h]
	atZero float64 // W(0) [1/h³]
	slope  float64 // -r⁻¹ dW/dr over slope in physics.h [1/h⁵]
}{
	Wendland:    {2, 21 / (16 * math.Pi), 5 * 21 / (16 * math.Pi)},
	CubicSpline: {2, 1 / math.Pi, 1 / math.Pi},
	Quintic:     {3, 66 / (120 * math.Pi), 1 / math.Pi},
}

// Radius is that of the support of W [h].
func (k Kernel) Radius() float64 { return smoothing[k].radius }

// Support is the radius of the support of W [m].
func (p *Params) Support() float64 { return p.Kernel.Radius() * p.H }

// weightAtZero is W(0) [1/m³].
func (p *Params) weightAtZero() float64 { return smoothing[p.Kernel].atZero / (p.H * p.H * p.H) }

// weight is W at a distance r [m], over that at 0: weight in physics.h.
func (p *Params) weight(r float64) float64 {
	q := r / p.H
	switch {
	case q >= p.Kernel.Radius():
		return 0
	case p.Kernel == Quintic:
		power5 := func(x float64) float64 { return math.Pow(max(x, 0), 5) }
		return (power5(3-q) - 6*power5(2-q) + 15*power5(1-q)) / 66
	case p.Kernel == Wendland:
		return math.Pow(1-q/2, 4) * (1 + 2*q)
	case q < 1:
		return 1 - 1.5*q*q + 0.75*q*q*q
	default:
		return math.Pow(2-q, 3) / 4
	}
}

// slope is -W'/r at a distance r [m], but for a factor: slope in physics.h.
func (p *Params) slope(r float64) float64 {
	q := r / p.H
	switch {
	case q >= p.Kernel.Radius():
		return 0
	case p.Kernel == Quintic:
		power4 := func(x float64) float64 { return math.Pow(max(x, 0), 4) }
		return (power4(3-q) - 6*power4(2-q) + 15*power4(1-q)) / (24 * q)
	case p.Kernel == Wendland:
		return (1 - q/2) * (1 - q/2) * (1 - q/2)
	case q < 1:
		return 3 - 2.25*q
	default:
		return 0.75 * (2 - q) * (2 - q) / q
	}
}
