package scene

import (
	"math"
	"strings"

	"gpusph/internal/geometry"
	"gpusph/sph"
)

// Pool is a box of water. Its top is the level of the water once its own weight has compressed it.
type Pool struct {
	Name string
	Path string // of its table in a case file, for errors
	Box
	Velocity [3]float64 // at first [m/s]
	Material int        // of Scene.Materials
}

// weight is the part of gravity that points downwards, else 0 [m/s²].
func weight(p *sph.Params) float64 { return max(0, -p.Gravity[2]) }

// relAtHead is ρ/ρ0 - 1 of fluid under a head h [Pa]:
//
//	h = ρ0 ∫ dp/ρ from 0 to p,   (ρ/ρ0)^6 = 1 + 6 h/(ρ0 c0²),
//
// the latter with Tait's equation of state, p = ρ0 c0²/7 ((ρ/ρ0)^7 - 1). Fluid at rest has ∇h = ρ0
// g, however compressible it is: at the depth d of still water h is ρ0 g d. The pressure is p = h
// (1 + h/(2 ρ0 c0²) + ...).
func relAtHead(p *sph.Params, head float64) float64 {
	const power = sph.Gamma - 1
	return math.Expm1(math.Log1p(power*max(0, head)/(p.Rho0*p.C0*p.C0)) / power)
}

// Fluids of different materials. The head of initialpressure.go is found with the density of each,
//
//	∇·(∇h ρ0/ρ) = ρ0 ∇·g,
//
// where ρ0 is that of the reference fluid and ρ is that of the fluid at a place. So h and the
// pressure are continuous where fluids meet. A particle's ρ/ρ0 follows from the pressure by the
// equation of state of its own fluid.

// materials is how many there are; one where the scene names none.
func (s *Scene) materials() int { return max(1, len(s.Materials)) }

// rho0 is the density of a material [kg/m³].
func (s *Scene) rho0(p *sph.Params, material int) float64 {
	if len(s.Materials) == 0 {
		return p.Rho0
	}
	e := p.EquationOf(&s.Materials[material])
	return e.Rho0
}

// headRelations are ρ/ρ0 - 1 of each material by the head [Pa]: for the reference fluid relAtHead,
// for others what gives them its pressure.
func (s *Scene) headRelations(p *sph.Params) (all []func(head float64) float64) {
	reference := p.Equation()
	for k := range s.materials() {
		if k >= len(s.Materials) || p.EquationOf(&s.Materials[k]) == reference {
			all = append(all, func(head float64) float64 { return relAtHead(p, head) })
			continue
		}
		own := p.EquationOf(&s.Materials[k])
		all = append(all, func(head float64) float64 {
			return own.RelativeDensity(reference.Pressure(relOfHead(&reference, head)))
		})
	}
	return all
}

// relOfHead is relAtHead for any exponent γ:
//
//	(ρ/ρ0)^(γ-1) = 1 + (γ-1) h/(ρ0 c0²), and exp(h/(ρ0 c0²)) for γ = 1.
func relOfHead(e *sph.StateEquation, head float64) float64 {
	x, power := max(0, head)/(e.Rho0*e.C0*e.C0), e.Gamma-1
	if power == 0 {
		return math.Expm1(x)
	}
	return math.Expm1(math.Log1p(power*x) / power)
}

// materialAt is the material of the fluid at a place; -1 is none.
func (s *Scene) materialAt(x [3]float64) int {
	for i := range s.Pools {
		if w := &s.Pools[i]; w.Distance(x) == 0 {
			return w.Material
		}
	}
	if s.Shaped != nil && s.Shaped.wet != nil {
		if r := s.Shaped.wet.at(x); r != nil {
			return r.material
		}
	}
	return -1
}

// densities are those of the fluids of a head field, over that of the reference fluid.
type densities struct {
	of    func(x [3]float64) int // material at a place; -1 is none
	ratio []float64              // by material
}

// newLayers are nil where all fluid has one density.
func (s *Scene) newLayers(p *sph.Params) *densities {
	l := &densities{of: s.materialAt}
	same := true
	for k := range s.Materials {
		l.ratio = append(l.ratio, s.rho0(p, k)/p.Rho0)
		same = same && l.ratio[k] == 1
	}
	if same {
		return nil
	}
	return l
}

// at is the density at a place, or that of a cell's fluid where a place has none.
func (l *densities) at(x [3]float64, or float64) float64 {
	if k := l.of(x); k >= 0 {
		return l.ratio[k]
	}
	return or
}

