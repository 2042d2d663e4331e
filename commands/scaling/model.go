package scaling

import (
	"slices"
	"sort"

	"gpusph/internal/measure"
	"gpusph/sph/engine"
)

// stateBytes cross devices for a particle of a slice when lists are built: position,
// remainder, velocity and id.
const stateBytes = 44

// model says how long a step takes on n devices from what one device does, the
// pairs and particles of the slices, and the speed of the link:
//
//	T(n) = max over devices d of [ w(d) B + g(w(d)) C + X(d) ] + F + H
//
// The slices are cut over min(n, slices/least) devices so that the greatest share
// of the pairs is as small as it can be. Then
//
//   - w(d) is the part that d computes of the pairs of neighbours, and B and C are the
//     seconds a step that one device spends on all of them in BuildNeibs and in Forces, of
//     which Euler is part;
//   - g(w) is how long one evaluation of the forces takes on a part w of the particles,
//     among some and in stripes as in steps, by that of all, as measured on one device: more
//     than w where few particles do not fill it;
//   - F is what one device takes beyond B and C: MinimumScan and the gaps between the
//     phases, which do not shrink;
//   - X(d) is the exchange that the central computation does not hide. There are two in a step, and
//     more where passes before the forces compute what neighbours need. Each is the transport's
//     latencies (transports.go) + bytes/bandwidth for the larger of d's edges, of least slices,
//     less its part of the Forces of the stripes that are not at an edge, which are computed
//     meanwhile. For each list, half an edge a side with 44 bytes a particle and as many latencies
//     comes to it, none of it hidden, divided by the steps that a list lasts;
//   - H is the synchronisation of several devices: 0 for a prediction from one
//     device alone, the mean of measured less predicted T(n) for a fitted one, over
//     the points whose shares have a processor each, if there are any.
//
// Shares that sit on one processor take turns: their w add up. What several machines add is in
// machines.go.
//
// T(1) = B + C + F is the measured time. In the limit of many devices, the thickness of
// a slice holds the first terms up, F + H the rest. What the model does not know:
// lists of too few particles to fill a GPU, slices that cost more a pair
// than others, links that several devices use at once, and the balancer's own cost.
type model struct {
	Forces      float64      `json:"forces_s"`      // C, a step on one device, like the next two
	Build       float64      `json:"build_neibs_s"` // B
	Fixed       float64      `json:"fixed_s"`       // F
	Handover    float64      `json:"handover_s"`    // H
	Link        measure.Link `json:"link"`
	Stripe      int          `json:"stripe"` // particles of each stripe, at least
	StepsToList float64      `json:"steps_per_list"`
	// of a particle, in each of a step
	Exchanges []int              `json:"exchange_bytes"`
	Parts     []measure.PartTime `json:"forces_of_parts,omitempty"` // from the least on

	particles, pairs []float64 // by slice
	least            int       // slices of an edge, the fewest that a device may own
	network          *network  // between machines; nil is one machine
}

// edge is particles that cross a link.
type edge struct {
	particles float64
	link      *transport
}

// model takes the parts of the model from the measurements.
func (r *seriesRun) model() *model {
	one := r.series.Points[0].Off
	m := &model{Link: *r.survey.Link, Stripe: r.Stripe, StepsToList: one.Measured.StepsPerList,
		Exchanges: r.flow.Params.Exchanges(), particles: r.survey.Particles, pairs: r.survey.Pairs,
		least: r.survey.Least}
	if r.machineDevices > 0 {
		m.network = &network{Devices: r.machineDevices, Process: r.processDevices,
			Latency: r.networkLatency * 1e-6, Bandwidth: r.networkBandwidth * 1e9 / 8, Links: r.given}
		if m.network.Process == 0 {
			m.network.Process = r.machineDevices
		}
	}
	if m.Stripe == 0 {
		m.Stripe = engine.MinStripe
	}
	m.Parts = one.Measured.Parts
	phases := one.Measured.Phases[0]
	m.Forces, m.Build = phases["Forces"], phases["BuildNeibs"]
	m.calibrate(measure.Sum(one.Measured.Seconds)/float64(one.Measured.Steps), one.Step)
	return m
}

// calibrate makes T(1) a time: what the steps took beyond the phases, on average, is
// fixed. Phases that seem longer than the steps, as clocks differ, are shortened.
func (m *model) calibrate(average, step float64) {
	scale := step / max(average, m.Forces+m.Build)
	m.Forces, m.Build = m.Forces*scale, m.Build*scale
	m.Fixed = step - (m.Forces + m.Build)
}

// ofAll is g(w): between the measured parts in proportion, and below them as the least.
// Without any it is w.
func (m *model) ofAll(w float64) float64 {
	n := len(m.Parts)
	if n == 0 {
		return w
	}
	t, all := m.Parts[0].Seconds, m.Parts[n-1].Seconds
	switch k := sort.Search(n, func(k int) bool { return m.Parts[k].Part >= w }); {
	case k == n:
		t = all
	case k > 0:
		low, high := m.Parts[k-1], m.Parts[k]
		t = low.Seconds + (high.Seconds-low.Seconds)*(w-low.Part)/(high.Part-low.Part)
	}
	return t / all
}

// compute is what a part w of all pairs takes one device [s].
func (m *model) compute(w float64) float64 { return w*m.Build + m.ofAll(w)*m.Forces }

