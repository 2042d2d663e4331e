package scene

import (
	"math"
	"strings"
	"testing"

	"gpusph/sph"
)

// A particle has at most twice the mass of a wall's. What is missing then is told.
func TestMassesAreBounded(t *testing.T) {
	s := &Scene{Pools: []Pool{{Name: "usual"}, {Name: "coarse"}, {Name: "fine"}}}
	c := &sph.Case{Params: sph.Defaults(1)}
	l := &layout{first: lattice{step: [3]float64{1, 1, 1}}, fluids: []int{10, 10, 10}, volumes: []float64{10, 25, 4}}
	s.setMasses(c, l, 39, 0)
	for i, want := range []float64{1000, 2000, 500} {
		if l.masses[i] != want || c.Materials[l.materials[i]].Mass != want || c.Materials[l.materials[i]].Name != s.Pools[i].Name {
			t.Errorf("a particle of fluid %d has %g kg, want %g kg; materials are %v", i, l.masses[i], want, c.Materials)
		}
		const why = "a particle has at most twice the mass of another"
		if told := strings.HasPrefix(s.remedy(i, l, &c.Params), why); told != (i > 0) {
			t.Errorf("fluid %d: %s", i, s.remedy(i, l, &c.Params))
		}
	}
}

// Of more fluids than there may be materials those closest in mass share one.
func TestMatters(t *testing.T) {
	l := &layout{}
	for k := range 40 {
		l.fluids, l.volumes = append(l.fluids, 10), append(l.volumes, 10+0.1*float64(k*7%40))
	}
	all := l.matters(func(int) int { return 0 })
	if len(all) != sph.MaxMaterials-1 {
		t.Errorf("%d materials, want %d", len(all), sph.MaxMaterials-1)
	}
	var fluids int
	var n, mass float64
	for k, m := range all {
		fluids, n, mass = fluids+len(m.fluids), n+m.n, mass+1000*m.volume
		if k > 0 && m.each() < all[k-1].each() {
			t.Error("masses do not ascend")
		}
	}
	if fluids != 40 || n != 400 || math.Abs(mass/(1000*(400+0.1*780))-1) > 1e-12 {
		t.Errorf("%d fluids, %g particles, %g kg", fluids, n, mass)
	}
}
