package bodies

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/internal/text"
	"gpusph/sph"
)

// shortestTied is how many times shorter than without ties steps may be that follow them.
const shortestTied = 20

// StiffTie is a tie that makes steps too short.
type StiffTie struct {
	Tie
	Key, Unit   string  // of what is too large: stiffness, damping or weight
	Value, Most float64 // Most works
	All         bool    // with all ties in the same proportion
	Throws      float64 // it would give its ends this speed [m/s]; 0 is that it makes steps too short
	Sound       float64 // [m/s]
}

// mostThrown is the greatest speed that a tie may give bodies at first, as a part of that of sound.
const mostThrown = 0.5

// StiffestTie is the tie that makes steps more than shortestTied times shorter than without, or
// that is stretched so much at first that it would throw its body faster than sound; nil where none
// does.
func StiffestTie(of *sph.Case) *StiffTie {
	c := flow{of}
	ties := c.ties()
	most := mostThrown * c.Params.FastestSound()
	for _, t := range ties {
		if t.throws > most {
			s := &StiffTie{Tie: t, Throws: t.throws, Sound: c.Params.FastestSound()}
			s.setMost(Of(&c.Bodies[t.Body]), false, most*most/(t.throws*t.throws))
			return s
		}
	}
	free := c.Params
	TieRates{}.setIn(&free)
	least, scheme := free.DefaultStep()/shortestTied, c.Params.Scheme()
	works := func(ties []Tie) bool {
		step := tieRates(ties).step(scheme)
		return step == 0 || step >= least
	}
	if works(ties) {
		return nil
	}
	worst, damps := shortestTie(ties, scheme)
	all := !works(scaledTies(ties, worst, damps, false, 0))
	low, high := 0.0, 1.0
	for range 60 {
		if middle := (low + high) / 2; works(scaledTies(ties, worst, damps, all, middle)) {
			low = middle
		} else {
			high = middle
		}
	}
	s := &StiffTie{Tie: ties[worst], All: all}
	s.setMost(Of(&c.Bodies[s.Body]), damps, low)
	return s
}

// shortestTie is the index of the tie that allows the shortest steps by itself, and whether its
// damping does.
func shortestTie(ties []Tie, scheme sph.Scheme) (worst int, damps bool) {
	shortest := math.Inf(1)
	for k, t := range ties {
		for _, damping := range []bool{false, true} {
			one := t
			if damping {
				one.stiff = 0
			} else {
				one.damping = 0
			}
			if step := tieRates([]Tie{one}).step(scheme); step > 0 && step < shortest {
				shortest, worst, damps = step, k, damping
			}
		}
	}
	return worst, damps
}

// scaledTies are ties of which one has another stiffness or damping, or all have both.
func scaledTies(ties []Tie, one int, damps, all bool, by float64) []Tie {
	ties = slices.Clone(ties)
	for k := range ties {
		if all || k == one && !damps {
			ties[k].stiff *= by
		}
		if all || k == one && damps {
			ties[k].damping *= by
		}
	}
	return ties
}

// setMost sets the key of a case file that makes the tie too stiff, its value and the greatest that
// works, where a part of the stiffness or of the damping does.
func (s *StiffTie) setMost(f *Body, damps bool, part float64) {
	s.Key, s.Unit, s.Value = "stiffness", "N/m", s.stiff
	if damps {
		s.Key, s.Unit, s.Value = "damping", "N s/m", s.damping
	}
	s.Most = part * s.Value
	switch {
	case s.Kind == "torsion":
		s.Unit = strings.Replace(s.Unit, "N", "N m", 1)
		s.Unit = strings.Replace(s.Unit, "/m", "/rad", 1)
	case s.Kind == "mooring" && !damps:
		m := &f.Moorings[s.Index]
		of := part * s.stiff // see stiffest
		switch {
		case m.Stiff == 0 || s.Throws > 0:
			s.Key, s.Unit, s.Value, s.Most = "weight", "N/m", m.Weight, part*m.Weight
		case s.All || of <= m.Weight && m.Stiff/m.Length < m.Weight:
			s.Key, s.Unit, s.Value, s.Most = "weight", "N/m", m.Weight, part*m.Weight
			s.All = true
		default:
			s.Key, s.Unit, s.Value, s.Most = "stiffness", "N", m.Stiff, (of-m.Weight)*m.Length
		}
	}
	s.Most = text.Three(s.Most, math.Floor)
}

// Error says what is too large, as the end of a sentence that begins with the key or the tie.
func (s *StiffTie) Error() string {
	others := ""
	if s.All {
		others = ", and make what else pulls bodies weaker in proportion"
	}
	if s.Throws > 0 {
		return fmt.Sprintf("is %s %s: what it stores at the start would throw the body at %s m/s, and "+
			"sound has %s m/s; use %s at most%s, or another length", text.Number(s.Value), s.Unit,
			text.Number(s.Throws), text.Number(s.Sound), text.Number(s.Most), others)
	}
	return fmt.Sprintf("is %s %s: a body of that mass follows it only with steps more than %d times "+
		"shorter than the flow needs; use %s at most%s", text.Number(s.Value), s.Unit, shortestTied,
		text.Number(s.Most), others)
}
