package sph

import (
	"fmt"
	"math"
	"slices"
)

// Material is what tells the particles of some fluids of a flow from those of others: their mass,
// and in flows of several fluids what they are made of.
type Material struct {
	Name       string  `json:"name"`           // of its fluids
	Mass       float64 `json:"mass_of_one_kg"` // of a particle [kg, in two dimensions kg/m]
	Properties `json:"-"`
}

// Properties are those of a fluid. A density, speed of sound, exponent or viscosity of 0 is that of
// the flow, so that the zero value is the fluid of Params. The table of materials may have the same
// properties more than once, for particles of different masses.
type Properties struct {
	Kind   string  // name of the case's [[material]]; "" where it has none
	Colour string  // in pictures, as "#a0b0c0"; "" is chosen
	Rho0   float64 // reference density [kg/m³]
	C0     float64 // speed of sound at Rho0 [m/s]
	Gamma  float64 // exponent of Tait's equation of state; 0 is 7
	Nu     float64 // kinematic viscosity [m²/s]
}

// Limits of a case's materials. A particle's word has four bits for its material. Sums over
// neighbours of very different volumes are worth little.
const (
	MaxMaterials    = 16
	MaxKinds        = 8    // different fluids
	MaxVolumeRatio  = 2    // of a particle's volume to a wall particle's, or of that to it
	MaxDensityRatio = 1000 // of the heaviest fluid to the lightest
	MaxSoundRatio   = 20   // of speeds of sound
)

// Blend is what several fluids of a flow come to.
type Blend struct {
	Sound     float64 // greatest speed of sound [m/s]
	Nu        float64 // greatest kinematic viscosity [m²/s]
	Stiffness float64 // greatest ρ0 c0² [Pa]
}

// Mix gives the case its materials, those of walls first.
func (c *Case) Mix(materials []Material) {
	c.Materials = materials
	b := Blend{}
	for k := range materials {
		m := c.PropertiesOf(k)
		b.Sound, b.Nu = max(b.Sound, m.C0), max(b.Nu, m.Nu)
		b.Stiffness = max(b.Stiffness, m.Rho0*m.C0*m.C0)
	}
	c.Params.Further.Blend, c.Params.Further.Fluids = b, len(c.Kinds())
}

// FastestSound is the greatest speed of sound of the fluids [m/s].
func (p *Params) FastestSound() float64 { return max(p.C0, p.Further.Blend.Sound) }

// PropertiesOf are the properties of a material with those of the flow where it has none.
func (c *Case) PropertiesOf(material int) Properties {
	p := &c.Params
	m := Properties{}
	if material < len(c.Materials) {
		m = c.Materials[material].Properties
	}
	if m.Kind == "" {
		m.Nu = p.Nu
	}
	e := p.EquationOf(&m)
	m.Rho0, m.C0, m.Gamma = e.Rho0, e.C0, e.Gamma
	return m
}

// GreatestViscosity is the greatest dynamic viscosity of the materials over the ρ0 of the flow
// [m²/s].
func (c *Case) GreatestViscosity() (nu float64) {
	for k := range c.Materials {
		m := c.PropertiesOf(k)
		nu = max(nu, m.Rho0*m.Nu/c.Params.Rho0)
	}
	return nu
}

// MassOf is the mass of particle i [kg, in two dimensions kg/m].
func (c *Case) MassOf(i int) float64 {
	if len(c.Materials) == 0 {
		return c.Params.Mass
	}
	return c.Materials[c.Particles.MaterialOf(i)].Mass
}

// FluidMass is the mass of all fluid [kg, in two dimensions kg/m].
func (c *Case) FluidMass() (sum float64) {
	if len(c.Zones) > 0 {
		for i, x := range c.Particles.Position {
			if _, fineness, part := c.Actual(x); part && c.Particles.Type[i] == Fluid {
				sum += c.MassOf(i) / math.Pow(fineness, float64(c.Params.Dim))
			}
		}
		return sum
	}
	if len(c.Materials) == 0 {
		return c.Params.Mass * float64(c.Particles.Count(Fluid))
	}
	for k, n := range c.FluidOfMaterials() {
		sum += c.Materials[k].Mass * float64(n)
	}
	return sum
}

