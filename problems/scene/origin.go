package scene

import (
	"fmt"

	"gpusph/internal/text"
)

// Origin is where the coordinates of a scene begin on the map [m]. A scene is computed in its own
// coordinates; what people read is told in those of the map.
type Origin [3]float64

// Metres is a point for people.
func (o Origin) Metres(x [3]float64) string {
	return fmt.Sprintf("(%s, %s, %s) m", o.Number(0, x[0]), o.Number(1, x[1]), o.Number(2, x[2]))
}

// Point is one without a unit.
func (o Origin) Point(x [3]float64) string {
	return fmt.Sprintf("(%s, %s, %s)", o.Number(0, x[0]), o.Number(1, x[1]), o.Number(2, x[2]))
}

// Number is a coordinate to four digits of its distance from the origin.
func (o Origin) Number(axis int, x float64) string { return text.Coordinate(o[axis], x) }

// Exact is a coordinate as it was typed.
func (o Origin) Exact(axis int, x float64) string { return text.Exact(text.Sum(o[axis], x)) }
