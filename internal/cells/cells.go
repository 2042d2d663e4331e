// Package cells finds things near a place by cells.
package cells

import "math"

// Cells are things by cells of a given width.
type Cells struct {
	width float64
	of    map[[3]int][]int
}

// New has things from 0 to n - 1, each at a place.
func New(n int, width float64, at func(k int) [3]float64) Cells {
	c := Empty(width)
	for k := range n {
		c.Add(k, at(k))
	}
	return c
}

// Empty has nothing yet.
func Empty(width float64) Cells { return Cells{width, map[[3]int][]int{}} }

// Add adds a thing at a place.
func (c *Cells) Add(k int, x [3]float64) {
	cell := c.cell(x)
	c.of[cell] = append(c.of[cell], k)
}

func (c *Cells) cell(x [3]float64) (k [3]int) {
	for a := range 3 {
		k[a] = int(math.Floor(x[a] / c.width))
	}
	return k
}

// Around calls visit for what is in the cell of a place and in those beside: all that is nearer
// than a width, and some that is not.
func (c *Cells) Around(x [3]float64, visit func(k int)) {
	at := c.cell(x)
	for n := range 27 {
		for _, k := range c.of[[3]int{at[0] + n%3 - 1, at[1] + n/3%3 - 1, at[2] + n/9 - 1}] {
			visit(k)
		}
	}
}
