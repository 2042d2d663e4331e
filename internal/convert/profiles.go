package convert

// Profiles of velocities at first. Fluid that has one is divided into layers of a spacing, each
// with the velocity at its middle.

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gpusph/internal/casefile"
)

// layersMost is how many layers a fluid is divided into at most.
const layersMost = 60

// profile takes a velocity that is a linear or a parabolic function of z.
func (r *reader) profile(e *element) error {
	v, err := r.velocityOverZ(e)
	if err != nil {
		return err
	}
	along, err := r.point(e.child("direction"))
	if err != nil {
		return err
	}
	length := math.Sqrt(dot(along, along))
	if length == 0 {
		return errors.New("its direction has no length")
	}
	marks, err := numbers(e.value("mkfluid"))
	if err != nil {
		return fmt.Errorf("mkfluid: %w", err)
	}
	found := false
	for k := len(r.c.Fluids) - 1; k >= 0; k-- {
		if !slices.Contains(marks, r.levels[k].mk) {
			continue
		}
		found = true
		layers, err := r.layersOf(k, func(z float64) vec {
			return tidied(vec{along[0] / length * v(z), along[1] / length * v(z), along[2] / length * v(z)})
		})
		if err != nil {
			return err
		}
		of := r.levels[k]
		r.c.Fluids = slices.Replace(r.c.Fluids, k, k+1, layers...)
		r.levels = slices.Replace(r.levels, k, k+1, slices.Repeat([]level{of}, len(layers))...)
	}
	if !found {
		return fmt.Errorf("there is no fluid with mkfluid %s", e.value("mkfluid"))
	}
	return nil
}

// velocityOverZ is the function of z [m/s] through two or three points.
func (r *reader) velocityOverZ(e *element) (func(z float64) float64, error) {
	n, of := 3, e.child("velocity3")
	if of == nil {
		n, of = 2, e.child("velocity2")
	}
	if of == nil {
		return nil, errors.New("it has no <velocity>, <velocity2> or <velocity3>")
	}
	v, z := make([]float64, n), make([]float64, n)
	for k := range n {
		suffix := ""
		if k > 0 {
			suffix = strconv.Itoa(k + 1)
		}
		var err error
		if v[k], err = r.number(of, "v"+suffix); err == nil {
			z[k], err = r.number(of, "z"+suffix)
		}
		if err != nil {
			return nil, fmt.Errorf("<%s>: %w", of.name, err)
		}
		if k > 0 && slices.Contains(z[:k], z[k]) {
			return nil, fmt.Errorf("<%s> has two velocities at z = %g m", of.name, z[k])
		}
	}
	return func(x float64) (sum float64) { // Lagrange's polynomial
		for k := range n {
			part := v[k]
			for j := range n {
				if j != k {
					part *= (x - z[j]) / (z[k] - z[j])
				}
			}
			sum += part
		}
		return sum
	}, nil
}

// layersOf are the layers of a fluid, each between two planes of the lattice.
func (r *reader) layersOf(k int, v func(z float64) vec) (all []casefile.Fluid, err error) {
	f, of := r.c.Fluids[k], r.levels[k].extent
	low, high := of.low[2], of.high[2]
	plane := func(n float64) float64 { return r.domain.low[2] + n*r.dp }
	first := math.Floor((low-r.domain.low[2])/r.dp + 1e-6)
	count := int(math.Ceil((high-r.domain.low[2])/r.dp-1e-6) - first)
	if count > layersMost {
		return nil, fmt.Errorf("its velocity differs from layer to layer, of which it has %d, and the "+
			"fluid becomes one of each, %d at most; use a larger dp", count, layersMost)
	}
	for n := range count {
		layer := f
		layer.Name = fmt.Sprintf("%s-layer%d", f.Name, n+1)
		box := of
		box.low[2], box.high[2] = max(low, plane(first+float64(n))), min(high, plane(first+float64(n)+1))
		speed := v((box.low[2] + box.high[2]) / 2)
		layer.Velocity = &speed
		switch b := f.Box; {
		case b != nil && f.Scale == nil && f.Rotate == nil && f.Translate == nil:
			layer.Shape = box.box()
		case f.Fill == nil:
			layer.Shape = casefile.Shape{Intersection: []casefile.Shape{f.Shape, box.box()}}
		default:
			return nil, errors.New("a velocity with a profile is that of a fluid that is a shape, and not " +
				"of what fills what is free; draw it as a box")
		}
		if layer.Surface == nil {
			top := high
			layer.Surface = &top
		}
		all = append(all, layer)
	}
	return all, nil
}
