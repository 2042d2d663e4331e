package balance

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"gpusph/balance"
	"gpusph/internal/measure"
	"gpusph/internal/text"
	"gpusph/output"
)

// StaticBounds is all that balance --search finds out.
type StaticBounds struct {
	output.Head
	output.Origin
	Problem   string   `json:"problem"`
	DeltaP    float64  `json:"deltap_m"`
	Particles int      `json:"particles"`
	Devices   []string `json:"devices"`
	Model     string   `json:"model"`     // of the first device
	Time      float64  `json:"from_s"`    // of the state to which each measurement goes back
	First     int      `json:"from_step"` // that is timed
	Steps     int      `json:"steps"`     // that are timed

	Off        contender `json:"off"`
	Paper      contender `json:"paper"`
	Predictive contender `json:"predictive"`
	Best       contender `json:"best_that_stay"` // of those tried
	Tried      []*Trial  `json:"tried"`          // with the times of when they were measured last
}

var SearchHead = output.NewHead("search", 1)

// contender is a balancer, or bounds that stay, and what they make of the stretch when
// all are measured in turn.
type contender struct {
	Name    string    `json:"-"`
	Policy  string    `json:"policy,omitempty"` // none where slices stay
	Bounds  []int     `json:"bounds"`           // at the beginning
	Moved   []int     `json:"slices_moved"`     // of each repeat
	Seconds []float64 `json:"seconds_per_step"` // of each repeat
	Mips    float64   `json:"mips"`             // median of the repeats
	// part by which its time is longer; less than 0 where it is shorter
	Slower float64 `json:"slower_than_best"`
	policy func() balance.Policy
}

// Contenders are all that were compared.
func (f *StaticBounds) Contenders() []*contender {
	return []*contender{&f.Off, &f.Paper, &f.Predictive, &f.Best}
}

// finish computes what follows from the measurements.
func (f *StaticBounds) finish(first, steps int) {
	f.First, f.Steps = first, steps
	for _, c := range f.Contenders() {
		if len(c.Seconds) == 0 {
			continue
		}
		c.Mips = float64(f.Particles) / text.Median(c.Seconds) / 1e6
		c.Slower = text.Median(c.Seconds)/text.Median(f.Best.Seconds) - 1
	}
}

const bestName = "best that stay"

// cutShort leaves what the search has measured: the best bounds.
func (f *StaticBounds) cutShort(search *Search) {
	for _, c := range f.Contenders() {
		c.Seconds, c.Moved = nil, nil
	}
	f.Best = contender{Name: bestName, Bounds: search.Best.Bounds, Seconds: search.Best.Seconds,
		Moved: []int{0}}
}

// Inner is bounds as --bounds takes them.
func Inner(bounds []int) string {
	var words []string
	for _, b := range bounds[1 : len(bounds)-1] {
		words = append(words, fmt.Sprint(b))
	}
	return strings.Join(words, ",")
}

// report writes the comparison as a table.
func (f *StaticBounds) report(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "gpusph %s: best bounds that stay of %s, %s particles at deltap %g m, "+
		"over %s (%s)\n", f.Version, f.Problem,
		text.Thousands(f.Particles), f.DeltaP, text.Count(len(f.Devices), "device"), f.Model)
	for _, r := range f.Remarks {
		fmt.Fprintf(&b, "Remark: %s\n", r)
	}
	fmt.Fprintf(&b, "\nTime of %s from step %s on; each measurement goes back to the same state at "+
		"%s s, one neighbour list before\n",
		text.Count(f.Steps, "step"), text.Thousands(f.First), text.Number(f.Time))
	rows := [][]string{{"", "bounds", "moved", "ms/step", "least", "most", "mips",
		"slower than the best"}}
	noise := 0.0
	for _, c := range f.Contenders() {
		if len(c.Seconds) == 0 {
			rows = append(rows, []string{c.Name, Inner(c.Bounds), "—", "—", "—", "—", "—", "—"})
			continue
		}
		least, most, middle := slices.Min(c.Seconds), slices.Max(c.Seconds), text.Median(c.Seconds)
		noise = max(noise, (most-least)/middle)
		rows = append(rows, []string{c.Name, Inner(c.Bounds), text.Thousands(slices.Max(c.Moved)),
			text.Milliseconds(middle), text.Milliseconds(least), text.Milliseconds(most),
			text.Mips(c.Mips), text.Percent(c.Slower)})
	}
	rows[len(rows)-1][len(rows[0])-1] = ""
	text.Align(&b, rows, 1)
	fmt.Fprintf(&b, "Bounds are the first slices of all devices but the first, %d being the first "+
		"of all: --balance off --bounds %s sets the best.\n",
		f.Best.Bounds[0], Inner(f.Best.Bounds))
	f.sources(&b)
	if noise == 0 { // no two repeats take the same time
		b.WriteString("Each time is one timing; a --repeat of more shows by how much timings differ.\n")
	} else {
		fmt.Fprintf(&b, "Times are medians. Repeats differ by up to %s from least to most.\n",
			text.Percent(noise))
	}
	if noise > measure.Noisy {
		b.WriteString("That is much: something else used the devices meanwhile, or --steps is too " +
			"small to tell differences.\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// sources says where the times come from.
func (f *StaticBounds) sources(b *strings.Builder) {
	if len(f.Off.Seconds) == 0 {
		fmt.Fprintf(b, "The search has measured %s.\n", text.Count(len(f.Tried), "candidate"))
		return
	}
	fmt.Fprintf(b, "Balancers have moved slices since step 0 and go on from the bounds shown, to "+
		"move as many as shown at most.\n")
	fmt.Fprintf(b, "The search has measured %s. All four were measured in turn after it, %s, so "+
		"luck in the search does not count.\n",
		text.Count(len(f.Tried), "candidate"), text.Count(len(f.Best.Seconds), "time"))
}

// write writes the files of a search into a directory: search.json with all,
// report.txt, and search.csv with a row for each of the bounds that were tried.
func (f *StaticBounds) write(dir string) error {
	err := output.WriteFile(filepath.Join(dir, "search.json"),
		func(w io.Writer) error { return output.WriteJSON(w, f) })
	if err == nil {
		err = output.WriteFile(filepath.Join(dir, "report.txt"), f.report)
	}
	if err != nil {
		return err
	}
	columns := []string{"candidate"}
	for b := range f.Best.Bounds {
		columns = append(columns, fmt.Sprintf("bound %d", b))
	}
	columns = append(columns, "per step[s]", "least[s]", "most[s]")
	return output.WriteTable(filepath.Join(dir, "search.csv"), columns,
		func(row func(...float64) error) error {
			for i, t := range f.Tried {
				line := []float64{float64(i + 1)}
				for _, b := range t.Bounds {
					line = append(line, float64(b))
				}
				if err := row(append(line, t.Time(), slices.Min(t.Seconds), slices.Max(t.Seconds))...); err != nil {
					return err
				}
			}
			return nil
		})
}
