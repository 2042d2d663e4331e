package engine

import (
	"fmt"
	"slices"
	"strings"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/internal/text"
	"gpusph/sph"
	"gpusph/sph/launch"
	"gpusph/sph/motion"
)

// What a program sets of a flow while it is computed lies in tables of the devices, which steps
// read. The host changes them between two calls of Advance. The first two steps that come
// may be recorded by then, so a motion changes after the longest that these can be.

// input is one, and where devices have it.
type input struct {
	launch.Input
	at func(d *domain) gpu.Ptr
}

// connect gives the links of motions that a program moves their courses.
func (s *config) connect() (courses map[string]*motion.Course) {
	courses = map[string]*motion.Course{}
	for i := range s.Case.Bodies {
		s.Case.Bodies[i].Motion.Connect(courses)
	}
	return courses
}

// Inputs are what a program may set of the flow: motions that the case lets it, and of one that is
// controlled what features have.
func (s *Simulation) Inputs() (all []launch.Input) {
	for k := range s.inputs() {
		all = append(all, s.inputs()[k].Input)
	}
	return all
}

// inputs are those with their places on devices, which are alike.
func (s *Simulation) inputs() []input {
	if s.known != nil || len(s.domains) == 0 {
		return s.known
	}
	all := s.motionInputs()
	if d := s.domains[0]; s.Case.Controlled {
		for k := range d.featureStates {
			if f := &d.featureStates[k]; f.of.Inputs != nil {
				for _, in := range f.of.Inputs(f) {
					all = append(all, input{in, func(d *domain) gpu.Ptr {
						return d.featureStates[k].tables.At[in.Table] + gpu.Ptr(in.At)
					}})
				}
			}
		}
		if d.bodyMotion != nil && d.bodyMotion.Inputs != nil {
			for _, in := range d.bodyMotion.Inputs(&d.bodies) {
				all = append(all, input{in, func(d *domain) gpu.Ptr {
					return d.bodies.tables.At[in.Table] + gpu.Ptr(in.At)
				}})
			}
		}
	}
	s.known = all
	return all
}

// motionInputs are the links of motions that a program moves, in the order of the bodies.
func (s *Simulation) motionInputs() (all []input) {
	rows := s.motionRows()
	link := 0
	for i := range s.Case.Bodies {
		for _, l := range s.Case.Bodies[i].Motion.Links {
			first, c := rows.links[link].First, l.Control
			link++
			if c.Name == "" || slices.ContainsFunc(all, func(in input) bool { return in.Name == c.Name }) {
				continue
			}
			all = append(all, s.motionInput(c, first))
		}
	}
	return all
}

// motionInput is the link of a control, whose pieces devices have from one on.
func (s *Simulation) motionInput(c motion.Control, first int32) input {
	unit, per := "m", 1.0
	if c.Turns {
		unit, per = "°", 360
	}
	course, size := s.courses[c.Name], int(unsafe.Sizeof(cuda.MotionPiece{}))
	set := func(to launch.Setting) ([]byte, error) {
		err := course.Set(to.Now, to.Until, motion.Target{Value: to.Values[0] / per,
			Velocity: to.Velocity / per, Over: to.Over})
		if err != nil {
			return nil, err
		}
		return sph.BytesOf(course.Slots(to.Now)), nil
	}
	return input{launch.Input{Name: c.Name, Quantity: "position", Unit: unit, Size: 1,
		Range: [2]float64{c.Low * per, c.High * per}, Set: set},
		func(d *domain) gpu.Ptr { return d.motions.table.Pieces + gpu.Ptr(int(first)*size) }}
}

// setting is what SetAt is given.
type setting struct {
	Name, Quantity string
	Time           float64 // [s]
	To             launch.Setting
}

// SetAt sets an input at a time, which is that of the flow, or earlier for one that goes on [s]. It
// changes as soon as no step of it is recorded. It is for the time between two calls of Advance. An
// error is that nothing is set.
func (s *Simulation) SetAt(name, quantity string, time float64, to launch.Setting) error {
	to.Now, to.Until = time, time+2*s.Case.Params.LongestStep()
	in, err := s.input(name, quantity, to.Values)
	if err != nil {
		return err
	}
	bytes, err := in.Set(to)
	if err != nil {
		return fmt.Errorf("%s: the %s %w", name, quantity, err)
	}
	if err := s.broadcast(task{what: setTask, set: &setting{name, quantity, time, to}}); err != nil {
		return err
	}
	defer s.broadcastDone()
	return s.onLocalDomains(func(d *domain) error { return d.set(in.at(d), bytes) })
}

// input is that of a name, for some values.
func (s *Simulation) input(name, quantity string, values []float64) (*input, error) {
	var names []string
	for k := range s.inputs() {
		in := &s.inputs()[k]
		names = append(names, in.Name+" ("+in.Quantity+")")
		if in.Name != name || in.Quantity != quantity {
			continue
		}
		if len(values) != in.Size {
			return nil, fmt.Errorf("%s: the %s has %s, but got %d", name, quantity,
				text.Count(in.Size, "number"), len(values))
		}
		for _, x := range values {
			if low, high := in.Range[0], in.Range[1]; !(low == high && x-x == 0 || x >= low && x <= high) {
				return nil, fmt.Errorf("%s: the %s is %s %s, but may be %s to %s", name, quantity,
					text.Number(x), in.Unit, text.Number(low), text.Number(high))
			}
		}
		return in, nil
	}
	if names == nil {
		return nil, fmt.Errorf("there is no %s of %q: nothing of the flow can be set; a wall with "+
			"control in its motion can be", quantity, name)
	}
	return nil, fmt.Errorf("there is no %s of %q; what can be set is: %s", quantity, name,
		strings.Join(names, ", "))
}
