package lattice

import (
	"math/big"
	"sync"
)

// Model is the lattice D2Q37 in units of cells and steps: positions in Δx, velocities in Δx/Δt,
// temperatures in (Δx/Δt)².
type Model struct {
	Velocities [Populations][2]int // by distance, then by angle
	Opposite   [Populations]int
	Shell      [Populations]int // of velocities of the same distance
	First      [Shells + 1]int  // the first velocity of a shell, and Populations
	Squares    [Shells]float64  // of the distance
	Weights    [Shells]float64  // of a velocity in a shell; over all velocities their sum is 1

	// Slot is where a row of sites has a population, as [slot][x]: by falling c_y, then by c_x.
	Slot [Populations]int

	// Temperature is T₀, that of the Gaussian whose moments the weights have. The literature
	// has it as the lattice constant r = 1/√T₀, the length of the velocity (1, 0) where T₀ is 1.
	Temperature float64
}

// D2Q37 is the model, derived at the first call: a quadrature of the plane's Gaussian to eighth
// order with 37 velocities (Philippi, Hegele, dos Santos and Surmas, Phys. Rev. E 73, 056702, 2006;
// Shan, Yuan and Chen, J. Fluid Mech. 550, 2006; Shan, Phys. Rev. E 81, 036702, 2010).
var D2Q37 = sync.OnceValue(func() *Model {
	m := &Model{}
	m.Velocities, m.First = velocities()
	for s := range Shells {
		size := m.First[s+1] - m.First[s]
		m.Squares[s] = float64(distances[s])
		for k := range size {
			m.Shell[m.First[s]+k] = s
			m.Opposite[m.First[s]+k] = m.First[s] + (k+size/2)%size
		}
	}
	for l, c := range m.Velocities {
		for _, d := range m.Velocities {
			if d[1] > c[1] || d[1] == c[1] && d[0] < c[0] {
				m.Slot[l]++
			}
		}
	}
	for _, q := range quadratures(m) {
		if q.positive() {
			m.Temperature, _ = q.temperature.Float64()
			for s := range m.Weights {
				m.Weights[s], _ = q.weights[s].Float64()
			}
		}
	}
	return m
})

// quadrature is a solution of the moment conditions.
type quadrature struct {
	temperature *big.Float
	weights     [Shells]*big.Float
}

func (q *quadrature) positive() bool {
	for _, w := range q.weights {
		if w.Sign() <= 0 {
			return false
		}
	}
	return true
}

const (
	degree = 4   // of T₀ in moments of eighth order
	digits = 256 // bits of numbers that are rounded
)

// polynomial is Σ p[k] T₀ᵏ.
type polynomial [degree + 1]*big.Rat

func (p *polynomial) at(t *big.Float) *big.Float {
	sum := new(big.Float).SetPrec(digits)
	for k := degree; k >= 0; k-- {
		sum.Mul(sum, t)
		sum.Add(sum, new(big.Float).SetPrec(digits).SetRat(p[k]))
	}
	return sum
}

// equation is Σ left[s] w[s] = right(T₀), over shells.
type equation struct {
	left  [Shells]*big.Rat
	right polynomial
}

// less takes a multiple of another equation off this one.
func (e *equation) less(factor *big.Rat, other *equation) {
	for s := range e.left {
		e.left[s] = new(big.Rat).Sub(e.left[s], new(big.Rat).Mul(factor, other.left[s]))
	}
	for k := range e.right {
		e.right[k] = new(big.Rat).Sub(e.right[k], new(big.Rat).Mul(factor, other.right[k]))
	}
}

// conditions are the moments to eighth order: Σ w cx^2a cy^2b = T₀^(a+b) (2a-1)!! (2b-1)!!. Moments
// of odd powers vanish, and those with a < b follow, by the symmetry of shells. Nine remain, for
// eight weights and T₀.
func conditions(m *Model) (all []*equation) {
	for order := 0; order <= degree; order++ {
		for b := 0; 2*b <= order; b++ {
			a := order - b
			e := &equation{}
			for s := range Shells {
				sum := int64(0)
				for _, c := range m.Velocities[m.First[s]:m.First[s+1]] {
					sum += power(c[0], 2*a) * power(c[1], 2*b)
				}
				e.left[s] = big.NewRat(sum, 1)
			}
			for k := range e.right {
				e.right[k] = new(big.Rat)
			}
			e.right[order] = big.NewRat(doubleFactorial(2*a-1)*doubleFactorial(2*b-1), 1)
			all = append(all, e)
		}
	}
	return all
}

func power(x, n int) int64 {
	p := int64(1)
	for range n {
		p *= int64(x)
	}
	return p
}

// doubleFactorial is n (n-2) (n-4) …, 1 where n is less than 2.
func doubleFactorial(n int) int64 {
	p := int64(1)
	for ; n > 1; n -= 2 {
		p *= int64(n)
	}
	return p
}

// eliminate solves the conditions for the weights in rational numbers, by Gauss and Jordan, each
// as a polynomial of T₀. The ninth equation has no weights any more: its right side must vanish,
// which is the condition for T₀.
func eliminate(all []*equation) (weights [Shells]polynomial, rest polynomial) {
	for s := range Shells {
		pivot := s
		for all[pivot].left[s].Sign() == 0 {
			pivot++
		}
		all[s], all[pivot] = all[pivot], all[s]
		for _, e := range all {
			if e != all[s] {
				e.less(new(big.Rat).Quo(e.left[s], all[s].left[s]), all[s])
			}
		}
	}
	for s := range weights {
		for k, r := range all[s].right {
			weights[s][k] = new(big.Rat).Quo(r, all[s].left[s])
		}
	}
	return weights, all[Shells].right
}

// quadratures are all solutions with T₀ in (0, 4]: the roots of a polynomial, by bisection between
// changes of its sign. It is T₀ (35 T₀³ - 70 T₀² + 49 T₀ - 12), which has one, and all weights are
// positive there.
func quadratures(m *Model) (all []*quadrature) {
	weights, rest := eliminate(conditions(m))
	const parts = 1024
	for k := 1; k < 4*parts; k++ {
		low := new(big.Float).SetPrec(digits).SetRat(big.NewRat(int64(k), parts))
		high := new(big.Float).SetPrec(digits).SetRat(big.NewRat(int64(k+1), parts))
		sign := rest.at(low).Sign()
		if sign == rest.at(high).Sign() {
			continue
		}
		for range digits {
			middle := new(big.Float).SetPrec(digits).Add(low, high)
			middle.Quo(middle, big.NewFloat(2))
			if rest.at(middle).Sign() == sign {
				low = middle
			} else {
				high = middle
			}
		}
		q := &quadrature{temperature: high}
		for s := range weights {
			q.weights[s] = weights[s].at(high)
		}
		all = append(all, q)
	}
	return all
}
