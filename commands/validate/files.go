package validate

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"gpusph/commands/cli"
	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/sph"
	"gpusph/validate"
	"gpusph/validate/gridvalidate"
)

// FileHead is what a File begins with.
var FileHead = output.NewHead("validate", 1)

// File is validate.json: all that the command finds out.
type File struct {
	output.Head
	output.Origin
	Level   string       `json:"level"`
	Devices []string     `json:"devices"`
	Cases   []caseResult `json:"cases"`

	rows []validate.Row
}

// caseResult is what comes of a case.
type caseResult struct {
	Name    string      `json:"name"`
	What    string      `json:"what"`
	How     string      `json:"how"` // what the norms mean
	Source  string      `json:"source"`
	Problem string      `json:"problem"`
	Options []string    `json:"options,omitempty"` // of the problem, beside its defaults
	Why     string      `json:"why,omitempty"`     // these
	Filter  string      `json:"filter,omitempty"`
	Runs    []runResult `json:"runs"`
	Rows    []rowResult `json:"rows"`
	Figures []string    `json:"figures,omitempty"` // the names that their files begin with

	text     string // of the case file, where the flow has one
	rows     []validate.Row
	drawings []*validate.Drawing
}

// runResult is a case at a spacing, or of some size.
type runResult struct {
	DeltaP    float64 `json:"deltap_m"`
	Size      string  `json:"size,omitempty"`  // in place of the spacing, of flows on grids
	Cells     int     `json:"cells,omitempty"` // of a grid
	End       float64 `json:"end_s"`
	Particles int     `json:"particles"`
	Fluid     int     `json:"fluid"`
	Lost      int     `json:"lost"` // have left the domain
	Steps     int     `json:"steps"`
	Seconds   float64 `json:"seconds"`
	Error     string  `json:"error,omitempty"`
}

// rowResult is a row of the table. What is not known is left out.
type rowResult struct {
	DeltaP  float64     `json:"deltap_m"`
	Size    string      `json:"size,omitempty"` // as that of the run
	Norm    string      `json:"norm"`
	Unit    string      `json:"unit,omitempty"` // "%" where the value is a part: 0.01 is 1 %
	Value   *float64    `json:"value,omitempty"`
	Order   *float64    `json:"observed_order,omitempty"`
	Gate    *gateResult `json:"gate,omitempty"`
	Verdict string      `json:"verdict"`
	Seconds float64     `json:"seconds"`
}

// gateResult is what a row is held to.
type gateResult struct {
	Most   float64  `json:"most,omitempty"`
	Order  *float64 `json:"order_above,omitempty"`
	DeltaP float64  `json:"deltap_from_m,omitempty"` // the coarsest spacing that is held to it
}

func newFile(level validate.Level, devices []string) *File {
	return &File{Head: FileHead, Origin: cli.Origin(nil), Level: validate.Levels[level],
		Devices: devices}
}

// empty reports whether there is nothing to write.
func (f *File) empty() bool { return len(f.Cases) == 0 }

// add adds what comes of a case, unless no run of it is over.
func (f *File) add(c *validate.Case, runs []*validate.Run) {
	if len(runs) == 0 {
		return
	}
	k := caseResult{Name: c.Name, What: c.What, How: c.How, Source: c.Source, Problem: c.Flow(),
		Options: c.Options, Why: c.Why, Filter: c.Filter, text: c.Text, rows: c.Rows(runs)}
	for _, r := range runs {
		k.Runs = append(k.Runs, resultOf(r))
	}
	for i := range c.Figures {
		k.drawings = append(k.drawings, c.Figures[i].Drawing(c, runs))
	}
	f.addResult(k)
}

// addGrid adds what comes of a case on a grid.
func (f *File) addGrid(c *gridvalidate.Case, runs []*gridvalidate.Run) {
	if len(runs) == 0 {
		return
	}
	k := caseResult{Name: c.Name, What: c.What, How: c.How, Source: c.Source, Problem: c.Problem,
		Options: c.Options, Why: c.Why, rows: c.Rows(runs)}
	for _, r := range runs {
		k.Runs = append(k.Runs, resultOfGrid(r))
	}
	for i := range c.Figures {
		k.drawings = append(k.drawings, c.Figures[i].Drawing(c, runs))
	}
	f.addResult(k)
}

// addResult adds a case with its rows and drawings.
func (f *File) addResult(k caseResult) {
	for i := range k.rows {
		k.Rows = append(k.Rows, rowOf(&k.rows[i]))
	}
	for _, d := range k.drawings {
		k.Figures = append(k.Figures, d.Name)
	}
	f.Cases, f.rows = append(f.Cases, k), append(f.rows, k.rows...)
}

func resultOfGrid(r *gridvalidate.Run) runResult {
	result := runResult{DeltaP: r.Delta(), Size: r.String(), End: r.Time, Steps: r.Steps,
		Seconds: r.Seconds}
	if r.Flow != nil {
		result.Cells = r.Flow.Cells[0] * r.Flow.Cells[1] * r.Flow.Cells[2]
	}
	if r.Err != nil {
		result.Error = cli.OneLine(r.Err)
	}
	return result
}

