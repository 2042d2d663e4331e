package lattice

import (
	"math"
	"slices"
)

const (
	Populations = 37 // velocities of a site
	Reach       = 3  // cells that a population moves in a step, at most
	Shells      = 8  // of velocities with the same distance
)

// WallExcess bounds what the rows behind a wall have beyond its state: velocity along it
// [cells/step], and temperature as a part of the wall's. Smooth flows stay below. Without it thin
// layers, which a few rows do not resolve, grow at walls until the flow is no longer a number.
const WallExcess = 0.02

// distances are the squares of the distances of the shells [cells²].
var distances = [Shells]int{0, 1, 2, 4, 5, 8, 9, 10}

// velocities are all integer vectors of these distances, by distance and then by angle from the
// x axis, counterclockwise from 0. So the opposite of a velocity is half a shell further.
func velocities() (all [Populations][2]int, starts [Shells + 1]int) {
	n := 0
	for s, square := range distances {
		starts[s] = n
		for y := -Reach; y <= Reach; y++ {
			for x := -Reach; x <= Reach; x++ {
				if x*x+y*y == square {
					all[n] = [2]int{x, y}
					n++
				}
			}
		}
		slices.SortFunc(all[starts[s]:n], func(a, b [2]int) int {
			if angle(a) < angle(b) {
				return -1
			}
			return 1
		})
	}
	starts[Shells] = n
	return all, starts
}

// angle is that of a vector from the x axis [rad], from 0 to before 2π.
func angle(c [2]int) float64 {
	a := math.Atan2(float64(c[1]), float64(c[0]))
	if a < 0 {
		a += 2 * math.Pi
	}
	return a
}
