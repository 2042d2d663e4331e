package joints

import (
	"fmt"
	"math"
	"slices"

	"gpusph/features/bodies"
	"gpusph/internal/casefile"
	"gpusph/internal/text"
	"gpusph/problems/reading"
	"gpusph/sph"
	"gpusph/sph/motion"
)

// read takes what files have of motors.
func read(f reading.File) error {
	file := f.File()
	all := Tables(file)
	laws := make([]motion.Law, len(all))
	for i := range all {
		j, path := &all[i], fmt.Sprintf("joint.%d", i)
		for name, s := range map[string]*casefile.Series{"motor": j.Motor, "motor-force": j.Force} {
			if s == nil {
				continue
			}
			rows := *s
			if s.File != "" {
				data, err := f.Content(s.File, path+"."+name)
				if err == nil {
					err = file.ReadSeries(path, name, &rows, string(data))
				}
				if err == nil {
					err = checkSeries(file, j, name, &rows, path)
				}
				if err != nil {
					return err
				}
			}
			laws[i] = j.law(name, rows.All())
		}
	}
	f.Keep(Name, laws)
	return nil
}

// law is that of a motor: smooth where it is of places, and linear between rows where of forces.
func (j *Table) law(name string, rows [][2]float64) (l motion.Law) {
	var times, values []float64
	for _, row := range rows {
		times, values = append(times, row[0]), append(values, row[1])
	}
	if name == "motor" {
		l = motion.Rows(times, values, j.Repeat)
		if j.Kind == "hinge" {
			l = l.Times(math.Pi / 180)
		}
		return l
	}
	last := len(times) - 1
	for k := range times {
		p := motion.Piece{Time: times[k], Value: [4]float64{values[k]}}
		if k < last {
			p.Value[1] = (values[k+1] - values[k]) / (times[k+1] - times[k])
		}
		if k == 0 && times[0] > 0 {
			l.Pieces = append(l.Pieces, motion.Piece{Value: [4]float64{values[0]}})
		}
		l.Pieces = append(l.Pieces, p)
	}
	return l
}

// joint is that of a table, between bodies that have numbers.
func (j *Table) joint(file *casefile.Case, c *sph.Case, law motion.Law) Joint {
	number := func(name string) int {
		for i := range file.Walls {
			if w := &file.Walls[i]; w.Name == name && w.Motion != nil {
				name = groupOf(w)
			}
		}
		return 1 + slices.IndexFunc(c.Bodies, func(b sph.Body) bool { return b.Name == name })
	}
	to := Joint{Name: j.Name, Kind: Kind(slices.Index(Kinds, j.Kind)), Body: number(j.Body), At: j.At,
		Stiff: j.Stiffness, Rest: j.Rest, Damping: j.Damping, Quadratic: j.Quadratic,
		Restitution: j.Restitution, Law: law}
	if j.To != "" {
		to.Other = number(j.To)
	}
	switch {
	case j.Along != nil:
		to.Axis = unit(*j.Along)
	case j.Axis != nil:
		to.Axis = unit(*j.Axis)
	case to.Kind == Hinge:
		to.Axis[sph.PlaneAxis] = 1
	}
	if file.Dimension == 2 {
		to.At[sph.PlaneAxis] = 0
	}
	if l := j.Limits; l != nil {
		to.Limited, to.Low, to.High = true, l[0], l[1]
	}
	if to.turns() {
		to.Rest, to.Low, to.High = degrees(to.Rest), degrees(to.Low), degrees(to.High)
	}
	switch {
	case j.Motor != nil:
		to.Motor = PlaceMotor
	case j.Force != nil:
		to.Motor = ForceMotor
	}
	return to
}

// unit is a direction of length 1; along a coordinate axis it is exact.
func unit(v [3]float64) [3]float64 {
	size := sph.Norm(v)
	for a := range 3 {
		v[a] /= size
	}
	return v
}

// degrees are an angle of a case file.
func degrees(x float64) float64 { return x * math.Pi / 180 }

// filled connects bodies, refuses what they cannot do, and notes what they can.
func filled(f reading.File, c *sph.Case) error {
	file := f.File()
	tables := Tables(file)
	if len(tables) == 0 {
		return nil
	}
	laws := f.Kept(Name).([]motion.Law)
	var all []Joint
	for i := range tables {
		all = append(all, tables[i].joint(file, c, laws[i]))
	}
	Give(c, all)
	for i := range all {
		path := fmt.Sprintf("joint.%d", i)
		if wrong := all[i].check(c); wrong != nil {
			if at := path + "." + wrong.key; file.Given(at) {
				path = at
			}
			return file.Errorf(path, "%s %v", file.Label(path), wrong)
		}
	}
	for _, ch := range Chains(c) {
		if len(ch.Joints) == 0 {
			continue
		}
		if ch.overDetermined(all) == nil && ch.Settle(c) {
			c.Notes = append(c.Notes, fmt.Sprintf("joints change the velocities of %s at the start to "+
				"those that they let them have", named(c, ch.Bodies)))
		}
		if why := ch.check(c); why != nil {
			return file.Errorf(fmt.Sprintf("joint.%d", why.joint), "%v", why)
		}
		ch.note(c)
	}
	if stiff := tooStiff(c); stiff != nil {
		path := fmt.Sprintf("joint.%d.%s", stiff.joint, stiff.key)
		return file.Errorf(path, "%s %v", file.Label(path), stiff)
	}
	return nil
}

func named(c *sph.Case, of []int) string {
	var names []string
	for _, i := range of {
		names = append(names, c.Bodies[i].Name)
	}
	return text.And(names)
}

// note tells what each joint of a chain holds, how it swings, and how the chain moves.
func (ch *Chain) note(c *sph.Case) {
	joints := Of(c)
	for _, k := range slices.Sorted(slices.Values(ch.Joints)) {
		j := &joints[k]
		note := fmt.Sprintf("the joint %q is %s between %s and %s%s", j.Name,
			[]string{"a ball", "a hinge", "a slider", "fixed"}[j.Kind],
			c.Bodies[j.Body-1].Name, j.other(c), map[Kind]string{
				Hinge:  " about " + bodies.InBrackets(j.Axis),
				Slider: " along " + bodies.InBrackets(j.Axis),
			}[j.Kind])
		if frequency := ch.frequency(c, k); frequency > 0 {
			note += fmt.Sprintf("; by its spring alone it swings with a period of %s s",
				text.Number(text.Three(1/frequency, math.Round)))
		}
		c.Notes = append(c.Notes, note)
	}
	steps := ""
	if n := SubSteps(c, ch); n > 1 {
		steps = fmt.Sprintf("; they move in %d sub-steps of each step", n)
	}
	c.Notes = append(c.Notes, fmt.Sprintf("joints leave %s %s%s", named(c, ch.Bodies),
		text.Count(ch.Free(c), "degree")+" of freedom", steps))
}

// other is the name of what the joint's second end is at.
func (j *Joint) other(c *sph.Case) string {
	if j.Other == 0 {
		return "the ground"
	}
	return c.Bodies[j.Other-1].Name
}
