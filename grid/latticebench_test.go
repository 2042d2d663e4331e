package grid

import (
	"fmt"
	"math"
	"testing"
	"time"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/grid/lattice"
)

// BenchmarkLattice times the kernels of the lattice on one device, with walls, on eight times the
// sites along a side that GPUSPH_GRID_SIZES has, and reports sites a second and how much of the
// bandwidth of a copy they reach by 592 bytes a site.
func BenchmarkLattice(b *testing.B) {
	for _, n := range benchSizes(b) {
		b.Run(fmt.Sprint(8*n), func(b *testing.B) { benchLattice(b, 8*n) })
	}
}

func benchLattice(b *testing.B, n int) {
	warm := lattice.D2Q37().Temperature
	c := &latticeCase{"bench", n, n, 0.7, [2]float64{0, -1e-6}, true, [2]float64{1.1 * warm, warm},
		func(x, z int) (rho, ux, uz, t float64) {
			return 1 + 0.01*math.Sin(float64(x)/9), 0.01, 0.01 * math.Sin(float64(z)/7), warm
		}}
	s := latticeOn(b, benchDevices(b), c, n)[0]
	args := cuda.LatticeArgs{Slab: s.slab, Collision: latticeCollision(s.tau, s.g), From: s.at(0, 0),
		To: s.store(1)}
	walls := latticeWalls(s.slab, s.tau, s.g, s.wall)
	walls.From, walls.To = args.From, args.To
	sites := n * n
	copied := 0.0
	for _, of := range []struct {
		name string
		do   func()
	}{
		{"copy", func() { s.stream.Copy(s.base[1], s.base[0], s.sites()*latticeRow) }},
		{"fused", func() { gpu.Launch(s.stream, cuda.LatticeStep, args, 0, sites) }},
		{"walls", func() { gpu.Launch(s.stream, cuda.LatticeWalls, walls, 0, s.columns()) }},
		{"propagate", func() { gpu.Launch(s.stream, cuda.LatticePropagate, args, 0, sites) }},
		{"bc", func() { gpu.Launch(s.stream, cuda.LatticeBC, walls, 0, s.columns()) }},
		{"collide", func() { gpu.Launch(s.stream, cuda.LatticeCollide, args, 0, sites) }},
		{"moments", func() { gpu.Launch(s.stream, cuda.LatticeMoments, s.fieldsArgs(), 0, sites) }},
	} {
		seconds := s.timeOf(of.do)
		b.ReportMetric(1e3*seconds, of.name+"-ms")
		if of.name == "walls" || of.name == "bc" || of.name == "moments" {
			continue
		}
		speed := 2 * latticeRow * float64(sites) / seconds
		if of.name == "copy" {
			copied = speed
		}
		b.ReportMetric(float64(sites)/seconds/1e6, of.name+"-MLUPS")
		b.ReportMetric(100*speed/copied, of.name+"-%")
	}
}

// timeOf is what something takes on the device, the least of several times [s].
func (s *latticeSlab) timeOf(do func()) float64 {
	do()
	s.sync()
	least := math.Inf(1)
	for range 5 {
		const times = 4
		begun := time.Now()
		for range times {
			do()
		}
		s.sync()
		least = min(least, time.Since(begun).Seconds()/times)
	}
	return least
}
