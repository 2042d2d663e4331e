package lattice

// RowMeans are the means of rows of values, along x first.
func RowMeans(values []float64, across int) []float64 {
	means := make([]float64, len(values)/across)
	for row := range means {
		for _, v := range values[row*across : (row+1)*across] {
			means[row] += v
		}
		means[row] /= float64(across)
	}
	return means
}

// Fractions are the parts of the light fluid in the rows of a gas with mean temperatures t, between
// those of the cold layer and of the hot one:
//
//	θ = (t - cold)/(hot - cold).
//
// At constant pressure T is a volume per mass, so gases that mix have the mean temperature of their
// volumes, and θ is a part of the volume, as LightFractions has it of particles.
func Fractions(t []float64, cold, hot float64) []float64 {
	theta := make([]float64, len(t))
	for row := range t {
		theta[row] = (t[row] - cold) / (hot - cold)
	}
	return theta
}

// LightFractions are the parts of the light fluid in rows of particles of two fluids: those at
// heights z with these volumes, in equal rows from low to high. Rows without particles have the
// fraction of the row below, and 1 at the bottom, where the light fluid is.
func LightFractions(z, volumes []float64, light []bool, low, high float64, rows int) []float64 {
	theta, all := make([]float64, rows), make([]float64, rows)
	for i := range z {
		row := int((z[i] - low) / (high - low) * float64(rows))
		if row < 0 || row >= rows {
			continue
		}
		all[row] += volumes[i]
		if light[i] {
			theta[row] += volumes[i]
		}
	}
	before := 1.0
	for row := range theta {
		if all[row] > 0 {
			before = theta[row] / all[row]
		}
		theta[row] = before
	}
	return theta
}

// MixingHeight is the height of a mixing layer, of fractions θ of the light fluid in rows with this
// spacing:
//
//	h = 6 ∫ θ (1 - θ) dz,
//
// the height of a layer in which θ changes linearly from 1 to 0. The integral is that of Andrews
// and Spalding, Phys. Fluids A 2 (1990) 922, the factor as in Dimonte et al., Phys. Fluids 16
// (2004) 1668. Sharp waves have a height, too, though nothing is mixed. Fractions count from 0 to
// 1.
func MixingHeight(theta []float64, spacing float64) float64 {
	sum := 0.0
	for _, f := range theta {
		f = max(0, min(1, f))
		sum += f * (1 - f)
	}
	return 6 * spacing * sum
}

// MixingExtent are the lowest and the highest place of a mixing layer: where θ, which falls
// upwards, is first below 1 - part seen from below, and first above part seen from above, as part =
// 0.05. A place is a number of rows from the middle of the first, between rows on the straight
// line. They are equal where there is no layer.
func MixingExtent(theta []float64, part float64) (low, high float64) {
	last := len(theta) - 1
	low, high = -1, -1
	for row := 0; row <= last && low < 0; row++ {
		if theta[row] < 1-part {
			low = crossing(theta, row, row-1, 1-part)
		}
	}
	for row := last; row >= 0 && high < 0; row-- {
		if theta[row] > part {
			high = crossing(theta, row, row+1, part)
		}
	}
	switch {
	case low < 0: // light fluid everywhere
		return high, high
	case high < 0:
		return low, low
	}
	return low, max(low, high)
}

// crossing is where fractions cross a value between a row and its neighbour, or at the end.
func crossing(theta []float64, row, beside int, value float64) float64 {
	if beside < 0 || beside >= len(theta) {
		return float64(row)
	}
	part := (value - theta[row]) / (theta[beside] - theta[row])
	return float64(row) + part*float64(beside-row)
}
