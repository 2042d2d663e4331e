package compare

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"

	"gpusph/commands/cli"
	"gpusph/commands/kinds"
	"gpusph/internal/stored"
	"gpusph/internal/text"
	"gpusph/output"
)

// FileHead is what a File begins with.
var FileHead = output.NewHead("compare", 1)

// File is the comparison as JSON.
type File struct {
	output.Head
	output.Origin
	A           string       `json:"a"` // directories
	B           string       `json:"b"`
	Same        bool         `json:"same"` // the flows are, number for number
	Options     []value      `json:"options"`
	Parameters  []value      `json:"parameters"`
	Results     []value      `json:"results"` // of the flow
	Speed       []value      `json:"speed"`   // and what else does not count
	Tables      []tableDiff  `json:"tables"`
	Snapshots   *states      `json:"snapshots,omitempty"`
	Checkpoints *checkpoints `json:"checkpoints,omitempty"`
	First       *place       `json:"first,omitempty"` // where the first difference is seen
	Remarks     []string     `json:"notes,omitempty"` // on what could not be compared
}

// value is something that two runs have different values of.
type value struct {
	Name string `json:"name"`
	A    any    `json:"a"`
	B    any    `json:"b"`
}

// place is where a difference is seen: at a step, or at a time where the step is not known.
type place struct {
	Time  float64 `json:"t"` // [s]
	Step  int     `json:"step"`
	Where string  `json:"where"`
}

// differs notes a difference of the flow, and keeps the first.
func (f *File) differs(at place) {
	f.Same = false
	if f.First == nil || at.Time < f.First.Time {
		f.First = &at
	}
}

// elsewhere are options that say where and how a run is told of.
var elsewhere = []string{"dir", "force", "quiet", "case", "log-level"}

// inForce is the value that an option of a run has: a number in one form, and the default where it
// stands for one.
func inForce(r *stored.Run, name string) string {
	value := r.Options[name]
	x, err := strconv.ParseFloat(value, 64)
	if p := &r.Parameters; name == "h-factor" && x == 0 && err == nil && p.DeltaP > 0 {
		x = p.H / p.DeltaP
	}
	if err != nil {
		return value
	}
	return strconv.FormatFloat(x, 'g', 9, 64) // quotients are rounded
}

// compareOptions compares those that may change the flow or what is kept of it.
func (f *File) compareOptions(a, b *stored.Run) {
	for _, name := range kinds.Names(a.Options, b.Options) {
		x, y := a.Options[name], b.Options[name]
		if !slices.Contains(elsewhere, name) && inForce(a, name) != inForce(b, name) {
			f.Options = append(f.Options, value{name, x, y})
		}
	}
	// Case files may be at other places and the same, or differ in what no option says, as shapes.
	if x, y := caseFile(a), caseFile(b); x != y {
		f.Options = append(f.Options, value{"case", x, y})
	}
}

// compareSummaries compares options, parameters and results.
func (f *File) compareSummaries(a, b *stored.Run) {
	f.compareOptions(a, b)
	// Parameters are compared as the files have them, by their names.
	x, y := parameters(a), parameters(b)
	for _, name := range kinds.Names(x, y) {
		if !reflect.DeepEqual(x[name], y[name]) {
			f.Parameters = append(f.Parameters, value{name, x[name], y[name]})
			f.Same = false
		}
	}
	both := func(to *[]value, name string, x, y any) {
		if !reflect.DeepEqual(x, y) {
			*to = append(*to, value{name, x, y})
		}
	}
	both(&f.Results, "problem", a.Problem, b.Problem)
	both(&f.Results, "status", a.Status, b.Status)
	both(&f.Results, "particles", a.Particles.Total, b.Particles.Total)
	both(&f.Results, "fluid", a.Particles.Fluid, b.Particles.Fluid)
	both(&f.Results, "lost", a.Particles.Lost, b.Particles.Lost)
	both(&f.Results, "steps", a.Steps, b.Steps)
	both(&f.Results, "simulated_time_s", a.Time, b.Time)
	both(&f.Results, "state_sha256", a.StateSHA256, b.StateSHA256)
	both(&f.Results, "warnings", len(a.Warnings), len(b.Warnings))
	if len(f.Results) > 0 {
		f.Same = false
	}
	both(&f.Speed, "program_version", a.Version, b.Version)
	both(&f.Speed, "host", a.Host, b.Host)
	both(&f.Speed, "devices", a.Names(), b.Names())
	both(&f.Speed, "models", a.Models(), b.Models())
	both(&f.Speed, "runtime_s", a.Runtime, b.Runtime)
	both(&f.Speed, "mips", a.Mips, b.Mips)
	both(&f.Speed, "active_mips", a.ActiveMips, b.ActiveMips)
	both(&f.Speed, "slices_moved", a.Moved, b.Moved)
}

// caseFile names the case file of a run by its hash; "" is none.
func caseFile(r *stored.Run) string {
	data, ok := r.File(cli.CaseFile)
	if !ok || r.Options["case"] == "" {
		return ""
	}
	return fmt.Sprintf("%s %.12x", cli.CaseFile, sha256.Sum256(data))
}

// parameters are those of a summary, by name.
func parameters(r *stored.Run) map[string]any {
	var s struct{ Parameters map[string]any }
	json.Unmarshal(r.Raw, &s) // which has been read before
	return s.Parameters
}

// JSON implements kinds.Comparison.
func (f *File) JSON() any { return f }

// Differ is what differs, in a few words; "" is nothing.
func (f *File) Differ() string {
	if f.Same {
		return ""
	}
	if f.First != nil && f.First.Step >= 0 {
		return fmt.Sprintf("first seen at %s s, step %d, in %s", text.Number(f.First.Time), f.First.Step,
			f.First.Where)
	}
	if f.First != nil {
		return fmt.Sprintf("first seen at %s s, in %s", text.Number(f.First.Time), f.First.Where)
	}
	return "in parameters or results"
}

// same reports whether two numbers are, or neither is a number.
func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

// off is how far two numbers are apart: infinite where only one is a number.
func off(a, b float64) float64 {
	if same(a, b) {
		return 0
	}
	if d := math.Abs(a - b); !math.IsNaN(d) {
		return d
	}
	return math.Inf(1)
}

// number is one as JSON has it: what is infinite or none is a word.
type number float64

func (n number) MarshalJSON() ([]byte, error) {
	x := float64(n)
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return json.Marshal(fmt.Sprint(x))
	}
	return json.Marshal(x)
}
