package balance

import (
	"fmt"
	"slices"
)

// Search looks for the bounds of the least time among those that stay, by measuring:
// a pattern search. A move is several slices that go from one device to another, or
// from one to each of the others, or from each to one; devices in between pass them
// on. Moving a bound alone would not do, since where several devices take longest
// together, that makes another one the longest.
//
// Times are noisy, and devices get slower and faster. So bounds that seem better are
// measured again, and the best so far beside them, in turn; they are taken if they are
// better then, too. And the best are measured again before each round of moves.
type Search struct {
	Least int // slices of a device
	// times that bounds are measured, before they are compared
	Repeat  int
	Measure func(bounds []int) (float64, error) // the time that they take
	Stop    func() bool                         // whether it is enough

	Tried []*Trial // in the order in which they were tried, all different
	Best  *Trial
}

// Trial is bounds and the times that they took when they were measured last.
type Trial struct {
	Bounds  []int     `json:"bounds"`
	Seconds []float64 `json:"seconds_per_step"`
}

// Time is their median.
func (t *Trial) Time() float64 {
	sorted := slices.Sorted(slices.Values(t.Seconds))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// Run begins with the best of some bounds. It moves this many slices, while that makes
// anything better, then half as many, and so on to one.
func (s *Search) Run(starts [][]int, slices int) error {
	for _, bounds := range starts {
		if _, err := s.try(bounds); err != nil {
			return err
		}
	}
	n := len(starts[0]) - 1
	for k := slices; k > 0; k /= 2 {
		for better := true; better; {
			better = false
			if err := s.measure(s.Best); err != nil {
				return err
			}
			for _, m := range moves(n) {
				if s.Stop() {
					return nil
				}
				taken, err := s.try(m.from(s.Best.Bounds, k, s.Least))
				if err != nil {
					return err
				}
				better = better || taken
			}
		}
	}
	return nil
}

// move is how many slices each device gets, in units; together none.
type move []int

// moves are all, in the order in which they are tried.
func moves(n int) []move {
	var all []move
	for giving := range n {
		for taking := range n {
			if giving != taking {
				m := make(move, n)
				m[giving], m[taking] = -1, 1
				all = append(all, m)
			}
		}
	}
	for one := range n {
		for _, sign := range []int{1, -1} {
			m := make(move, n)
			for d := range m {
				m[d] = -sign
			}
			m[one] = sign * (n - 1)
			all = append(all, m)
		}
	}
	return all
}

// from is the bounds after a move in units of k slices, or nil where a device would
// have too few.
func (m move) from(bounds []int, k, least int) []int {
	moved := slices.Clone(bounds)
	for d, units := range m {
		moved[d+1] = moved[d] + bounds[d+1] - bounds[d] + k*units
		if moved[d+1]-moved[d] < least {
			return nil
		}
	}
	return moved
}

// try measures bounds, unless they have been tried or are nil, and reports whether they
// are the best now.
func (s *Search) try(bounds []int) (taken bool, err error) {
	known := func(t *Trial) bool { return slices.Equal(t.Bounds, bounds) }
	if bounds == nil || slices.ContainsFunc(s.Tried, known) {
		return false, nil
	}
	t := &Trial{Bounds: slices.Clone(bounds)}
	if err := s.measure(t); err != nil {
		return false, err
	}
	s.Tried = append(s.Tried, t)
	if s.Best == nil {
		s.Best = t
		return true, nil
	}
	if t.Time() < s.Best.Time() {
		if err := s.measure(s.Best, t); err != nil {
			return false, err
		}
	}
	if !(t.Time() < s.Best.Time()) {
		return false, nil
	}
	s.Best = t
	return true, nil
}

// measure measures some anew, in turn.
func (s *Search) measure(trials ...*Trial) error {
	all := make([][]float64, len(trials)) // after an error, they have the times that they had
	for range s.Repeat {
		for i, t := range trials {
			seconds, err := s.Measure(t.Bounds)
			if err != nil {
				return fmt.Errorf("with the bounds %v: %w", t.Bounds, err)
			}
			all[i] = append(all[i], seconds)
		}
	}
	for i, t := range trials {
		t.Seconds = all[i]
	}
	return nil
}
