package openings

import (
	"math"
	"slices"

	"gpusph/sph"
	"gpusph/sph/timeseries"
)

// Of a velocity that falls to 0 at a rough bed: u/U = 1 + (u*/U)/κ (1 + ln z/h), the logarithmic
// law of a channel of a depth h with the mean velocity U (Keulegan 1938, J. Res. NBS 21), with a
// friction velocity u* that many channels have, Chézy's C = √g/0.05 = 63 m^½/s.
const (
	vonKarman        = 0.41
	frictionVelocity = 0.05 // over the mean velocity
)

// profile is how the velocity of an opening is spread over its sites: factors whose mean over those
// that are wet at first is 1.
func profile(
	o *given, to *placed, p *sph.Params,
) func(l *Layout, wet []bool) []float64 {
	if o.Profile.Rows == nil && o.Profile.Word == "uniform" {
		return nil
	}
	of, radius := to.Opening, to.Half[1]
	if o.Disc != nil {
		radius = o.Disc.Radius
	}
	return func(l *Layout, wet []bool) []float64 {
		low, high, free := heights(&of, l, wet, p.DeltaP)
		factors := make([]float64, len(l.Sites))
		sum, n := 0.0, 0
		for k, x := range l.Sites {
			u, v, _ := of.From(x)
			part := (v - low) / max(high-low, p.DeltaP) // of the height
			switch r := math.Hypot(u, v) / radius; {
			case o.Profile.Rows != nil:
				factors[k] = interpolated(o.Profile.Rows, x[2])
			case o.Profile.Word == "parabolic" && of.Disc:
				factors[k] = max(0, 1-r*r)
			case o.Profile.Word == "parabolic" && free:
				part = min(part, 1)
				factors[k] = part * (2 - part)
			case o.Profile.Word == "parabolic":
				factors[k] = part * (1 - part)
			case of.Disc:
				factors[k] = logarithmic(1 - r)
			default:
				factors[k] = logarithmic(part)
			}
			if wet[k] || !slices.Contains(wet, true) {
				sum, n = sum+factors[k], n+1
			}
		}
		if !(sum > 0) {
			return nil
		}
		for k := range factors {
			factors[k] *= float64(n) / sum
		}
		return factors
	}
}

// logarithmic is the law at a part of the depth.
func logarithmic(part float64) float64 {
	return max(0, 1+frictionVelocity/vonKarman*(1+math.Log(max(part, 1e-4))))
}

// heights are those along the opening between which it is wet at first, from its centre [m], and
// whether a free surface is above.
func heights(
	o *Opening, l *Layout, wet []bool, spacing float64,
) (low, high float64, free bool) {
	low, high = math.Inf(1), math.Inf(-1)
	top := math.Inf(-1)
	for k, x := range l.Sites {
		_, v, _ := o.From(x)
		low, top = min(low, v-spacing/2), max(top, v+spacing/2)
		if wet[k] {
			high = max(high, v+spacing/2)
		}
	}
	if math.IsInf(high, -1) {
		high = top
	}
	return low, high, o.Level != nil || high < top-spacing/2
}

// interpolated is the factor of rows at a height [m].
func interpolated(rows [][2]float64, z float64) float64 {
	s := timeseries.Series{}
	for _, row := range rows {
		s.Times, s.Values = append(s.Times, row[0]), append(s.Values, row[1])
	}
	return s.At(z)
}
