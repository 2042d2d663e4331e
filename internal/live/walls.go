package live

import (
	"encoding/binary"
	"math"

	"gpusph/sph"
)

// wallParticles are those that stay where they are.
type wallParticles struct {
	at   [][3]float32 // [m]
	body []uint8
}

// mostLookedAt is of how many walls the surface is looked for.
const mostLookedAt = 2 << 20

// message is a message with at most n of them, those of their surface if these can be found: kind
// and number (uint32 each), places [m] (3 float32 each), bodies (uint8 each).
func (w *wallParticles) message(spacing float64, most int) []byte {
	chosen := w.surface(spacing)
	every := max(1, (len(chosen)+most-1)/max(most, 1))
	n := 0
	for group := 0; group*every < len(chosen); group++ {
		if i := group*every + int(sph.Taken(uint32(group), uint32(every))); i < len(chosen) {
			chosen[n] = chosen[i] // group <= i
			n++
		}
	}
	m := make([]byte, 8+13*n)
	binary.LittleEndian.PutUint32(m, wallsKind)
	binary.LittleEndian.PutUint32(m[4:], uint32(n))
	for k, i := range chosen[:n] {
		for a, x := range w.at[i] {
			binary.LittleEndian.PutUint32(m[8+12*k+4*a:], math.Float32bits(x))
		}
		m[8+12*n+k] = w.body[i]
	}
	return m
}

// surface is which of them have no wall beside them, along some axis: walls are some layers deep,
// and all of them would be too many to see anything.
func (w *wallParticles) surface(spacing float64) (all []int) {
	if len(w.at) > mostLookedAt || !(spacing > 0) {
		for i := range w.at {
			all = append(all, i)
		}
		return all
	}
	type cell [3]int32
	cells := make(map[cell]struct{}, len(w.at))
	of := func(x [3]float32) (c cell) {
		for a := range 3 {
			c[a] = int32(math.Floor(float64(x[a]) / spacing))
		}
		return c
	}
	for _, x := range w.at {
		cells[of(x)] = struct{}{}
	}
	for i, x := range w.at {
		c := of(x)
		for k := range 6 {
			beside := c
			beside[k/2] += int32(2*(k%2) - 1)
			if _, there := cells[beside]; !there {
				all = append(all, i)
				break
			}
		}
	}
	return all
}

// wallsOfCase are those of a case.
func wallsOfCase(c *sph.Case) *wallParticles {
	w := &wallParticles{}
	for id, x := range c.Particles.Position {
		if !c.Moves(id) {
			w.at = append(w.at, [3]float32{float32(x[0]), float32(x[1]), float32(x[2])})
			w.body = append(w.body, c.Particles.Body[id])
		}
	}
	return w
}

// movingBodies are those of a case that have a motion.
func movingBodies(c *sph.Case) map[uint8]bool {
	moving := map[uint8]bool{}
	for i := range c.Bodies {
		if c.Bodies[i].Moves() {
			moving[uint8(i+1)] = true
		}
	}
	return moving
}

// movedBodies are those with a wall that is elsewhere in a snapshot than in an earlier one.
func movedBodies(first, last *sph.Snapshot) map[uint8]bool {
	was, moved := map[uint32][3]float32{}, map[uint8]bool{}
	if len(first.ID) > 1 && first.ID[0] == first.ID[1] { // the files have no ids
		return nil
	}
	for i, body := range first.Body {
		if first.Type[i] == sph.Wall && body > 0 {
			was[first.ID[i]] = first.Position[i]
		}
	}
	for i, body := range last.Body {
		if at, ok := was[last.ID[i]]; ok && last.Type[i] == sph.Wall && body > 0 &&
			at != last.Position[i] {
			moved[body] = true
		}
	}
	return moved
}

// wallsOfSnapshot are those of a snapshot, but for bodies that move.
func wallsOfSnapshot(s *sph.Snapshot, moves map[uint8]bool) *wallParticles {
	w := &wallParticles{}
	for i, t := range s.Type {
		if t == sph.Wall && !moves[s.Body[i]] {
			w.at, w.body = append(w.at, s.Position[i]), append(w.body, s.Body[i])
		}
	}
	return w
}
