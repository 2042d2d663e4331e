package problems

import (
	"errors"
	"fmt"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
	"gpusph/sph"
	"gpusph/sph/motion"
)

// motion is how a wall of the file moves, and the group that its force is measured in: one that moves has a group of its name where it
// has no other. All walls of a group move alike.
func (f *caseProblem) motion(i int) (group string, m motion.Rigid, err error) {
	w, path := &f.file.Walls[i], fmt.Sprintf("wall.%d", i)
	group = w.Force
	if w.Motion == nil {
		for k := range f.file.Walls {
			if other := &f.file.Walls[k]; other.Motion != nil && group != "" && groupOf(other) == group {
				return "", m, f.file.Errorf(path, "the wall %q is in the group %q, of which the wall %q moves; use the same motion, or another force", w.Name, group, other.Name)
			}
		}
		return group, m, nil
	}
	if w.Velocity != nil {
		return "", m, f.file.Errorf(path+".velocity", "the wall %q has both a velocity, with which it slides and stays where it is, and a motion; use one of them", w.Name)
	}
	group = groupOf(w)
	if m, err = f.rigid(i, nil); err != nil {
		return "", m, err
	}
	for k := range i {
		other := &f.file.Walls[k]
		if other.Motion == nil || groupOf(other) != group {
			continue
		}
		o, err := f.rigid(k, nil)
		if err != nil || fmt.Sprint(o) != fmt.Sprint(m) || absorbs(other) != absorbs(w) {
			return "", m, f.file.Errorf(path+".motion", "the walls %q and %q are in the group %q, but move differently; use another force for one of them", other.Name, w.Name, group)
		}
	}
	return group, m, nil
}

// absorbs reports whether a wall is a paddle that absorbs waves.
func absorbs(w *casefile.Wall) bool {
	return w.Motion != nil && w.Motion.Waves != nil && w.Motion.Waves.Absorb
}

// groupOf is the group of a wall that moves.
func groupOf(w *casefile.Wall) string {
	if w.Force != "" {
		return w.Force
	}
	return w.Name
}

// rigid is the motion of a wall, with that of the walls that carry it. On the way to it are walls that this one carries.
func (f *caseProblem) rigid(i int, way []int) (m motion.Rigid, err error) {
	w, path := &f.file.Walls[i], fmt.Sprintf("wall.%d.motion", i)
	t := w.Motion
	switch alone := t.On != "" && t.Table == "" && t.Times == nil; {
	case t.Waves != nil:
		m, err = f.makeWaves(i)
	case t.Moves != nil || alone:
		m, err = f.moves(w, path)
	default:
		m, err = f.table(w, path)
	}
	if err != nil {
		return m, err
	}
	if w.Motion.On != "" {
		carrier, err := f.carrier(i, append(way, i))
		if err != nil {
			return m, err
		}
		m = m.On(carrier)
	}
	if err := m.Check(f.file.End); err != nil {
		return m, f.file.Errorf(path, "the motion of %q %v", w.Name, err)
	}
	return m, nil
}

// carrier is the motion of the wall that carries another one.
func (f *caseProblem) carrier(i int, way []int) (motion.Rigid, error) {
	w, path := &f.file.Walls[i], fmt.Sprintf("wall.%d.motion.on", i)
	var names []string
	for k := range f.file.Walls {
		other := &f.file.Walls[k]
		if other.Motion == nil || k == i {
			continue
		}
		if w.Motion.On != other.Name && w.Motion.On != groupOf(other) {
			names = append(names, other.Name)
			continue
		}
		if slices.Contains(way, k) {
			return motion.Rigid{}, f.file.Errorf(path, "the wall %q moves on %q, which moves on it; one of them must move by itself", w.Name, other.Name)
		}
		if m := other.Motion.Waves; m != nil && m.Absorb {
			return motion.Rigid{}, f.file.Errorf(path, "the wall %q moves on %q, which absorbs "+
				"waves, so where it goes is not known; leave absorb or \"on\" out", w.Name, other.Name)
		}
		return f.rigid(k, way)
	}
	if len(names) == 0 {
		return motion.Rigid{}, f.file.Errorf(path, "the wall %q moves on %q, but no other wall has a motion; leave \"on\" out", w.Name, w.Motion.On)
	}
	return motion.Rigid{}, f.file.Errorf(path, "the wall %q moves on %q, but what moves is %s%s", w.Name, w.Motion.On, text.And(names), text.Meant(w.Motion.On, names))
}

