package device

import (
	"math"
	"testing"
	"unsafe"

	"gpusph/cuda"
	_ "gpusph/features"
	"gpusph/features/bodies"
	"gpusph/features/joints"
	"gpusph/gpu"
	"gpusph/neighbor"
	"gpusph/sph"
	"gpusph/sph/launch"
	"gpusph/sph/motion"
	"gpusph/sph/scheme"
)

// rig is bodies and joints without fluid, in steps of a length. It is launch.Bodies.
type rig struct {
	t      *testing.T
	c      *sph.Case
	grid   neighbor.Grid
	stream gpu.Stream
	clock  gpu.Ptr
	record gpu.Ptr
	sums   gpu.Ptr
	motion cuda.MotionTable
	tables launch.Tables
	states []gpu.Ptr
	step   int
	dt     float32
	room   func(bytes int) gpu.Ptr
}

func (r *rig) Case() *sph.Case          { return r.c }
func (r *rig) Grid() *neighbor.Grid     { return &r.grid }
func (r *rig) Stream() gpu.Stream       { return r.stream }
func (r *rig) Step() int                { return r.step }
func (r *rig) Clock() gpu.Ptr           { return r.clock }
func (r *rig) Record() gpu.Ptr          { return r.record }
func (r *rig) Maxima() gpu.Ptr          { return 0 }
func (r *rig) Motion() cuda.MotionTable { return r.motion }
func (r *rig) Motions() gpu.Ptr         { return r.motion.At }
func (r *rig) Tables() *launch.Tables   { return &r.tables }
func (r *rig) States(k int) gpu.Ptr     { return r.states[k] }
func (r *rig) Sums() gpu.Ptr            { return r.sums }
func (r *rig) Combine()                 {}
func (r *rig) Pull(scheme.Stage)        {}

// newRig puts a case on the processor.
func newRig(t *testing.T, c *sph.Case, dt float64) *rig { return newRigOn(t, c, dt, "host") }

// newRigOn puts it on a device.
func newRigOn(t *testing.T, c *sph.Case, dt float64, device string) *rig {
	t.Helper()
	if err := joints.Feature.Flow.Check(c); err != nil {
		t.Fatal(err)
	}
	system, err := gpu.Open([]string{device}, gpu.Options{Strict: true})
	if err != nil {
		t.Fatal(err)
	}
	d := system.Devices[0]
	if err := d.Bind(); err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, c: c, dt: float32(dt)}
	if r.stream, err = d.NewStream(false); err != nil {
		t.Fatal(err)
	}
	var all []gpu.Ptr
	t.Cleanup(func() {
		r.stream.Sync()
		for _, p := range all {
			d.Free(p)
		}
		system.Close()
	})
	r.room = func(bytes int) gpu.Ptr {
		p, err := d.Alloc(max(bytes, 16))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
		r.stream.Fill(p, 0, max(bytes, 16))
		return p
	}
	r.grid = neighbor.Grid{Quantum: 1e-6}
	r.clock = r.upload(sph.BytesOf([]cuda.Clock{{Limit: math.MaxInt32}}))
	r.record = r.room(int(unsafe.Sizeof(cuda.StepRecord{})))
	r.sums = r.room(8 * Feature.FreeMotion.Sums(c))
	r.openMotion()
	r.tables = Feature.FreeMotion.Tables(r, Feature.FreeMotion.Shared(c, &r.grid))
	for _, b := range r.tables.Bytes {
		r.tables.At = append(r.tables.At, r.upload(b))
	}
	for _, s := range Feature.FreeMotion.States {
		p := r.room(s.Copies * s.Bytes(c))
		if s.Start != nil {
			r.stream.Upload(p, s.Start(c))
		}
		r.states = append(r.states, p)
	}
	Feature.FreeMotion.Restore(r, true)
	return r
}

func (r *rig) upload(b []byte) gpu.Ptr {
	p := r.room(len(b))
	r.stream.Upload(p, b)
	return p
}

// openMotion makes the tables of laws of motion.
func (r *rig) openMotion() {
	n := len(r.c.Bodies) + 1
	rows := make([]cuda.MotionBody, n)
	var links []cuda.MotionLink
	var laws launch.Laws
	for i := range r.c.Bodies {
		b := &r.c.Bodies[i]
		rows[i+1].First = int32(len(links))
		for k := range b.Motion.Links {
			l := &b.Motion.Links[k]
			row := laws.Row(&l.Law)
			row.Axis = l.Axis
			if l.Turns {
				row.Turns = 1
			}
			pivot := b.Pivot()
			for a := range 3 {
				row.Arm[a] = pivot[a] - l.At[a]
			}
			links = append(links, row)
		}
		rows[i+1].End = int32(len(links))
	}
	r.motion = cuda.MotionTable{At: r.room(2 * n * int(unsafe.Sizeof(cuda.BodyMotion{}))),
		Bodies: r.upload(sph.BytesOf(rows)), Links: r.upload(sph.BytesOf(links)),
		Pieces: r.upload(sph.BytesOf(laws.Pieces)), PerQuantum: 1e6, Count: int32(n)}
}

