package start

import (
	"math"

	"gpusph/internal/parallel"
	"gpusph/sph"
)

// measure finds how full sites are. Each particle of the source is spread over the sites around it
// by a kernel with a linear factor, whose sum is 1 and whose centre is the particle (the moments of
// moving least squares, here over sites). So the sum of all parts is the volume of the source, and
// their centre that of its mass, also beside walls, where the kernel has sites on one side only.
func (b *beginning) measure() {
	b.parts = make([]float64, len(b.flows))
	rows := make([][4]float64, len(b.kept))
	parallel.Blocks(len(rows), func(_, from, to int) {
		for i := from; i < to; i++ {
			rows[i] = b.factor(b.kept[i].At)
		}
	})
	of, p := &b.Params, &b.c.Params
	volume := of.Volume(of.DeltaP) / p.Volume(p.DeltaP) // of a particle, over that of a site
	parallel.Blocks(len(b.flows), func(_, from, to int) {
		for i := from; i < to; i++ {
			if !b.flows[i] {
				continue
			}
			b.fluid.around(b.at(i), func(n int, d [3]float64, q float64) {
				r := &rows[n]
				b.parts[i] += volume * b.fluid.weight(q) * (r[0] - r[1]*d[0] - r[2]*d[1] - r[3]*d[2])
			})
		}
	})
}

// factor is the linear factor of the kernel of a particle.
func (b *beginning) factor(x [3]float64) [4]float64 {
	var m [4][4]float64
	b.sitesAround(x, func(d [3]float64, q float64) {
		w, base := b.fluid.weight(q), [4]float64{1, d[0], d[1], d[2]}
		for r := range 4 {
			for s := range 4 {
				m[r][s] += w * base[r] * base[s]
			}
		}
	})
	if row, ok := firstRow(&m); ok {
		return row
	}
	return [4]float64{1 / max(m[0][0], math.SmallestNonzeroFloat64)}
}

// sitesAround visits the sites within reach of a place that fluid may be at: how far they are from
// it over the reach.
func (b *beginning) sitesAround(x [3]float64, visit func(d [3]float64, q float64)) {
	p, reach := &b.c.Params, b.fluid.reach
	var low, high [3]int
	for a := range 3 {
		if p.Dim == 3 || a != int(sph.PlaneAxis) {
			low[a] = max(0, int(math.Ceil((x[a]-reach-b.origin[a])/p.DeltaP)))
			high[a] = min(b.count[a]-1, int(math.Floor((x[a]+reach-b.origin[a])/p.DeltaP)))
		}
	}
	for k := low[2]; k <= high[2]; k++ {
		for j := low[1]; j <= high[1]; j++ {
			for i := low[0]; i <= high[0]; i++ {
				site := i + b.count[0]*(j+b.count[1]*k)
				if !b.flows[site] {
					continue
				}
				y, square := b.at(site), 0.0
				var d [3]float64
				for a := range 3 {
					if p.Dim == 3 || a != int(sph.PlaneAxis) {
						d[a] = (y[a] - x[a]) / reach
						square += d[a] * d[a]
					}
				}
				if square < 1 {
					visit(d, math.Sqrt(square))
				}
			}
		}
	}
}
