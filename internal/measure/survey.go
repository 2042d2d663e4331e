package measure

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"gpusph/gpu"
	"gpusph/internal/cli"
	"gpusph/internal/text"
	"gpusph/sph"
)

// Survey is where the particles are while the clock runs, and how fast devices
// send.
type Survey struct {
	Time             float64   // simulated [s]
	Particles, Pairs []float64 // by slice
	Least            int       // slices of a device that a neighbour sees, the fewest that it may own
	Link             *Link     // nil unless it is needed
}

// EdgeBytes cross devices for a particle of an edge: velocity and packed position, twice a
// step, and once the position and its remainder.
const EdgeBytes = 36

// Link is how long a device takes to send to the next: latency + bytes/bandwidth.
type Link struct {
	Between   string  `json:"between"`
	Within    bool    `json:"within_one_device"`
	Bytes     int     `json:"bytes"` // of the edge-sized message
	Latency   float64 `json:"latency_s"`
	Bandwidth float64 `json:"bandwidth_bytes_per_second"`
}

// TakeSurvey goes to the middle of the steps that will be timed, on all devices,
// since the flow is the same on any number of them.
func TakeSurvey(ctx context.Context, flow *sph.Case, names []string, c *cli.Config, o Options) (s *Survey, err error) {
	system, err := gpu.Open(names, c.GPUOptions())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, system.Close()) }()
	sim, err := sph.New(flow, c.Simulation(system, c.Policy(), flow.End))
	if errors.Is(err, gpu.ErrMemory) {
		return nil, err
	} else if err != nil {
		return nil, cli.UsageError(err)
	}
	defer func() { err = errors.Join(err, sim.Close()) }()
	var last sph.Progress
	advance := func() {
		if ctx.Err() != nil {
			err = cli.ErrNothing
		}
		if err == nil {
			last, err = sim.Advance(flow.Params.RebuildEvery)
		}
		if err == nil && last.Done {
			err = fmt.Errorf("the flow ends at %s s, in step %s, before all is timed; a smaller --from, --warmup, --steps or --repeat or a later --tend would do", text.Number(flow.End), text.Thousands(last.Step))
		}
	}
	for advance(); err == nil && (last.Time < o.From || last.Step < o.Warmup); advance() {
	}
	for middle := last.Step + o.Steps*o.Repeat/2; err == nil && last.Step < middle; advance() {
	}
	if err != nil {
		return nil, err
	}
	snapshot, err := sim.Snapshot()
	if err != nil {
		return nil, err
	}
	s = &Survey{Time: last.Time, Least: sim.LeastSlices()}
	s.Count(snapshot, &last)
	if o.Parts {
		done := make(chan error)
		go func() { // Bind keeps the thread
			var err error
			s.Link, err = measureLink(system.Devices, names, s.edge()*EdgeBytes)
			done <- err
		}()
		err = <-done
	}
	return s, err
}

// Count counts the particles and the pairs of each slice. The first device's first
// slice tells how many layers the lists reach, and so how thick one is. Slices of one
// layer are taken for layers that are as much thinner, which have about as many.
func (s *Survey) Count(snapshot *sph.Snapshot, p *sph.Progress) {
	slices := 0
	for _, d := range p.Devices {
		slices += d.Slices
	}
	c := &snapshot.Case.Params
	axis, length := c.SplitAxis, c.Max[c.SplitAxis]-c.Min[c.SplitAxis]
	perLayer := max(p.PerLayer, 1)
	layer := (c.Support() + c.Skin) / float64(p.Devices[0].FirstSlice/perLayer)
	if layers := slices / perLayer; int(length/layer)+1 != layers {
		layer = length / float64(layers)
	}
	thick := layer / float64(perLayer)
	slice := func(i int) int {
		at := math.Floor((float64(snapshot.Position[i][axis]) - c.Min[axis]) / thick)
		return max(0, min(int(at), slices-1))
	}
	s.Particles = make([]float64, slices)
	for i := range snapshot.Position {
		s.Particles[slice(i)]++
	}
	s.Pairs = slicePairs(snapshot, slice, slices)
	if Sum(s.Pairs) == 0 {
		s.Pairs = s.Particles // no fluid: nothing to compute
	}
}

// edge is how many particles the fullest edge of a device may have.
func (s *Survey) edge() int {
	most := 0.0
	for i := range len(s.Particles) - s.Least + 1 {
		most = max(most, Sum(s.Particles[i:i+s.Least]))
	}
	return int(most)
}

// measureLink times sends from a device to the next one, on another processor
// where there is one, else copies within a device.
func measureLink(devices []gpu.Device, names []string, bytes int) (*Link, error) {
	from, to := 0, min(1, len(devices)-1)
	for i := range len(names) - 1 {
		if names[i] != names[i+1] {
			from, to = i, i+1
			break
		}
	}
	a, b := devices[from], devices[to]
	l := &Link{Between: a.Name() + " and " + b.Name(), Within: names[from] == names[to], Bytes: bytes}
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

// Sum is the sum of values.
func Sum(values []float64) float64 {
	total := 0.0
	for _, v := range values {
		total += v
	}
	return total
}
