package output

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"gpusph/internal/text"
	"gpusph/sph"
)

// ContentsFile has how much fluid is in the free space and in each part of a feature, and
// ContentTitle is the title of that table.
const (
	ContentsFile = "porous.csv"
	ContentTitle = "Fluid and porous layers"
)

// The endings of its columns, and the name of what is in no layer.
const (
	contentMass   = " mass"
	contentVolume = " volume"
	freeFluid     = "free"
)

// contentsTable writes it, with a row for each snapshot.
type contentsTable struct {
	*Table
	of *sph.Case
}

func newContentsTable(r *Run) (Observer, error) {
	if len(r.Case.Contents(&sph.Snapshot{})) == 0 {
		return Base{}, nil
	}
	table, err := snapshotTable(r, ContentsFile, contentRow(r.Case, &sph.Snapshot{}))
	p := &contentsTable{table, r.Case}
	if err == nil && r.From == nil { // runs without formats have no snapshot at the start
		err = p.cells(contentRow(r.Case, r.Case.Snapshot()))
	}
	return p, err
}

// Snapshot adds a row, unless other processes have some of the particles. The start has one.
func (p *contentsTable) Snapshot(s *sph.Snapshot) error {
	if s.Part || s.Step == 0 {
		return nil
	}
	return p.cells(contentRow(p.of, s))
}

func contentRow(c *sph.Case, s *sph.Snapshot) []cell {
	row := []cell{{"t", "s", s.Time}, {"step", "", float64(s.Step)}}
	volume := "m³"
	if c.Params.Dim == 2 {
		volume = "m²"
	}
	for _, of := range c.Contents(s) {
		name := of.Name
		if name == "" {
			name = freeFluid
		}
		row = append(row, cell{name + contentMass, perWidth(c, "kg"), of.Mass},
			cell{name + contentVolume, volume, of.Volume})
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

// FluidContent is the fluid in the free space, or in a part of a feature, from the first to the
// last row of the file.
type FluidContent struct {
	Name         string
	Mass, Volume Balance
}

// NewFluidContents are those of columns of the file: name, unit, first and last value of each.
func NewFluidContents(columns []Balance) (all []FluidContent) {
	for _, c := range columns {
		if name, ok := strings.CutSuffix(c.Name, contentMass); ok {
			all = append(all, FluidContent{Name: name, Mass: c})
		}
		if len(all) == 0 {
			continue
		}
		if last := &all[len(all)-1]; c.Name == last.Name+contentVolume {
			last.Volume = c
		}
	}
	return all
}

// ContentRows is a table of where the fluid is, with a row of names first; nil without layers.
func (f *Flow) ContentRows() [][]string {
	if len(f.Contents) == 0 {
		return nil
	}
	unit := f.Contents[0].Mass.Unit
	rows := [][]string{{"Fluid [" + unit + "]", "Start", "End", "Change",
		"Volume [" + f.Contents[0].Volume.Unit + "]", "Change"}}
	add := func(name string, mass, volume *Balance) {
		rows = append(rows, []string{name, text.Number(mass.Start), text.Number(mass.End),
			text.Number(mass.Change), text.Number(volume.End), text.Number(volume.Change)})
	}
	for k := range f.Contents {
		p, name := &f.Contents[k], "outside layers"
		if k > 0 {
			name = "in " + p.Name
		}
		add(name, &p.Mass, &p.Volume)
	}
	mass, volume := f.contentSums()
	add("sum", &mass, &volume)
	return rows
}

// contentSums are those of all fluid.
func (f *Flow) contentSums() (mass, volume Balance) {
	for k := range f.Contents {
		p := &f.Contents[k]
		mass.Start, mass.End = mass.Start+p.Mass.Start, mass.End+p.Mass.End
		volume.Start, volume.End = volume.Start+p.Volume.Start, volume.End+p.Volume.End
	}
	mass.Change, volume.Change = change(mass.Start, mass.End), change(volume.Start, volume.End)
	return mass, volume
}

// contentDrift is what the fluid may change its volume by without a warning.
const contentDrift = 0.01

// ContentDrift tells what is wrong with the balance of the fluid; "" is nothing.
func (f *Flow) ContentDrift() string {
	if len(f.Contents) == 0 {
		return ""
	}
	mass, volume := f.contentSums()
	off := ratio(volume.End, volume.Start) - ratio(mass.End, mass.Start)
	if !(math.Abs(off) > contentDrift) {
		return ""
	}
	more := "more"
	if off < 0 {
		more = "less"
	}
	return fmt.Sprintf("the fluid takes up %s %% %s than at the start for its mass, so densities and "+
		"pressures have drifted; use a smaller spacing", text.Figure(100*math.Abs(off)), more)
}