// mean density between two places, of which the first is in fluid. Between them fluids meet once at
// most.
func (l *densities) mean(from, to [3]float64) float64 {
	first := l.at(from, 1)
	last := l.at(to, first)
	if first == last {
		return first
	}
	low, high := 0.0, 1.0
	for range 40 {
		t := (low + high) / 2
		var x [3]float64
		for a := range 3 {
			x[a] = from[a] + t*(to[a]-from[a])
		}
		if l.at(x, first) == first {
			low = t
		} else {
			high = t
		}
	}
	return first*low + last*(1-low)
}

// otherFluid reports whether fluid of another shape or box is at a place.
func (s *Scene) otherFluid(f *ShapedFluid, x [3]float64) bool {
	if len(s.Materials) < 2 {
		return false
	}
	for i := range s.Pools {
		if s.Pools[i].Distance(x) == 0 {
			return true
		}
	}
	for i := range s.Shaped.Fluids {
		other := &s.Shaped.Fluids[i]
		if other != f && other.Shape != nil && other.Shape.Inside(x) {
			return true
		}
	}
	return false
}

// besidePools are the runs of a fluid without their sites on the faces of boxes of another
// material. Both reach a face, and the box has these sites.
func (s *Scene) besidePools(f *ShapedFluid, runs []geometry.Run, l lattice) (left []geometry.Run) {
	onFace := func(x [3]float64) bool {
		for i := range s.Pools {
			w := &s.Pools[i]
			depth := math.Inf(1) // below the box's faces [m]
			for a := range 3 {
				depth = min(depth, x[a]-w.Min[a], w.Max[a]-x[a])
			}
			if w.Material != f.Material && math.Abs(depth) < OnSurface*l.step[0] {
				return true
			}
		}
		return false
	}
	for _, r := range runs {
		at := func(k int) [3]float64 {
			return [3]float64{l.along(0, r.I), l.along(1, r.J), l.along(2, k)}
		}
		for r.Low < r.High && onFace(at(r.Low)) {
			r.Low++
		}
		for r.Low < r.High && onFace(at(r.High-1)) {
			r.High--
		}
		if r.Low < r.High {
			left = append(left, r)
		}
	}
	return left
}

// inPool is a site of a fluid in a box of a fluid of another material, and the name of that.
func (s *Scene) inPool(f *ShapedFluid, runs []geometry.Run, l lattice) (x [3]float64, name string) {
	for _, r := range runs {
		for k := r.Low; k < r.High; k++ {
			x = [3]float64{l.along(0, r.I), l.along(1, r.J), l.along(2, k)}
			for i := range s.Pools {
				if w := &s.Pools[i]; w.Material != f.Material && w.Distance(x) == 0 {
					return x, w.Name
				}
			}
		}
	}
	return x, ""
}

// inLayers is the head at a place, by a cell of fluid: that of its middle, and from there the
// density of the fluid between times gravity and the acceleration that the cell's faces have [Pa].
func (h *headField) inLayers(k int, x [3]float64) float64 {
	i := h.number[k]
	middle := h.unwrapped(h.middle(k), x)
	rho, sum := h.p.Rho0*h.densities.mean(middle, x), h.q[i]
	for axis := range 3 {
		if h.n[axis] == 1 && !h.periodic[axis] {
			continue
		}
		t := min(max(x[axis]-middle[axis], -h.edge[axis]/2), h.edge[axis]/2)
		cell := &h.cells[i]
		down, up := -h.acceleration(i, &cell.faces[2*axis]), h.acceleration(i,
			&cell.faces[2*axis+1])
		sum += rho * (t*(down+up)/2 + t*t*(up-down)/(2*h.edge[axis]))
	}
	return sum
}

// acceleration is ∇h/ρ out of a cell, through a face [m/s²].
func (h *headField) acceleration(i int32, face *cellFace) float64 {
	rho := h.p.Rho0 * face.density
	switch face.kind {
	case cellOfFluid:
		return (h.q[face.to] - h.q[i]) / (face.apart * rho)
	case cellOfAir:
		return (face.value - h.q[i]) / (face.apart * rho)
	}
	return face.pull / h.p.Rho0
}

// setOneMass gives all fluids the mass of the parameters, and the table of materials what the scene
// has.
func (s *Scene) setOneMass(c *sph.Case, l *layout) {
	for i := range l.masses {
		l.masses[i] = c.Params.Mass
	}
	if len(s.Materials) == 0 {
		return
	}
	var names []string
	for i := range l.fluids {
		names = append(names, s.fluidName(i))
	}
	c.Materials = []sph.Material{{Name: strings.Join(names, ", "), Mass: c.Params.Mass,
		Properties: s.Materials[0]}}
	c.Mix(c.Materials)
	l.materials = make([]uint8, len(l.fluids))
}