// table is the motion of a wall by a table, from its file or from the case's. In two dimensions what it says along y is refused later.
func (f *caseProblem) table(w *casefile.Wall, path string) (r motion.Rigid, err error) {
	t := w.Motion
	var m motion.Table
	switch {
	case t.Table != "" && (t.Times != nil || t.Displacements != nil):
		return r, f.file.Errorf(path, "the motion of %q has both a table and times or displacements; use one of them", w.Name)
	case t.Table != "":
		data, err := f.from.read(t.Table, path+".table")
		if err != nil {
			return r, err
		}
		if m, err = readMotion(string(data)); err != nil {
			return r, f.file.Errorf(path+".table", "%s: %v", t.Table, err)
		}
	default:
		m = motion.Table{Times: t.Times, Displacements: t.Displacements}
	}
	if len(m.Times) == 0 {
		return r, f.file.Errorf(path, "the motion of %q has no times; write table = \"motion.csv\", or times = [0, 1] and displacements = [[0, 0, 0], [0.1, 0, 0]]", w.Name)
	}
	m.Repeat = t.Repeat
	if err := m.Check(); err != nil {
		return r, f.file.Errorf(path, "the motion of %q %v", w.Name, err)
	}
	return m.Rigid(), nil
}

// moves is the motion of a wall by moves.
func (f *caseProblem) moves(w *casefile.Wall, path string) (r motion.Rigid, err error) {
	for k := range w.Motion.Moves {
		m, at := &w.Motion.Moves[k], fmt.Sprintf("%s.moves.%d", path, k)
		unit, link := 1.0, motion.Link{}
		if m.Along != nil {
			link.Axis = unitVector(*m.Along)
		} else {
			unit = 1.0 / 360
			link.Turns, link.Axis, link.At = true, unitVector(*m.Axis), *m.About
		}
		if link.Law, err = f.law(m, unit, at); err != nil {
			return r, err
		}
		if m.Circle != nil {
			r.Circle(link.Axis, link.At, *m.Circle, link.Law)
		} else {
			r.Add(link)
		}
	}
	return r, nil
}

// law is what a move says of displacements [m], or of angles, whose unit is given in turns.
func (f *caseProblem) law(m *casefile.Move, unit float64, path string) (l motion.Law, err error) {
	d := motion.During{Start: m.Start, Finish: motion.Never, Ramp: m.Ramp}
	if m.Finish != nil {
		d.Finish = *m.Finish
	}
	of := func(x *float64) float64 {
		if x == nil {
			return 0
		}
		return *x * unit
	}
	rows := m.Rows
	switch {
	case m.Amplitude != nil:
		return motion.Sinusoid(of(m.Amplitude), 1 / *m.Period, m.Phase/360, d), nil
	case m.Table != "":
		data, err := f.from.read(m.Table, path+".table")
		if err != nil {
			return l, err
		}
		if rows, err = readColumns(string(data)); err != nil {
			return l, f.file.Errorf(path+".table", "%s: %v", m.Table, err)
		}
	case rows == nil:
		return motion.Steady(of(m.Speed), of(m.Acceleration), d), nil
	}
	var times, values []float64
	for _, row := range rows {
		times, values = append(times, row[0]), append(values, row[1]*unit)
	}
	err = errors.New("has no rows")
	if n := len(times); n > 0 {
		err = motion.CheckTimes(times)
		if err == nil && m.Repeat && (n < 2 || values[0] != values[n-1]) {
			err = errors.New("repeats, but does not end where it begins; use the first value at the last time, too")
		}
	}
	if err != nil {
		return l, f.file.Errorf(path, "%s %v", f.file.Label(path), err)
	}
	return motion.Rows(times, values, m.Repeat), nil
}

// unitVector is a direction of length 1. Along a coordinate axis it is exact.
func unitVector(v [3]float64) [3]float64 {
	size := sph.Norm(v)
	for a := range v {
		v[a] /= size
	}
	return v
}

// readMotion reads lines of a time [s] and a displacement [m], with commas between.
func readMotion(data string) (m motion.Table, err error) {
	rows, err := casefile.ReadRows(data, 4, "four numbers with commas between: a time and displacements along x, y and z", "0.5, 0.1, 0, 0")
	for _, row := range rows {
		m.Times = append(m.Times, row[0])
		m.Displacements = append(m.Displacements, [3]float64(row[1:]))
	}
	return m, err
}

// readColumns reads lines of a time [s] and a displacement or an angle, with commas between.
func readColumns(data string) (all [][2]float64, err error) {
	rows, err := casefile.ReadRows(data, 2, "two numbers with a comma between: a time and a displacement or an angle", "0.5, 0.1")
	for _, row := range rows {
		all = append(all, [2]float64(row))
	}
	return all, err
}
