package editor

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"time"

	"gpusph/commands/cli"
	"gpusph/internal/casefile"
	"gpusph/problems"
	"gpusph/sph"
	"gpusph/sph/engine"
)

// Fault is an error or a warning about a text.
type Fault struct {
	Line   int    `json:"line"`   // from 1 on; 0 is none
	Column int    `json:"column"` // characters, from 1 on
	Text   string `json:"text"`
}

// Answer is what the page gets for a text: what is wrong with it, or else what the flow is like.
type Answer struct {
	Kind   string  `json:"kind"`   // answer
	Number int     `json:"number"` // of the text, as the page has counted
	Took   float64 `json:"took"`   // [s]
	Errors []Fault `json:"errors"`
	*Flow
}

// Flow is what a flow is like that has no errors, as far as that is known without a run.
type Flow struct {
	Name     string  `json:"name"`
	Plane    bool    `json:"plane"` // in two dimensions
	DeltaP   float64 `json:"deltap"`
	End      float64 `json:"end"`
	Warnings []Fault `json:"warnings"`
	Notes    []Fault `json:"notes"`

	Fluid  float64 `json:"fluid"` // particles
	Wall   float64 `json:"wall"`
	Exact  bool    `json:"exact"` // they are counted, not estimated
	Groups []Group `json:"groups"`

	Memory  []cli.Need `json:"memory"`
	Device  float64    `json:"device"`  // of a GPU [bytes]
	Process float64    `json:"process"` // of the host, beside a GPU [bytes]
	Short   string     `json:"short"`   // why there is not enough; "" is enough

	Steps   float64  `json:"steps"` // about
	Devices []string `json:"devices"`
	Seconds float64  `json:"seconds"` // of a run on them at their speed; 0 is not known yet
	Speed   speed    `json:"speed"`

	*Sight
}

// Group is particles of one kind.
type Group struct {
	Name      string `json:"name"`
	Particles int    `json:"particles"`
}

// look checks a text and sketches its flow. Errors of the text are in the answer; the error is that
// of ctx, where no page waits for the answer any more.
func (e *Editor) look(ctx context.Context, text []byte) (a *Answer, sight *Sight, err error) {
	begun := time.Now()
	a = &Answer{Kind: "answer", Errors: []Fault{}}
	defer func() {
		if v := recover(); v != nil {
			sight, err = nil, nil
			a = &Answer{Kind: "answer", Errors: []Fault{{Text: fmt.Sprintf("the program has a bug and "+
				"cannot look at this text: %v; please report it, with the text", v)}}}
		}
		if a != nil { // nil where the text is no longer the last
			a.Took = time.Since(begun).Seconds()
		}
	}()
	c, err := cli.BeginText(e.file, text)
	if err != nil {
		a.Errors = append(a.Errors, e.faultOf(err))
		return a, nil, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	f := &Flow{Warnings: []Fault{}, Notes: []Fault{}}
	if err := f.estimate(c); err != nil {
		a.Errors = append(a.Errors, e.faultOf(err))
		return a, nil, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	k, err := c.Flow.(problems.FileProblem).Sketch(0, mostFilled)
	if err != nil {
		a.Errors = append(a.Errors, e.faultOf(err))
		return a, nil, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	file := c.Flow.(problems.FileProblem).File()
	f.describe(file, k)
	if c.MaxIter > 0 {
		f.Steps = min(f.Steps, float64(c.MaxIter))
	}
	f.Sight = sightOf(file, k)
	f.predict(e.rates.of(f.Plane))
	e.watch.also(c.Flow.(problems.FileProblem))
	a.Flow = f
	e.mutex.Lock()
	e.lastText, e.lastFlow = string(text), f
	e.mutex.Unlock()
	return a, f.Sight, nil
}

// mostFilled is how many particles are filled for a look. Flows with about as many are filled as a
// run would fill them.
const mostFilled = 60_000

// faultOf is an error at its place in the text.
func (e *Editor) faultOf(err error) Fault {
	var at *casefile.Error
	if errors.As(err, &at) {
		return Fault{at.Line, at.Column, inPageWords(at.Text)}
	}
	return Fault{Text: inPageWords(cli.OneLine(err))}
}

// estimate finds what a run needs, from the outline of the flow.
func (f *Flow) estimate(c *cli.Config) error {
	names, _, err := c.Devices(nil)
	if err != nil {
		return err
	}
	needs, err := c.Memory(names, 1)
	if err != nil {
		return err
	}
	f.Devices, f.Memory, f.Device, f.Process = names, needs.Stores, needs.Device, needs.Process
	f.Fluid, f.Wall = needs.Fluid, needs.Wall
	for _, short := range []error{needs.Short, needs.Host} {
		if short != nil {
			f.Short = shortOf(short)
		}
	}
	return nil
}

// shortOf is what is said of a lack of memory, without the place in the file.
func shortOf(err error) string {
	var at *casefile.Error
	if errors.As(err, &at) {
		return at.Text
	}
	return cli.OneLine(err)
}

// describe takes what the sketch has found.
func (f *Flow) describe(file *casefile.Case, k *problems.Sketch) {
	p, all := &k.Case.Params, &k.Case.Particles
	f.Name, f.Plane, f.DeltaP, f.End = k.Case.Name, p.Dim == 2, p.DeltaP, k.Case.End
	scale := 1.0
	if n := f.Fluid + f.Wall; n > 0 {
		scale = (k.Fluid + k.Wall) / n
	}
	f.Fluid, f.Wall, f.Exact = k.Fluid, k.Wall, k.Spacing == p.DeltaP
	for i := range f.Memory {
		f.Memory[i].Bytes *= scale
	}
	f.Device, f.Process = f.Device*scale, f.Process*scale
	f.addCells(p)
	f.Steps = math.Ceil(f.End / p.DefaultStep())
	for _, words := range slices.Concat(k.Case.Warnings, p.Warnings()) {
		f.Warnings = append(f.Warnings, placed(file, inPageWords(words)))
	}
	f.Notes = append(f.Notes, overlaps(file, k)...)
	f.Groups = []Group{}
	if !f.Exact {
		return
	}
	for _, b := range k.Case.Bodies {
		f.Groups = append(f.Groups, Group{Name: b.Name})
	}
	for _, body := range all.Body {
		if body > 0 {
			f.Groups[body-1].Particles++
		}
	}
}

// addCells adds the memory of cells, as the command check does.
func (f *Flow) addCells(p *sph.Params) {
	cells, err := engine.CellsOf(p)
	if err != nil {
		return // which a check says
	}
	each := float64(cells.Bytes) / float64(max(len(f.Devices), 1))
	f.Device += each
	for _, name := range f.Devices {
		if name == "host" {
			name = cli.HostStore
		}
		for i := range f.Memory {
			if f.Memory[i].Name == name {
				f.Memory[i].Bytes += each
			}
		}
	}
}

// predict says how long a run takes at a speed. Steps are as long as sound lets them be.
func (f *Flow) predict(v speed) {
	f.Speed, f.Seconds = v, 0
	if v.Rate > 0 {
		f.Seconds = f.Steps * (f.Fluid + f.Wall) / v.Rate
	}
}

// nameOf is the name of the file, without its folder.
func (e *Editor) nameOf() string { return filepath.Base(e.file) }
