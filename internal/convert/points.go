package convert

// Single particles of walls, which definitions draw far from all fluid to make the domain larger.

import "slices"

// drawnPoint is a particle of a wall.
type drawnPoint struct {
	from *element
	at   vec
}

func (r *reader) drawPoint(e *element) error {
	x, err := r.point(e)
	if err != nil {
		return err
	}
	if x = r.painter.matrix.of(x); !r.plane || r.nodeOf(1, x[1]) == r.nodeOf(1, r.planeY) {
		r.drawnPoints = append(r.drawnPoints, drawnPoint{e, tidied(x)})
	}
	return nil
}

// pointsFar is how far from fluid a single particle does nothing to it at first [spacings].
const pointsFar = 4

// singlePoints notes single particles: one that fluid is next to at first would be a wall.
func (r *reader) singlePoints() {
	for _, p := range r.drawnPoints {
		near := extent{p.at, p.at}.grow(pointsFar * r.dp)
		if slices.ContainsFunc(r.levels, func(l level) bool { return l.extent.overlaps(near, 0) }) {
			r.skip(p.from, "%s", notDrawn["drawpoint"])
			continue
		}
		r.inform(p.from, "a single particle far from all fluid only makes the domain larger, "+
			"as room does")
	}
}
