package live

import (
	"encoding/binary"
	"math"
)

// curvesMessage is a message with curves, which comes before the frame that it belongs to: kind and
// number of curves (uint32 each), number of points of each (uint32 each), points [m] (3 float32
// each). It is nil without curves.
func curvesMessage(curves [][][3]float32) (m []byte) {
	if len(curves) == 0 {
		return nil
	}
	word := func(x uint32) { m = binary.LittleEndian.AppendUint32(m, x) }
	word(curvesKind)
	word(uint32(len(curves)))
	for _, points := range curves {
		word(uint32(len(points)))
	}
	for _, points := range curves {
		for _, x := range points {
			for _, along := range x {
				word(math.Float32bits(along))
			}
		}
	}
	return m
}