// time is T(n) [s] and the greatest w(d). placed are the processors under the n
// shares; nil is one each.
func (m *model) time(n int, placed []string) (seconds, share float64) {
	bounds := cut(m.pairs, n, m.least)
	allPairs, last := measure.Sum(m.pairs), len(bounds)-2
	parts, exposed := map[string]float64{}, map[string]float64{}
	alone, worst := 0.0, 0.0
	for d := range last + 1 {
		from, to := bounds[d], bounds[d+1]
		w := measure.Sum(m.pairs[from:to]) / allPairs
		own := measure.Sum(m.particles[from:to])
		var edges []edge
		if d > 0 {
			edges = append(edges, edge{measure.Sum(m.particles[from : from+m.least]), m.linkTo(d)})
		}
		if d < last {
			edges = append(edges, edge{measure.Sum(m.particles[to-m.least : to]), m.linkTo(d + 1)})
		}
		exchange := m.exposed(own, w, edges)
		share, worst = max(share, w), max(worst, exchange)
		if placed == nil {
			alone = max(alone, m.compute(w)+exchange)
		} else {
			parts[placed[d]] += w
			exposed[placed[d]] = max(exposed[placed[d]], exchange)
		}
	}
	for name, w := range parts {
		alone = max(alone, m.compute(w)+exposed[name])
	}
	seconds = alone + m.Fixed + m.reductions(last+1, share, worst)
	if n > 1 {
		seconds += m.Handover
	}
	return seconds, share
}

// exposed is X(d) of a device that owns a number of particles and a part w of all pairs,
// and of the particles at its edges.
func (m *model) exposed(own, w float64, edges []edge) float64 {
	if len(edges) == 0 {
		return 0
	}
	central, lists := own, 0.0
	stripes := float64(engine.Stripes(int(own), m.Stripe))
	for _, e := range edges {
		central -= max(e.particles, own/stripes)
		lists += e.link.seconds(e.particles / 2 * stateBytes)
	}
	hidden := max(0, central) / max(own, 1) * w * m.Forces / float64(len(m.Exchanges))
	seconds := lists / m.StepsToList
	for _, bytes := range m.Exchanges {
		message := 0.0
		for _, e := range edges {
			message = max(message, e.link.seconds(e.particles*float64(bytes)))
		}
		seconds += max(0, message-hidden)
	}
	return seconds
}

// prediction is what the model makes of numbers of devices.
type prediction struct {
	Model model `json:"model"`
	// H from the points with several devices
	Handover float64 `json:"fitted_handover_s"`
	Fitted   int     `json:"fitted_points"` // that there are
	// whether none of these shared a device
	Own      bool        `json:"fitted_on_devices_of_their_own"`
	Most     int         `json:"most_devices"` // that the slices are enough for
	Points   []predicted `json:"points"`
	Machines *machines   `json:"machines,omitempty"` // several of them, where that is asked for
}

// predicted is what the model says of n devices.
type predicted struct {
	shared bool    // the measured ones share processors
	N      int     `json:"n"`
	Share  float64 `json:"greatest_share"`
	// with a processor for each, from one device alone
	Alone        *rate   `json:"predicted"`
	Fitted       *rate   `json:"predicted_fitted,omitempty"`    // with H, if it was found so
	Measured     *rate   `json:"measured,omitempty"`            // with balancing, if it was
	Placed       *rate   `json:"predicted_as_placed,omitempty"` // as the measured shares sat
	Error        float64 `json:"error,omitempty"`               // mips of Placed to measured, less 1
	PlacedFitted *rate   `json:"predicted_as_placed_fitted,omitempty"`
	ErrorFitted  float64 `json:"error_fitted,omitempty"`
}

// predict compares the model with the series and says what 2 to 64 devices do.
func predict(s *Series, m *model) *prediction {
	p := &prediction{Model: *m, Most: len(m.pairs) / m.least}
	within := *m // one machine
	within.network = nil
	p.Own = slices.ContainsFunc(s.Points[1:], func(at *Point) bool { return at.Devices == at.N })
	for _, at := range s.Points[1:] {
		if p.Own && at.Devices < at.N {
			continue
		}
		t, _ := within.time(at.N, at.placed)
		p.Handover += at.best().Step - t
		p.Fitted++
	}
	p.Handover = max(p.Handover/max(1, float64(p.Fitted)), -m.Fixed)
	fitted := within
	fitted.Handover = p.Handover

	counts := []int{1, 2, 3, 4, 6, 8, 16, 32, 64}
	for _, at := range s.Points {
		counts = append(counts, at.N)
	}
	slices.Sort(counts)
	one := s.Points[0].Off.Mips
	of := func(m *model, n int, placed []string) *rate {
		t, _ := m.time(n, placed)
		r := &rate{Mips: float64(s.Particles) / t / 1e6}
		r.derive(n, one, s.Particles)
		return r
	}
	for _, n := range slices.Compact(counts) {
		row := predicted{N: n, Alone: of(&within, n, nil)}
		if p.Own {
			row.Fitted = of(&fitted, n, nil)
		}
		_, row.Share = within.time(n, nil)
		if i := slices.IndexFunc(s.Points, func(at *Point) bool { return at.N == n }); i >= 0 {
			at := s.Points[i]
			row.Measured, row.shared = at.best(), at.Devices < at.N
			row.Placed, row.PlacedFitted = of(&within, n, at.placed), of(&fitted, n, at.placed)
			row.Error, row.ErrorFitted = row.Placed.Mips/row.Measured.Mips-1,
				row.PlacedFitted.Mips/row.Measured.Mips-1
		}
		p.Points = append(p.Points, row)
	}
	if m.network != nil {
		several := *m
		if p.Own {
			several.Handover = p.Handover
		}
		p.Machines = several.onSeveral(s.Particles, one)
	}
	return p
}