// FluidOfMaterials is how many particles of fluid each material has; nil without materials.
func (c *Case) FluidOfMaterials() []int {
	if len(c.Materials) == 0 {
		return nil
	}
	counts := make([]int, len(c.Materials))
	for i, t := range c.Particles.Type {
		if t == Fluid {
			counts[c.Particles.MaterialOf(i)]++
		}
	}
	return counts
}

// Heaviest is the greatest mass of a particle [kg, in two dimensions kg/m].
func (c *Case) Heaviest() float64 {
	mass := c.Params.Mass
	for _, m := range c.Materials {
		mass = max(mass, m.Mass)
	}
	return mass
}

// masses are those of the materials.
func (c *Case) masses() (all []float64) {
	for _, m := range c.Materials {
		all = append(all, m.Mass)
	}
	return all
}

// MaterialOf is the place of a particle's in Case.Materials.
func (p *Particles) MaterialOf(i int) uint8 {
	if i >= len(p.Material) {
		return 0
	}
	return p.Material[i]
}

// VolumeOf is that of a particle of a material at its reference density [m³], in two dimensions
// [m²].
func (c *Case) VolumeOf(material uint8) float64 {
	if len(c.Materials) == 0 {
		return c.Params.Mass / c.Params.Rho0
	}
	m := &c.Materials[material]
	e := c.Params.EquationOf(&m.Properties)
	return m.Mass / e.Rho0
}

// Kinds are the fluids that the materials are of, each once, in their order: the entries of
// Case.Materials that have a kind. A flow of one fluid without [[material]] has none.
func (c *Case) Kinds() (all []Properties) {
	for k := range c.Materials {
		m := &c.Materials[k]
		if m.Kind != "" && KindIndex(all, m.Kind) < 0 {
			all = append(all, m.Properties)
		}
	}
	return all
}

// KindIndex is the place of a kind among some; -1 is none.
func KindIndex(all []Properties, kind string) int {
	for k := range all {
		if all[k].Kind == kind {
			return k
		}
	}
	return -1
}

// KindOf is the place in Kinds of the fluid of each material; -1 has none.
func (c *Case) KindOf() []int {
	kinds := c.Kinds()
	all := make([]int, len(c.Materials))
	for k := range all {
		all[k] = KindIndex(kinds, c.Materials[k].Kind)
	}
	return all
}

// checkMaterials returns the first thing that is wrong with the materials.
func (c *Case) checkMaterials() error {
	p, all := &c.Particles, c.Materials
	if len(all) > MaxMaterials {
		return fmt.Errorf("problem %s has %d materials, but at most %d can be told apart", c.Name,
			len(all), MaxMaterials)
	}
	if n := len(p.Material); n > 0 && n != p.Len() {
		return fmt.Errorf("problem %s hands over %d positions, but %d materials", c.Name, p.Len(),
			n)
	}
	for _, s := range Passes {
		if len(all) > 0 && s.needed(&c.Params) && s.Kernel != "" && len(s.Neighbours) > 0 && !s.Volumes {
			return fmt.Errorf("problem %s has %d materials, but %s knows one mass of particles only", c.Name, len(all), s.Name)
		}
	}
	for k, m := range all {
		if k == 0 && m.Mass != c.Params.Mass {
			return fmt.Errorf("problem %s: particles of %s have %g kg, but the first material has the mass of wall particles, %g kg", c.Name, m.Name, m.Mass, c.Params.Mass)
		}
		ratio := c.VolumeOf(uint8(k)) / c.VolumeOf(0)
		if !(max(ratio, 1/ratio) <= MaxVolumeRatio*(1+1e-9)) || math.IsInf(ratio, 0) {
			return fmt.Errorf("problem %s: particles of %s have %g m³, but those of walls %g m³; "+
				"a ratio of at most %d can be "+
				"simulated", c.Name, m.Name, c.VolumeOf(uint8(k)), c.VolumeOf(0), MaxVolumeRatio)
		}
	}
	if err := c.checkKinds(); err != nil {
		return err
	}
	for i, k := range p.Material {
		if int(k) >= max(1, len(all)) {
			return fmt.Errorf("particle %d of problem %s has material %d, but there are %d", i,
				c.Name, k, len(all))
		}
		if k > 0 && p.Type[i] != Fluid {
			return fmt.Errorf("particle %d of problem %s is a wall's, but has material %d; walls have the first", i, c.Name, k)
		}
	}
	return nil
}

