package sph

import "math"

// smoothing is what the smoothing kernels are made of, where q is r/h in the support. The scales
// are those of physics.h, in two and in three dimensions.
var smoothing = []struct {
	radius float64    // of the support [h]
	atZero [2]float64 // W(0) [1/h², 1/h³]
	scale  [2]float64 // -r⁻¹ dW/dr over the slope [1/h⁴, 1/h⁵]
	weight func(q float64) float64
	slope  func(q float64) float64
}{
	Wendland: {2, [2]float64{7 / (4 * math.Pi), 21 / (16 * math.Pi)}, [2]float64{5 * 7 / (4 * math.Pi), 5 * 21 / (16 * math.Pi)},
		func(q float64) float64 { return math.Pow(1-q/2, 4) * (1 + 2*q) },
		func(q float64) float64 { return (1 - q/2) * (1 - q/2) * (1 - q/2) },
	},
	CubicSpline: {2, [2]float64{10 / (7 * math.Pi), 1 / math.Pi}, [2]float64{10 / (7 * math.Pi), 1 / math.Pi},
		func(q float64) float64 {
			if q < 1 {
				return 1 - 1.5*q*q + 0.75*q*q*q
			}
			return math.Pow(2-q, 3) / 4
		},
		func(q float64) float64 {
			if q < 1 {
				return 3 - 2.25*q
			}
			return 0.75 * (2 - q) * (2 - q) / q
		},
	},
	Quintic: {3, [2]float64{66 * 7 / (478 * math.Pi), 66 / (120 * math.Pi)}, [2]float64{120 * 7 / (478 * math.Pi), 1 / math.Pi},
		func(q float64) float64 { return splines(q, 5) / 66 },
		func(q float64) float64 { return splines(q, 4) / (24 * q) },
	},
}

// splines is (3 - q)ⁿ - 6 (2 - q)ⁿ + 15 (1 - q)ⁿ without brackets that are negative.
func splines(q, n float64) float64 {
	power := func(x float64) float64 { return math.Pow(max(x, 0), n) }
	return power(3-q) - 6*power(2-q) + 15*power(1-q)
}

// Radius is that of the support of W [h].
func (k Kernel) Radius() float64 { return smoothing[k].radius }

// Support is the radius of the support of W [m].
func (p *Params) Support() float64 { return p.Kernel.Radius() * p.H }

// Volume is that of a cube [m³], or in two dimensions the area of a square [m²], of a side [m].
func (p *Params) Volume(side float64) float64 {
	if p.Dim == 2 {
		return side * side
	}
	return side * side * side
}

// weightAtZero is W(0) [1/m³, in two dimensions 1/m²].
func (p *Params) WeightAtZero() float64 { return smoothing[p.Kernel].atZero[p.Dim-2] / p.Volume(p.H) }

// weight is W at a distance r [m], over that at 0: weight in physics.h.
func (p *Params) Weight(r float64) float64 { return p.within(r, smoothing[p.Kernel].weight) }

// slope is -W'/r at a distance r [m], but for a factor: slope in physics.h.
func (p *Params) Slope(r float64) float64 { return p.within(r, smoothing[p.Kernel].slope) }

// slopeScale is that factor [1/m⁵, in two dimensions 1/m⁴].
func (p *Params) SlopeScale() float64 {
	return smoothing[p.Kernel].scale[p.Dim-2] / p.Volume(p.H) / (p.H * p.H)
}

// within is a function of r/h in the support, and 0 beyond it.
func (p *Params) within(r float64, f func(q float64) float64) float64 {
	q := r / p.H
	if q >= p.Kernel.Radius() {
		return 0
	}
	return f(q)
}
