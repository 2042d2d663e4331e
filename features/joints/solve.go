package joints

import (
	"fmt"
	"math"
	"slices"

	"gpusph/features/bodies"
	"gpusph/internal/text"
	"gpusph/sph"
)

// held are the rows that always hold.
func (ch *Chain) held(joints []Joint) (rows []Row) {
	for _, r := range ch.Rows {
		if r.Part != coordinateRow || joints[r.Joint].Motor == PlaceMotor {
			rows = append(rows, r)
		}
	}
	return rows
}

// dependent is the part of a row's product below which it follows from those before.
const dependent = 1e-9

// factors are the rows of the Cholesky factor of the products of some rows, and the first row that
// follows from those before it; -1 is none.
func factors(rows []Row) (l [][]float64, follows int) {
	for k := range rows {
		l = append(l, make([]float64, k+1))
		for n := range k + 1 {
			sum := rows[k].times(&rows[n])
			for p := range n {
				sum -= l[k][p] * l[n][p]
			}
			if n < k {
				l[k][n] = sum / l[n][n]
				continue
			}
			if sum < dependent*rows[k].times(&rows[k]) {
				return l, k
			}
			l[k][k] = math.Sqrt(sum)
		}
	}
	return l, -1
}

// back solves Lᵀ x = b, b being x at first, for the first rows of a factor.
func back(l [][]float64, x []float64) {
	for n := len(x) - 1; n >= 0; n-- {
		x[n] /= l[n][n]
		for p := range n {
			x[p] -= l[n][p] * x[n]
		}
	}
}

// solve solves L Lᵀ x = b, b being x at first.
func solve(l [][]float64, x []float64) {
	for n := range x {
		for p := range n {
			x[n] -= l[n][p] * x[p]
		}
		x[n] /= l[n][n]
	}
	back(l, x)
}

// overDetermined are the joints of which the last holds what the others hold already; none is that
// all hold something of their own.
func (ch *Chain) overDetermined(joints []Joint) (all []int) {
	rows := ch.held(joints)
	l, last := factors(rows)
	if last < 0 {
		return nil
	}
	part := slices.Clone(l[last][:last]) // of the rows before
	back(l, part)
	own := math.Sqrt(rows[last].times(&rows[last]))
	for k, x := range part {
		j := rows[k].Joint
		if math.Abs(x)*math.Sqrt(rows[k].times(&rows[k])) > 1e-6*own && !slices.Contains(all, j) {
			all = append(all, j)
		}
	}
	j := rows[last].Joint
	return append(slices.DeleteFunc(all, func(k int) bool { return k == j }), j)
}

// Free is how many degrees of freedom joints leave the bodies.
func (ch *Chain) Free(c *sph.Case) (n int) {
	for _, i := range ch.Bodies {
		f := bodies.Of(&c.Bodies[i])
		n += len(f.Directions) + len(f.Axes)
	}
	return n - len(ch.held(Of(c)))
}

// Rate bounds how fast springs and linear dampers of joints let bodies move, at rest [1/s].
func (ch *Chain) Rate(c *sph.Case) float64 {
	stiff, damped := 0.0, 0.0
	for _, k := range ch.Joints {
		j := &Of(c)[k]
		stiff += j.Stiff * j.Yields(c)
		damped += j.Damping * j.Yields(c)
	}
	return math.Sqrt(stiff) + damped
}

// Yields is the acceleration of the coordinate by a force of 1, if nothing else holds the bodies
// [1/(kg m²)], [1/kg].
func (j *Joint) Yields(c *sph.Case) float64 {
	if !j.free() {
		return 0
	}
	row := j.coordinate(c)
	return row.times(&row)
}

// frequency is the natural one of a joint's spring, as bodies are at time 0, if no other spring
// acts [1/s].
func (ch *Chain) frequency(c *sph.Case, k int) float64 {
	joints := Of(c)
	rows := ch.held(joints)
	l, last := factors(rows)
	if last >= 0 || !joints[k].free() || joints[k].Motor == PlaceMotor {
		return 0
	}
	row := joints[k].coordinate(c)
	yields := row.times(&row)
	held := make([]float64, len(rows))
	for n := range rows {
		held[n] = row.times(&rows[n])
	}
	x := slices.Clone(held)
	solve(l, x)
	for n := range x {
		yields -= x[n] * held[n]
	}
	return math.Sqrt(max(0, yields*joints[k].Stiff)) / (2 * math.Pi)
}

