package neighbor

import (
	"encoding/binary"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
)

// OffsetsBytes is the memory in which a List on such a grid publishes where slices begin.
func (g *Grid) OffsetsBytes() int {
	return 4 * (g.Slices() + cuda.LeftKinds + 5 + 2*g.Layers() + 2)
}

// Sort copies those of n particles of in that are in the window to out, in the
// order of the cells in which they will be in the middle of a period, and their
// positions to packed. Offsets tells how many there are, once it is done.
//
// Along periodic axes particles that have left the domain come back into it at the other end, and
// images are sorted with them. Of the first particles of in, as many as are in all, only those in
// Kept stay.
func (l *List) Sort(s gpu.Stream, w Window, in, out Particles, packed gpu.Ptr, n int, kept Kept,
	period Prediction) {
	l.window, l.period, l.sorted = w, period, n
	grid := l.grid.window(w)
	pool := cuda.Pool{Pos: in.Pos, Vel: in.Vel, Images: l.images, Count: l.imageCounts(),
		Particles: int32(n)}
	var place gpu.Ptr
	if l.imagesRoom > 0 {
		l.sorted += l.imagesRoom
		place = l.index
		s.Fill(l.imageCounts(), 0, 8)
		gpu.Launch(s, cuda.Wrap, cuda.WrapArgs{
			Grid: grid, Prediction: l.prediction(), Pos: in.Pos, Vel: in.Vel, Images: l.images,
			Count: l.imageCounts(), Room: int32(l.imagesRoom),
			Had: int32(kept.Of), KeptFrom: int32(kept.From), KeptTo: int32(kept.To),
		}, 0, n)
	}
	prediction := l.prediction()
	key := l.predictedPos
	cell := key + gpu.Ptr(8*l.particles)
	slot := cell + gpu.Ptr(4*l.particles)
	discard := w.Layers * l.grid.LayerCells() // as discardCell in hash.h
	stay := l.start + gpu.Ptr(discard*4)
	s.Fill(l.start, 0, (discard+2)*4)
	gpu.Launch(s, cuda.Hash, cuda.HashArgs{
		Grid: grid, Prediction: prediction, Pool: pool, Cell: cell, Slot: slot, Count: l.start,
		LeftDomain: l.leftDomain,
	}, 0, l.sorted)
	s.Scan(l.start, l.start, discard+1)
	gpu.Launch(s, cuda.Scatter, cuda.ScatterArgs{
		Grid: grid, Prediction: prediction, Pool: pool, Id: in.ID, Cell: cell, Slot: slot,
		Start: l.start, Key: key, Index: l.index,
	}, 0, l.sorted)
	gpu.Launch(s, cuda.Rank, cuda.RankArgs{
		Cell: cell, Start: l.start, Key: key, Index: l.index, Order: l.order, Kept: stay,
	}, 0, l.sorted)
	gpu.Launch(s, cuda.Reorder, cuda.ReorderArgs{
		Grid: grid, Prediction: prediction, Pool: pool, Order: l.order, Kept: stay, Place: place,
		Id:     in.ID,
		PosOut: out.Pos, VelOut: out.Vel, IdOut: out.ID, Packed: packed, PredictedPos: l.predictedPos,
	}, 0, l.sorted)
	if l.imagesRoom > 0 {
		gpu.Launch(s, cuda.PlaceImages, cuda.PlaceImagesArgs{Images: l.images, Count: l.imageCounts(),
			Place: place}, 0, l.imagesRoom)
	}
	gpu.Launch(s, cuda.Slices, cuda.SlicesArgs{
		Start: l.start, LeftDomain: l.leftDomain, Out: l.offsets.Ptr,
		Stride: int32(l.grid.LayerCells()), Rows: l.grid.stride[l.grid.planeAxis] << l.grid.rowShift,
		PerLayer: int32(l.grid.PerLayer), Skipped: int32(w.From - w.First*l.grid.PerLayer),
		Slices: int32(w.Slices()),
	}, 0, w.Slices()+cuda.LeftKinds+3)
}

// Kept is a range [From, To) of the first Of particles.
type Kept struct{ From, To, Of int }

// ReserveImages makes room for images of particles.
func (l *List) ReserveImages(room int) (err error) {
	if room > l.imagesRoom {
		if l.imagesRoom > 0 {
			l.device.Free(l.images)
		}
		l.imagesRoom = room
		l.images, err = l.device.Alloc(room * ImageBytes)
	}
	return err
}

// ImageBytes is the memory that a List takes for each image.
const ImageBytes = int(unsafe.Sizeof(cuda.PeriodicImage{}))

// ImagesRoom is how many images there is room for.
func (l *List) ImagesRoom() int { return l.imagesRoom }

// imageCounts is where the numbers of images and of those in own slices are.
func (l *List) imageCounts() gpu.Ptr { return l.leftDomain + gpu.Ptr(leftBytes) }

// Images is where the images are, and their number.
func (l *List) Images() (images, count gpu.Ptr) { return l.images, l.imageCounts() }

// ImageCounts is how many images the device has, and how many of them in slices of its own. Sort is
// done.
func (l *List) ImageCounts() (all, own int) {
	if l.imagesRoom == 0 {
		return 0, 0
	}
	at := func(i int) int {
		return int(
			binary.LittleEndian.Uint32(l.offsets.Bytes[4*(l.window.Slices()+i):]))
	}
	return at(1 + cuda.LeftKinds), at(2 + cuda.LeftKinds)
}

// Reorder copies another array of values of a given number of bytes as the last Sort did. It comes
// before Activate.
func (l *List) Reorder(s gpu.Stream, in, out gpu.Ptr, bytes int) {
	kept := l.start + gpu.Ptr(l.window.Layers*l.grid.LayerCells()*4)
	gpu.Launch(s, cuda.ReorderField, cuda.ReorderFieldArgs{Order: l.order, Kept: kept, In: in,
		Out: out, Bytes: int32(bytes)}, 0, l.sorted)
}

// ahead says where lists expect particles.
func (l *List) prediction() cuda.Prediction {
	return cuda.Prediction{
		QuantaPerSpeed: float32(l.period.Half / l.grid.Quantum),
		Limit:          float32(l.predictionLimit() / l.grid.Quantum),
	}
}

// predictionLimit bounds the displacement to the predicted position [m].
func (l *List) predictionLimit() float64 { return min(l.period.SkinMax, l.grid.Edge/3) }

// Offsets tells where each slice of the window begins in the sorted arrays, and
// after the last the number of particles; and how many particles of each kind that
// this device owned have left the domain since the beginning. Sort is done.
func (l *List) Offsets() (offsets []int, leftDomain [cuda.LeftKinds]int) {
	offsets = make([]int, l.window.Slices()+1)
	at := func(i int) int { return int(binary.LittleEndian.Uint32(l.offsets.Bytes[4*i:])) }
	for i := range offsets {
		offsets[i] = at(i)
	}
	for k := range leftDomain {
		leftDomain[k] = at(len(offsets) + k)
	}
	return offsets, leftDomain
}
