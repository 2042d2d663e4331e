package measure

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gpusph/gpu"
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

// TakeSurvey goes to the middle of the steps that will be timed, on all devices,
// since the flow is the same on any number of them. It returns the error of ctx when that ends.
func TakeSurvey(ctx context.Context, flow *sph.Case, on Place, o Options) (s *Survey, err error) {
	system, err := gpu.Open(on.Devices, on.GPU)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, system.Close()) }()
	sim, err := on.New(flow, system, on.Policy)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, sim.Close()) }()
	var last sph.Progress
	advance := func() {
		if err = ctx.Err(); err == nil {
			last, err = sim.Advance(flow.Params.RebuildEvery)
		}
		if err == nil && last.Done {
			err = fmt.Errorf("the flow ends at %s s, in step %s, before all is timed; use a smaller --from, --warmup, --steps or --repeat or a later --tend", text.Number(flow.End), text.Thousands(last.Step))
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
	s = &Survey{Time: last.Time, Least: sim.MinSlices()}
	s.Count(snapshot, &last)
	if o.Parts {
		done := make(chan error)
		go func() { // Bind keeps the thread
			var err error
			s.Link, err = measureLink(system.Devices, on.Devices, s.edge()*EdgeBytes)
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

// Sum is the sum of values.
func Sum(values []float64) float64 {
	total := 0.0
	for _, v := range values {
		total += v
	}
	return total
}
