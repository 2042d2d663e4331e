// Package raster counts the particles that a DualSPHysics definition makes. It follows GenCase's
// drawing commands on the lattice of particles at one spacing and gives, for each mk, the number
// of particles and their extents. It shares no code with the converter: it is the converter's
// judge. docs/design/gencase.md has the rules and their sources.
package raster

import (
	"errors"
	"fmt"
	"math"
	"sort"
)

// Kind of a group of particles.
type Kind int

// Kinds in GenCase's order.
const (
	Fixed Kind = iota
	Moving
	Floating
	Fluid
)

// String is the name that GenCase writes.
func (k Kind) String() string {
	return [...]string{"fixed", "moving", "floating", "fluid"}[k]
}

// A Group is the particles of one mk.
type Group struct {
	Mk   int  // number among all groups: mkfluid + first fluid, mkbound + first bound
	Kind Kind // fixed, moving, floating or fluid
	MkOf int  // mkbound or mkfluid number

	Count  int
	Walled int // of fluid: pairs of its nodes and nodes next to them of walls and bodies

	// Extents of the particles' centres and their mean [m]; NaN where they are not known.
	Min, Max, Center [3]float64
}

// Result of a definition.
type Result struct {
	DP     float64 // spacing [m]
	TwoD   bool
	Groups []Group // in the order of Mk

	// Unsupported names the commands that this package does not follow, sorted. There are no
	// Groups then: a partial drawing is no verdict.
	Unsupported []string

	// Approximate names the commands whose surfaces are drawn to within a spacing, since
	// GenCase's rule is not known exactly, sorted.
	Approximate []string
}

// Group with the kind of mk (fluid or not) and its number; nil if there is none.
func (r *Result) Group(fluid bool, mkOf int) *Group {
	for i := range r.Groups {
		if g := &r.Groups[i]; (g.Kind == Fluid) == fluid && g.MkOf == mkOf {
			return g
		}
	}
	return nil
}

// Options of Particles.
type Options struct {
	DP       float64 // another spacing [m]; 0 takes that of the definition
	MaxNodes int     // nodes kept in memory; 0 means 300 million

	// Coarser is the most times by which the spacing may grow, in whole steps, until the drawing
	// is small enough. Result.DP is the spacing that was taken.
	Coarser int
}

// ErrTooLarge is the error of a drawing with too many nodes at its spacing.
var ErrTooLarge = errors.New("too large at dp")

// defaultMaxNodes is 600 MB at two bytes a node.
const defaultMaxNodes = 300_000_000

// Particles rasterises the drawing commands of a GenCase definition at its spacing.
func Particles(xml []byte, options Options) (Result, error) {
	root, err := parse(xml)
	if err != nil {
		return Result{}, err
	}
	if options.MaxNodes == 0 {
		options.MaxNodes = defaultMaxNodes
	}
	var d *drawer
	for times := 1; ; times++ {
		if d, err = newDrawer(root, options, float64(times)); err == nil {
			err = d.draw()
		}
		if !errors.Is(err, ErrTooLarge) || times >= options.Coarser {
			break
		}
	}
	if err != nil {
		return Result{}, err
	}
	result := Result{DP: d.lat.dp, TwoD: d.twoD,
		Unsupported: sortedKeys(d.unsupported), Approximate: sortedKeys(d.approximate)}
	if len(result.Unsupported) == 0 {
		result.Groups = d.groups()
	}
	return result, nil
}

// groups counts the drawing by mk.
func (d *drawer) groups() []Group {
	kinds := kindsOf(d.root)
	walled := d.walled()
	var groups []Group
	for code, extent := range d.lat.count(len(d.marks)) {
		if code == 0 || extent.count == 0 {
			continue
		}
		m := d.marks[code]
		g := Group{Mk: d.firstFluid + m.number, Kind: Fluid, MkOf: m.number, Count: extent.count,
			Walled: walled[code]}
		if m.bound {
			g.Mk, g.Kind = d.firstBound+m.number, kinds[m.number]
		}
		for a := range 3 {
			g.Min[a] = d.lat.at(a, extent.min[a])
			g.Max[a] = d.lat.at(a, extent.max[a])
			g.Center[a] = d.lat.origin[a] + d.lat.dp*extent.sum[a]/float64(extent.count)
		}
		groups = append(groups, g)
	}
	sort.Slice(groups, func(i, j int) bool { return groups[i].Mk < groups[j].Mk })
	return groups
}

// walled counts, by the code of fluid, the pairs of its nodes and nodes of walls next to them.
func (d *drawer) walled() []int {
	all := make([]int, len(d.marks))
	for number, p := range d.lat.pages {
		for at, code := range p {
			if code == 0 || d.marks[code].bound {
				continue
			}
			whole := number*page + at
			row := whole / d.lat.n[0]
			node := [3]int{whole % d.lat.n[0], row % d.lat.n[1], row / d.lat.n[1]}
			for k := range 6 {
				next := node
				next[k/2] += 2*(k%2) - 1
				if d.lat.inside(next[0], next[1], next[2]) {
					if of := d.lat.get(next[0], next[1], next[2]); of != 0 && d.marks[of].bound {
						all[code]++
					}
				}
			}
		}
	}
	return all
}

func sortedKeys(m map[string]bool) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// A lineError is a fault of the definition with its line.
func lineError(n *node, format string, args ...any) error {
	return fmt.Errorf("line %d: <%s>: %s", n.line, n.name, fmt.Sprintf(format, args...))
}

var nan = math.NaN()
