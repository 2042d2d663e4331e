package geometry

// Lattices of particles: which sites are in a shape, and which are near its surface.

import (
	"cmp"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Lattice has a site in the middle of each of n cells along each axis.
type Lattice struct {
	Origin Vec // the least corner of the first cell [m]
	Step   Vec // spacing of the sites along each axis [m]
	N      [3]int

	Tell func(Vec) string // writes a place in messages; nil writes its coordinates
}

// At is the site with indices i, j, k along x, y, z.
func (l *Lattice) At(i, j, k int) Vec {
	return Vec{l.along(0, i), l.along(1, j), l.along(2, k)}
}

func (l *Lattice) along(axis, i int) float64 {
	return l.Origin[axis] + (float64(i)+0.5)*l.Step[axis]
}

// Run is sites above each other in one column: k from Low up to, without, High.
type Run struct{ I, J, Low, High int }

// Sites is how many sites runs have.
func Sites(runs []Run) (n int) {
	for _, r := range runs {
		n += r.High - r.Low
	}
	return n
}

// Perturbation is how far a lattice is moved along x when its sites are decided [spacings].
//
// A site on a surface is in the shape or not by the point beside it, in a direction of which no
// simple face is a multiple: the simulation of simplicity (Edelsbrunner and Mücke 1990), with a
// length that is more than rounding. So of two opposite faces that go through sites, one has its
// sites and the other has not, and a box of n spacings has n sites along each axis. A shape and its
// complement share the sites between them, because both are asked about the same points.
const Perturbation = 1e-5

// perturbation is the direction, 1, 1/ρ and 1/ρ² of the plastic number ρ, whose multiples by small
// integers do not add up to 0.
var perturbation = Vec{1, 0.7548776662466927, 0.5698402909980532}

// Perturbed is the point beside a site by which it is decided whether the site is in a shape.
func (l *Lattice) Perturbed(x Vec) Vec {
	for a := range 3 {
		x[a] += Perturbation * perturbation[a] * l.Step[a]
	}
	return x
}

// perturbed is the lattice whose sites decide about those of l.
func (l Lattice) perturbed() Lattice {
	l.Origin = l.Perturbed(l.Origin)
	return l
}

// onSite is how far outside a site may lie, in spacings, and be in the shape: rounding moves no
// layer of sites out of it.
const onSite = 1e-9

// Runs are the sites in a shape, by i, then by j, then upwards. Columns are cut by the surface
// exactly. Sites on the surface are decided by the points beside them (Perturbation).
func Runs(s Shape, l Lattice) []Run { return RunsAt(s, l, nil) }

// RunsAt are the same where columns are shifted sideways: at gives the place of a column from that
// of the lattice, in whose plane z = 0 both are.
func RunsAt(s Shape, l Lattice, at func(Vec) Vec) []Run {
	l = l.perturbed()
	return columns(l, func(i int, dst []Run) []Run {
		var buffer [16]Interval
		for j := range l.N[1] {
			from := l.At(i, j, 0)
			from[2] = 0
			if at != nil {
				from = at(from)
			}
			begin := len(dst)
			for _, in := range s.Along(from, Vec{0, 0, 1}, buffer[:0]) {
				low := l.first(in.Low)
				if n := len(dst); n > begin {
					low = max(low, dst[n-1].High)
				}
				if high := l.last(in.High); high > low {
					dst = append(dst, Run{i, j, low, high})
				}
			}
		}
		return dst
	})
}

// first is the first site of a column not below z; last is that behind the last one not above z.
func (l *Lattice) first(z float64) int {
	return int(min(max(math.Ceil((z-l.Origin[2])/l.Step[2]-0.5-onSite), 0), float64(l.N[2])))
}

func (l *Lattice) last(z float64) int {
	return int(min(max(math.Floor((z-l.Origin[2])/l.Step[2]-0.5+onSite)+1, 0), float64(l.N[2])))
}

// Site is a site near a surface.
type Site struct {
	At      [3]int // indices along x, y, z
	Surface        // the nearest point of the surface, as the site sees it
}

// Near are the sites whose distance to the surface of a shape is between two distances [m],
// negative ones being inside, by i, then by j, then upwards. Walls of a depth d are Near(walls, l,
// -d, 0). The distance is that of the point beside the site (Perturbation).
func Near(s Shape, l Lattice, least, most float64) []Site {
	const ahead = 6 // spacings: how far a site is asked beyond what is near, so as to leave out others
	l = l.perturbed()
	step := l.Step[2]
	reach := max(math.Abs(least), math.Abs(most)) + onSite*step
	bounds := s.Bounds().Grown(reach)
	return columns(l, func(i int, dst []Site) []Site {
		for j := range l.N[1] {
			x := l.At(i, j, 0)
			if x[0] < bounds.Min[0] || x[0] > bounds.Max[0] || x[1] < bounds.Min[1] || x[1] > bounds.Max[1] {
				continue
			}
			low, high := l.first(bounds.Min[2]), l.last(bounds.Max[2])
			for k := low; k < high; {
				x[2] = l.along(2, k)
				n, ok := s.Nearest(x, reach+ahead*step)
				if !ok {
					k += ahead + 1
					continue
				}
				// The distance changes by a spacing a spacing at most.
				gap := max(least-n.Distance, n.Distance-most) / step
				if gap <= onSite {
					dst = append(dst, Site{[3]int{i, j, k}, n})
				}
				k += max(1, int(math.Ceil(gap-onSite)))
			}
		}
		return dst
	})
}

// Without is runs less some sites, which come in the order of Near: the fluid outside of
// walls, less what is too close to them.
func Without(runs []Run, less []Site) (rest []Run) {
	order := func(i, j, k int, s *Site) int {
		return cmp.Or(cmp.Compare(s.At[0], i), cmp.Compare(s.At[1], j), cmp.Compare(s.At[2], k))
	}
	for _, r := range runs {
		for len(less) > 0 && order(r.I, r.J, r.Low, &less[0]) < 0 {
			less = less[1:]
		}
		for len(less) > 0 && order(r.I, r.J, r.High, &less[0]) < 0 {
			if k := less[0].At[2]; k > r.Low {
				rest = append(rest, Run{r.I, r.J, r.Low, k})
			}
			r.Low = less[0].At[2] + 1
			less = less[1:]
		}
		if r.Low < r.High {
			rest = append(rest, r)
		}
	}
	return rest
}

// columns collects what all values of i have, in order. All processors work on them.
func columns[T any](l Lattice, collect func(i int, dst []T) []T) []T {
	parts := make([][]T, l.N[0])
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), l.N[0]) {
		wait.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= l.N[0] {
					return
				}
				parts[i] = collect(i, nil)
			}
		})
	}
	wait.Wait()
	return slices.Concat(parts...)
}

