package lines

import "gpusph/sph"

// curves are lines as files for viewers have them, with the tension at each node by how segments
// are stretched.
func curves(c *sph.Case, m *sph.Sample) (all []sph.Curve) {
	samples := Samples(c, m)
	for i := range samples {
		l := &Of(c).Lines[i]
		curve := sph.Curve{Name: l.Name, Points: samples[i].At}
		at, pulls := samples[i].At, make([]float64, l.Segments)
		for k := range pulls {
			pulls[k] = l.Stiffness * max(distance(at[k], at[k+1])/l.Step()-1, 0)
		}
		for k := range at {
			before, after := pulls[max(k-1, 0)], pulls[min(k, l.Segments-1)]
			curve.Values = append(curve.Values, (before+after)/2)
		}
		all = append(all, curve)
	}
	return all
}
