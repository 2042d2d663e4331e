package measure

import (
	"encoding/binary"
	"math"

	"gpusph/cuda"
	"gpusph/sph"
)

// Moments are what all devices have published of the steps of a period, by place in it.
type Moments struct {
	*Plan
	Of    [][]byte // by device
	First int      // a device of this process
}

// word is that of a device.
func (m *Moments) word(device, place, word int) uint64 {
	return binary.LittleEndian.Uint64(m.Of[device][8*(place*m.words()+word):])
}

// Combined are the words that all devices have the same of.
func (m *Moments) Combined(device, place int) []byte {
	return m.Of[device][8*(place*m.words()+headWords):][:8*m.combinedWords()]
}

// Step is when a moment is: all devices agree.
func (m *Moments) Step(place int) (step int, time float64) {
	return int(uint32(m.word(m.First, place, 1))), math.Float64frombits(m.word(m.First, place, 0))
}

// IsDue reports whether a moment is measured.
func (m *Moments) IsDue(place int) bool { return m.word(m.First, place, 1)>>32 != 0 }

// copyOf is which copy of the particles is of a moment: 1 is the first; 0 is none.
func (m *Moments) copyOf(place int) int { return int(uint32(m.word(m.First, place, 2))) }

// copyTimes is how many times asked for that copy is of.
func (m *Moments) copyTimes(place int) int { return int(m.word(m.First, place, 2) >> 32) }

// head is a sample with what concerns the fluid as a whole.
func (m *Moments) head(place int, sum func(word int) int64) sph.Sample {
	step, time := m.Step(place)
	n := len(m.energies)
	out := sph.Sample{
		Time: time, Step: step, Energy: make([]float64, n), Stray: int(sum(headWords + n)),
		Density: m.densities(place), Front: m.front(place), BelowZero: m.belowZero(place),
		Corrections: m.corrections(place), Readings: m.readings(place),
	}
	for k := range out.Energy {
		out.Energy[k] = float64(sum(headWords+k)) / m.scales.energy
	}
	return out
}

// Sample is that of a moment. It adds up the devices' sums that these have not combined.
func (m *Moments) Sample(place int) sph.Sample {
	sum := func(word int) (total int64) {
		if word < headWords+m.combinedWords() {
			return int64(m.word(m.First, place, word))
		}
		for device := range m.Of {
			total += int64(m.word(device, place, word))
		}
		return total
	}
	at := headWords + m.energyWords()
	three := func(body, part int) (v [3]float64) {
		for a := range 3 {
			v[a] = float64(sum(at+6*body+3*part+a)) / m.scales.force
		}
		return v
	}
	out := m.head(place, sum)
	for i := range m.Case.Bodies {
		out.Force = append(out.Force, three(i, 0))
		out.Moment = append(out.Moment, three(i, 1))
	}

	m.takeTotals(&out, sum)
	m.takePoses(&out, sum)
	at = headWords + m.combinedWords()
	weight := func(point int) float64 { return float64(sum(at+2*point)) / m.scales.weight }
	params := &m.Case.Params
	whole, first, velocityAt := params.KernelIntegral(), 0, at+2*len(m.points)
	for i := range m.Case.Probes {
		points := m.Case.Probes[i].Count(params.Dim)
		out.Pressure = append(out.Pressure, params.MeanPressure(points, func(k int) (weights,
			pressures float64) {
			return weight(first + k), float64(sum(at+2*(first+k)+1)) / m.scales.pressure
		}))
		if m.Case.Probes[i].Velocity {
			from := velocityAt
			out.Velocity = append(out.Velocity, params.MeanVelocity(points,
				func(k int) sph.VelocitySums {
					return m.velocitySums(weight(first+k), from+cuda.VelocityWords*k, sum)
				}))
			velocityAt += cuda.VelocityWords * points
		}
		first += points
	}
	n := params.GaugePoints()
	for g := range m.Case.Gauges {
		ground := first + g*n
		out.Height = append(out.Height, m.surfaceHeight(g, &out,
			func(k int) float64 { return weight(ground+k) / whole }))
	}
	return out
}

// velocitySums are those of a point whose words begin at one: see kernel probe. The kernel measures
// lengths in radii of the support.
func (m *Moments) velocitySums(weight float64, at int,
	sum func(word int) int64) (s sph.VelocitySums) {
	radius, next := m.Case.Params.Support(), 6
	word := func(k int, scale float64) float64 { return float64(sum(at+k)) / scale }
	s.Weight = weight
	for a := range 3 {
		s.Velocity[a] = word(a, m.scales.velocity)
		s.At[a] = word(3+a, m.scales.weight) * radius
		for b := a; b < 3; b++ {
			s.Square[a][b] = word(next, m.scales.weight) * radius * radius
			s.Square[b][a] = s.Square[a][b]
			next++
		}
		for b := range 3 {
			s.Slope[a][b] = word(12+3*a+b, m.scales.velocity) * radius
		}
	}
	return s
}

// takePoses sets where bodies that are free are.
func (m *Moments) takePoses(out *sph.Sample, sum func(word int) int64) {
	at := m.posesAt()
	number := func(of *float64) {
		*of = math.Float64frombits(uint64(sum(at)))
		at++
	}
	for range m.carried {
		var p sph.BodyPose
		for _, part := range [][]float64{p.Shift[:], p.Velocity[:], p.Turn[:], p.Spin[:]} {
			for k := range part {
				number(&part[k])
			}
		}
		out.Poses = append(out.Poses, p)
	}
}

// densities says between which densities [kg/m³] all particles of fluid are.
func (m *Moments) densities(place int) [2]float64 {
	from, _ := m.maximaWords()
	both := m.word(m.First, place, headWords+from)
	below, above := uint32(both), uint32(both>>32)
	rho0 := m.Case.Params.Rho0
	return [2]float64{rho0 * (1 - float64(math.Float32frombits(below))),
		rho0 * (1 + float64(math.Float32frombits(above)))}
}

// belowZero is how far the coldest fluid is below absolute zero [K].
func (m *Moments) belowZero(place int) float64 {
	from, _ := m.maximaWords()
	return float64(math.Float32frombits(uint32(m.word(m.First, place, headWords+from+1) >> 32)))
}

// front is where the front of the water is, on the map [m].
func (m *Moments) front(place int) float64 {
	from, _ := m.maximaWords()
	quanta := uint32(m.word(m.First, place, headWords+from+1))
	p := &m.Case.Params
	return p.Origin[0] + m.Grid.Position([3]int32{int32(quanta)})[0] + p.DeltaP/2
}
