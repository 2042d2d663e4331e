package live

import (
	"testing"

	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/engine"
)

// BenchmarkFrame makes frames of a preview.
func BenchmarkFrame(b *testing.B) {
	system, err := gpu.Open([]string{"host"}, gpu.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer system.Close()
	c := &sph.Case{Name: "cube", Params: sph.Defaults(0.01), End: 1}
	c.Params.Min, c.Params.Max = [3]float64{-0.1, -0.1, -0.1}, [3]float64{0.5, 0.5, 0.5}
	c.Params.Mass = c.Params.Rho0 * 1e-6
	for i := range 20_000 {
		c.Particles.Add([3]float64{0.01 * float64(i%30), 0.01 * float64(i/30%30), 0.01 * float64(i/900)},
			sph.Fluid, 0)
	}
	s, err := engine.New(c, engine.Options{System: system})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	if err := s.AskPreview(20_000); err != nil {
		b.Fatal(err)
	}
	if _, err := s.Advance(1); err != nil {
		b.Fatal(err)
	}
	v := s.TakenPreview()
	for b.Loop() {
		b.SetBytes(int64(len(frameOf(&c.Params, v).message)))
	}
}
