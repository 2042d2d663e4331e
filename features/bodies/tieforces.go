package bodies

import (
	"fmt"
	"math"

	"gpusph/sph"
)

// TieForce is what a spring, a torsion or a mooring pulls its body with.
type TieForce struct {
	Name   string  // as "buoy mooring 2", or "buoy mooring" where it is the only one
	Force  float64 // below 0 where it pushes [N]; of a torsion a moment [N m]
	Turns  bool    // it is a torsion
	Length float64 // between its ends [m]

	Mooring bool
	Of      float64 // length of a mooring without a force [m]
	Lies    float64 // of that, on the ground [m]
}

// TieForces are those of all free bodies at the time of a sample, by bodies and there springs,
// torsions and moorings; exact computes moorings at rest anew, and does not take their tables.
func TieForces(of *sph.Case, m *sph.Sample, exact bool) (all []TieForce) {
	c := flow{of}
	for _, i := range c.Free() {
		f, name := Of(&c.Bodies[i]), c.Bodies[i].Name
		named := func(kind string, k, of int) string {
			if of == 1 {
				return name + " " + kind
			}
			return fmt.Sprintf("%s %s %d", name, kind, k+1)
		}
		for k := range f.Springs {
			t := f.Springs[k].force(c.pointAt(i, m, f.Springs[k].At),
				c.pointAt(f.Springs[k].Body-1, m, f.Springs[k].To))
			t.Name = named("spring", k, len(f.Springs))
			all = append(all, t)
		}
		for k := range f.Torsions {
			pose := c.FreePose(i, m)
			all = append(all, TieForce{Name: named("torsion", k, len(f.Torsions)), Turns: true,
				Force: f.Torsions[k].moment(&pose)})
		}
		for k := range f.Moorings {
			t := f.Moorings[k].force(c.pointAt(i, m, f.Moorings[k].At), exact)
			t.Name = named("mooring", k, len(f.Moorings))
			all = append(all, t)
		}
	}
	return all
}

// pointMotion is where a point is [m] and how fast [m/s].
type pointMotion struct{ x, v [3]float64 }

// pointAt is a point of a body at the time of a sample that is at x at time 0; without a free body
// it stays there.
func (c flow) pointAt(body int, m *sph.Sample, x [3]float64) pointMotion {
	if body < 0 || c.Bodies[body].Free == nil {
		return pointMotion{x: x}
	}
	pivot, pose := c.Bodies[body].Pivot(), c.FreePose(body, m)
	p, at := pose.Pose(pivot), pointMotion{}
	var r, lever [3]float64
	for a := range 3 {
		r[a] = x[a] - pivot[a]
	}
	for a := range 3 {
		lever[a] = dot3(p.Rotation[a], r)
	}
	for a := range 3 {
		b, d := (a+1)%3, (a+2)%3
		at.x[a] = pivot[a] + pose.Shift[a] + lever[a]
		at.v[a] = pose.Velocity[a] + pose.Spin[b]*lever[d] - pose.Spin[d]*lever[b]
	}
	return at
}

// force is that of the spring between the motions of its ends, as in cuda/ties.h.
func (s *Spring) force(at, to pointMotion) TieForce {
	var d, v [3]float64
	for a := range 3 {
		d[a], v[a] = to.x[a]-at.x[a], to.v[a]-at.v[a]
	}
	t := TieForce{Length: sph.Norm(d)}
	if t.Length == 0 {
		return t
	}
	t.Force = s.Stiff*(t.Length-s.Length) + s.Damping*dot3(d, v)/t.Length
	if s.Slack && (t.Length <= s.Length || t.Force < 0) {
		t.Force = 0
	}
	return t
}

// moment is that which the torsion turns the body back with.
func (t *Torsion) moment(p *sph.BodyPose) float64 {
	half := t.Axis[0]*p.Turn[1] + t.Axis[1]*p.Turn[2] + t.Axis[2]*p.Turn[3]
	angle := 2 * math.Atan2(half, p.Turn[0])
	if p.Turn[0] < 0 {
		angle = 2 * math.Atan2(-half, -p.Turn[0])
	}
	return t.Stiff*angle + t.Damping*dot3(t.Axis, p.Spin)
}

// force is that of the line at the body's end.
func (m *Mooring) force(at pointMotion, exact bool) TieForce {
	across, up := math.Hypot(at.x[0]-m.Anchor[0], at.x[1]-m.Anchor[1]), at.x[2]-m.Anchor[2]
	pull, down := 0.0, 0.0
	if exact {
		pull, down = m.Forces(across, up)
	} else {
		table := m.Table()
		pull, down = table.At(across, up)
	}
	return TieForce{Mooring: true, Of: m.Length, Length: math.Hypot(across, up),
		Force: math.Hypot(pull, down), Lies: max(0, m.Length-down/m.Weight)}
}

// table is what springs, torsions and moorings pull free bodies with, and how much of a mooring
// lies on the ground, with a row for each sample.
var table = &sph.SampleTable{File: "ties.csv", Columns: columns}

func columns(c *sph.Case, m *sph.Sample) (row []sph.Column) {
	for _, t := range TieForces(c, m, len(m.Poses) == 0) {
		if t.Turns {
			row = append(row, sph.Column{Name: t.Name + " moment", Unit: "N m", Value: t.Force})
			continue
		}
		row = append(row, sph.Column{Name: t.Name + " tension", Unit: "N", Value: t.Force})
		if t.Mooring {
			row = append(row, sph.Column{Name: t.Name + " lies", Unit: "m", Value: t.Lies})
		}
	}
	return row
}
