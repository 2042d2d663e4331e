package convert

// Faces that are drawn without what is in them.

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gpusph/internal/casefile"
)

// face is a set of the faces of a box, a bit for each side, in the order of sides; solid is what is
// in it, too.
type face int

const (
	solid     face = 1 << 6
	everyFace face = 1<<6 - 1
)

// sides of boxes have names here and there.
var sides = [6]string{"xmin", "xmax", "ymin", "ymax", "zmin", "zmax"}

var faceWords = map[string]face{"left": 1, "right": 2, "front": 4, "back": 8, "bottom": 16,
	"top": 32, "all": everyFace, "solid": solid | everyFace}

// facesOf are those of words as "all ^ top", or "left | right".
func facesOf(e *element) (face, error) {
	if e == nil {
		return solid | everyFace, nil
	}
	var faces face
	words, operator := e.text, byte('|')
	for {
		end := strings.IndexAny(words, "|^")
		word := words
		if end >= 0 {
			word = words[:end]
		}
		f, ok := faceWords[strings.ToLower(strings.TrimSpace(word))]
		if !ok {
			return 0, fmt.Errorf("boxfill is %q, but faces are solid, all, left, right, front, back, "+
				"bottom and top", strings.TrimSpace(e.text))
		}
		if operator == '|' {
			faces |= f
		} else {
			faces &^= f
		}
		if end < 0 {
			return faces, nil
		}
		operator, words = words[end], words[end+1:]
	}
}

// skin is faces with layers of particles, whose places are in spacings outwards from the face.
type skin struct {
	faces     face
	box       extent // of a box, before the matrix
	matrix    affine
	mask      int     // ends of a cylinder that are open: 1 and 2; 4 is its side
	sheath    *sheath // of a prism
	given     bool
	low, high float64 // first and last layer, if given
	least     float64 // layers of a wall
	grown     float64 // layers that were drawn around it
}

// layersLeast is how many layers a wall has at least.
const layersLeast = 3

// layers is how many layers a wall must have, so that fluid does not feel what is behind it: the
// kernel reaches two smoothing lengths.
func (r *reader) layers() float64 {
	return max(layersLeast, math.Ceil(2*r.hFactor()-1e-6))
}

// skinOf is that of an element with faces, or nil if it is solid.
func (r *reader) skinOf(e *element, faces face) (*skin, error) {
	if faces&solid != 0 && r.painter.mode != "face" {
		if layers := e.child("layers"); layers != nil {
			r.near(layers, "a solid has none; it is as large as its box")
		}
		return nil, nil
	}
	s := &skin{faces: faces & everyFace, matrix: identity, least: r.layers()}
	if s.faces == 0 {
		return nil, errors.New("it has no faces in the limits of the lattice")
	}
	layers := e.child("layers")
	if layers == nil {
		return s, nil
	}
	s.given, s.low, s.high = true, math.Inf(1), math.Inf(-1)
	for word := range strings.SplitSeq(layers.value("vdp"), ",") {
		word = strings.TrimSpace(word)
		x, err := strconv.ParseFloat(strings.TrimSuffix(word, "*"), 64)
		if err != nil || !(math.Abs(x) < 1000) {
			return nil, fmt.Errorf("the place of a layer is %q, but must be a number of spacings", word)
		}
		s.low, s.high = min(s.low, x), max(s.high, x)
	}
	return s, nil
}

// reach is from where to where the wall is, in spacings outwards from the face: outwards if fluid
// is in it, else to both sides.
func (s *skin) reach(holds bool) (from, to float64) {
	from, to = s.drawn(holds)
	return from - s.grown, to + s.grown
}

// drawn is the same without what was drawn around it later.
func (s *skin) drawn(holds bool) (from, to float64) {
	switch {
	case s.given && s.low < 0 && s.high <= 0 && holds: // layers stand for half a spacing to each side
		return s.low - 0.5, max(s.high+0.5, s.low-0.5+s.least)
	case s.given && s.low < 0 && s.high <= 0:
		return min(s.low-0.5, s.high+0.5-s.least), s.high + 0.5
	case s.given && s.low < 0:
		from, to = s.low-0.5, s.high+0.5
	case s.given:
		from, to = math.Floor(s.low), math.Floor(s.high)+1
	case holds:
		return 0, s.least
	default:
		return -0.5 * layersLeast, 0.5 * layersLeast
	}
	return from, max(to, from+s.least)
}

