package engine

import (
	"math"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
	"gpusph/sph"
	"gpusph/sph/launch"
	"gpusph/sph/motion"
)

const (
	forcingBytes    = int(unsafe.Sizeof(cuda.Forcing{}))
	stepRecordBytes = int(unsafe.Sizeof(cuda.StepRecord{}))
)

// openForcing makes room for the records of even and odd steps, and for the table.
func (d *domain) openForcing() (err error) {
	if d.records, err = d.device.Alloc(2 * stepRecordBytes); err != nil {
		return err
	}
	d.forcing, err = d.device.Alloc(len(d.bodyForces.At) * forcingBytes)
	return err
}

// uploadForcing gives the device the whole table, so that no step waits for the host.
func (d *domain) uploadForcing() {
	var table []byte
	for _, at := range d.bodyForces.At {
		f := forcingOf(&d.Case.Params, at, d.grid.Unit)
		table = append(table, unsafe.Slice((*byte)(unsafe.Pointer(&f)), forcingBytes)...)
	}
	d.main.Upload(d.forcing, table)
}

// forcingTable is where the device has it.
func (d *domain) forcingTable() cuda.ForcingTable {
	t := cuda.ForcingTable{At: d.forcing, Count: int32(len(d.bodyForces.At))}
	if t.Count > 1 {
		t.PerSecond = 1 / d.bodyForces.Interval
	}
	return t
}

// recordOf is where the kernels of a step of a period find what they know of it.
func (d *domain) recordOf(step int) gpu.Ptr { return d.records + gpu.Ptr(step%2*stepRecordBytes) }

// motions are where a device has how bodies move.
type motions struct {
	memory gpu.Ptr // of the bodies at two steps, and of what follows; 0 where none moves
	table  cuda.MotionTable
	turned cuda.References // but for the ids
}

const bodyMotionBytes = int(unsafe.Sizeof(cuda.BodyMotion{}))

// motionRows are the rows of the tables of a case's motions, as kernels read them.
type motionRows struct {
	bodies []cuda.MotionBody
	links  []cuda.MotionLink
	launch.Laws
}

// motionRows makes the tables of all bodies.
func (s *config) motionRows() motionRows {
	pivots, arms := s.Case.Pivots()
	r := motionRows{bodies: make([]cuda.MotionBody, len(s.Case.Bodies)+1)}
	reaches := s.reaches(pivots)
	for i := range s.Case.Bodies {
		b := &s.Case.Bodies[i]
		row := cuda.MotionBody{First: int32(len(r.links)), RateArm: float32(arms[i].Rate), CurveArm: float32(arms[i].Curve)}
		for a := range 3 {
			row.Pivot[a] = (pivots[i][a] - s.grid.Origin[a]) / s.grid.Quantum
			row.Centre[a] = b.Centre[a] - pivots[i][a]
		}
		for k := range b.Motion.Links {
			r.addLink(&b.Motion.Links[k], pivots[i])
		}
		row.End, row.Reach = int32(len(r.links)), reaches[i]
		if b.Turns() {
			row.Turns = 1
		}
		r.bodies[i+1] = row
	}
	for _, image := range s.Case.Images {
		r.addImage(image, s.Case, &s.grid)
	}
	for _, k := range s.Case.ZonePaths() {
		row := cuda.MotionBody{First: int32(len(r.links)), Reach: -1}
		path := &s.Case.Zones[k].Way.Path
		for l := range path.Links {
			r.addLink(&path.Links[l], [3]float64{})
		}
		row.End = int32(len(r.links))
		r.bodies = append(r.bodies, row)
	}
	return r
}

// addImage adds the row of a body's walls in a zone, which move as those of the flow.
func (r *motionRows) addImage(of sph.Image, c *sph.Case, g *neighbor.Grid) {
	z, last := &c.Zones[of.Zone-1], of.Body
	for r.bodies[last].Image > 0 {
		last = int(r.bodies[last].Image)
	}
	r.bodies[last].Image = int32(len(r.bodies))
	row := r.bodies[of.Body]
	row.First, row.End, row.Image, row.Fineness = 0, 0, 0, z.Fineness
	if row.Reach > 0 {
		row.Reach *= z.Fineness // and more than what fluid feels
	}
	pivot := z.Simulated(c.Bodies[of.Body-1].Pivot())
	for a := range 3 {
		row.Pivot[a] = (pivot[a] - g.Origin[a]) / g.Quantum
	}
	r.bodies = append(r.bodies, row)
}

// reaches are how far from their pivots bodies that move are felt by fluid [quanta], in a whole
// step; below 0 of those that rest. Images along periodic axes may be anywhere.
func (s *config) reaches(pivots [][3]float64) []float64 {
	p, far := &s.Case.Params, make([]float64, len(s.Case.Bodies))
	for i := range far {
		if far[i] = -1; s.Case.Bodies[i].Moves() {
			far[i] = 0
		}
	}
	for i, x := range s.Case.Particles.Position {
		if s.Case.BodyMoves(i) && !s.Case.InZone(i) {
			body := s.Case.Particles.Body[i] - 1
			pivot := pivots[body]
			far[body] = max(far[body], sph.Norm([3]float64{x[0] - pivot[0], x[1] - pivot[1], x[2] - pivot[2]}))
		}
	}
	for i := range far {
		switch {
		case far[i] < 0:
		case p.Periodic != [3]bool{}:
			far[i] = math.MaxFloat32
		default:
			far[i] = (far[i] + p.Support() + 2*p.DeltaP) / s.grid.Quantum
		}
	}
	return far
}

