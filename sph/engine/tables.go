package engine

import (
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
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
	memory gpu.Ptr // of what follows; 0 where none moves
	first  gpu.Ptr
	pieces gpu.Ptr
}

const (
	bodyMotionBytes  = int(unsafe.Sizeof(cuda.BodyMotion{}))
	motionPieceBytes = int(unsafe.Sizeof(cuda.MotionPiece{}))
)

// motionBytes are what bodies take at two steps, the numbers of their pieces and these.
func motionBytes(c *sph.Case) (at, first, pieces int) {
	for i := range c.Bodies {
		pieces += len(c.Bodies[i].Motion.Pieces()) * motionPieceBytes
	}
	bodies := len(c.Bodies) + 1
	return (2*bodies*bodyMotionBytes + 15) / 16 * 16, ((bodies+1)*4 + 15) / 16 * 16, pieces
}

// openMotions makes room for the table.
func (d *domain) openMotions() (err error) {
	if !d.walls.Move {
		return nil
	}
	at, first, pieces := motionBytes(d.Case)
	if d.motions.memory, err = d.device.Alloc(at + first + pieces); err != nil {
		return err
	}
	d.motions.first = d.motions.memory + gpu.Ptr(at)
	d.motions.pieces = d.motions.first + gpu.Ptr(first)
	return nil
}

// uploadMotions gives the device the whole table, so that no step waits for the host.
func (d *domain) uploadMotions() {
	if !d.walls.Move {
		return
	}
	at, _, _ := motionBytes(d.Case)
	d.main.Fill(d.motions.memory, 0, at)
	first := make([]int32, len(d.Case.Bodies)+2)
	var pieces []cuda.MotionPiece
	for i := range d.Case.Bodies {
		first[i+1] = int32(len(pieces))
		for _, p := range d.Case.Bodies[i].Motion.Pieces() {
			pieces = append(pieces, cuda.MotionPiece{Time: p.Time, Of: p.Of})
		}
	}
	first[len(first)-1] = int32(len(pieces))
	d.main.Upload(d.motions.first, unsafe.Slice((*byte)(unsafe.Pointer(&first[0])), 4*len(first)))
	d.main.Upload(d.motions.pieces, unsafe.Slice((*byte)(unsafe.Pointer(&pieces[0])), motionPieceBytes*len(pieces)))
}

// motionTable is where the device has it.
func (d *domain) motionTable() cuda.MotionTable {
	if !d.walls.Move {
		return cuda.MotionTable{}
	}
	return cuda.MotionTable{
		Pieces: d.motions.pieces, First: d.motions.first, At: d.motions.memory,
		PerQuantum: 1 / d.grid.Quantum, Bodies: int32(len(d.Case.Bodies) + 1),
	}
}

// motionsOf is where kernels of a step of a period find how bodies move; 0 where none does.
func (d *domain) motionsOf(step int) gpu.Ptr {
	if !d.walls.Move {
		return 0
	}
	return d.motions.memory + gpu.Ptr(step%2*(len(d.Case.Bodies)+1)*bodyMotionBytes)
}

// spreadWalls gives dummy walls that stand still to all states, where some move: see cuda/spread.h. Dynamic ones in reach of fluid
// are in all.
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
	if b := s.Case.Params.Boundary; b != sph.Dummy || !s.walls.Move {
		return b.KernelForm()
	}
	return cuda.Moving
}
