package report

import (
	"math"

	"gpusph/internal/plot"
)

// balance are the charts of phases and, of several devices, of what each has and takes.
func (p *periods) balance() []plot.Chart {
	all := []plot.Chart{p.phasesChart()}
	if len(p.devices) < 2 {
		return all
	}
	moved, sum := make([]float64, len(p.moved)), 0.0
	for i, n := range p.moved {
		sum += n
		moved[i] = sum
	}
	of := func(title, y string, scale float64, values func(*devicePeriods) []float64) plot.Chart {
		return plot.Chart{Name: "balance", Title: title, X: overTime, Y: y,
			Curves: p.perDevice(scale, values)}
	}
	all = append(all,
		of("Forces on each device", "time per step [ms]", 1e3,
			func(d *devicePeriods) []float64 { return d.forces }),
		of("Particles of each device", "part of all [%]", 100,
			func(d *devicePeriods) []float64 { return d.particles }),
		of("Slices of each device", "slices", 1, func(d *devicePeriods) []float64 { return d.slices }))
	if sum > 0 {
		all = append(all, plot.Chart{Name: "moved", Title: "Slices that the balancer has moved",
			X: overTime, Y: "slices, since the beginning",
			Curves: []plot.Curve{curve("", plot.Line(0), p.time, moved)}})
	}
	return all
}

// perDevice is a curve for each device or, of many, the least, the mean and the greatest value.
func (p *periods) perDevice(scale float64, of func(*devicePeriods) []float64) (all []plot.Curve) {
	if len(p.devices) <= mostNamed {
		for k := range p.devices {
			d := &p.devices[k]
			all = append(all, curve(d.name, plot.Line(k), p.time, scaled(of(d), scale)))
		}
		return all
	}
	var least, mean, most []float64
	for i := range p.time {
		low, sum, high, n := math.NaN(), 0.0, math.NaN(), 0.0
		for k := range p.devices {
			x := of(&p.devices[k])[i] * scale
			if math.IsNaN(x) {
				continue
			}
			if n == 0 {
				low, high = x, x
			}
			low, high, sum, n = min(low, x), max(high, x), sum+x, n+1
		}
		least, mean, most = append(least, low), append(mean, sum/n), append(most, high)
	}
	return []plot.Curve{curve("greatest", plot.Line(1), p.time, most),
		curve("mean", plot.Line(0), p.time, mean), curve("least", plot.Line(2), p.time, least)}
}

func scaled(values []float64, by float64) []float64 {
	all := make([]float64, len(values))
	for i, x := range values {
		all[i] = by * x
	}
	return all
}
