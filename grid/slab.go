package grid

import (
	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph/exchange"
)

// span is the planes of a device along z, of one level.
type span struct{ first, planes int }

// slabOf is a device's planes of a level as kernels know them.
func slabOf(cells [3]int, spacing [3]float64, periodic [3]bool, of span) cuda.GridSlab {
	s := cuda.GridSlab{Cells: [3]int32{int32(cells[0]), int32(cells[1]), int32(of.planes)},
		First: int32(of.first), Planes: int32(cells[2])}
	for d := range 3 {
		s.PerDelta[d] = 1 / spacing[d]
		if !periodic[d] && cells[d] > 1 {
			s.Walls |= 1 << d
		}
	}
	s.PerRow = [2]float64{1 / float64(cells[0]), 1 / float64(cells[1])}
	if of.planes == cells[2] {
		s.Whole = 1
	}
	s.Depth = 1
	return s
}

// leastDeep is how many cells a slab has at least where each thread has several: fewer threads
// would leave parts of a GPU without work.
const leastDeep = 1 << 21

// deepen lets a thread of a GPU have several cells of a slab.
func deepen(s *cuda.GridSlab, d gpu.Device) {
	if gpu.Identity(d) != "" && s.Cells[0]*s.Cells[1]*s.Cells[2] >= leastDeep {
		s.Depth = cuda.GridDepth
	}
}

// threads is how many a kernel of a slab's cells takes.
func threads(s *cuda.GridSlab) int {
	return int(s.Cells[0]*s.Cells[1]) * int((s.Cells[2]+s.Depth-1)/s.Depth)
}

// kappaOf is 1/Δ² along each axis.
func kappaOf(spacing [3]float64) (k [3]float64) {
	for d := range 3 {
		k[d] = 1 / (spacing[d] * spacing[d])
	}
	return k
}

// field is an array of a device, with a halo of planes beyond each end of its slab.
type field struct {
	base, at     gpu.Ptr // of the first plane of the halo, and of the first own plane
	plane, bytes int     // bytes of a plane, and of all planes with the halo
	planes       int
	depth        int // planes of the halo
	index        int // of its address among those that neighbours have
	// what of an edge neighbours see, towards the lower and towards the higher end; none is all
	pieces [2][]piece
}

// piece is a part of an edge, or of the halo that it comes to.
type piece struct{ offset, bytes int }

// towards is which end of the domain is meant.
func towards(left bool) int {
	if left {
		return 0
	}
	return 1
}

// halo is where the neighbour's planes are, edge the own planes that the neighbour sees.
func (f *field) halo(left bool) gpu.Ptr {
	if left {
		return f.base
	}
	return f.at + gpu.Ptr(f.planes*f.plane)
}
func (f *field) edge(left bool) gpu.Ptr {
	if left {
		return f.at
	}
	return f.at + gpu.Ptr((f.planes-f.depth)*f.plane)
}

// exchanged adds what is copied between the field and that of a neighbour.
func (f *field) exchanged(all []exchange.Array, left bool) []exchange.Array {
	send, receive := f.pieces[towards(left)], f.pieces[towards(!left)]
	if send == nil {
		bytes := f.depth * f.plane
		return append(all, exchange.Array{To: f.index, Send: f.edge(left), SendBytes: bytes,
			Receive: f.halo(left), ReceiveBytes: bytes})
	}
	for k := range send {
		all = append(all, exchange.Array{To: f.index + 1 + k,
			Send: f.edge(left) + gpu.Ptr(send[k].offset), SendBytes: send[k].bytes,
			Receive: f.halo(left) + gpu.Ptr(receive[k].offset), ReceiveBytes: receive[k].bytes})
	}
	return all
}
