package relaxation

import (
	"fmt"
	"math"
	"math/cmplx"

	"gpusph/internal/text"
	"gpusph/problems/scene"
	"gpusph/sph/wavemaker"
	"gpusph/sph/wavetheory"
)

// waves are those of a zone.
type waves struct {
	*Table
	zone    *Zone
	bed     float64 // z [m]
	gravity float64 // downwards [m/s²]
	file    taken
	origin  scene.Origin // of the zone's coordinates on the map
}

// Points of tables: of a regular wave over a period and upwards; of irregular ones over a period
// and a length of the peak, and upwards. A sinusoid that is linear between n points of a period
// loses 3.3/n² of its amplitude.
const (
	phases, heights = 1024, 64
	perPeriod       = 40
	irregularLevels = 24
)

// fill gives the zone its table. The error is a clause about the zone.
func (w *waves) fill() error {
	switch w.Kind {
	case "regular":
		return w.regular()
	case "table":
		return w.given()
	case "still":
		w.zone.Cells = Cells{Count: [4]int{1, 1, 1, 1}, Step: [3]float64{1, 1, 1},
			Values: []float32{0, 0}, Note: "water at rest"}
		return nil
	}
	return w.irregular()
}

// inner is where the inner end of the zone is along the way [m]. Waves that run along y only are
// there where the zone's ramp along y begins.
func (w *waves) inner() float64 {
	z := w.zone
	return z.From * z.Way[z.Axis]
}

// grow lets the waves grow in some periods.
func (w *waves) grow(period float64) {
	w.zone.Ramp = 2 * period
	if w.Ramp != nil {
		w.zone.Ramp = *w.Ramp
	}
}

// current is that of the table.
func (w *waves) current() float64 {
	if w.Current != nil {
		return *w.Current
	}
	return wavetheory.ClosedFlume
}

func (w *waves) regular() error {
	theory := w.Theory
	if theory == "" {
		theory = "stokes5"
	}
	wave, err := wavetheory.New(theory, w.Height, w.Period, w.Depth, w.gravity, w.current())
	if err != nil {
		return err
	}
	top := wave.Depth + wave.Surface(0)
	c := Cells{
		Count: [4]int{phases, 1, 1, heights}, Start: w.Start + w.Phase/360*w.Period,
		Interval: w.Period / phases, Origin: [3]float64{w.inner(), 0, w.bed},
		Step: [3]float64{1, 1, top / (heights - 1)}, Repeats: true,
		Slowness: 1 / (wave.Speed + wave.Current), Note: "a wave of " + wave.Note(),
		Length: wave.Length(),
	}
	for n := range phases {
		before := -wave.Length() * float64(n) / phases
		surface := wave.Depth + wave.Surface(before)
		for k := range heights {
			u, up := wave.Velocity(before, min(float64(k)*c.Step[2], surface+c.Step[2]))
			c.Values = append(c.Values, float32(u), float32(up))
		}
	}
	w.zone.Cells = c
	w.grow(w.Period)
	return nil
}

// spectrum is that of irregular waves.
func (w *waves) spectrum() *wavemaker.Irregular {
	s := &wavemaker.Irregular{Start: w.Start, Spectrum: wavemaker.Spectrum{
		Height: w.Height, Period: w.Period, Gamma: 3.3, Band: [2]float64{0.5, 3}, Components: 256}}
	if w.Gamma != nil {
		s.Gamma = *w.Gamma
	}
	if w.Spectrum == "pierson-moskowitz" {
		s.Gamma = 1
	}
	if w.Spectrum == "table" {
		s.Table = append([][2]float64{}, w.Rows...)
		for _, row := range w.file.rows {
			s.Table = append(s.Table, [2]float64(row))
		}
	}
	if w.Band != nil {
		s.Band = *w.Band
	}
	if w.Number != 0 {
		s.Components = w.Number
	}
	if w.Seed != nil {
		s.Seed = uint64(*w.Seed)
	}
	if w.Kind == "focused" {
		s.Focus = &wavemaker.Focus{Height: w.Height, Distance: w.Distance, Time: w.Time}
		s.Height = 0
	}
	return s
}