// plates are thin boxes at the faces. They are as long as it takes to close the edges between them.
func (s *skin) plates(dp float64, holds bool) []extent {
	from, to := s.reach(holds)
	var all []extent
	for k := range 6 {
		if s.faces>>k&1 == 0 {
			continue
		}
		plate := s.box
		for j := range 6 { // outwards at the edges, where there is another face
			if s.faces>>j&1 == 1 && j/2 != k/2 {
				*side(&plate, j) += outwards(j) * to * dp
			}
		}
		at := *side(&s.box, k)
		a, b := at+outwards(k)*from*dp, at+outwards(k)*to*dp
		plate.low[k/2], plate.high[k/2] = min(a, b), max(a, b)
		all = append(all, plate)
	}
	return all
}

// side is one of the six numbers of a box.
func side(e *extent, k int) *float64 {
	if k%2 == 0 {
		return &e.low[k/2]
	}
	return &e.high[k/2]
}

func outwards(k int) float64 { return float64(2*(k%2) - 1) }

// shell is the shape of the wall of a skin.
func (i *item) shell(dp float64, holds bool) (casefile.Shape, error) {
	s := i.skin
	from, to := s.reach(holds)
	switch {
	case i.shape.Sphere != nil && i.shape.Sphere.Radius+from*dp > 0:
		inner, outer := *i.shape.Sphere, *i.shape.Sphere
		inner.Radius, outer.Radius = tidy(inner.Radius+from*dp), tidy(outer.Radius+to*dp)
		return casefile.Shape{Difference: []casefile.Shape{{Sphere: &outer}, {Sphere: &inner}}}, nil
	case i.shape.Cylinder != nil && i.shape.Cylinder.Radius+from*dp > 0:
		return i.tube(from*dp, to*dp)
	case s.box == (extent{}):
		return casefile.Shape{}, errors.New("its faces cannot be given a thickness; use a mesh (STL)")
	}
	var parts []casefile.Shape
	for _, plate := range s.plates(dp, holds) {
		parts = append(parts, plate.box())
	}
	shape := parts[0]
	if len(parts) > 1 {
		shape = casefile.Shape{Union: parts}
	}
	return s.matrix.place(shape)
}

// tube is the wall of a cylinder, with the ends that are not open [m].
func (i *item) tube(from, to float64) (casefile.Shape, error) {
	c, mask := i.shape.Cylinder, i.skin.mask
	if mask&4 != 0 {
		return casefile.Shape{}, errors.New("a cylinder without its side is no wall; use two cylinders")
	}
	d := minus(c.To, c.From)
	length := math.Sqrt(dot(d, d))
	end := func(at vec, by float64) vec {
		for k := range 3 {
			at[k] += d[k] / length * by
		}
		return tidied(at)
	}
	outer := casefile.Cylinder{From: c.From, To: c.To, Radius: tidy(c.Radius + to)}
	inner := casefile.Cylinder{From: end(c.From, -to), To: end(c.To, to),
		Radius: tidy(c.Radius + from)}
	if mask&1 == 0 {
		outer.From, inner.From = end(c.From, -to), end(c.From, -from)
	}
	if mask&2 == 0 {
		outer.To, inner.To = end(c.To, to), end(c.To, from)
	}
	return casefile.Shape{Difference: []casefile.Shape{{Cylinder: &outer}, {Cylinder: &inner}}}, nil
}

// open cuts the faces of a void out of faces that were drawn at the same place.
func (r *reader) open(i *item) error {
	found := false
	for _, before := range r.painter.items {
		if before.skin != nil && before.stuff == bound && before.skin.sheath.lack(i.skin.sheath) {
			found = true
		}
		if before.skin != nil && before.stuff == bound && sameBox(before.skin, i.skin, 0.5*r.dp) {
			before.skin.faces &^= i.skin.faces
			found = true
		}
	}
	if h, is := r.pierce(i); !found && is {
		r.painter.holes = append(r.painter.holes, h)
		found = true
	}
	if !found {
		return errors.New("it opens no faces that were drawn as those of the same box")
	}
	return nil
}

// sameBox reports whether two skins are of the same box.
func sameBox(a, b *skin, slack float64) bool {
	return a.box != (extent{}) && b.box != (extent{}) && a.matrix == b.matrix &&
		a.box.inside(b.box, slack) && b.box.inside(a.box, slack)
}
