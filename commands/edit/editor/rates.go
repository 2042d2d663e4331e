package editor

import (
	"context"
	"sync"
	"time"

	"gpusph/cases"
	"gpusph/commands/cli"
	"gpusph/internal/measure"
)

// speed is how many particles the devices of this machine advance by a step in a second.
type speed struct {
	Rate   float64 `json:"rate"`   // 0 is not known yet, -1 cannot be
	By     string  `json:"by"`     // what has measured it
	Within float64 `json:"within"` // how many times as long a run may take
}

// What measures a speed, and how many times longer than by it runs have taken (docs/lab/trials.md).
// Steps get shorter as the flow becomes faster, and other programs take their part of the
// processor.
const (
	bySmall, smallSlack = "small", 6.0
	byCheck, checkSlack = "check", 4.0
	byRun, runSlack     = "run", 1.0
)

// rates are the speeds in three and in two dimensions: first those of small flows, which are
// measured once, then those of the last check or run.
type rates struct {
	mutex sync.Mutex
	is    [2]speed // in three dimensions, in two
}

func (r *rates) of(plane bool) speed {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if plane {
		return r.is[1]
	}
	return r.is[0]
}

// put takes a speed. Small flows do not change what a check or a run has measured, and a check does
// not change what a run has.
func (r *rates) put(plane bool, v speed) {
	order := map[string]int{bySmall: 1, byCheck: 2, byRun: 3}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	k := 0
	if plane {
		k = 1
	}
	if order[v.By] >= order[r.is[k].By] {
		r.is[k] = v
	}
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
		r.put(k == 1, speed{rate, bySmall, smallSlack})
		known()
	}
}

// tellRates tells pages how fast the devices are.
func (e *Editor) tellRates() {
	for _, s := range e.all() {
		s.send(map[string]any{"kind": "rates", "space": e.rates.of(false),
			"plane": e.rates.of(true)})
	}
}

// learn takes a speed that a check of a text has measured.
func (e *Editor) learn(text []byte, v speed) {
	if f := e.lookedAt(text); f != nil {
		e.rates.put(f.Plane, v)
		e.tellRates()
	}
}

// leastTold is how long a run takes at least whose speed is that of others [s].
const leastTold = 10

// learnRun takes how long a run of a text took [s]: by the steps that a look has predicted, so that
// shorter ones are in the speed. Short runs, which mostly begin and end, tell nothing.
func (e *Editor) learnRun(text []byte, took float64) {
	if f := e.lookedAt(text); f != nil && took >= leastTold {
		e.learn(text, speed{f.Steps * (f.Fluid + f.Wall) / took, byRun, runSlack})
	}
}

// lookedAt is the flow of a text that was looked at last; nil is of another text.
func (e *Editor) lookedAt(text []byte) *Flow {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.lastText == string(text) {
		return e.lastFlow
	}
	return nil
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
	flow.GoOn()
	m, err := measure.Time(ctx, flow, measure.Place{Devices: names, GPU: c.GPUOptions(), New: c.New},
		measure.Options{Warmup: 20, Steps: 60, Repeat: 1, Within: 5 * time.Second})
	if err != nil {
		return 0, err
	}
	return 1e6 * m.Mips[0], nil
}
