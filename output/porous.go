package output

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"gpusph/internal/text"
	"gpusph/sph"
)

// PorousFile has how much fluid is outside porous layers and in each of them.
const PorousFile = "porous.csv"

// The endings of its columns, and the name of what is in no layer.
const (
	porousMass   = " mass"
	porousVolume = " volume"
	freeFluid    = "free"
)

// porousTable writes it, with a row for each snapshot.
type porousTable struct {
	*Table
	of *sph.Case
}

func newPorousTable(r *Run) (Observer, error) {
	if r.Case.Porous == nil {
		return Base{}, nil
	}
	table, err := snapshotTable(r, PorousFile, porousRow(r.Case, &sph.Snapshot{}))
	p := &porousTable{table, r.Case}
	if err == nil && r.From == nil { // runs without formats have no snapshot at the start
		err = p.cells(porousRow(r.Case, r.Case.Snapshot()))
	}
	return p, err
}

// Snapshot adds a row, unless other processes have some of the particles. The start has one.
func (p *porousTable) Snapshot(s *sph.Snapshot) error {
	if s.Part || s.Step == 0 {
		return nil
	}
	return p.cells(porousRow(p.of, s))
}

func porousRow(c *sph.Case, s *sph.Snapshot) []cell {
	row := []cell{{"t", "s", s.Time}, {"step", "", float64(s.Step)}}
	volume := "m³"
	if c.Params.Dim == 2 {
		volume = "m²"
	}
	for k, of := range c.PorousContents(s) {
		name := freeFluid
		if k > 0 {
			name = c.Porous.Layers[k-1].Name
		}
		row = append(row, cell{name + porousMass, perWidth(c, "kg"), of.Mass},
			cell{name + porousVolume, volume, of.Volume})
	}
	return row
}

// snapshotTable makes a table of a run with a row for each snapshot, with the columns of a row, or
// continues it.
func snapshotTable(r *Run, name string, row []cell) (*Table, error) {
	var file *Growing
	path := filepath.Join(r.Dir, name)
	was, goesOn := r.was(name)
	var err error
	if goesOn {
		file, err = goOn(path, was.Size)
	} else {
		file, err = Create(path)
	}
	if err != nil {
		return nil, err
	}
	note(&r.series, name, func() FileState { return FileState{Size: file.size} })
	columns := headings(row)
	if !goesOn {
		err = writeHeader(file, columns)
	}
	return &Table{to: file, file: file, columns: len(columns)}, err
}

// PorousContent is the fluid outside porous layers, or in one of them, from the first to the last
// row of porous.csv.
type PorousContent struct {
	Name         string
	Mass, Volume Balance
}

// NewPorousContents are those of columns of porous.csv: name, unit, first and last value of each.
func NewPorousContents(columns []Balance) (all []PorousContent) {
	for _, c := range columns {
		if name, ok := strings.CutSuffix(c.Name, porousMass); ok {
			all = append(all, PorousContent{Name: name, Mass: c})
		}
		if len(all) == 0 {
			continue
		}
		if last := &all[len(all)-1]; c.Name == last.Name+porousVolume {
			last.Volume = c
		}
	}
	return all
}

// PorousRows is a table of where the fluid is, with a row of names first; nil without layers.
func (f *Flow) PorousRows() [][]string {
	if len(f.Porous) == 0 {
		return nil
	}
	unit := f.Porous[0].Mass.Unit
	rows := [][]string{{"Fluid [" + unit + "]", "Start", "End", "Change",
		"Volume [" + f.Porous[0].Volume.Unit + "]", "Change"}}
	add := func(name string, mass, volume *Balance) {
		rows = append(rows, []string{name, text.Number(mass.Start), text.Number(mass.End),
			text.Number(mass.Change), text.Number(volume.End), text.Number(volume.Change)})
	}
	for k := range f.Porous {
		p, name := &f.Porous[k], "outside layers"
		if k > 0 {
			name = "in " + p.Name
		}
		add(name, &p.Mass, &p.Volume)
	}
	mass, volume := f.porousSums()
	add("sum", &mass, &volume)
	return rows
}

// porousSums are those of all fluid.
func (f *Flow) porousSums() (mass, volume Balance) {
	for k := range f.Porous {
		p := &f.Porous[k]
		mass.Start, mass.End = mass.Start+p.Mass.Start, mass.End+p.Mass.End
		volume.Start, volume.End = volume.Start+p.Volume.Start, volume.End+p.Volume.End
	}
	mass.Change, volume.Change = change(mass.Start, mass.End), change(volume.Start, volume.End)
	return mass, volume
}

// porousDrift is what the fluid may change its volume by without a warning.
const porousDrift = 0.01

// PorousDrift tells what is wrong with the balance of the fluid in a flow with porous layers; "" is
// nothing.
func (f *Flow) PorousDrift() string {
	if len(f.Porous) == 0 {
		return ""
	}
	mass, volume := f.porousSums()
	off := ratio(volume.End, volume.Start) - ratio(mass.End, mass.Start)
	if !(math.Abs(off) > porousDrift) {
		return ""
	}
	more := "more"
	if off < 0 {
		more = "less"
	}
	return fmt.Sprintf("the fluid takes up %s %% %s than at the start for its mass, so densities and "+
		"pressures have drifted; use a smaller spacing", text.Figure(100*math.Abs(off)), more)
}
