package problems

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"gpusph/sph"
)

// Problem is a flow with a name.
type Problem interface {
	Name() string    // as DamBreak3D
	Summary() string // one line for the list of problems
	DeltaP() float64 // the particle spacing that Setup takes for 0 [m]

	// Flags registers the problem's options, with the defaults they have.
	Flags(*pflag.FlagSet)

	// Setup makes the case at the particle spacing deltaP [m]; 0 or less is
	// DeltaP(). Its errors name the option at fault and what would do.
	Setup(deltaP float64) (*sph.Case, error)
}

// All makes the problems, in the order users see.
var All = []func() Problem{
	newDamBreak3D,
	newBoreInABox,
	newSpheric2,
	newStillWater,
}

// Find makes the problem of that name, in capitals or not.
func Find(name string) (Problem, error) {
	names := make([]string, len(All))
	for i, create := range All {
		p := create()
		if strings.EqualFold(p.Name(), name) {
			return p, nil
		}
		names[i] = p.Name()
	}
	return nil, fmt.Errorf("there is no problem %q; did you mean %s? `gpusph problems` lists them all", name, nearest(name, names))
}

// nearest is the first of names that begins as name, or else that the fewest
// edits turn name into.
func nearest(name string, names []string) string {
	best, least := "", -1
	for _, n := range names {
		if name != "" && strings.HasPrefix(strings.ToLower(n), strings.ToLower(name)) {
			return n
		}
		if d := edits(strings.ToLower(name), strings.ToLower(n)); least < 0 || d < least {
			best, least = n, d
		}
	}
	return best
}

// edits is Levenshtein's distance, in bytes.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
