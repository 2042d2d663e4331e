package neighbor

import (
	"encoding/binary"
	"errors"

	"gpusph/cuda"
	"gpusph/gpu"
)

// Particles are arrays of particles in a device's memory.
type Particles struct {
	Pos gpu.Ptr // x, y, z in quanta, and type and body (see vec.h), as int32
	Vel gpu.Ptr // vx, vy, vz [m/s], ρ/ρ0 - 1 as float32
	ID  gpu.Ptr // uint32
}

// Bytes per particle of the arrays of Particles, and of packed positions.
const (
	PosBytes, VelBytes, IDBytes = 16, 16, 4
	ParticleBytes               = PosBytes + VelBytes + IDBytes
	PackedBytes                 = 8
)

// padding is how many particles beyond the last the host's vectors read.
const padding = 32

// Alloc allocates Particles for n.
func Alloc(d gpu.Device, n int) (Particles, error) {
	var p Particles
	var err [3]error
	p.Pos, err[0] = d.Alloc((n + padding) * PosBytes)
	p.Vel, err[1] = d.Alloc(n * VelBytes)
	p.ID, err[2] = d.Alloc(n * IDBytes)
	return p, errors.Join(err[:]...)
}

// Free gives Particles back.
func (p Particles) Free(d gpu.Device) {
	for _, q := range []gpu.Ptr{p.Pos, p.Vel, p.ID} {
		d.Free(q)
	}
}

// Window is the slices that a device sees: those it owns and Reach more on each
// side, whose particles are copies of its neighbours'.
type Window struct {
	First, Slices  int // all
	OwnFrom, OwnTo int // owned
}

// WindowOf is the window of a device that owns the slices [from, to).
func WindowOf(from, to int) Window {
	return Window{First: from - Reach, Slices: to - from + 2*Reach, OwnFrom: from, OwnTo: to}
}

// List sorts the particles of one device and lists their neighbours.
type List struct {
	Capacity int // entries per particle, a multiple of 8

	grid      Grid
	device    gpu.Device
	window    Window
	particles int // room for
	cells     int // room for
	bytes     int // room for entries

	entries, counts, home         gpu.Ptr // per particle; see list.h
	cell, slot, key, index, order gpu.Ptr // per particle
	start, lost                   gpu.Ptr // per cell; one
	box, wet                      gpu.Ptr // per block; see spread.h
	offsets                       gpu.Shared
}

// NewList makes a List for particles on a device. offsets is memory for a number
// per slice of the grid and three more.
func NewList(d gpu.Device, g Grid, offsets gpu.Shared) (*List, error) {
	l := &List{grid: g, device: d, offsets: offsets}
	var err error
	l.lost, err = d.Alloc(4)
	return l, err
}

// BytesPerParticle is the memory that a List with a capacity takes per
// particle, cells aside.
func BytesPerParticle(capacity int) int { return 2*capacity + 4 + 4 + 4 + 4 + 8 + 4 + 4 }

// Reserve makes room for a number of particles, slices and entries per
// particle. What the list held is lost.
func (l *List) Reserve(particles, slices, capacity int) error {
	var errs []error
	grow := func(p *gpu.Ptr, bytes int) {
		if *p != 0 {
			l.device.Free(*p)
			*p = 0
		}
		q, err := l.device.Alloc(bytes)
		*p = q
		errs = append(errs, err)
	}
	tiles := (particles + 31) / 32 * 32
	if bytes := tiles * capacity * 2; bytes > l.bytes {
		grow(&l.entries, bytes)
		l.bytes = bytes
	}
	l.Capacity = capacity
	if particles > l.particles {
		grow(&l.counts, tiles*4)
		grow(&l.home, tiles*4)
		grow(&l.cell, particles*4)
		grow(&l.slot, particles*4)
		grow(&l.key, particles*8)
		grow(&l.index, particles*4)
		grow(&l.order, particles*4)
		l.particles = particles
	}
	if cells := slices*l.grid.SliceCells() + 2; cells > l.cells {
		grow(&l.start, cells*4)
		grow(&l.box, slices*l.sliceBlocks()*32)
		grow(&l.wet, slices*l.sliceBlocks())
		l.cells = cells
	}
	return errors.Join(errs...)
}

// Free gives the memory back.
func (l *List) Free() {
	for _, p := range []gpu.Ptr{l.entries, l.counts, l.home, l.cell, l.slot, l.key, l.index, l.order, l.start, l.lost, l.box, l.wet} {
		if p != 0 {
			l.device.Free(p)
		}
	}
}

// Sort copies those of n particles of in that are in the window to out, in the
// order of their cells, and their positions to packed. Offsets tells how many
// there are, once it is done.
func (l *List) Sort(s gpu.Stream, w Window, in, out Particles, packed gpu.Ptr, n int) {
	l.window = w
	grid := l.grid.window(w.First, w.Slices)
	waste := w.Slices * l.grid.SliceCells()
	s.Fill(l.start, 0, (waste+2)*4)
	gpu.Launch(s, cuda.Hash, cuda.HashArgs{
		Grid: grid, Pos: in.Pos, Cell: l.cell, Slot: l.slot, Count: l.start, Lost: l.lost,
		OwnFrom: int32(w.OwnFrom), OwnTo: int32(w.OwnTo),
	}, 0, n)
	s.Scan(l.start, l.start, waste+1)
	gpu.Launch(s, cuda.Scatter, cuda.ScatterArgs{
		Grid: grid, Pos: in.Pos, Id: in.ID, Cell: l.cell, Slot: l.slot,
		Start: l.start, Key: l.key, Index: l.index,
	}, 0, n)
	gpu.Launch(s, cuda.Rank, cuda.RankArgs{
		Cell: l.cell, Start: l.start, Key: l.key, Index: l.index, Order: l.order, Waste: uint32(waste),
	}, 0, n)
	gpu.Launch(s, cuda.Reorder, cuda.ReorderArgs{
		Order: l.order, Kept: l.start + gpu.Ptr(waste*4),
		Pos: in.Pos, Vel: in.Vel, Id: in.ID,
		PosOut: out.Pos, VelOut: out.Vel, IdOut: out.ID, Packed: packed, Shift: int32(l.grid.Shift),
	}, 0, n)
	gpu.Launch(s, cuda.Slices, cuda.SlicesArgs{
		Start: l.start, Lost: l.lost, Out: l.offsets.Ptr,
		Stride: int32(l.grid.SliceCells()), Slices: int32(w.Slices),
	}, 0, w.Slices+2)
}

