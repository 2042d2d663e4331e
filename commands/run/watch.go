package run

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/sph"
	"gpusph/sph/engine"
)

// What is warned of, and what ends a run. Where all goes well no density is far from ρ0, but for
// a few particles of spray, and the energy of the water grows by less than a percent, where nothing
// gives it any.
const (
	strayPart     = 0.001 // of the fluid
	strayLeast    = 5     // particles, however few there are
	energyWarning = 0.05  // growth, as part of what there was
	energyError   = 1.0
	collapse      = 100 // times shorter than usual, of time steps
)

// watch says where a flow cannot be believed, by what a run measures anyway.
type watch struct {
	output.Base
	flow    *sph.Case
	warn    func(about, what string)
	explain func(about, what string) string // why, in files; it returns the end of a sentence on these
	said    map[string]bool                 // what has been warned of
	// particles of the fluid that had left the domain at the last warning
	lost int
	slow bool // it has warned that lists cannot hold all neighbours

	bodies []bodyOf

	fluid int     // particles at the beginning
	least float64 // part of these that has to stay in the domain

	few     int     // particles that may have a density that is far off
	lowest  float64 // potential energy of the water if all of it were at its lowest place [J]
	begun   float64 // energy at the first sample [J]
	started bool
	driven  bool // something gives energy to the water
	unknown bool // a term does, of which no energy is declared

	good int // step of the last sample before anything was wrong; -1 before the first
}

// newWatch warns at once of what the options make likely to go wrong.
func newWatch(c *sph.Case, warn func(about, what string)) *watch {
	w := &watch{flow: c, warn: warn, explain: func(_, _ string) string { return "" },
		said: map[string]bool{}, good: -1, driven: c.Driven(), bodies: watchedBodies(c)}
	fluid, lowest := 0, math.Inf(1)
	for i, x := range c.Particles.Position {
		if c.Particles.Type[i] == sph.Fluid {
			fluid++
			lowest = min(lowest, c.Params.Potential(x))
		}
	}
	w.fluid = fluid
	w.few = fewOf(fluid)
	w.lowest = c.FluidMass() * lowest
	for _, what := range slices.Concat(c.Warnings, c.Params.Warnings()) {
		warn(what, what)
	}
	if names := c.Params.UndeclaredEnergies(); len(names) > 0 {
		w.leaveOutEnergy(names)
	}
	return w
}

// fewOf is how many particles of a fluid may have a density that is far off.
func fewOf(fluid int) int { return max(strayLeast, int(strayPart*float64(fluid))) }

// leaveOutEnergy ends the check of the energy of a flow with terms of undeclared energy, and warns
// of it.
func (w *watch) leaveOutEnergy(terms []string) {
	w.unknown = true
	what := fmt.Sprintf("the growth of the water's energy is not checked, because sph/terms.go does "+
		"not declare the energy of %s",
		strings.Join(terms, " and "))
	w.warn(what, what)
}

// state is what a run that goes on has to know.
func (w *watch) state() output.WatchState {
	return output.WatchState{Energy: w.begun, Begun: w.started, Good: w.good,
		Said: append(slices.Sorted(maps.Keys(w.said)), w.bodiesSaid()...), Lost: w.lost, Slow: w.slow}
}

// goOn takes that of the run before.
func (w *watch) goOn(s *output.WatchState) {
	w.begun, w.started, w.good, w.lost, w.slow = s.Energy, s.Begun, s.Good, s.Lost, s.Slow
	for _, about := range s.Said {
		if !w.saidOfBody(about) {
			w.said[about] = true
		}
	}
}

// once warns of a thing the first time, and says the first time of all what may be the reason.
func (w *watch) once(about, format string, values ...any) {
	if w.said[about] {
		return
	}
	what := fmt.Sprintf(format, values...)
	if len(w.said) == 0 {
		what += "; " + w.flow.Params.Remedy()
	}
	w.said[about] = true
	w.warn(about, what+w.explain(about, what))
}