// irregular fills the table with waves of first order: above still water velocities are those at
// its level. They carry Σ g a²/(2c), which a current takes back.
func (w *waves) irregular() error {
	s := w.spectrum()
	if s.Spectrum.Table == nil && (s.Period == 0 || w.Height == 0) {
		return fmt.Errorf("needs a height and a period, or a spectrum in a table")
	}
	p := &wavemaker.Paddle{Depth: w.Depth, Gravity: w.gravity}
	s.Ramp = s.PeakPeriod()
	if wrong := s.Check(p); wrong != nil {
		return fmt.Errorf("cannot have such waves: %s", wrong.Text)
	}
	parts, period := s.Parts(p)
	peak := 1 / s.PeakPeriod()
	number := p.Number(peak)
	length := 2 * math.Pi / number
	count := 64
	for float64(count) < perPeriod*period*peak {
		count *= 2
	}
	along := int(math.Ceil(w.span()/length*perPeriod)) + 2
	c := Cells{
		Count: [4]int{count, along, 1, irregularLevels}, Start: w.Start,
		Interval: period / float64(count),
		Origin:   [3]float64{w.inner() - w.span(), 0, w.bed},
		Step:     [3]float64{2 * w.span() / float64(along-1), 1, w.Depth / (irregularLevels - 1)},
		Repeats:  true, Slowness: number / (2 * math.Pi * peak), Length: length,
	}
	carried := 0.0
	for _, part := range parts {
		carried += w.gravity * part.Amplitude * part.Amplitude * p.Number(part.Frequency) /
			(4 * math.Pi * part.Frequency)
	}
	current := w.current()
	if math.IsNaN(current) {
		current = -carried / w.Depth
	}
	w.sum(&c, parts, period, current)
	c.Note = fmt.Sprintf("%s waves of %d components: peak %s s, length %s m, mean current %s m/s; "+
		"they repeat after %s s", w.Kind, len(parts), text.Number(1/peak), text.Number(length),
		text.Number(current), text.Number(period))
	w.zone.Cells = c
	w.grow(1 / peak)
	return nil
}

// span is how far the zone reaches along the way from its inner end, either way [m].
func (w *waves) span() float64 {
	z, far := w.zone, 0.0
	for corner := range 4 {
		x := [2]float64{z.Min[0], z.Min[1]}
		for a := range x {
			if corner>>a&1 == 1 {
				x[a] = z.Max[a]
			}
		}
		far = max(far, math.Abs(x[0]*z.Way[0]+x[1]*z.Way[1]-w.inner()))
	}
	return far
}

// sum fills a table with the sum of components,
//
//	u = Σ a ω cosh kz/sinh kd cos(ωt - ks + φ),  w = -Σ a ω sinh kz/sinh kd sin(ωt - ks + φ),
//
// at the times t + s times the slowness, and a current.
func (w *waves) sum(c *Cells, parts []wavemaker.Component, period, current float64) {
	p := &wavemaker.Paddle{Depth: w.Depth, Gravity: w.gravity}
	count, per := c.Count[0], 2*c.Count[1]*c.Count[3]
	c.Values = make([]float32, count*per)
	us, ws := make([]complex128, count/2), make([]complex128, count/2)
	for i := range c.Count[1] {
		s := c.Origin[0] + float64(i)*c.Step[0] - w.inner()
		for k := range c.Count[3] {
			z := float64(k) * c.Step[2]
			clear(us)
			clear(ws)
			us[0] = complex(current, 0)
			for _, part := range parts {
				omega, number := 2*math.Pi*part.Frequency, p.Number(part.Frequency)
				kd := number * w.Depth
				scale := part.Amplitude * omega * math.Exp(number*z-kd) / -math.Expm1(-2*kd)
				down := math.Exp(-2 * number * z)
				turn := cmplx.Rect(scale, part.Phase+omega*c.Slowness*float64(i)*c.Step[0]-number*s)
				n := int(math.Round(part.Frequency * period))
				us[n] += turn * complex(1+down, 0)
				ws[n] += turn * complex(0, 1-down) // -sin θ is the real part of i exp iθ
			}
			at := 2 * (i*c.Count[3] + k)
			for n, u := range wavemaker.Signal(us, count) {
				c.Values[n*per+at] = float32(u)
			}
			for n, u := range wavemaker.Signal(ws, count) {
				c.Values[n*per+at+1] = float32(u)
			}
		}
	}
}
