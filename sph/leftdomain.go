package sph

// LeftDomain counts the particles that have left the domain since the beginning, also those that
// are removed, by kind: fluid by its material, and then walls by their body. Body 0 is walls of no
// body.
type LeftDomain [MaxMaterials + MaxBodies + 1]int

// Add adds other counts.
func (l *LeftDomain) Add(other *LeftDomain) {
	for k, n := range other {
		l[k] += n
	}
}

// Total counts particles of all kinds.
func (l *LeftDomain) Total() int { return sum(l[:]) }

// Fluid counts those of the fluid, and Walls the others.
func (l *LeftDomain) Fluid() int { return sum(l[:MaxMaterials]) }
func (l *LeftDomain) Walls() int { return sum(l[MaxMaterials:]) }

// OfBody counts those of a body, from 1 on, and of walls of none for 0.
func (l *LeftDomain) OfBody(body int) int { return l[MaxMaterials+body] }

func sum(numbers []int) (n int) {
	for _, k := range numbers {
		n += k
	}
	return n
}
