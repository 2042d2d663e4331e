package grid

import (
	"math"
	"slices"
	"sort"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
)

// mostAspect is how much longer than others cells may be before their longer sides wait: axes are
// halved together while none is longer. Red-black sweeps damp what varies along the short sides.
const mostAspect = 1.6

// least is the shortest cell along each axis.
func (f *Flow) least() [3]float64 {
	least := f.Spacing
	for d, faces := range f.Faces {
		for i := range len(faces) - 1 {
			least[d] = min(least[d], faces[i+1]-faces[i])
		}
	}
	return least
}

// widest is the largest volume of a cell over the mean.
func (f *Flow) widest() float64 {
	v := 1.0
	for d, faces := range f.Faces {
		wide := f.Spacing[d]
		for i := range len(faces) - 1 {
			wide = max(wide, faces[i+1]-faces[i])
		}
		v *= wide / f.Spacing[d]
	}
	return v
}

// Stretched reports whether a flow takes the kernels for lengths that differ: along an axis, or by
// much from axis to axis.
func (f *Flow) Stretched() bool {
	if slices.ContainsFunc(f.Faces[:], func(faces []float64) bool { return faces != nil }) {
		return true
	}
	return aspect(f.Cells, f.Spacing) > mostAspect
}

// aspect is the longest over the shortest spacing of axes with several cells; 1 without any.
func aspect(cells [3]int, spacing [3]float64) float64 {
	least, most := math.Inf(1), 0.0
	for d, n := range cells {
		if n > 1 {
			least, most = min(least, spacing[d]), max(most, spacing[d])
		}
	}
	return max(1, most/least)
}

// Centre is the centre of a cell along an axis, from the lower end of the domain [m].
func (f *Flow) Centre(axis, i int) float64 { return centre(f.Faces[axis], f.Spacing[axis], i) }

// centre is that of a cell along an axis of a stretched grid, or of one without faces.
func centre(faces []float64, spacing float64, i int) float64 {
	if faces != nil {
		return (faces[i] + faces[i+1]) / 2
	}
	return (float64(i) + 0.5) * spacing
}

// Longer is a flow with some times the cells along an axis. Those of a stretched one follow in turn
// as they are and the other way round, so that neighbours stay alike.
func (f *Flow) Longer(axis, times int) *Flow {
	long := *f
	long.Cells[axis] *= times
	faces := f.Faces[axis]
	if faces == nil {
		return &long
	}
	all, n := slices.Clone(faces), len(faces)-1
	for turn := 1; turn < times; turn++ {
		end := faces[n] * float64(turn)
		for i := 1; i <= n; i++ {
			at := faces[i]
			if turn%2 == 1 {
				at = faces[n] - faces[n-i]
			}
			all = append(all, end+at)
		}
	}
	long.Faces[axis] = all
	return &long
}

// FaceAt is the face that is nearest to a place along an axis, from the lower end of the domain on
// [m].
func (f *Flow) FaceAt(axis int, x float64) int {
	faces := f.Faces[axis]
	if faces == nil {
		return int(math.Round(min(max(x/f.Spacing[axis], 0), float64(f.Cells[axis]))))
	}
	i := min(max(sort.SearchFloat64s(faces, x), 1), len(faces)-1)
	if x-faces[i-1] < faces[i]-x {
		return i - 1
	}
	return i
}

// shape is the grid of a level of multigrid.
type shape struct {
	cells   [3]int
	spacing [3]float64   // the means
	widths  [3][]float64 // of the cells of stretched grids; else nil
	halved  [3]bool      // of the level before
}

// shapes are the levels of multigrid, from the finest on, of which those after it to number cut are
// cut into slabs.
func (f *Flow) shapes() (all []shape, cut int) {
	next, ok := shape{cells: f.Cells, spacing: f.Spacing}, true
	stretched := f.Stretched()
	for d := range 3 {
		for i := range f.Cells[d] {
			switch faces := f.Faces[d]; {
			case !stretched:
			case faces != nil:
				next.widths[d] = append(next.widths[d], faces[i+1]-faces[i])
			default:
				next.widths[d] = append(next.widths[d], f.Spacing[d])
			}
		}
	}
	for ok {
		all = append(all, next)
		if n := next.cells; len(all) > 1 && n[0]*n[1]*n[2] > mostShared {
			cut++
		}
		next.halved, ok = next.halves(stretched, f.Periodic)
		next = next.coarser()
	}
	return all, cut
}

// halves are the axes that are halved for the next level, and false where there is none.
func (s *shape) halves(stretched bool, periodic [3]bool) (halved [3]bool, ok bool) {
	shortest := 0.0
	for d, n := range s.cells {
		// a row of one cell has no colours
		can := n%2 == 0 && (n >= 4 || n == 2 && d > 0 && stretched)
		switch {
		case n == 1 && d > 0 && (d == 1 || stretched):
		case !can && (!stretched || d == 0 && n%2 != 0 || n%2 != 0 && periodic[d]):
			return halved, false
		case can:
			halved[d] = true
			if shortest == 0 || s.spacing[d] < shortest {
				shortest = s.spacing[d]
			}
		}
	}
	for d := range halved {
		halved[d] = halved[d] && (!stretched || s.spacing[d] < mostAspect*shortest)
		ok = ok || halved[d]
	}
	return halved, ok
}

// least is the shortest cell along each axis.
func (s *shape) least() [3]float64 {
	least := s.spacing
	for d, w := range s.widths {
		if w != nil {
			least[d] = slices.Min(w)
		}
	}
	return least
}

// coarser is a shape after its axes are halved.
func (s shape) coarser() shape {
	for d, is := range s.halved {
		if !is {
			continue
		}
		s.cells[d], s.spacing[d] = s.cells[d]/2, 2*s.spacing[d]
		if fine := s.widths[d]; fine != nil {
			s.widths[d] = nil
			for i := 0; i < len(fine); i += 2 {
				s.widths[d] = append(s.widths[d], fine[i]+fine[i+1])
			}
		}
	}
	return s
}

const bytesOfLength = int(unsafe.Sizeof(cuda.GridLength{}))

// lengths are what kernels know of the cells along an axis of a stretched grid, with one more at
// each end.
func (s *shape) lengths(axis int, periodic bool) []cuda.GridLength {
	w := s.widths[axis]
	n := len(w)
	at := func(i int) float64 {
		if periodic {
			return w[(i+2*n)%n]
		}
		return w[min(max(i, 0), n-1)] // as walls mirror it
	}
	all := make([]cuda.GridLength, n+2)
	for k := range all {
		own, before := at(k-1), at(k-2)
		all[k] = cuda.GridLength{Width: own, PerWidth: 1 / own, PerApart: 2 / (before + own),
			Own: own / (before + own)}
	}
	return all
}

// stretch gives a slab the lengths of the cells of its level, where they differ.
func (p *part) stretch(s *shape, slab *cuda.GridSlab) error {
	for d := range 3 {
		if s.widths[d] == nil {
			continue
		}
		all := s.lengths(d, p.sim.flow.Periodic[d])
		data := unsafe.Slice((*byte)(unsafe.Pointer(&all[0])), len(all)*bytesOfLength)
		at, err := p.alloc(len(data))
		if err != nil {
			return err
		}
		p.main.Upload(at, data)
		first := 1
		if d == 2 {
			first += int(slab.First)
		}
		slab.Along[d] = at + gpu.Ptr(first*bytesOfLength)
	}
	return p.main.Sync()
}