func (r *motionRows) addLink(l *motion.Link, pivot [3]float64) {
	row := r.Row(&l.Law)
	row.Axis = l.Axis
	if l.Turns {
		row.Turns = 1
	}
	for a := range 3 {
		row.Arm[a] = pivot[a] - l.At[a]
	}
	r.links = append(r.links, row)
}

// references are where particles of bodies that turn are from their pivots at time 0 [m], by id
// from the first of them on.
func (s *config) references() (first int, rows [][4]float32) {
	if !s.walls.Turn {
		return 0, nil
	}
	p := &s.Case.Particles
	pivots, _ := s.Case.Pivots()
	first = -1
	for i, x := range p.Position {
		if !s.Case.BodyTurns(i) {
			continue
		}
		if first < 0 {
			first = i
		}
		var row [4]float32
		at := s.grid.Position(s.grid.Fixed(x))
		about := pivots[p.Body[i]-1]
		if zone := s.Case.ZoneAt(x); zone > 0 {
			about = s.Case.Zones[zone-1].Simulated(about)
		}
		for a, pivot := range about {
			row[a] = float32(at[a] - pivot)
		}
		rows = append(rows, make([][4]float32, i-first-len(rows))...)
		rows = append(rows, row)
	}
	return first, rows
}

// beginning is how a body moves at time 0.
type beginning motion.Pose

// beginnings are those of all bodies.
func (s *config) beginnings() (all []beginning) {
	pivots, _ := s.Case.Pivots()
	for i := range s.Case.Bodies {
		all = append(all, beginning(s.Case.Bodies[i].Beginning(pivots[i])))
	}
	return all
}

func (b *beginning) velocity(x [3]float64) (v [3]float32) {
	_, u, _ := (*motion.Pose)(b).Point(x)
	for a := range 3 {
		v[a] = float32(u[a])
	}
	return v
}

// openMotions gives the device all that decides how bodies move, so that no step waits for the
// host.
func (d *domain) openMotions() (err error) {
	if !d.walls.Move {
		return nil
	}
	rows := d.motionRows()
	first, references := d.references()
	at := make([]cuda.BodyMotion, 2*len(rows.bodies))
	for k := range at {
		at[k].Of = int32(d.Case.BodyOfMover(k % len(rows.bodies)))
	}
	parts := [][]byte{sph.BytesOf(at), sph.BytesOf(rows.bodies), sph.BytesOf(rows.links), sph.BytesOf(rows.Pieces), sph.BytesOf(references)}
	var places []gpu.Ptr
	if d.motions.memory, places, err = d.uploadTables(parts); err != nil {
		return err
	}
	d.motions.table = cuda.MotionTable{
		At: places[0], Bodies: places[1], Links: places[2], Pieces: places[3],
		PerQuantum: 1 / d.grid.Quantum, Count: int32(len(rows.bodies)),
	}
	if len(references) > 0 {
		d.motions.turned = cuda.References{Of: places[4], First: uint32(first), Count: uint32(len(references))}
	}
	return nil
}

// uploadTables puts tables on the device, one behind another, and says where each is.
func (d *domain) uploadTables(tables [][]byte) (memory gpu.Ptr, places []gpu.Ptr, err error) {
	n := 0
	for _, t := range tables {
		places = append(places, gpu.Ptr(n))
		n += (len(t) + 15) / 16 * 16
	}
	if memory, err = d.device.Alloc(n); err != nil {
		return 0, nil, err
	}
	for k, t := range tables {
		places[k] += memory
		if len(t) > 0 {
			d.main.Upload(places[k], t)
		}
	}
	return memory, places, d.main.Sync()
}

// motionReferences are what kernels turn bodies by.
func (d *domain) motionReferences() cuda.References {
	r := d.motions.turned
	if r.Of != 0 {
		r.Id = d.states[sph.StateEven][sph.IDField]
	}
	return r
}

// turnWalls lets a stream turn the walls of a part of the tasks after Euler, in half a step.
func (d *domain) turnWalls(s gpu.Stream, forces *cuda.ForcesArgs, n int) {
	if d.walls.Turn {
		gpu.Launch(s, cuda.Turn, cuda.TurnArgs{List: forces.List, Part: forces.Part, Clock: forces.Clock, Euler: forces.Euler}, 0, n)
	}
}

// motionsOf is where kernels of a step of a period find how bodies move; 0 where none does.
func (d *domain) motionsOf(step int) gpu.Ptr {
	if !d.walls.Move {
		return 0
	}
	return d.motions.memory + gpu.Ptr(step%2*int(d.motions.table.Count)*bodyMotionBytes)
}

// spreadWalls gives dummy walls that stand still to all states, where some move: see cuda/spread.h.
// Dynamic ones in reach of fluid are in all.
func (d *domain) spreadWalls() {
	if !d.walls.Move || d.Case.Params.Boundary.HasState() {
		return
	}
	from := d.states[sph.StateEven].state()
	args := cuda.SpreadArgs{Pos: from.Pos, Vel: from.Vel, Packed: from.Packed}
	for k, state := range []int{sph.StateOdd, sph.StateMiddle} {
		to := d.states[state].state()
		args.VelOut[k], args.PackedOut[k] = to.Vel, to.Packed
	}
	gpu.Launch(d.main, cuda.Spread, args, 0, d.count)
	d.listed = d.keep(d.main.Record())
}

// boundary names the kernels of forces for the walls of the case.
func (s *config) boundary() string {
	return s.Case.Params.Boundary.KernelForm(s.walls.Move)
}
