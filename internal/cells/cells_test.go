package cells_test

import (
	"slices"
	"testing"

	"gpusph/internal/cells"
)

// What is nearer than a width is visited, on either side of 0, and what is two widths off is not.
func TestAround(t *testing.T) {
	at := [][3]float64{{-0.05, 0, 0}, {0.1, 0.1, 0.1}, {-2.5, 0, 0}, {0, 0, 2.5}}
	c := cells.New(len(at), 1, func(k int) [3]float64 { return at[k] })
	c.Add(9, [3]float64{0.9, -0.9, 0.9})
	var got []int
	c.Around([3]float64{0.2, 0.2, 0.2}, func(k int) { got = append(got, k) })
	if slices.Sort(got); !slices.Equal(got, []int{0, 1, 9}) {
		t.Errorf("around are %v", got)
	}
}
