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

// One more than fluids: see launch.KindOf.
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
		Volume:     float32(c.VolumeOf(uint8(k)) / c.VolumeOf(0)), Kind: float32(launch.KindOf(c, k)),
		Power:      statePowers(m.Gamma),
		Artificial: float32(m.Rho0 * m.C0 / (p.Rho0 * p.C0)),
		Density:    float32(m.Rho0 / p.Rho0), Lightness: float32(p.Rho0 / m.Rho0),
		Speed: float32(m.C0 / p.C0), Mass: float32(c.Materials[k].Mass / p.Mass),
	}
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
func (f *config) mixture(terms []string) string {
	with, two := launch.Mixture(f.Case), len(f.Case.Materials) == 2
	wendland := f.Case.Params.Kernel == sph.Wendland
	usual := wendland && (terms == nil || slices.Equal(terms, []string{"residual"})) &&
		(f.boundary() == "dynamic" || f.boundary() == "dummy")
	switch {
	case wendland && two && with == "" && slices.Equal(terms, []string{"fit"}) &&
		f.boundary() == "dummy":
		return cuda.OfTwoFitted
	case usual && two && with != "":
		return cuda.OfTwo + "_" + with
	case usual && two:
		return cuda.OfTwo
	case usual && with != "" && f.likeOneFluid():
		return with
	}
	return cuda.OfAllMaterials
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
