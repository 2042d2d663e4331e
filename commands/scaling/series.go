package scaling

import (
	"math"
	"slices"

	"gpusph/balance"
	"gpusph/commands/cli"
	"gpusph/internal/measure"
	"gpusph/internal/text"
	"gpusph/output"
)

// Series is what a flow does on several numbers of devices, as it is written to
// files.
type Series struct {
	output.Head
	output.Origin
	Problem   string  `json:"problem"`
	DeltaP    float64 `json:"deltap_m"`
	Particles int     `json:"particles"`
	Fluid     int     `json:"fluid"`
	SplitAxis string  `json:"split_axis"`
	Balancer  string  `json:"balancer,omitempty"`
	// simulated time at which the slices were counted
	Survey         float64   `json:"survey_s"`
	SliceParticles []float64 `json:"slice_particles"` // then, by slice along the split axis
	// whose forces each slice computes, then, or a part of them
	SlicePairs []float64   `json:"slice_pairs"`
	Weak       bool        `json:"weak,omitempty"`
	Grow       string      `json:"grow,omitempty"` // how, then: wide or fine
	Points     []*Point    `json:"points"`         // by number of devices, the first is 1
	Prediction *prediction `json:"prediction,omitempty"`

	published []paperRow // of this flow; nil is none
	least     int        // slices of a device that a neighbour sees, the fewest that it may own
}

var FileHead = output.NewHead("scaling", 6)

// Point is what is known of n devices.
type Point struct {
	N       int     `json:"n"`
	Devices int     `json:"distinct_devices"` // under the n shares
	DeltaP  float64 `json:"deltap_m"`
	// times as wide as the problem's own, where it can be made wider
	Widths    int `json:"widths,omitempty"`
	Particles int `json:"particles"`
	Fluid     int `json:"fluid"`
	// of the pairs, by the best cut into whole slices; not of weak scaling
	Share    float64 `json:"greatest_share,omitempty"`
	Off      *rate   `json:"balance_off"`          // measured, slices stay
	On       *rate   `json:"balance_on,omitempty"` // measured, slices move
	Ideal    *rate   `json:"ideal"`                // n times one device
	Expected *rate   `json:"expected,omitempty"`   // limited by Share only
	placed   []string
}

// rate is a throughput and what follows from it.
type rate struct {
	Mips  float64 `json:"mips"` // median of the repeats, where it is measured
	Least float64 `json:"mips_least,omitempty"`
	Most  float64 `json:"mips_most,omitempty"`
	Step  float64 `json:"seconds_per_step"` // T(n)
	// S = text.Mips(n)/text.Mips(1), of one flow T(1)/T(n)
	SpeedUp    float64 `json:"speed_up"`
	Efficiency float64 `json:"efficiency"` // S/n
	// (1/S - 1/n)/(1 - 1/n); none for one device
	Beta *float64 `json:"karp_flatt_beta,omitempty"`
	// n T(n), the same for all n if scaling is perfect
	Work     float64              `json:"n_seconds_per_step"`
	Measured *measure.Measurement `json:"measurement,omitempty"`
}

// derive fills in what follows from the throughput of n devices, given that of
// one and the number of particles.
func (r *rate) derive(n int, one float64, particles int) {
	r.Step = float64(particles) / (r.Mips * 1e6)
	r.SpeedUp = r.Mips / one
	r.Efficiency = r.SpeedUp / float64(n)
	r.Work = float64(n) * r.Step
	if n > 1 {
		beta := output.KarpFlatt(r.SpeedUp, float64(n))
		r.Beta = &beta
	}
}

// beta is the serial fraction, or NaN where there is none.
func (r *rate) beta() float64 {
	if r == nil || r.Beta == nil {
		return math.NaN()
	}
	return *r.Beta
}

// finish computes what follows from the measurements.
func (s *Series) finish() {
	one := text.Median(s.Points[0].Off.Measured.Mips)
	for _, p := range s.Points {
		p.Devices = cli.DistinctDevices(p.placed)
		for _, r := range []*rate{p.Off, p.On} {
			if r == nil {
				continue
			}
			r.Mips, r.Least, r.Most = text.Median(r.Measured.Mips), slices.Min(r.Measured.Mips),
				slices.Max(r.Measured.Mips)
		}
		p.Ideal = &rate{Mips: one * float64(p.N)}
		if !s.Weak {
			p.Share = greatestShare(s.SlicePairs, p.N, s.least)
			p.Expected = &rate{Mips: one / p.Share}
		}
		for _, r := range []*rate{p.Off, p.On, p.Ideal, p.Expected} {
			if r == nil {
				continue
			}
			r.derive(p.N, one, p.Particles)
			if s.Weak {
				r.Beta = nil // it is of one flow
			}
		}
	}
}

// best is the rate with balancing, where that was measured.
func (p *Point) best() *rate {
	if p.On != nil {
		return p.On
	}
	return p.Off
}

// cut shares weights over n devices, or over as many as the slices are enough
// for, as evenly as whole slices allow.
func cut(weights []float64, n, least int) (bounds []int) {
	return balance.Cut(weights, 0, max(1, min(n, len(weights)/max(least, 1))), least)
}

// greatestShare is the greatest part of the weight that a device has then.
func greatestShare(weights []float64, n, least int) float64 {
	bounds := cut(weights, n, least)
	all, most := measure.Sum(weights), 0.0
	for d := range len(bounds) - 1 {
		most = max(most, measure.Sum(weights[bounds[d]:bounds[d+1]]))
	}
	return most / all
}