// Sample has an error where the run should end.
func (w *watch) Sample(s *sph.Sample) error {
	total := w.flow.Params.Balance(s)
	if !w.started {
		w.begun, w.started = total, true
	}
	growth := 0.0
	if before := w.begun - w.lowest; before > 0 && !w.driven && !w.unknown {
		growth = (total - w.begun) / before
	}
	rho0 := w.flow.Params.Rho0
	switch {
	case !(s.Density[0] > 0) || math.IsInf(s.Density[1], 1) || math.IsNaN(s.Density[1]):
		return w.blewUp(s, "the densities of the water are between %.4g and %.4g kg/m³", s.Density[0],
			s.Density[1])
	case w.flow.Wrong(s) != "":
		return fmt.Errorf("%w before step %d at %.4g s: %s", engine.ErrBlewUp, s.Step, s.Time,
			w.flow.Wrong(s))
	case growth > energyError || math.IsNaN(total):
		return w.blewUp(s, "the water has %.3g times the energy that it began with", 1+growth)
	}
	if s.Stray > w.few {
		w.once("density", "at %.4g s the densities of %s are more than %.0f %% off %g kg/m³, between "+
			"%.4g and %.4g: pressures mean nothing there",
			s.Time, text.Count(s.Stray, "particle"), 100*sph.StrayDensity, rho0, s.Density[0], s.Density[1])
	}
	if growth > energyWarning {
		w.once("energy", "at %.4g s the water has %.0f %% more energy than it began with, which "+
			"nothing gives it", s.Time, 100*growth)
	}
	if len(w.said) == 0 {
		w.good = s.Step
	}
	return nil
}

// blewUp is the error of a flow that is nonsense.
func (w *watch) blewUp(s *sph.Sample, format string, values ...any) error {
	return fmt.Errorf("%w before step %d at %.4g s: %s; %s", engine.ErrBlewUp, s.Step, s.Time,
		fmt.Sprintf(format, values...), w.flow.Params.Remedy())
}

// leaves adds to the error of a flow that went wrong which snapshot is good: the last of those
// taken that is not later than a sample that was.
func (w *watch) leaves(err error, taken []output.Instant) error {
	if !wentWrong(err) {
		return err
	}
	if at := w.lastGood(taken); at != nil {
		return fmt.Errorf("%w; the last good snapshot is %s, of %.4g s", err, at.File, at.Time)
	}
	return fmt.Errorf("%w; no snapshot was kept before", err)
}

func (w *watch) Progress(p *sph.Progress) error {
	params := &w.flow.Params
	if p.Born > 0 {
		w.few = fewOf(w.fluid + p.Born - p.Removed() - p.EscapedFluid())
	}
	usual := params.DefaultStep()
	if params.Dt == 0 && p.Steps > 0 && p.Dt < usual/collapse {
		w.once("dt", "at %.4g s the time step has fallen to %.3g s, where %.3g s is usual", p.Time, p.Dt,
			usual)
	}
	if p.Unlisted > 0 && !w.slow {
		w.slow = true
		w.warn("lists", fmt.Sprintf("lists cannot hold all neighbours of at least %s, so steps take "+
			"longer; %s",
			text.Count(p.Unlisted, "particle"), params.ListRemedy()))
	}
	if err := w.leaveBodies(p); err != nil {
		return err
	}
	return w.leave(p)
}

// haveLeft is part of the warning of lost particles.
const haveLeft = "particles of the fluid have left the domain"

// errFluidGone is the error of a flow whose fluid has left the domain.
var errFluidGone = errors.New("most of the fluid has gone")

// haveGone reports whether an error is of what has left the domain.
func haveGone(err error) bool {
	return errors.Is(err, errFluidGone) || errors.Is(err, errBodyGone)
}

// leave warns of fluid that leaves the domain, unless sides are open for it, and returns an error
// once too little of it is left.
func (w *watch) leave(p *sph.Progress) error {
	lost, fluid := p.EscapedFluid(), w.fluid+p.Born
	gone := w.least > 0 && float64(fluid-lost) < w.least*float64(fluid)
	if lost == 0 || lost < 2*w.lost && !gone {
		return nil
	}
	w.lost = lost
	if w.flow.Drains && !gone {
		return nil // the report has how much has left
	}
	what := fmt.Sprintf("%s of %s "+haveLeft+" by step %s",
		text.Thousands(lost), text.Thousands(fluid), text.Thousands(p.Step))
	w.warn("lost", what+w.explain("lost", what))
	if !gone {
		return nil
	}
	return fmt.Errorf("%w: %s, %.4g s; use a larger domain or close gaps in "+
		"walls, or continue without it with --fluid-left 0",
		errFluidGone, what, p.Time)
}