// Offsets tells where each slice of the window begins in the sorted arrays, and
// after the last the number of particles; and how many particles that this
// device owned have left the domain since the beginning. Sort is done.
func (l *List) Offsets() (offsets []int, lost int) {
	offsets = make([]int, l.window.Slices+1)
	at := func(i int) int { return int(binary.LittleEndian.Uint32(l.offsets.Bytes[4*i:])) }
	for i := range offsets {
		offsets[i] = at(i)
	}
	return offsets, at(l.window.Slices + 1)
}

// Build lists the neighbours, nearer than radius [m], of the particles [from,
// to) of those that Sort has sorted. Where a particle's do not fit, it gets no
// list, which costs time and nothing else, and longest (a uint32) is raised to
// the entries that would do.
func (l *List) Build(s gpu.Stream, p Particles, radius float64, from, to int, longest gpu.Ptr) {
	blocks := l.spreadArgs(p, 0, 0)
	gpu.Launch(s, cuda.Spread, blocks, 0, l.window.Slices*l.sliceBlocks())
	gpu.Launch(s, cuda.Wet, blocks, 0, l.window.Slices*l.sliceBlocks())
	gpu.Launch(s, cuda.Neibs, cuda.NeibsArgs{
		Grid: blocks.Grid, Blocks: blocks.Blocks, List: l.Args(), Pos: p.Pos,
		Longest: longest, Radius2: l.Radius2(radius),
	}, from, to)
}

// Spread raises the relative speed in maxima (a cuda.Maxima) to the greatest of
// particles that are in reach of each other, one of them in a slice that the
// device owns, unless the clock (a cuda.Clock) is halted.
func (l *List) Spread(s gpu.Stream, p Particles, maxima, clock gpu.Ptr) {
	args, each := l.spreadArgs(p, maxima, clock), l.sliceBlocks()
	gpu.Launch(s, cuda.Spread, args, 0, l.window.Slices*each)
	gpu.Launch(s, cuda.Widest, args, Reach*each, (l.window.Slices-Reach)*each)
}

// block is how many cells a block has along the axes across the slices; BLOCK in
// spread.h.
const block = 4

// sliceBlocks is the number of blocks in a slice.
func (l *List) sliceBlocks() int {
	return ((l.grid.Cells[l.grid.middle] + block - 1) / block) * ((l.grid.Cells[l.grid.minor] + block - 1) / block)
}

func (l *List) spreadArgs(p Particles, maxima, clock gpu.Ptr) cuda.SpreadArgs {
	middle, minor := l.grid.Cells[l.grid.middle], l.grid.Cells[l.grid.minor]
	return cuda.SpreadArgs{
		Grid: l.grid.window(l.window.First, l.window.Slices),
		Blocks: cuda.Blocks{
			Box: l.box, Wet: l.wet, Middle: int32((middle + block - 1) / block), Minor: int32((minor + block - 1) / block),
			CellsMiddle: int32(middle), CellsMinor: int32(minor),
		},
		Start: l.start, Pos: p.Pos, Vel: p.Vel, Maxima: maxima, Clock: clock,
	}
}

// Args is the list as kernels take it.
func (l *List) Args() cuda.List {
	return cuda.List{
		Entries: l.entries, Counts: l.counts, Home: l.home, Start: l.start, Capacity: int32(l.Capacity),
		Axis: l.grid.stride[l.grid.Axis], Middle: l.grid.stride[l.grid.middle],
	}
}

// Radius2 is the square of a length [m] in quanta.
func (l *List) Radius2(radius float64) float32 {
	r := radius / l.grid.Quantum
	return float32(r * r)
}

// Probe sums W/W(0) and P W/W(0) over the fluid around each of n points
// (positions as in Particles.Pos) in slices that the device owns, into pairs of
// float32 at out.
func (l *List) Probe(s gpu.Stream, p Particles, physics cuda.Physics, points, out gpu.Ptr, n int) {
	gpu.Launch(s, cuda.Probe, cuda.ProbeArgs{
		P: physics, Grid: l.grid.window(l.window.First, l.window.Slices),
		Pos: p.Pos, Vel: p.Vel, Start: l.start, Point: points, Out: out,
		OwnFrom: int32(l.window.OwnFrom), OwnTo: int32(l.window.OwnTo),
		ToSupport: physics.ToSupport * float32(l.grid.Quantum/l.grid.Unit),
	}, 0, n)
}

// Entries counts the neighbours that the lists of the particles [from, to) hold.
// It waits for the stream.
func (l *List) Entries(s gpu.Stream, from, to int) (int, error) {
	counts := make([]byte, 4*(to-from))
	s.Download(counts, l.counts+gpu.Ptr(4*from))
	err := s.Sync()
	total := 0
	for i := 0; i < len(counts); i += 4 {
		c := binary.LittleEndian.Uint32(counts[i:])
		total += int(c&0xfff + c>>12&0xfff) // fluidsOf and wallsOf in list.h
	}
	return total, err
}
