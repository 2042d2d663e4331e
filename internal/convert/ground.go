package convert

// Grids of heights: what is added at their sides, and heights between their nodes.

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// expand adds columns or rows at a side: a slope to a height, and then another one.
func (r *reader) expand(e *element, g *ground) error {
	side := slices.Index(sides[:4], e.name)
	if side < 0 {
		return fmt.Errorf("<%s> is not known here", e.name)
	}
	for _, n := range []string{"", "2"} {
		if e.value("size"+n) == "" {
			continue
		}
		size, err := r.number(e, "size"+n)
		if err != nil {
			return err
		}
		if !(size > 0) {
			return fmt.Errorf("<%s>: its size is %g m, but must be above 0", e.name, size)
		}
		z, err := r.optional(e, "z"+n, math.NaN())
		if err != nil {
			return err
		}
		g.add(side, size, z)
	}
	return nil
}

// add adds a column or a row at a side [m]; NaN goes on with the heights there.
func (g *ground) add(side int, size, z float64) {
	height := func(was float64) float64 {
		if math.IsNaN(z) {
			return was
		}
		return z
	}
	switch side {
	case 0, 1:
		for k, row := range g.z {
			if side == 0 {
				g.z[k] = slices.Insert(row, 0, height(row[0]))
			} else {
				g.z[k] = append(row, height(row[len(row)-1]))
			}
		}
	default:
		edge := g.z[0]
		if side == 3 {
			edge = g.z[len(g.z)-1]
		}
		row := slices.Clone(edge)
		for k := range row {
			row[k] = height(row[k])
		}
		if side == 2 {
			g.z = slices.Insert(g.z, 0, row)
		} else {
			g.z = append(g.z, row)
		}
	}
	to := []*[]float64{&g.x, &g.y}[side/2]
	if side%2 == 0 {
		*to = slices.Insert(*to, 0, (*to)[0]-size)
	} else {
		*to = append(*to, (*to)[len(*to)-1]+size)
	}
}

// rampEnds makes both ends along an axis the same, with slopes to what is between them.
func (r *reader) rampEnds(e *element, g *ground) error {
	ramp, err := r.optional(e, "rampwidth", 0)
	flat, also := r.optional(e, "flatwidth", 0)
	if err := errors.Join(err, also); err != nil {
		return err
	}
	alongX := e.name == "periodicx"
	places := g.y
	if alongX {
		places = g.x
	}
	last := len(places) - 1
	at := func(k, other int) *float64 {
		if alongX {
			return &g.z[other][k]
		}
		return &g.z[k][other]
	}
	others := len(g.z)
	if !alongX {
		others = len(g.x)
	}
	for other := range others {
		middle := (*at(0, other) + *at(last, other)) / 2
		for k, x := range places {
			part := 1.0
			if beyond := min(x-places[0], places[last]-x) - flat; beyond <= 0 {
				part = 0
			} else if ramp > 0 {
				part = min(beyond/ramp, 1)
			}
			z := at(k, other)
			*z = middle + part*(*z-middle)
		}
	}
	return nil
}

func (g *ground) shift(by vec) {
	for k := range g.x {
		g.x[k] += by[0]
	}
	for k := range g.y {
		g.y[k] += by[1]
		for i := range g.z[k] {
			g.z[k][i] += by[2]
		}
	}
}

// height is that of the ground at a place, as far as it has one: NaN is beyond it.
func (g *ground) height(x, y float64) float64 {
	i, part := cellOf(g.x, x)
	j, up := cellOf(g.y, y)
	if i < 0 || j < 0 {
		return math.NaN()
	}
	low := g.z[j][i] + part*(g.z[j][i+1]-g.z[j][i])
	return low + up*(g.z[j+1][i]+part*(g.z[j+1][i+1]-g.z[j+1][i])-low)
}

// cellOf is the cell of a place, and which part of it comes before.
func cellOf(places []float64, x float64) (k int, part float64) {
	last := len(places) - 1
	if x < places[0] || x > places[last] {
		return -1, 0
	}
	k = min(max(sortedBefore(places, x), 0), last-1)
	return k, (x - places[k]) / (places[k+1] - places[k])
}
