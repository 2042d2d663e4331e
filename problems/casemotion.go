package problems

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
	"gpusph/problems/reading"
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
		if m, err = reading.Displacements(string(data)); err != nil {
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
		if m.Control != nil {
			link.Control = controlOf(w, r.Links, m.Control, unit)
		} else if link.Law, err = f.law(m, unit, at); err != nil {
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

// controlOf is how a program moves a wall whose links there are, by a unit of angles in turns.
func controlOf(w *casefile.Wall, links []motion.Link, c *casefile.Controlled,
	unit float64) motion.Control {
	name, n := groupOf(w), 1
	for _, l := range links {
		if l.Control.Name != "" {
			n++
		}
	}
	if n > 1 {
		name = fmt.Sprintf("%s.%d", name, n)
	}
	return motion.Control{Name: name, Low: c.Range[0] * unit, High: c.Range[1] * unit,
		Speed: c.Speed * unit, Accel: c.Acceleration * unit, Turns: unit != 1}
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

// checkSketched refuses motions of a flow that is sketched. Those into other walls are found where
// all particles are there, with the floor that turns with a flap.
func (f *caseProblem) checkSketched(k *Sketch) error {
	if err := f.checkMoving(k.Case); err != nil || k.Spacing != k.Case.Params.DeltaP {
		return err
	}
	for i := range f.file.Walls {
		if w := f.makers[i]; w != nil && !w.part.follows() {
			f.seal(k.Case, w, f.file.Walls[i].Name)
		}
	}
	return f.placeMotion(k.Case.CheckMotions())
}

// placeMotion is what is wrong with the motion of a wall, at its place in the file.
func (f *caseProblem) placeMotion(err error) error {
	for i := range f.file.Walls {
		w := &f.file.Walls[i]
		named := func(words string) bool {
			return err != nil && strings.HasPrefix(err.Error(), fmt.Sprintf(words, groupOf(w)))
		}
		if w.Motion != nil && (named("the motion of %s in problem ") || named("%s of problem ")) {
			return f.file.Errorf(f.motionPath(i), "%v", err)
		}
	}
	return err
}

// motionPath is the path of the motion of a wall.
func (f *caseProblem) motionPath(wall int) string {
	if w := f.makers[wall]; w != nil {
		return w.path
	}
	return fmt.Sprintf("wall.%d.motion", wall)
}

// checkMoving refuses walls that are too fast for the speed of sound, and walls that leave the
// domain, each at its motion in the file.
func (f *caseProblem) checkMoving(c *sph.Case) error {
	if !c.BodiesMove() {
		return nil
	}
	speeds, most := c.Fastest(), sph.MaxBodyMach*c.Params.C0
	reaches := reachesOf(c)
	for i := range f.file.Walls {
		w := &f.file.Walls[i]
		of := slices.IndexFunc(c.Bodies, func(b sph.Body) bool { return b.Name == groupOf(w) })
		if w.Motion == nil || of < 0 || !c.Bodies[of].Motion.Moves() {
			continue
		}
		if speeds[of] > most {
			return f.tooFast(i, speeds[of], &c.Params)
		}
		if err := f.tooFar(i, reaches[of], &c.Params); err != nil {
			return err
		}
	}
	return nil
}

// tooFast is why a wall may not be as fast as it is at its fastest [m/s].
func (f *caseProblem) tooFast(wall int, speed float64, p *sph.Params) error {
	w, most := &f.file.Walls[wall], sph.MaxBodyMach*p.C0
	up := func(x float64) string { return text.Number(text.Three(x, math.Ceil)) }
	how, slower := "", up(speed/most)+" times the time"
	switch mean := meanSpeed(w.Motion); {
	case mean > 0:
		how = fmt.Sprintf(", the greatest speed of the smooth curve through its displacements; between "+
			"two of its times the mean is %s m/s", text.Number(mean))
	case w.Motion.Waves != nil:
		slower = "lower or longer waves"
	}
	return f.file.Errorf(f.motionPath(wall), "the wall %q moves at up to %s m/s%s. No wall may be "+
		"faster than %g times the speed of sound, here %s m/s; give it %s, or write c0 = %s in "+
		"[physics], with which a run takes %s times as many steps", w.Name, text.Number(speed), how,
		sph.MaxBodyMach, text.Number(most), slower, up(speed/sph.MaxBodyMach), up(speed/most))
}

// meanSpeed is the greatest of the mean speeds between two times of a table in the file [m/s]; 0 is
// another motion.
func meanSpeed(m *casefile.Motion) (most float64) {
	for k := 1; k < min(len(m.Times), len(m.Displacements)); k++ {
		var way [3]float64
		for a := range way {
			way[a] = m.Displacements[k][a] - m.Displacements[k-1][a]
		}
		most = max(most, sph.Norm(way)/(m.Times[k]-m.Times[k-1]))
	}
	return most
}

// reach is where the particles of a body come to, from low to high [m].
type reach struct{ low, high [3]float64 }

// reachesOf are the reaches of bodies that move.
func reachesOf(c *sph.Case) []reach {
	all, ways := make([]reach, len(c.Bodies)), c.Swept()
	for i := range all {
		for a := range 3 {
			all[i].low[a], all[i].high[a] = math.Inf(1), math.Inf(-1)
		}
	}
	for i, x := range c.Particles.Position {
		if !c.BodyMoves(i) {
			continue
		}
		body := c.Particles.Body[i] - 1
		low, high := ways[body](x)
		r := &all[body]
		for a := range 3 {
			r.low[a], r.high[a] = min(r.low[a], x[a]+low[a]), max(r.high[a], x[a]+high[a])
		}
	}
	return all
}

// tooFar is why a wall may not come to where its motion takes it; nil is none. Particles are half a
// spacing behind the surface of their wall.
func (f *caseProblem) tooFar(wall int, r reach, p *sph.Params) error {
	whole, half := f.scene.Whole(), p.DeltaP/2
	for _, a := range p.Axes() {
		over, side, from, to, end := r.high[a]-p.Max[a], "max", p.Max[a]+half, r.high[a]+half, whole.Max[a]
		sign := 1.0
		if low := p.Min[a] - r.low[a]; low > over {
			over, side, from, to, end = low, "min", p.Min[a]-half, r.low[a]-half, whole.Min[a]
			sign = -1
		}
		if !(over > 0) {
			continue
		}
		at := func(x float64) string { return text.Coordinate(p.Origin[a], x) }
		room := math.Ceil(over/p.DeltaP-1e-6) * p.DeltaP
		return f.file.Errorf(f.motionPath(wall), "the motion takes the wall %q to %v = %s m, out of the "+
			"domain, whose %v%s is %s m: walls may be beyond that as far as %s m. Use a motion that goes "+
			"%s m less far, or a domain with a %s of %s m along %v", f.file.Walls[wall].Name, a, at(to),
			a, side, at(end), at(from), text.Number(over), side, at(end+sign*room), a)
	}
	return nil
}

// readColumns reads lines of a time [s] and a displacement or an angle, with commas between.
func readColumns(data string) (all [][2]float64, err error) {
	rows, err := casefile.ReadRows(data, 2, "two numbers with a comma between: a time and a displacement or an angle", "0.5, 0.1")
	for _, row := range rows {
		all = append(all, [2]float64(row))
	}
	return all, err
}
