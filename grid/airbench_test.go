package grid

import (
	"fmt"
	"testing"

	"gpusph/grid/atmosphere"
)

// BenchmarkAir times pairs of steps on devices, with chunks of some depths along z, and tells how
// much of the bandwidth of memory they take, by the bytes that they move at least.
func BenchmarkAir(b *testing.B) {
	for _, n := range benchSizes(b) {
		for _, precision := range []Precision{Double, Single} {
			for _, depth := range []int{0, 1, 2, 4, 8, 16, 32} { // 0 is as flows have it
				b.Run(fmt.Sprintf("%dx%d/%s/%d", n, n/2, precision, depth), func(b *testing.B) {
					benchAir(b, n, precision, depth)
				})
			}
		}
	}
}

func benchAir(b *testing.B, n int, precision Precision, depth int) {
	f := OfAtmosphere(atmosphere.RisingThermal(n, atmosphere.Cosine))
	f.Precision, f.End = precision, 1e9
	s, err := New(f, Options{System: benchDevices(b)})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	for _, p := range s.parts {
		if depth > 0 {
			p.scheme.(*air).depth = depth
		}
	}
	step := timeOf(b, s, func(part *part) {
		p := part.scheme.(*air)
		p.together(func() {
			p.step(0)
			p.step(1)
		})
	}) / 2
	rate := float64(f.count()) / step
	b.ReportMetric(rate/1e6, "Mcells/s")
	b.ReportMetric(rate*f.Cost(0).Moved*float64(precision.Bytes())/1e9, "GB/s")
	b.ReportMetric(rate*f.Cost(0).Flops/1e9, "GFLOP/s")
	for _, sweep := range []struct {
		name string
		axis int
	}{{"x", 0}, {"z", 1}} {
		b.ReportMetric(1e6*timeOf(b, s, func(part *part) {
			part.scheme.(*air).sweep(sweep.axis, 0, false)
		}), sweep.name+"-µs")
	}
}

// BenchmarkAirVectors times kernels on one core, for which the processor's longest vectors have to
// be 64 bytes long.
func BenchmarkAirVectors(b *testing.B) {
	for _, size := range []int{160, 640, 2560} {
		for _, single := range []bool{false, true} {
			for _, vectors := range []int{16, 32, 64} {
				b.Run(fmt.Sprintf("%d/single=%v/%d", size, single, vectors), func(b *testing.B) {
					f := atmosphere.RisingThermal(size, atmosphere.Cosine)
					k := &airKernels{t: b, vectors: vectors, depth: 16, single: single, part: 1 << 30}
					k.open(airStart(f))
					k.step()
					k.step()
					b.ResetTimer()
					for range b.N {
						k.step()
						k.step()
					}
					cells := float64(f.Cells[0] * f.Cells[1])
					b.ReportMetric(2*cells*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mcells/s")
				})
			}
		}
	}
}
