package engine

import "math"

// triple is a vector.
type triple = [3]float64

func plus(a, b triple) triple { return triple{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }

func times(s float64, a triple) triple { return triple{s * a[0], s * a[1], s * a[2]} }

func product(a, b triple) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func crossed(a, b triple) triple {
	return triple{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

func plusTimes(a triple, by float64, b triple) triple {
	return triple{a[0] + by*b[0], a[1] + by*b[1], a[2] + by*b[2]}
}

// apply is R v, and back is Rᵀ v.
func apply(r [3]triple, v triple) triple {
	return triple{product(r[0], v), product(r[1], v), product(r[2], v)}
}

func back(r [3]triple, v triple) (w triple) {
	for a := range 3 {
		w = plusTimes(w, v[a], r[a])
	}
	return w
}

// vector is a triple whose operations can follow each other, as the sums of the oracle have them.
type vector triple

// Written out, not by plusTimes and product: so the compiler inlines them, and the oracle spends
// most of its time there.
func (a vector) plus(b vector, k float64) vector {
	return vector{a[0] + k*b[0], a[1] + k*b[1], a[2] + k*b[2]}
}

func (a vector) dot(b vector) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func (a vector) norm() float64 { return math.Sqrt(a.dot(a)) }

func (a vector) cross(b vector) vector { return crossed(triple(a), triple(b)) }
