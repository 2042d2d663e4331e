package convert

// Links of Chrono between two bodies, which are joints here.

import (
	"errors"
	"fmt"

	"gpusph/features/joints"
	"gpusph/internal/casefile"
)

// joint makes a joint of a link between two bodies, or of a ball at a fixed point.
func (r *reader) joint(e *element, b *casefile.Body, other int, stiffness, damping float64) error {
	j := joints.Table{Body: b.Name, Stiffness: stiffness, Damping: damping}
	if other >= 0 {
		j.To = r.c.Bodies[other].Name
	}
	at, err := r.point(e.child("rotpoint"))
	if err != nil {
		return err
	}
	at[1] = r.acrossPlane(at[1])
	j.At = at
	switch e.name {
	case "link_hinge":
		err = r.jointHinge(e, &j)
	case "link_spheric":
		err = r.jointBall(&j)
	case "link_pointline":
		err = r.jointSlider(e, &j)
	}
	if err != nil {
		return err
	}
	all := joints.Tables(r.c)
	n := 1
	for k := range all {
		if all[k].Kind == j.Kind {
			n++
		}
	}
	j.Name = fmt.Sprintf("%s %d", j.Kind, n)
	joints.Set(r.c, append(all, j))
	return nil
}

func (r *reader) jointHinge(e *element, j *joints.Table) error {
	axis, err := r.point(e.child("rotvector"))
	if err != nil {
		return err
	}
	if axis == (vec{}) {
		return errors.New("its axis has no length")
	}
	turned := [3]float64(axis)
	j.Kind, j.Axis = "hinge", &turned
	return nil
}

// jointBall is a ball, which turns about y in the plane as a hinge does.
func (r *reader) jointBall(j *joints.Table) error {
	if r.plane {
		j.Kind = "hinge"
		return nil
	}
	if j.Stiffness != 0 || j.Damping != 0 {
		return errors.New("a ball has no stiffness and damping; a hinge has")
	}
	j.Kind = "ball"
	return nil
}

// jointSlider is a point on a line where the bodies do not turn against each other.
func (r *reader) jointSlider(e *element, j *joints.Table) error {
	if e.child("rotvector") == nil || e.child("rotvector2") == nil {
		return errors.New("between two bodies a point on a line has rotvector and rotvector2 here: " +
			"they do not turn against each other")
	}
	along, err := r.point(e.child("slidingvector"))
	if err != nil {
		return err
	}
	if along == (vec{}) {
		return errors.New("its line has no direction")
	}
	way := [3]float64(along)
	j.Kind, j.Along = "slider", &way
	return nil
}
