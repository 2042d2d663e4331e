package convert

// What comes beside geometry and parameters: velocities at first, gauges, and what there is not.

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/internal/casefile"
)

// notInitial is why something at the beginning is not taken.
var notInitial = map[string]error{
	"velwave":    errors.New("fluid in the form of a wave is not there"),
	"velmesh":    errors.New("velocities at first are those of a fluid, not of a grid"),
	"moverandom": merely("particles begin as they lie"),
}

// initial takes the velocity of fluid at first.
func (r *reader) initial(e *element) {
	why := notInitial[e.name]
	switch {
	case e.name == "velocity" || e.name == "fluidvelocity":
		why = r.velocity(e)
	case e.name == "move" || e.name == "rotateaxis":
		why = r.moveDrawn(e)
	case strings.HasPrefix(e.name, "boundnormal"):
		why = r.boundNormal(e)
	case strings.HasPrefix(e.name, "density"):
		why = approximately("the pressure is hydrostatic at first")
	case why == nil:
		why = errors.New("it is not known here")
	}
	if why != nil {
		r.fail(e, why)
	}
}

func (r *reader) velocity(e *element) error {
	if e.child("onlypos") != nil {
		return errors.New("velocities at first are the same in all of a fluid, not in a part of it")
	}
	v, err := r.point(e)
	if along := e.child("direction"); along != nil {
		speed := e.child("velocity")
		if speed == nil {
			return r.profile(e)
		}
		var d vec
		var size float64
		if d, err = r.point(along); err == nil {
			size, err = r.number(speed, "v")
		}
		length := math.Sqrt(dot(d, d))
		if err == nil && length == 0 {
			err = errors.New("its direction has no length")
		}
		for i := range 3 {
			v[i] = d[i] / length * size
		}
	}
	if err != nil {
		return err
	}
	marks, err := numbers(e.value("mkfluid"))
	if err != nil {
		return fmt.Errorf("mkfluid: %w", err)
	}
	found := false
	for k := range r.c.Fluids {
		if slices.Contains(marks, r.levels[k].mk) {
			found, v = true, tidied(v)
			r.c.Fluids[k].Velocity = &v
		}
	}
	if !found {
		return fmt.Errorf("there is no fluid with mkfluid %s", e.value("mkfluid"))
	}
	return nil
}

// notSpecial is why a special feature is not taken that changes nothing of the flow, or little.
var notSpecial = map[string]error{
	"timeout":     merely("snapshots are at equal intervals, those of --output-interval"),
	"shifting":    approximately("shifting is that of all fluid; --shifting sets it"),
	"savedt":      merely("throughput and steps are written anyway"),
	"outputparts": merely("snapshots have all fluid; --region and --fields leave some out"),
}

// generated are the elements that GenCase adds to the execution: counts of particles, constants,
// motions and variables that follow from the definition, and names of its own output.
var generated = []string{"particles", "constants", "motion", "vtkout", "uservars"}

// execution takes gauges, and says what else is not taken.
func (r *reader) execution(e *element) {
	for _, c := range e.children {
		switch {
		case c.name == "parameters" || slices.Contains(generated, c.name):
		case c.name == "special":
			for _, s := range c.children {
				r.special(s)
			}
		default:
			r.unknown(c)
		}
	}
}

func (r *reader) special(e *element) {
	switch why := notSpecial[e.name]; {
	case r.moving && slices.Contains([]string{"chrono", "moorings", "damping", "inout",
		"relaxationzones"}, e.name):
		r.skip(e, "the frame is that of the tank, which moves, so what holds something in place moves")
	case e.name == "damping":
		r.damping(e)
	case e.name == "accinputs":
		if err := r.accInputs(e); err != nil {
			r.fail(e, err)
		}
	case e.name == "nnphases":
		r.phases(e, r.phase)
	case e.name == "phases":
		r.phases(e, r.liquidOrGasPhase)
	case e.name == "inout":
		r.inOut(e)
	case e.name == "chrono":
		r.chrono(e)
	case e.name == "moorings":
		r.moorings(e)
	case e.name == "flexstrucs":
		r.structures(e)
	case e.name == "gauges":
		r.gauges(e)
	case e.name == "wavepaddles":
		r.wavePaddles(e)
	case e.name == "relaxationzones":
		r.relaxationZones(e)
	// what is given where DualSPHysics begins, not where it makes particles
	case e.name == "initialize":
		for _, c := range e.children {
			r.initial(c)
		}
	case why != nil:
		r.fail(e, why)
	default:
		r.unknown(e)
	}
}

