package start

import (
	"math"

	"gpusph/sph"
)

// cloud is particles by cells, for sums around places.
type cloud struct {
	at     [][3]float64
	cells  map[[3]int32][]int32
	reach  float64 // of the kernel [m]
	dim    int
	volume float64 // of a particle [m³], in two dimensions [m²]
}

func newCloud(n int, at func(i int) [3]float64, reach, volume float64, dim int) *cloud {
	c := &cloud{cells: map[[3]int32][]int32{}, reach: reach, dim: dim, volume: volume}
	for i := range n {
		x := at(i)
		c.at = append(c.at, x)
		k := c.cell(x)
		c.cells[k] = append(c.cells[k], int32(i))
	}
	return c
}

func (c *cloud) cell(x [3]float64) (k [3]int32) {
	for a := range 3 {
		if c.dim == 3 || a != int(sph.PlaneAxis) {
			k[a] = int32(math.Floor(x[a] / c.reach))
		}
	}
	return k
}

// around visits the particles within reach of a place: how far they are from it over the reach.
func (c *cloud) around(x [3]float64, visit func(i int, d [3]float64, q float64)) {
	k := c.cell(x)
	wide := int32(1)
	if c.dim == 2 {
		wide = 0
	}
	for i := k[0] - 1; i <= k[0]+1; i++ {
		for j := k[1] - wide; j <= k[1]+wide; j++ {
			for l := k[2] - 1; l <= k[2]+1; l++ {
				for _, n := range c.cells[[3]int32{i, j, l}] {
					var d [3]float64
					square := 0.0
					for a := range 3 {
						if c.dim == 3 || a != int(sph.PlaneAxis) {
							d[a] = (c.at[n][a] - x[a]) / c.reach
							square += d[a] * d[a]
						}
					}
					if square < 1 {
						visit(int(n), d, math.Sqrt(square))
					}
				}
			}
		}
	}
}

// weight is Wendland's C2 kernel of the reach, times the volume of a particle.
func (c *cloud) weight(q float64) float64 {
	scale := 7 / math.Pi // in two dimensions, over reach²
	if c.dim == 3 {
		scale = 21 / (2 * math.Pi)
	}
	square := (1 - q) * (1 - q)
	return c.volume * scale / math.Pow(c.reach, float64(c.dim)) * square * square * (1 + 4*q)
}

// distance is that of the nearest particle [m], or infinite beyond the reach.
func (c *cloud) distance(x [3]float64) float64 {
	nearest := math.Inf(1)
	c.around(x, func(_ int, _ [3]float64, q float64) { nearest = min(nearest, q) })
	return nearest * c.reach
}

// values are velocity and ρ/ρ0 - 1.
type values [4]float64

// fit is what fluid has at a place, by moving least squares of the first order (Lancaster and
// Salkauskas 1981): a linear field in the middle of the fluid is exact, also at surfaces. Where
// particles do not decide on a slope it is the mean by Shepard. What is beyond the values around is
// cut off.
func (c *cloud) fit(x [3]float64, of func(i int) values) (v values) {
	var m [4][4]float64 // moments of 1, dx, dy, dz
	var b [4]values
	least, most := values{}, values{}
	for k := range least {
		least[k], most[k] = math.Inf(1), math.Inf(-1)
	}
	c.around(x, func(i int, d [3]float64, q float64) {
		w, y, base := c.weight(q), of(i), [4]float64{1, d[0], d[1], d[2]}
		for r := range 4 {
			for s := range 4 {
				m[r][s] += w * base[r] * base[s]
			}
			for k := range y {
				b[r][k] += w * base[r] * y[k]
			}
		}
		for k := range y {
			least[k], most[k] = min(least[k], y[k]), max(most[k], y[k])
		}
	})
	if m[0][0] == 0 {
		return v
	}
	row, ok := firstRow(&m)
	for k := range v {
		v[k] = b[0][k] / m[0][0]
		if ok {
			v[k] = row[0]*b[0][k] + row[1]*b[1][k] + row[2]*b[2][k] + row[3]*b[3][k]
			v[k] = min(max(v[k], least[k]), most[k])
		}
	}
	return v
}

// firstRow is that of the inverse of moments, without the axes that have none.
func firstRow(m *[4][4]float64) (row [4]float64, ok bool) {
	// slopes are those of less than a thousandth of a full sphere's: the pivots say so
	const least = 1e-3
	a, e := *m, [4]float64{1}
	var axes []int
	for k := range 4 {
		if k == 0 || a[k][k] > 0 {
			axes = append(axes, k)
		}
	}
	scale := a[0][0]
	for n, k := range axes {
		if a[k][k] < least*scale {
			return row, false
		}
		for _, r := range axes[n+1:] {
			by := a[r][k] / a[k][k]
			for _, s := range axes {
				a[r][s] -= by * a[k][s]
			}
			e[r] -= by * e[k]
		}
	}
	for n := len(axes) - 1; n >= 0; n-- {
		k := axes[n]
		row[k] = e[k]
		for _, s := range axes[n+1:] {
			row[k] -= a[k][s] * row[s]
		}
		row[k] /= a[k][k]
	}
	return row, true
}