// half moves bodies in half a step.
func (r *rig) half(half scheme.Stage) { Feature.FreeMotion.Move(r, half) }

// advance does some steps.
func (r *rig) advance(steps int) {
	for range steps {
		record := cuda.StepRecord{Begin: float64(r.dt) * float64(r.step), Length: r.dt}
		for a, g := range r.c.Params.Gravity {
			record.At[0].Gravity[a], record.At[1].Gravity[a] = float32(g), float32(g)
		}
		r.stream.Upload(r.record, sph.BytesOf([]cuda.StepRecord{record}))
		r.half(scheme.Predictor)
		r.half(scheme.Corrector)
		r.step++
	}
}

// bodies are the states that the next step begins with.
func (r *rig) bodies() []cuda.BodyState {
	all := make([]cuda.BodyState, len(r.c.Free()))
	b := sph.BytesOf(all)
	r.stream.Download(b, r.states[0]+gpu.Ptr(r.step%2*len(b)))
	if err := r.stream.Sync(); err != nil {
		r.t.Fatal(err)
	}
	return all
}

// joints are those of joints, by their places in the case.
func (r *rig) joints() []cuda.JointState {
	f, _ := of(r)
	all := make([]cuda.JointState, len(f.joints))
	r.stream.Download(sph.BytesOf(all), r.states[len(alone.States)]+gpu.Ptr(r.step%2*stepBytes(r.c)))
	if err := r.stream.Sync(); err != nil {
		r.t.Fatal(err)
	}
	sorted := make([]cuda.JointState, len(all))
	for n, k := range f.order {
		sorted[k] = all[n]
	}
	return sorted
}

// rod is a thin rod with its middle at a place, of a length along x.
func rod(name string, at [3]float64, length, mass float64) sph.Body {
	i := mass * length * length / 12
	return sph.Body{Name: name, Centre: at, Free: &bodies.Body{
		Mass: mass, Inertia: [3][3]float64{{0.01 * i}, {0, i}, {0, 0, i}},
		Directions: [][3]float64{{1}, {0, 1}, {0, 0, 1}}, Axes: [][3]float64{{1}, {0, 1}, {0, 0, 1}},
	}}
}

// flowOf is a case of bodies and joints.
func flowOf(all []sph.Body, of []joints.Joint) *sph.Case {
	c := &sph.Case{Name: "rig", Params: sph.Defaults(0.05), End: 1e6, Bodies: all}
	c.Params.Boundary = sph.Dummy
	bodies.Release(c)
	joints.Give(c, of)
	return c
}

// energy is the kinetic and the potential one of all bodies [J].
func (r *rig) energy() (e float64) {
	for k, s := range r.bodies() {
		b := &r.c.Bodies[r.c.Free()[k]]
		f := bodies.Of(b)
		arm := bodies.Arm(b)
		pose := sph.BodyPose{Turn: s.Turn}
		rotation := pose.Pose([3]float64{}).Rotation
		inertia := bodies.PivotInertia(b)
		var own [3]float64 // the spin in axes of the body
		for a := range 3 {
			e += f.Mass * s.Velocity[a] * s.Velocity[a] / 2
			lifted := s.Shift[a]
			for k := range 3 {
				own[a] += rotation[k][a] * s.Spin[k]
				lifted += rotation[a][k] * arm[k]
			}
			e -= f.Mass * r.c.Params.Gravity[a] * lifted
		}
		for a := range 3 {
			for k := range 3 {
				e += own[a] * inertia[a][k] * own[k] / 2
			}
		}
	}
	return e
}

// broken is how far the points of joints are apart at most [m].
func (r *rig) broken() (most float64) {
	states := r.bodies()
	at := func(body int, x [3]float64) [3]float64 {
		if body == 0 {
			return x
		}
		b := &r.c.Bodies[body-1]
		if b.Free == nil {
			pose := b.Beginning(b.Pivot())
			pose = b.Motion.Pose(float64(r.dt)*float64(r.step), b.Pivot())
			x, _, _ := pose.Point(x)
			return x
		}
		for k, i := range r.c.Free() {
			if i == body-1 {
				s := sph.BodyPose{Shift: states[k].Shift, Turn: states[k].Turn}
				pose := s.Pose(b.Pivot())
				x, _, _ := pose.Point(x)
				return x
			}
		}
		return x
	}
	for _, j := range joints.Of(r.c) {
		if j.Kind == joints.Slider {
			continue
		}
		a, b := at(j.Body, j.At), at(j.Other, j.At)
		most = max(most, sph.Norm([3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]}))
	}
	return most
}

// sinusoid is a law.
func sinusoid(amplitude, frequency float64) motion.Law {
	return motion.Sinusoid(amplitude, frequency, 0, motion.During{Finish: motion.Never})
}

// shift is a link along z, turn one about y.
func shift(l motion.Law) motion.Link { return motion.Link{Axis: [3]float64{0, 0, 1}, Law: l} }
func turn(l motion.Law) motion.Link {
	return motion.Link{Axis: [3]float64{0, 1}, Turns: true, Law: l}
}