// slip is how fast a row is broken as bodies move at time 0.
func (r *Row) slip(c *sph.Case) (sum float64) {
	j := &Of(c)[r.Joint]
	for e, body := range r.body {
		if body < 0 {
			continue
		}
		begins := bodies.Of(&c.Bodies[body]).Begins()
		for a := range 3 {
			sum += r.of[e][a]*begins.Velocity[a] + r.of[e][3+a]*begins.Spin[a]
		}
	}
	if j.Other > 0 && r.body[1] < 0 {
		sum -= j.given(c, r.Part)
	}
	if r.Part == coordinateRow && j.Motor == PlaceMotor {
		_, v, _ := j.Law.At(0)
		sum -= v
	}
	return sum
}

// given is the part of a row that the motion of a wall has at time 0.
func (j *Joint) given(c *sph.Case, part int) (sum float64) {
	b := &c.Bodies[j.Other-1]
	pose := b.Beginning(b.Pivot())
	_, v, _ := pose.Point(j.At)
	w := pose.AngularVelocity()
	still := *j
	still.Other = 0
	row, _ := still.row(c, part)
	of := row.of[0]
	pivot := c.Bodies[j.Body-1].Pivot()
	var lever [3]float64
	for a := range 3 {
		lever[a] = j.At[a] - pivot[a]
	}
	turning := crossed(w, lever) // the row is that of a point at the first body's pivot
	for a := range 3 {
		sum += of[a]*(v[a]-turning[a]) + of[3+a]*w[a]
	}
	return sum
}

// Settle gives bodies the velocities at time 0 that joints let them have, by the least change with
// the masses as weights. It reports whether there was any to speak of.
func (ch *Chain) Settle(c *sph.Case) (changed bool) {
	rows := ch.held(Of(c))
	l, last := factors(rows)
	if last >= 0 {
		return false
	}
	x := make([]float64, len(rows))
	for k := range rows {
		x[k] = -rows[k].slip(c)
		changed = changed || math.Abs(x[k]) > slipping*c.Params.C0
	}
	if !changed {
		return false
	}
	solve(l, x)
	for k := range rows {
		for e, body := range rows[k].body {
			if body < 0 {
				continue
			}
			f := bodies.Of(&c.Bodies[body])
			for a := range 3 {
				f.Velocity[a] += x[k] * rows[k].gives[e][a]
				f.Spin[a] += x[k] * rows[k].gives[e][3+a]
			}
		}
	}
	return true
}

// slipping is the rate at which a row may be broken at time 0, as a part of the speed of sound.
const slipping = 1e-9

// refused is a joint, and why its chain cannot be simulated.
type refused struct {
	joint int
	why   string
}

func (r *refused) Error() string { return r.why }

// check returns the first thing about a chain that cannot be simulated.
func (ch *Chain) check(c *sph.Case) *refused {
	joints := Of(c)
	if n := len(ch.Bodies); n > MaxBodies {
		return &refused{ch.Joints[0], fmt.Sprintf("joints connect %d bodies, among them %s, but may "+
			"connect %d", n, c.Bodies[ch.Bodies[0]].Name, MaxBodies)}
	}
	var names []string
	of := ch.overDetermined(joints)
	for _, k := range of {
		names = append(names, joints[k].Name)
	}
	switch len(of) {
	case 0:
	case 1:
		return &refused{of[0], fmt.Sprintf("the joint %s holds what its bodies cannot do anyway; use "+
			"another kind of joint, or fewer locks of the bodies", names[0])}
	default:
		return &refused{of[len(of)-1], fmt.Sprintf("the joints %s hold some motion of their bodies more "+
			"than once; use a ball, or a kind that holds less, for one of them, or leave one out",
			text.And(names))}
	}
	for k := range ch.Rows {
		r := &ch.Rows[k]
		if r.Part == coordinateRow && joints[r.Joint].Motor != PlaceMotor {
			continue
		}
		if slip := r.slip(c); !(math.Abs(slip) <= 10*slipping*c.Params.C0) {
			return &refused{r.Joint, fmt.Sprintf("the bodies of the joint %s move at first as it does not "+
				"let them: by %s m/s or rad/s; use other velocities", joints[r.Joint].Name,
				text.Number(slip))}
		}
	}
	return nil
}

// MaxBodies is how many bodies joints may connect.
const MaxBodies = 16
