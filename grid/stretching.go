package grid

import (
	"fmt"
	"math"
)

// Stretching is how cells grow from the ends of an axis on.
type Stretching struct {
	Ratio   float64 // of the widest cell to the narrowest
	Law     Law
	Towards Towards
}

// Law is how widths of cells change along an axis.
type Law int

const (
	Tanh      Law = iota // faces follow a hyperbolic tangent
	Geometric            // each cell is wider by the same factor than the one before
)

// Towards is where cells are narrow.
type Towards int

const (
	BothEnds Towards = iota
	LowerEnd
	UpperEnd
)

// MostRatio is the greatest ratio of widths. Multigrid takes more iterations the greater it is.
const MostRatio = 100

// mostGrowth is how much wider a cell is than the one before, at most: the scheme is of second
// order where widths change smoothly.
const mostGrowth = 2.0

// Faces are those of n cells along a length, from 0 on [m]; nil where all are alike.
func (s Stretching) Faces(n int, length float64) ([]float64, error) {
	switch {
	case !(s.Ratio >= 1 && s.Ratio <= MostRatio):
		return nil, fmt.Errorf("the widest cell is %g times as wide as the narrowest; from 1 to %d are "+
			"possible", s.Ratio, MostRatio)
	case s.Ratio == 1:
		return nil, nil
	}
	half := s.Towards == BothEnds
	var at func(x float64) float64 // from 0 to 1; narrow at 0
	switch s.Law {
	case Geometric:
		steps := float64(n - 1)
		if half {
			steps = math.Ceil(float64(n)/2) - 1
		}
		if steps < 1 {
			return nil, fmt.Errorf("%d cells cannot be stretched; use more", n)
		}
		at = geometric(math.Pow(s.Ratio, 1/steps), n, half)
	default:
		at = tangent(s.Ratio, n, half)
	}
	faces := make([]float64, n+1)
	for i := range faces {
		if s.Towards == UpperEnd || half && 2*i > n {
			faces[i] = length - length*at(float64(n-i)/float64(n))
		} else {
			faces[i] = length * at(float64(i)/float64(n))
		}
	}
	return faces, CheckFaces(faces)
}

// geometric is where faces are whose cells grow by a factor, in the first half to the middle.
func geometric(q float64, n int, half bool) func(x float64) float64 {
	sum := func(cells float64) float64 { return (math.Pow(q, cells) - 1) / (q - 1) }
	whole := sum(float64(n))
	if half {
		// the middle cell of an odd number belongs to both halves
		whole = sum(math.Floor(float64(n)/2)) + sum(math.Ceil(float64(n)/2))
	}
	return func(x float64) float64 { return sum(math.Round(x*float64(n))) / whole }
}

// tangent is where faces are by a hyperbolic tangent, with a ratio of widths.
func tangent(ratio float64, n int, half bool) func(x float64) float64 {
	face := func(steep, x float64) float64 {
		if half {
			return (1 + math.Tanh(steep*(2*x-1))/math.Tanh(steep)) / 2
		}
		return 1 + math.Tanh(steep*(x-1))/math.Tanh(steep)
	}
	h := 1 / float64(n)
	wide := 1 - h // where the widest cell begins
	if half {
		wide = math.Floor(float64(n)/2) * h
		if n%2 == 0 {
			wide -= h
		}
	}
	low, high := 1e-3, 20.0
	for range 100 {
		steep := (low + high) / 2
		if (face(steep, wide+h)-face(steep, wide))/(face(steep, h)-face(steep, 0)) < ratio {
			low = steep
		} else {
			high = steep
		}
	}
	return func(x float64) float64 {
		if x == 0 {
			return 0
		}
		return face(low, x)
	}
}

// CheckFaces refuses faces that do not ascend from 0, and cells that are much wider than the next.
func CheckFaces(faces []float64) error {
	if len(faces) < 3 || faces[0] != 0 {
		return fmt.Errorf("%d faces begin at %g; three or more that begin at 0 are needed", len(faces),
			faces[0])
	}
	for i := 1; i < len(faces); i++ {
		width := faces[i] - faces[i-1]
		if !(width > 0) || math.IsInf(width, 0) {
			return fmt.Errorf("face %d is at %g m after one at %g m; use numbers that ascend", i+1,
				faces[i], faces[i-1])
		}
		if i == 1 {
			continue
		}
		before := faces[i-1] - faces[i-2]
		if g := max(width/before, before/width); g > mostGrowth*(1+1e-9) {
			return fmt.Errorf("cell %d is %.3g m wide and the one before it %.3g m; use more cells or a "+
				"smaller ratio, so that neighbours differ by %g times at most", i, width, before, mostGrowth)
		}
	}
	return nil
}
