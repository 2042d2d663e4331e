package editor

import (
	"context"
	"math"
	"sync"
	"time"

	"gpusph/cases"
	"gpusph/internal/cli"
	"gpusph/internal/measure"
)

// rates are how many particles the devices of this machine advance by a step in a second, measured
// once with small flows in three and in two dimensions.
type rates struct {
	mutex sync.Mutex
	is    [2]float64 // in three dimensions, in two; 0 is not known yet, -1 cannot be
}

func (r *rates) of(plane bool) float64 {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if plane {
		return r.is[1]
	}
	return r.is[0]
}

// rateFlows are the flows that are measured, in three and in two dimensions.
var rateFlows = [2]string{cases.Blank, "weir"}

// measure measures, and calls known after each.
func (r *rates) measure(ctx context.Context, known func()) {
	for k, name := range rateFlows {
		text, _ := cases.Text(name)
		rate, err := rateOf(ctx, name, text)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			rate = -1
		}
		r.mutex.Lock()
		r.is[k] = rate
		r.mutex.Unlock()
		known()
	}
}

// rateOf is how fast a flow is on the devices that a run would take [particles a second].
func rateOf(ctx context.Context, name string, text []byte) (float64, error) {
	c, err := cli.BeginText(name+".toml", text)
	if err != nil {
		return 0, err
	}
	names, _, err := c.Devices(nil)
	if err != nil {
		return 0, err
	}
	flow, err := c.Setup()
	if err != nil {
		return 0, err
	}
	flow.End = math.MaxFloat64
	m, err := measure.Time(ctx, flow, measure.Place{Devices: names, GPU: c.GPUOptions(), New: c.New},
		measure.Options{Warmup: 20, Steps: 60, Repeat: 1, Within: 5 * time.Second})
	if err != nil {
		return 0, err
	}
	return 1e6 * m.Mips[0], nil
}
