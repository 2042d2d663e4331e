package scene

import (
	"fmt"
	"math"

	"gpusph/sph"
)

// WideAxis is the axis along which a scene with images is wider. Slices of such
// a flow are perpendicular to it, so that each width has as many.
const WideAxis sph.Axis = 1

// widths is how many times as wide as the scene its flow is.
func (s *Scene) widths() int { return 1 + s.Images }

// checkImages returns an error if images of the flow would not go on as the flow does: what acts on
// them is an image, too, if gravity has no part along WideAxis and the frame turns about it.
func (s *Scene) checkImages(c *sph.Case) error {
	if s.Images == 0 {
		return nil
	}
	along := c.Params.Gravity[WideAxis] != 0
	for _, g := range c.Gravity.Values {
		along = along || g[WideAxis] != 0
	}
	for a, x := range c.RotatingFrame.Axis {
		along = along || sph.Axis(a) != WideAxis && x != 0
	}
	if along {
		return fmt.Errorf("%s cannot be %d times as wide: each width is a mirror image along %v, but gravity has a part along it, or the frame turns about another axis; use --widths 1", c.Name, s.widths(), WideAxis)
	}
	return nil
}

// Whole is the tank with the images.
func (s *Scene) Whole() Box {
	b := s.Tank
	b.Max[WideAxis] += float64(s.Images) * s.Tank.Size(int(WideAxis))
	return b
}

// fold takes a point of the whole tank to where it is an image of.
func (s *Scene) fold(x [3]float64) [3]float64 {
	const a = WideAxis
	size := s.Tank.Size(int(a))
	k := min(int(math.Floor((x[a]-s.Tank.Min[a])/size)), s.Images)
	if k > 0 {
		x[a] -= float64(k) * size
		if k%2 == 1 {
			x[a] = s.Tank.Min[a] + s.Tank.Max[a] - x[a]
		}
	}
	return x
}

// Folded takes a place to the one of the first width that it is an image of, and along periodic
// axes into the domain.
func (s *Scene) Folded(x [3]float64) [3]float64 {
	for a, periodic := range s.Periodic {
		if size := s.Whole().Size(a); periodic && size > 0 {
			x[a] -= size * math.Floor((x[a]-s.Whole().Min[a])/size)
		}
	}
	return s.fold(x)
}

// addImages adds the images of all particles. No particle is too close to an
// image of another, since its own image would be closer.
func (s *Scene) addImages(q *sph.Particles) {
	const a = WideAxis
	n := q.Len()
	for k := 1; k <= s.Images; k++ {
		for i := range n {
			x := q.Position[i]
			if k%2 == 1 {
				x[a] = s.Tank.Min[a] + s.Tank.Max[a] - x[a]
			}
			x[a] += float64(k) * s.Tank.Size(int(a))
			q.Add(x, q.Type[i], 0) // forces are measured in the first width
			q.RelDensity[q.Len()-1] = q.RelDensity[i]
		}
	}
}
