package engine

import (
	"fmt"
	"strings"

	"gpusph/balance"
)

// MinSlices is how many slices each device has at least: all that a neighbour sees are of one device.
func (s *Simulation) MinSlices() int { return s.grid.Edges() }

// firstBounds are the bounds at the beginning: those of the options, or else such
// that the devices have as much work each as whole slices allow.
func (s *Simulation) firstBounds(weights []float64) ([]int, error) {
	n, given := len(s.subdomains), s.options.Bounds
	first, _ := s.grid.Inner()
	least := s.MinSlices()
	equal := balance.Cut(weights, first, n, least)
	if given == nil {
		return equal, nil
	}
	if n == 1 {
		return nil, fmt.Errorf("the bounds %s are given, but one device has none", list(given))
	}
	if len(given) != n-1 {
		return nil, fmt.Errorf("the bounds %s are for %d devices, but there are %d; %s would do", list(given), len(given)+1, n, list(equal[1:n]))
	}
	bounds := append([]int{equal[0]}, given...)
	bounds = append(bounds, equal[n])
	for d := range n {
		if from, to := bounds[d], bounds[d+1]; to-from < least {
			return nil, fmt.Errorf("the bounds %s leave device %d of %d the slices from %d to before %d, but each needs %d at least, and all have %d to %d; %s would do",
				list(given), d+1, n, from, to, least, equal[0], equal[n]-1, list(equal[1:n]))
		}
	}
	return bounds, nil
}

// list is bounds as the command line has them.
func list(bounds []int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(bounds), "[]"), " ", ",")
}