// checkKinds refuses fluids that cannot be simulated together.
func (c *Case) checkKinds() error {
	kinds := c.Kinds()
	if len(kinds) > MaxKinds {
		return fmt.Errorf("problem %s has %d fluids of different materials, but may have %d",
			c.Name, len(kinds), MaxKinds)
	}
	for i := range kinds {
		e := c.Params.EquationOf(&kinds[i])
		if !(e.Gamma >= 1 && e.Gamma <= 7) {
			return fmt.Errorf("problem %s: the exponent of the material %s is %g, but must be "+
				"from 1 to 7", c.Name, kinds[i].Kind, e.Gamma)
		}
		for j := range i {
			other := c.Params.EquationOf(&kinds[j])
			if ratio := e.Rho0 / other.Rho0; max(ratio, 1/ratio) > MaxDensityRatio*(1+1e-9) {
				return fmt.Errorf("problem %s: the materials %s and %s have %g and %g kg/m³; a "+
					"ratio of at most %d can be "+
					"simulated", c.Name, kinds[j].Kind, kinds[i].Kind, other.Rho0, e.Rho0,
					MaxDensityRatio)
			}
			if ratio := e.C0 / other.C0; max(ratio, 1/ratio) > MaxSoundRatio*(1+1e-9) {
				return fmt.Errorf("problem %s: the materials %s and %s have speeds of sound of "+
					"%g and %g m/s, and the faster one sets the time step; a ratio of at most %d "+
					"can be simulated", c.Name, kinds[j].Kind, kinds[i].Kind, other.C0, e.C0,
					MaxSoundRatio)
			}
		}
	}
	return nil
}

// The mass of each particle is in snapshots of flows with more than one material, and the number of
// its fluid where the case has kinds of fluids. Devices have the number of the material, in the word
// that says what a particle is.

// AddMaterials makes room for what a snapshot has of the particles' materials.
func (s *Snapshot) AddMaterials(c *Case) {
	for _, f := range c.materialFields() {
		s.Extra = append(s.Extra, Values{f, make([]float32, s.Len())})
		if f == &Fields[MaterialField] {
			s.kinds = c.KindOf()
		}
	}
}

// materialFields are the fields of the materials that files of the flow have.
func (c *Case) materialFields() []*Field {
	switch {
	case len(c.Materials) == 0 && len(c.Zones) == 0:
		return nil
	case len(c.Materials) == 0 || slices.Max(c.KindOf()) < 0:
		return []*Field{&Fields[MassField]}
	}
	return []*Field{&Fields[MassField], &Fields[MaterialField]}
}

// ExtraFields are the further fields of the flow that files have.
func (c *Case) ExtraFields() []*Field {
	return append(c.Params.ExtraFields(), c.materialFields()...)
}

// SetMaterial sets what the i-th particle has of its material, where particles are so much finer
// than those of the flow.
func (s *Snapshot) SetMaterial(c *Case, i int, material uint8, fineness float64) {
	if len(c.Materials) == 0 && len(c.Zones) == 0 {
		return
	}
	mass := c.Params.Mass
	if len(c.Materials) > 0 {
		mass = c.Materials[material].Mass
	}
	last := len(s.Extra) - 1
	if s.kinds != nil {
		if s.Type[i] == Fluid {
			s.Extra[last].Of[i] = float32(s.kinds[material] + 1)
		}
		last--
	}
	s.Extra[last].Of[i] = float32(mass / math.Pow(fineness, float64(c.Params.Dim)))
}
