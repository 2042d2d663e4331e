package scaling

import (
	"fmt"

	"gpusph/internal/text"
)

// devicesText is "1 to 6 devices".
func devicesText(points []*Point) string {
	first, last := points[0].N, points[len(points)-1].N
	if first == last {
		return text.Count(first, "device")
	}
	return fmt.Sprintf("%d to %s", first, text.Count(last, "device"))
}
