package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"gpusph/gpu"
	"gpusph/internal/text"
	"gpusph/sph"
)

// survey is where the particles are while the clock runs, and how fast devices
// send.
type survey struct {
	Time             float64   // simulated [s]
	particles, pairs []float64 // by slice
	least            int       // slices of a device that a neighbour sees, the fewest that it may own
	link             *link     // nil unless it is needed
}

// edgeBytes cross devices for a particle of an edge: velocity and packed position, twice a
// step, and once the position.
const edgeBytes = 32

// link is how long a device takes to send to the next: latency + bytes/bandwidth.
type link struct {
	Between   string  `json:"between"`
	Within    bool    `json:"within_one_device"`
	Bytes     int     `json:"bytes"` // of the edge-sized message
	Latency   float64 `json:"latency_s"`
	Bandwidth float64 `json:"bandwidth_bytes_per_second"`
}

// takeSurvey goes to the middle of the steps that will be timed, on all devices,
// since the flow is the same on any number of them.
func takeSurvey(ctx context.Context, flow *sph.Case, names []string, c *config, o measureOptions) (s *survey, err error) {
	system, err := gpu.Open(names, c.gpuOptions())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, system.Close()) }()
	sim, err := sph.New(flow, c.simulation(system, c.policy(), flow.End))
	if errors.Is(err, gpu.ErrMemory) {
		return nil, err
	} else if err != nil {
		return nil, usageError(err)
	}
	defer func() { err = errors.Join(err, sim.Close()) }()
	var last sph.Progress
	advance := func() {
		if ctx.Err() != nil {
			err = errNothing
		}
		if err == nil {
			last, err = sim.Advance(flow.Params.RebuildEvery)
		}
		if err == nil && last.Done {
			err = fmt.Errorf("the flow ends at %s s, in step %s, before all is timed; a smaller --from, --warmup, --steps or --repeat or a later --tend would do", text.Number(last.Time), text.Thousands(last.Step))
		}
	}
	for advance(); err == nil && (last.Time < o.from || last.Step < o.warmup); advance() {
	}
	for middle := last.Step + o.steps*o.repeat/2; err == nil && last.Step < middle; advance() {
	}
	if err != nil {
		return nil, err
	}
	snapshot, err := sim.Snapshot()
	if err != nil {
		return nil, err
	}
	s = &survey{Time: last.Time, least: sim.LeastSlices()}
	s.count(snapshot, &last)
	if o.parts { // these are for a prediction
		done := make(chan error)
		go func() { // Bind keeps the thread
			var err error
			s.link, err = measureLink(system.Devices, names, s.edge()*edgeBytes)
			done <- err
		}()
		err = <-done
	}
	return s, err
}

// count counts the particles and the pairs of each slice. The first device's first
// slice tells how many layers the lists reach, and so how thick one is. Slices of one
// layer are taken for layers that are as much thinner, which have about as many.
func (s *survey) count(snapshot *sph.Snapshot, p *sph.Progress) {
	slices := 0
	for _, d := range p.Devices {
		slices += d.Slices
	}
	c := &snapshot.Case.Params
	axis, length := c.SplitAxis, c.Max[c.SplitAxis]-c.Min[c.SplitAxis]
	perLayer := max(p.PerLayer, 1)
	layer := (2*c.H + c.Skin) / float64(p.Devices[0].FirstSlice/perLayer)
	if layers := slices / perLayer; int(length/layer)+1 != layers {
		layer = length / float64(layers)
	}
	thick := layer / float64(perLayer)
	slice := func(i int) int {
		at := math.Floor((float64(snapshot.Position[i][axis]) - c.Min[axis]) / thick)
		return max(0, min(int(at), slices-1))
	}
	s.particles = make([]float64, slices)
	for i := range snapshot.Position {
		s.particles[slice(i)]++
	}
	s.pairs = slicePairs(snapshot, slice, slices)
	if sum(s.pairs) == 0 {
		s.pairs = s.particles // no fluid: nothing to compute
	}
}

// edge is how many particles the fullest edge of a device may have.
func (s *survey) edge() int {
	most := 0.0
	for i := range len(s.particles) - s.least + 1 {
		most = max(most, sum(s.particles[i:i+s.least]))
	}
	return int(most)
}

// measureLink times sends from a device to the next one, on another processor
// where there is one, else copies within a device.
func measureLink(devices []gpu.Device, names []string, bytes int) (*link, error) {
	from, to := 0, min(1, len(devices)-1)
	for i := range len(names) - 1 {
		if names[i] != names[i+1] {
			from, to = i, i+1
			break
		}
	}
	a, b := devices[from], devices[to]
	l := &link{Between: a.Name() + " and " + b.Name(), Within: names[from] == names[to], Bytes: bytes}
	if from == to {
		l.Between = a.Name() + " and itself"
	}
	if err := b.Bind(); err != nil {
		return nil, err
	}
	there, err := b.Alloc(bytes)
	if err != nil {
		return nil, err
	}
	defer func() { b.Bind(); b.Free(there) }()
	if err := a.Bind(); err != nil {
		return nil, err
	}
	here, err := a.Alloc(bytes)
	if err != nil {
		return nil, err
	}
	defer func() { a.Bind(); a.Free(here) }()
	stream, err := a.NewStream(true)
	if err != nil {
		return nil, err
	}
	sends := func(bytes, times int) (float64, error) {
		begun := stream.Record()
		for range times {
			if from == to {
				stream.Copy(there, here, bytes)
			} else {
				stream.Send(b, there, here, bytes)
			}
		}
		ended := stream.Record()
		if err := stream.Sync(); err != nil {
			return 0, err
		}
		defer begun.Free()
		defer ended.Free()
		return ended.Since(begun).Seconds() / float64(times), nil
	}
	least := func(bytes int) float64 {
		best := math.Inf(1)
		for begun, k := time.Now(), 0; k < 10 && err == nil && time.Since(begun) < time.Second; k++ {
			t, e := sends(bytes, 20)
			best, err = min(best, t), e
		}
		return best
	}
	const small = 64
	least(bytes) // wakes the link up
	l.Latency = least(small)
	whole := least(bytes)
	l.Bandwidth = float64(bytes) / max(whole-l.Latency, 0.1*whole, 1e-9)
	return l, err
}

func sum(values []float64) float64 {
	total := 0.0
	for _, v := range values {
		total += v
	}
	return total
}
