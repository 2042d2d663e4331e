package editor

import (
	"fmt"
	"math"

	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
	"gpusph/problems"
	"gpusph/sph"
)

// How finely shapes are looked at for overlaps, and how many overlaps are told.
const (
	overlapPlaces = 4096  // in the bounds of a shape
	leastOverlap  = 0.005 // of a shape
	mostOverlaps  = 5
	mostCompared  = 2000 // pairs, which take some seconds at most
)

// piece is a wall, a body or a fluid of the file.
type piece struct {
	name, of string // of is wall or fluid
	path     string
	shape    geometry.Shape
	group    string // of walls whose force is measured together
}

// overlaps are notes on walls that lie over fluids or other walls: particles are there once, so
// the fluid or the other wall has fewer than its shape.
func overlaps(file *casefile.Case, k *problems.Sketch) (notes []Fault) {
	walls, fluids := piecesOf(k)
	more, compared := 0, 0
	add := func(w, under *piece, verb string) {
		if compared > mostCompared || !near(k, under.shape, w.shape) {
			return
		}
		if compared++; compared > mostCompared {
			return
		}
		part := covered(k, under.shape, w.shape)
		if part < leastOverlap {
			return
		}
		if len(notes) == mostOverlaps {
			more++
			return
		}
		notes = append(notes, Fault{Line: file.Where(w.path).Line, Text: fmt.Sprintf(
			"the wall %q %s %s of the %s %q", w.name, verb, percent(part), under.of, under.name)})
	}
	for i := range walls {
		for j := range fluids {
			add(&walls[i], &fluids[j], "takes the place of")
		}
		for j := range i {
			if walls[i].group == "" || walls[i].group != walls[j].group {
				add(&walls[i], &walls[j], "lies over")
			}
		}
	}
	if compared > mostCompared {
		notes = append(notes, Fault{Text: fmt.Sprintf("more than %d pairs of walls and fluids lie near "+
			"each other; the others are not compared", mostCompared)})
	}
	if more > 0 {
		notes = append(notes, Fault{Text: fmt.Sprintf("%d more overlaps of walls are not listed", more)})
	}
	return notes
}

func percent(part float64) string {
	if part > 0.995 {
		return "all"
	}
	return fmt.Sprintf("about %.2g %%", 100*part)
}

// piecesOf are the walls and the fluids of a flow that have shapes. A fluid that fills a basin from
// a seed has none: it ends at walls.
func piecesOf(k *problems.Sketch) (walls, fluids []piece) {
	s := k.Scene
	for i := range s.Solids {
		o := &s.Solids[i]
		if o.Path == "" { // the program's own, as around buffers
			continue
		}
		walls = append(walls, piece{o.Name, "wall", o.Path, o.Shape(), o.Force})
	}
	for i := range s.Pools {
		fluids = append(fluids, piece{s.Pools[i].Name, "fluid", s.Pools[i].Path, s.Pools[i].Shape(), ""})
	}
	if s.Shaped == nil {
		return walls, fluids
	}
	for i := range s.Shaped.Walls {
		if w := &s.Shaped.Walls[i]; w.Free == nil && w.Path != "" { // bodies make room on purpose
			walls = append(walls, piece{w.Name, "wall", w.Path, w.Shape, w.Force})
		}
	}
	for i := range s.Shaped.Fluids {
		if w := &s.Shaped.Fluids[i]; w.Shape != nil {
			fluids = append(fluids, piece{w.Name, "fluid", w.Path, w.Shape, ""})
		}
	}
	return walls, fluids
}

// near reports whether the bounds of two shapes overlap.
func near(k *problems.Sketch, under, over geometry.Shape) bool {
	b, o := under.Bounds(), over.Bounds()
	for _, a := range k.Case.Params.Axes() {
		if min(b.Max[a], o.Max[a])-max(b.Min[a], o.Min[a]) <= 0.01*k.Case.Params.DeltaP {
			return false
		}
	}
	return true
}

// covered is which part of a shape, as far as that is in the domain, is in another one.
func covered(k *problems.Sketch, under, over geometry.Shape) float64 {
	b, o, tank := under.Bounds(), over.Bounds(), k.Scene.Whole()
	axes := k.Case.Params.Axes()
	n := int(math.Round(math.Pow(overlapPlaces, 1/float64(len(axes)))))
	var low, step [3]float64
	for _, a := range axes {
		from, to := max(b.Min[a], tank.Min[a]), min(b.Max[a], tank.Max[a])
		if min(to, o.Max[a])-max(from, o.Min[a]) <= 0.01*k.Case.Params.DeltaP {
			return 0
		}
		low[a], step[a] = from, (to-from)/float64(n)
	}
	all, both, counts := 0, 0, [3]int{1, 1, 1}
	for _, a := range axes {
		counts[a] = n
	}
	for i := range counts[0] * counts[1] * counts[2] {
		at := [3]int{i % counts[0], i / counts[0] % counts[1], i / counts[0] / counts[1]}
		var x [3]float64
		for _, a := range axes {
			x[a] = low[a] + (float64(at[a])+0.5)*step[a]
		}
		if k.Case.Params.Dim == 2 {
			x[sph.PlaneAxis] = 0
		}
		if !under.Inside(x) {
			continue
		}
		all++
		if over.Inside(x) {
			both++
		}
	}
	if all == 0 {
		return 0
	}
	return float64(both) / float64(all)
}