// Sets of sites, as runs.

func compareRuns(a, b Run) int {
	return cmp.Or(cmp.Compare(a.I, b.I), cmp.Compare(a.J, b.J), cmp.Compare(a.Low, b.Low))
}

// Unite is the runs of all sites that some lists of runs have.
func Unite(lists ...[]Run) (all []Run) {
	sorted := slices.Concat(lists...)
	slices.SortFunc(sorted, compareRuns)
	for _, r := range sorted {
		if n := len(all); n > 0 && all[n-1].I == r.I && all[n-1].J == r.J && r.Low <= all[n-1].High {
			all[n-1].High = max(all[n-1].High, r.High)
		} else {
			all = append(all, r)
		}
	}
	return all
}

// Less is runs less those sites that others have. Both come in the order of Runs, and no site is in
// two runs of a list.
func Less(runs, others []Run) (rest []Run) {
	for _, r := range runs {
		for len(others) > 0 && (others[0].I < r.I || others[0].I == r.I &&
			(others[0].J < r.J || others[0].J == r.J && others[0].High <= r.Low)) {
			others = others[1:]
		}
		for _, o := range others {
			if o.I != r.I || o.J != r.J || o.Low >= r.High {
				break
			}
			if o.Low > r.Low {
				rest = append(rest, Run{r.I, r.J, r.Low, o.Low})
			}
			r.Low = max(r.Low, o.High)
		}
		if r.Low < r.High {
			rest = append(rest, r)
		}
	}
	return rest
}

// Has reports whether one of some runs, in the order of Runs, has a site.
func Has(runs []Run, i, j, k int) bool {
	at, found := slices.BinarySearchFunc(runs, Run{I: i, J: j, Low: k}, compareRuns)
	if found {
		return true
	}
	return at > 0 && runs[at-1].I == i && runs[at-1].J == j && k < runs[at-1].High
}
