package problems

import (
	"math"

	"gpusph/internal/casefile"
)

// normalDepth is the depth [m] and the mean velocity [m/s] of uniform flow in a channel with a
// rectangular section, by Manning's formula,
//
//	Q = A R^(2/3) √S / n,
//
// where R is A over the wetted perimeter. In two dimensions the channel is wide: R is the depth,
// and Q is per width.
func normalDepth(n *casefile.NormalDepth, dim int) (depth, speed float64) {
	if dim == 2 {
		depth = math.Pow(n.Manning*n.Discharge/math.Sqrt(n.Slope), 0.6)
		return depth, n.Discharge / depth
	}
	flow := func(h float64) float64 {
		area := n.Width * h
		return area * math.Pow(area/(n.Width+2*h), 2.0/3) * math.Sqrt(n.Slope) / n.Manning
	}
	low, high := 0.0, 1.0
	for flow(high) < n.Discharge && high < 1e9 {
		high *= 2
	}
	for range 200 {
		if middle := (low + high) / 2; flow(middle) < n.Discharge {
			low = middle
		} else {
			high = middle
		}
	}
	return high, n.Discharge / (n.Width * high)
}
