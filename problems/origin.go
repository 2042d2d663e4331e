package problems

import (
	"fmt"

	"gpusph/internal/text"
)

// origin is where the coordinates of a scene begin on the map [m]. A scene is computed in its own coordinates; what
// people read is told in those of the map.
type origin [3]float64

// metres is a point for people.
func (o origin) metres(x [3]float64) string {
	return fmt.Sprintf("(%s, %s, %s) m", o.number(0, x[0]), o.number(1, x[1]), o.number(2, x[2]))
}

// point is one without a unit.
func (o origin) point(x [3]float64) string {
	return fmt.Sprintf("(%s, %s, %s)", o.number(0, x[0]), o.number(1, x[1]), o.number(2, x[2]))
}

// number is a coordinate to four digits of its distance from the origin.
func (o origin) number(axis int, x float64) string { return text.Coordinate(o[axis], x) }

// exact is a coordinate as it was typed.
func (o origin) exact(axis int, x float64) string { return text.Exact(text.Sum(o[axis], x)) }