// gauges takes what is measured at points and at vertical lines.
func (r *reader) gauges(e *element) {
	taken := map[string]bool{}
	for _, c := range e.children {
		var err error
		switch c.name {
		case "default":
			r.settings(c)
			continue
		case "swl":
			err = r.swl(c, taken)
		case "maxz":
			var at vec
			if at, err = r.point(c.child("point0")); err == nil {
				r.gauge(c, at, taken)
				r.inform(c, "taken as a gauge of the free surface, which leaves out single particles above it")
			}
		case "velocity":
			err = r.probe(c, taken)
		case "force":
			err = r.force(c)
		case "mesh":
			err = errors.New("meshes are not measured; use [[probe]] with a plane")
		default:
			err = errors.New("it is not known here")
		}
		if err != nil {
			r.inform(c, "it is not measured: %v", err)
		} else {
			r.settings(c)
		}
	}
}

// settings says that gauges are not measured at times of their own.
func (r *reader) settings(e *element) {
	for _, c := range e.children {
		if slices.Contains([]string{"computedt", "computetime", "outputdt", "outputtime"}, c.name) {
			r.inform(c, "gauges and probes are measured together; use --sample-interval")
		}
	}
}

// swl is the level of the surface along a line, which must be vertical.
func (r *reader) swl(e *element, taken map[string]bool) error {
	from, err := r.point(e.child("point0"))
	if err != nil {
		return err
	}
	to, err := r.point(e.child("point2"))
	if err != nil {
		return err
	}
	if d := minus(to, from); math.Abs(d[0])+math.Abs(d[1]) > 0.01*r.dp {
		return errors.New("gauges are vertical, but its line is not")
	}
	r.gauge(e, from, taken)
	return nil
}

func (r *reader) gauge(e *element, at vec, taken map[string]bool) {
	r.c.Gauges = append(r.c.Gauges, casefile.Gauge{Name: plain(e.value("name"), "gauge", taken),
		At: [2]float64{at[0], r.acrossPlane(at[1])}})
}

// acrossPlane is the y of something that is measured: in two dimensions that of the plane, wherever
// it was drawn.
func (r *reader) acrossPlane(y float64) float64 {
	if r.plane {
		return 0
	}
	return tidy(y)
}

// probe is a point at which the velocity is measured, and here the pressure, too.
func (r *reader) probe(e *element, taken map[string]bool) error {
	at, err := r.point(e.child("point"))
	if err != nil {
		return err
	}
	at[1] = r.acrossPlane(at[1])
	r.c.Probes = append(r.c.Probes, casefile.Probe{Name: plain(e.value("name"), "probe", taken),
		At: &at})
	return nil
}

// force is that on the walls of an mk.
func (r *reader) force(e *element) error {
	target := e.child("target")
	if target == nil {
		return errors.New("it has no <target>")
	}
	marks, err := numbers(target.value("mkbound"))
	if err != nil {
		return fmt.Errorf("mkbound: %w", err)
	}
	found := false
	for k := range r.c.Walls {
		if slices.Contains(marks, r.wallMarks[k]) {
			found = true
			r.c.Walls[k].Force = plain(e.value("name"), "force", map[string]bool{})
		}
	}
	for k := range r.c.Bodies {
		if slices.Contains(marks, r.bodyMarks[k]) {
			return fmt.Errorf("forces.csv has the force on each body, here as %q", r.c.Bodies[k].Name)
		}
	}
	if !found {
		return fmt.Errorf("there is no wall with mkbound %s beside those of the domain, whose force "+
			"is not measured", target.value("mkbound"))
	}
	return nil
}

// plain is a short name of letters, digits, - and _ that is not taken yet.
func plain(s, without string, taken map[string]bool) string {
	s = strings.Map(func(c rune) rune {
		if c < 0x80 && (letter(byte(c)) || digit(byte(c)) && c != '.') || c == '-' {
			return c
		}
		return '_'
	}, s)
	if s == "" {
		s = without
	}
	s = s[:min(len(s), 50)]
	base := s
	for n := 2; taken[strings.ToLower(s)]; n++ {
		s = fmt.Sprint(base, "-", n)
	}
	taken[strings.ToLower(s)] = true // case files do not tell a from A
	return s
}
