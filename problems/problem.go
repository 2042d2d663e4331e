package problems

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	_ "gpusph/features" // case files may have them
	"gpusph/internal/casefile"
	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/problems/scene"
	"gpusph/sph"
)

// Problem is a flow with a name.
type Problem interface {
	Name() string    // as DamBreak3D
	Summary() string // one line for the list of problems
	DeltaP() float64 // the particle spacing that Setup takes for 0 [m]

	// Options are the problem's, with the defaults they have. Ranges follow what has been set.
	Options() option.Table

	// SetSteps takes what a run says of its steps. What a case has may follow from it.
	SetSteps(s Steps)

	// Setup makes the case at the particle spacing deltaP [m]; 0 is DeltaP(). Its errors name the
	// option at fault and the remedy.
	Setup(deltaP float64) (*sph.Case, error)

	// Outline says how large that would be, at once and at any spacing.
	Outline(deltaP float64) (Outline, error)
}

// Steps is what a run says of its steps, whatever its flow.
type Steps struct {
	Dt           float64 // fixed time step [s]; 0 is adaptive
	RebuildEvery int     // steps between two lists, at most; 0 is usual
	Skin         float64 // of the lists [h]; 0 is usual
}

// With is a problem with other values of keys of its case file; ok is false where it has none.
func With(p Problem, changes []casefile.Change) (changed Problem, ok bool, err error) {
	if len(changes) == 0 {
		return p, true, nil
	}
	switch p := p.(type) {
	case *embedded:
		changed, err = p.with(changes)
	case *caseProblem:
		var c *casefile.Case
		if c, err = p.given.With(changes); err == nil {
			changed, err = FromCase(c)
		}
	default:
		return p, false, nil
	}
	return changed, true, err
}

// Outline is a case before it has particles.
type Outline struct {
	Params      sph.Params // but for mass, domain and what else depends on particles
	End         float64    // [s]
	Fluid, Wall float64    // particles, at most
}

// filler is fluid and walls before they are particles.
type filler interface {
	Count(p *sph.Params) (fluid, wall float64, err error) // at most
	Fill(c *sph.Case) error
}

func outline(s filler, c *sph.Case, err error) (Outline, error) {
	if err != nil {
		return Outline{}, err
	}
	fluid, wall, err := s.Count(&c.Params)
	if err != nil {
		return Outline{}, err
	}
	return Outline{c.Params, c.End, fluid, wall}, nil
}

func fill(s filler, c *sph.Case, err error) (*sph.Case, error) {
	if err != nil {
		return nil, err
	}
	if err := s.Fill(c); err != nil {
		return nil, err
	}
	return c, nil
}

// All makes the problems, in the order users see.
var All = makers(
	newDamBreak3D,
	newBoreInABox,
	"spheric2.toml",
	newDamBreakColumn,
	newTaylorGreen,
	newPoiseuille,
	newCouette,
	newLidDrivenCavity,
	newShearWave3D,
	newOscillatingDrop,
	newRotatingSquare,
	newHydrostatic,
	newStandingWave,
	"wavetrain.toml",
	"wavetrain3d.toml",
	"solitarytravel.toml",
	"sloshing.toml",
	newMovingSquare,
)

// makers are functions that make a problem, and the names of case files of this package. All other
// case files of the package follow, by name, so a problem needs no row here.
func makers(rows ...any) (all []func() Problem) {
	names, err := fs.Glob(files, "*.toml") // in their order
	if err != nil {
		panic(err)
	}
	for _, name := range names {
		if !slices.Contains(rows, any(name)) {
			rows = append(rows, name)
		}
	}
	for _, row := range rows {
		switch row := row.(type) {
		case func() Problem:
			all = append(all, row)
		case string:
			all = append(all, fromText(row))
		}
	}
	return all
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
	if near := text.Nearest(name, names); near != "" {
		return nil, fmt.Errorf("there is no problem %q; did you mean %s? gpusph problems lists them all",
			name, near)
	}
	return nil, fmt.Errorf("there is no problem %q; there are %s", name, text.And(names))
}

// Widener is a problem that can be made wider: n times as wide, it has n times
// the water, and costs n times as much.
type Widener interface {
	Problem
	Widths() int      // how many times as wide as usual it is
	Widen(widths int) // makes it so; Setup refuses what cannot be
}

// WideAxis is the axis along which such a problem becomes wider.
const WideAxis = scene.WideAxis

// mostWidths is more than there can be devices.
const mostWidths = 1000

// wide is the option of problems that can be made wider.
type wide struct{ widths int }

// Widths implements Widener.
func (w *wide) Widths() int { return w.widths }

// Widen implements Widener.
func (w *wide) Widen(widths int) { w.widths = widths }

// option is its row.
func (w *wide) option() option.Option {
	return option.Number("widths", fmt.Sprintf("times as wide along %v, each width the mirror image of "+
		"the one before, without walls between", scene.WideAxis), 1, mostWidths, "1 is usual", &w.widths)
}
