package engine

import (
	"math"
	"slices"
	"unsafe"

	"gpusph/cuda"
	"gpusph/sph"
	"gpusph/sph/launch"
)

// As many as the word of a particle tells apart.
var _ [sph.MaxMaterials]struct{} = [cuda.MaxMaterials]struct{}{}

// One more than fluids: see kindOf.
var _ [sph.MaxKinds + 1]struct{} = [cuda.MaxKinds]struct{}{}

const materialBytes = int(unsafe.Sizeof(cuda.Material{}))

// openMaterials gives the device the table of materials, if there is more than one.
func (d *domain) openMaterials() (err error) {
	all := d.Case.Materials
	if len(all) == 0 {
		return nil
	}
	if d.materials, err = d.device.Alloc(len(all) * materialBytes); err != nil {
		return err
	}
	table := make([]cuda.Material, len(all))
	for k := range all {
		table[k] = d.material(k)
	}
	copy(d.two[:], table)
	d.main.Upload(d.materials, sph.BytesOf(table))
	return d.main.Sync()
}

// material is a material as kernels have it.
func (f *config) material(k int) cuda.Material {
	c, p, m := f.Case, &f.Case.Params, f.Case.PropertiesOf(k)
	of := cuda.Material{
		Stiffness:  float32(m.Rho0 / p.Rho0 * m.C0 * m.C0 / (sph.Gamma * p.Rho0)),
		Background: float32(p.Further.Background / (p.Rho0 * p.Rho0)),
		Volume:     float32(c.VolumeOf(uint8(k)) / c.VolumeOf(0)), Kind: float32(f.kindOf(k)),
		Power:      statePowers(m.Gamma),
		Artificial: float32(m.Rho0 * m.C0 / (p.Rho0 * p.C0)),
		Sharpness:  float32(p.Further.Sharpness),
		Density:    float32(m.Rho0 / p.Rho0), Lightness: float32(p.Rho0 / m.Rho0),
		Speed: float32(m.C0 / p.C0), Mass: float32(c.Materials[k].Mass / p.Mass),
	}
	of.Tension, of.WallTension = f.tensions(m.Kind)
	if most := c.GreatestViscosity(); most > 0 {
		of.Viscosity = float32(m.Rho0 * m.Nu / (p.Rho0 * most))
	}
	launch.Each(c, func(_ string, f *launch.Feature) {
		if f.Material != nil {
			f.Material(c, k, &of)
		}
	})
	return of
}

// likeOneFluid reports whether kernels that know one fluid do for the flow: its particles have one
// mass, and their equation of state is Tait's, without a background pressure.
func (f *config) likeOneFluid() bool {
	if len(f.Case.Materials) != 1 {
		return len(f.Case.Materials) == 0
	}
	m := f.material(0)
	return m.Background == 0 && m.Power == statePowers(sph.Gamma) && m.Stiffness == f.physics.Tait &&
		m.Artificial == 1 && m.Mass == 1
}

// mixture is what force kernels are chosen by in flows with materials, or with a feature that
// depends on them.
func (f *config) mixture(usual bool) string {
	with, two := launch.Mixture(f.Case), len(f.Case.Materials) == 2
	switch {
	case usual && two && with != "":
		return cuda.OfTwo + "_" + with
	case usual && two:
		return cuda.OfTwo
	case usual && with != "" && f.likeOneFluid():
		return with
	}
	return cuda.OfAllMaterials
}

// tensions are those of a fluid with others, by the numbers of kindOf, and with walls [N/m]. Walls
// pull at the fluid of a pair that wets them less: σ cos(angle) is how much more they pull at it
// than at the other (Young 1805). Walls have no stress of their own, and half of ∫|∇C| across a
// face is behind it, so the fluid before it has twice of it.
func (f *config) tensions(kind string) (with [cuda.MaxKinds]float32, walls float32) {
	for _, t := range f.Case.Tensions {
		k := slices.Index(t.Between[:], kind)
		if k < 0 {
			continue
		}
		for other := range f.Case.Materials {
			if f.Case.Materials[other].Kind == t.Between[1-k] {
				with[f.kindOf(other)] = float32(t.Sigma)
			}
		}
		of := 2 * t.Sigma * math.Cos(t.Angle*math.Pi/180)
		if k == 0 {
			of = -of
		}
		walls = max(walls, float32(of))
	}
	return with, walls
}

// kindOf numbers the fluid of a material. Walls have the pressures of one with Tait's exponent,
// which is 0.
func (f *config) kindOf(k int) int {
	first := 0
	if f.Case.PropertiesOf(0).Gamma != sph.Gamma {
		first = 1
	}
	return first + max(f.Case.KindOf()[k], 0)
}

// statePowers are the coefficients of the series of 7/γ ((1 + x)^γ - 1)/(1 + x)², by the power of x
// less one: see cuda/material.h.
func statePowers(gamma float64) (series [5]float32) {
	var state [5]float64 // of 7/γ ((1 + x)^γ - 1), from x on
	binomial := 1.0
	for n := range state {
		binomial *= (gamma - float64(n)) / float64(n+1)
		state[n] = sph.Gamma / gamma * binomial
	}
	for n := range series {
		sum := 0.0
		for k := range n + 1 { // 1/(1 + x)² is Σ (-1)^k (k + 1) x^k
			sum += state[n-k] * math.Pow(-1, float64(k)) * float64(k+1)
		}
		series[n] = float32(sum)
	}
	return series
}
