package sph

// VelocitySums are the moments of the fluid around a point with the weights W, by which a probe
// reads its velocity there: Σ W, Σ W d, Σ W d d, Σ W v, Σ W v d. A distance d is from the point to
// a particle.
type VelocitySums struct {
	Weight   float64       // [1]
	At       [3]float64    // [m]
	Square   [3][3]float64 // [m²]
	Velocity [3]float64    // [m/s]
	Slope    [3][3]float64 // of velocities, by places [m²/s]
}

// Add adds a particle with a weight and a velocity at d from the point.
func (s *VelocitySums) Add(w float64, d, v [3]float64) {
	s.Weight += w
	for a := range 3 {
		s.At[a] += w * d[a]
		s.Velocity[a] += w * v[a]
		for b := range 3 {
			s.Square[a][b] += w * d[a] * d[b]
			s.Slope[a][b] += w * v[a] * d[b]
		}
	}
}

// narrow is the spread of the fluid along a direction, in spacings, at which half of a slope along
// it counts. A layer one particle thick has none that means anything.
const narrow = 0.05

// fitted is the velocity at the point [m/s]: of the linear function of the place that fits those
// around best, by least squares with the weights (Lancaster and Salkauskas 1981). Their mean is the
// velocity in their middle, which next to a wall or a surface is another place than the point.
func (s *VelocitySums) fitted(deltaP float64) (v [3]float64) {
	var spread [3][3]float64
	for a := range 3 {
		for b := range 3 {
			spread[a][b] = s.Square[a][b]/s.Weight - s.At[a]/s.Weight*s.At[b]/s.Weight
		}
		spread[a][a] += narrow * deltaP * narrow * deltaP
	}
	// the part of each axis' slope that takes the middle to the point: spread x = -middle
	x := solve3(spread, [3]float64{-s.At[0] / s.Weight, -s.At[1] / s.Weight, -s.At[2] / s.Weight})
	for a := range v {
		v[a] = s.Velocity[a] / s.Weight
		mean := v[a]
		for b := range x {
			v[a] += x[b] * (s.Slope[a][b]/s.Weight - mean*s.At[b]/s.Weight)
		}
	}
	return v
}

// solve3 is x of m x = b, by elimination, for a matrix that is symmetric and positive.
func solve3(m [3][3]float64, b [3]float64) (x [3]float64) {
	for k := range 3 {
		for row := k + 1; row < 3; row++ {
			f := m[row][k] / m[k][k]
			for c := k; c < 3; c++ {
				m[row][c] -= f * m[k][c]
			}
			b[row] -= f * b[k]
		}
	}
	for k := 2; k >= 0; k-- {
		x[k] = b[k]
		for c := k + 1; c < 3; c++ {
			x[k] -= m[k][c] * x[c]
		}
		x[k] /= m[k][k]
	}
	return x
}

// MeanVelocity is the velocity that a probe reads [m/s]: the mean over its points of that of the
// fluid there, 0 where there is none.
func (p *Params) MeanVelocity(points int, sums func(k int) VelocitySums) (mean [3]float64) {
	whole := p.KernelIntegral()
	for k := range points {
		s := sums(k)
		if s.Weight <= minFilled*whole {
			continue
		}
		for a, v := range s.fitted(p.DeltaP) {
			mean[a] += v / float64(points)
		}
	}
	return mean
}