func resultOf(r *validate.Run) runResult {
	result := runResult{DeltaP: r.DeltaP, End: r.End, Lost: r.Lost, Steps: r.Steps, Seconds: r.Seconds}
	if r.Flow != nil {
		result.Particles, result.Fluid = r.Flow.Particles.Len(), r.Flow.Particles.Count(sph.Fluid)
	}
	if r.Err != nil {
		result.Error = cli.OneLine(r.Err)
	}
	return result
}

func rowOf(r *validate.Row) rowResult {
	row := rowResult{DeltaP: r.DeltaP, Size: r.Size, Norm: r.Norm, Unit: r.Unit, Value: known(r.Value),
		Order: known(r.Order), Verdict: string(r.Verdict), Seconds: r.Seconds}
	if g := r.Gate; g.Most > 0 || g.Falls {
		row.Gate = &gateResult{Most: g.Most, DeltaP: g.DeltaP}
		if g.Falls {
			row.Gate.Order = &g.Order
		}
	}
	return row
}

// known is a number, or nil for what is none.
func known(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// verdict is an error where a gate is missed.
func (f *File) verdict() error {
	missed, all := 0, 0
	for _, r := range f.rows {
		if r.Verdict != validate.Reported {
			all++
		}
		if r.Verdict.Bad() {
			missed++
		}
	}
	if missed == 0 {
		return nil
	}
	return fmt.Errorf("%w: %d of %d; the rows that say missed or failed are these", cli.ErrMissed,
		missed, all)
}

// table is the table, and what was run where.
func (f *File) table() string {
	return fmt.Sprintf("gpusph %s: level %s on %s\n\n%s\n", f.Version, f.Level, text.And(f.Devices),
		validate.Table(f.rows))
}

// write writes validate.json, the table, figures with their curves, the case files of flows that
// have one, and the page.
func (f *File) write(dir string) error {
	for _, k := range f.Cases {
		for _, d := range k.drawings {
			if err := writeFigure(dir, d); err != nil {
				return err
			}
		}
		if k.text == "" {
			continue
		}
		name := "validate_" + k.Name + ".toml"
		if err := output.WriteFile(filepath.Join(dir, name), func(w io.Writer) error {
			_, err := io.WriteString(w, k.text)
			return err
		}); err != nil {
			return err
		}
	}
	for name, write := range map[string]func(io.Writer) error{
		"validate.json": func(w io.Writer) error { return output.WriteJSON(w, f) },
		"validate.txt":  func(w io.Writer) error { _, err := io.WriteString(w, f.table()); return err },
		pageName:        func(w io.Writer) error { return f.page(w, dir) },
	} {
		if err := output.WriteFile(filepath.Join(dir, name), write); err != nil {
			return err
		}
	}
	return nil
}

// writeFigure writes a figure as PNG and SVG, and each of its curves as a table.
func writeFigure(dir string, d *validate.Drawing) error {
	chart := d.Chart()
	if err := chart.Write(dir, output.WriteFile); err != nil {
		return fmt.Errorf("the figure %s cannot be written: %w", chart.Name, err)
	}
	for _, v := range d.Curves() {
		path := filepath.Join(dir, d.Name+"_"+fileWord(v.Name)+".csv")
		if err := writeCurve(path, d, v.Curve); err != nil {
			return err
		}
	}
	return nil
}

// writeCurve writes a curve, with its band where it has one.
func writeCurve(path string, d *validate.Drawing, c validate.Curve) error {
	columns := []string{heading(d.X), heading(d.Y)}
	if c.Least != nil {
		columns = append(columns, "least", "most")
	}
	return output.WriteTable(path, columns, func(row func(...float64) error) error {
		for i := range c.X {
			values := []float64{c.X[i], c.Y[i]}
			if c.Least != nil {
				values = append(values, c.Least[i], c.Most[i])
			}
			if err := row(values...); err != nil {
				return err
			}
		}
		return nil
	})
}

// heading is the name of an axis as that of a column: t [s] is t[s].
func heading(axis string) string { return strings.ReplaceAll(axis, " [", "[") }

// fileWord is the name of a curve in that of a file: Δp 0.02 m is dp0.02, and 64 cells are cells64.
func fileWord(name string) string {
	if spacing, ok := strings.CutPrefix(name, "Δp "); ok {
		return "dp" + strings.TrimSuffix(spacing, " m")
	}
	if n, ok := strings.CutSuffix(name, " cells"); ok {
		if _, err := strconv.Atoi(n); err == nil {
			return "cells" + n
		}
	}
	if n, ok := strings.CutPrefix(name, "CFL "); ok {
		return "cfl" + n
	}
	return strings.Map(func(c rune) rune {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return '_'
		}
		return c
	}, strings.ToLower(name))
}
