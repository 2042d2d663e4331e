package compare

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"gpusph/commands/cli"
	"gpusph/internal/stored"
	"gpusph/output"
	"gpusph/sph"
)

// states are the snapshots of two runs of the same times.
type states struct {
	Compared int        `json:"compared"`
	A        int        `json:"of_a"` // how many each run has
	B        int        `json:"of_b"`
	First    *stateDiff `json:"first,omitempty"` // that differ
	Last     *stateDiff `json:"last,omitempty"`  // where this is another
}

// stateDiff is in what two snapshots differ.
type stateDiff struct {
	Time   float64     `json:"t"`      // of A [s]
	TimeB  float64     `json:"t_of_b"` // [s]
	Step   int         `json:"step"`
	FileA  string      `json:"file_a"`
	FileB  string      `json:"file_b"`
	OnlyA  int         `json:"particles_only_a"`
	OnlyB  int         `json:"particles_only_b"`
	Both   int         `json:"particles_compared"`
	Fields []fieldDiff `json:"fields"` // that differ
	stepB  int
}

// fieldDiff is by how much a field differs.
type fieldDiff struct {
	Name      string `json:"name"`
	Unit      string `json:"unit,omitempty"`
	Particles int    `json:"particles"` // whose values differ
	Greatest  number `json:"greatest_difference"`
	ID        uint32 `json:"id"` // of the particle
}

// compareSnapshots compares the snapshots that both runs have of a time, in their order up to the
// first that differs, and then the last.
func (f *File) compareSnapshots(ctx context.Context, a, b *stored.Run) error {
	x, y, err := instantsOf(a.Dir, b.Dir)
	if err != nil {
		return cli.UsageError(err)
	}
	s := &states{A: len(x), B: len(y)}
	f.Snapshots = s
	names := commonFields(a, b)
	pairs := pairsOf(x, y)
	if len(pairs) == 0 && len(x) > 0 && len(y) > 0 {
		f.Remarks = append(f.Remarks, "No snapshots are of nearly the same time in both.")
	}
	once := func(r *stored.Run) bool { return r.Options["walls-once"] == "true" }
	fluidOnly := once(a) != once(b)
	if fluidOnly {
		f.Remarks = append(f.Remarks, "One run has its walls once, the other in each snapshot, so only "+
			"the fluid is compared.")
	}
	if len(pairs) > 0 && isVTK(pairs[0][0]) != isVTK(pairs[0][1]) {
		fluidOnly = true
		if !slices.Contains(names, "Type") {
			f.Remarks = append(f.Remarks, "Snapshots are not compared: one run has them as vtk, the other "+
				"as msgpack without types, so fluid and walls cannot be told.")
			return nil
		}
		f.Remarks = append(f.Remarks, "One run has its snapshots as vtk, the other as msgpack, so only "+
			"the fluid is compared.")
	}
	s.Compared = len(pairs)
	for k, pair := range pairs {
		if s.First != nil && k < len(pairs)-1 {
			continue
		}
		if ctx.Err() != nil {
			return cli.ErrInterrupted
		}
		d, err := compareInstants(a.Dir, b.Dir, pair, names, fluidOnly)
		if err != nil {
			return cli.UsageError(err)
		}
		if d != nil {
			f.addState(d)
		}
	}
	return nil
}

// addState adds in what two snapshots differ. Only those of the same step tell that the flows do:
// of two that are the same, each may have kept other steps near the same time.
func (f *File) addState(d *stateDiff) {
	s := f.Snapshots
	if s.First != nil {
		s.Last = d
		return
	}
	if s.First = d; d.Step == d.stepB {
		f.differs(place{d.Time, d.Step, "snapshots"})
		return
	}
	f.Remarks = append(f.Remarks, fmt.Sprintf("Snapshots of nearly the same time are of different "+
		"steps, as %d and %d, and do not tell whether the flows differ.", d.Step, d.stepB))
}

// instantsOf are the snapshots of two runs: those in MessagePack, if both have some.
func instantsOf(a, b string) (x, y []output.Instant, err error) {
	if x, err = output.InstantsWhole(a); err == nil {
		y, err = output.InstantsWhole(b)
	}
	if err == nil && (len(x) == 0 || len(y) == 0) {
		if x, err = output.Instants(a); err == nil {
			y, err = output.Instants(b)
		}
	}
	return x, y, err
}

// pairsOf are the snapshots of the same times in two runs. Flows whose time steps differ have none
// but the first; theirs are those nearest in time, within a quarter of the time between two.
func pairsOf(x, y []output.Instant) (pairs [][2]output.Instant) {
	for i := range x {
		j := slices.IndexFunc(y, func(o output.Instant) bool { return o.Time == x[i].Time })
		if j >= 0 {
			pairs = append(pairs, [2]output.Instant{x[i], y[j]})
		}
	}
	if n := len(pairs); n > 0 && pairs[n-1][0].Time > 0 {
		return pairs
	}
	return nearestOf(x, y)
}

// nearestOf are the snapshots of two runs that are nearest to each other in time.
func nearestOf(x, y []output.Instant) (pairs [][2]output.Instant) {
	nearest := func(all []output.Instant, t float64) int {
		i := sort.Search(len(all), func(k int) bool { return all[k].Time >= t })
		if i == len(all) || i > 0 && t-all[i-1].Time < all[i].Time-t {
			i--
		}
		return i
	}
	between := func(all []output.Instant) float64 {
		return (all[len(all)-1].Time - all[0].Time) / float64(max(1, len(all)-1))
	}
	if len(x) == 0 || len(y) == 0 {
		return nil
	}
	least := min(between(x), between(y))
	for i := range x {
		j := nearest(y, x[i].Time)
		if nearest(x, y[j].Time) == i && math.Abs(x[i].Time-y[j].Time) <= least/4 {
			pairs = append(pairs, [2]output.Instant{x[i], y[j]})
		}
	}
	return pairs
}

// commonFields are the columns that snapshots of both runs have, as their options say.
func commonFields(a, b *stored.Run) []string {
	all := output.FieldNames()
	for _, r := range []*stored.Run{a, b} {
		words, ok := r.Options["fields"]
		if !ok || words == "all" {
			continue
		}
		kept := strings.Split(strings.ToLower(words), ",")
		all = slices.DeleteFunc(all, func(name string) bool {
			return name != "Position" &&
				!slices.Contains(kept, strings.ToLower(name))
		})
	}
	return all
}

// compareInstants compares two snapshots; nil are the same.
func compareInstants(dirA, dirB string, pair [2]output.Instant, names []string,
	fluidOnly bool) (*stateDiff, error) {
	a, err := pair[0].Read(dirA, "Position", "Id")
	if err != nil {
		return nil, err
	}
	b, err := pair[1].Read(dirB, "Position", "Id")
	if err != nil {
		return nil, err
	}
	d := &stateDiff{Time: pair[0].Time, TimeB: pair[1].Time, Step: a.Step, FileA: pair[0].File,
		FileB: pair[1].File, stepB: b.Step}
	d.compare(a, b, names, fluidOnly) // walls that are kept once are as they were at first
	if d.OnlyA+d.OnlyB+len(d.Fields) == 0 && d.Time == d.TimeB {
		return nil, nil
	}
	return d, nil
}

// field is one of a snapshot that is compared.
type field struct {
	name, unit string
	components int
	of         func(s *sph.Snapshot, i, k int) float32
}

var fields = []field{
	{"Position", "m", 3, func(s *sph.Snapshot, i, k int) float32 { return s.Position[i][k] }},
	{"Velocity", "m/s", 3, func(s *sph.Snapshot, i, k int) float32 { return s.Velocity[i][k] }},
	{"Density", "kg/m3", 1, func(s *sph.Snapshot, i, _ int) float32 { return s.Density[i] }},
	{"Pressure", "Pa", 1, func(s *sph.Snapshot, i, _ int) float32 { return s.Pressure[i] }},
	{"Type", "", 1, func(s *sph.Snapshot, i, _ int) float32 { return float32(s.Type[i]) }},
	{"Body", "", 1, func(s *sph.Snapshot, i, _ int) float32 { return float32(s.Body[i]) }},
}

// fieldsOf are those that both snapshots have.
func fieldsOf(a, b *sph.Snapshot, names []string) (all []field) {
	for _, f := range fields {
		if slices.Contains(names, f.name) {
			all = append(all, f)
		}
	}
	for ka, v := range a.Extra {
		kb := slices.IndexFunc(b.Extra, func(w sph.Values) bool { return w.Name == v.Name })
		if n := len(v.Columns); kb >= 0 && slices.Contains(names, v.Name) && len(v.Of) == n*a.Len() &&
			len(b.Extra[kb].Of) == n*b.Len() {
			all = append(all, field{v.Name, "", n, func(s *sph.Snapshot, i, k int) float32 {
				if s == a {
					return s.Extra[ka].Of[i*n+k]
				}
				return s.Extra[kb].Of[i*n+k]
			}})
		}
	}
	return all
}

// compare compares particles of the same id.
func (d *stateDiff) compare(a, b *sph.Snapshot, names []string, fluidOnly bool) {
	all := fieldsOf(a, b, names)
	diffs := make([]fieldDiff, len(all))
	x, y := byID(a, fluidOnly), byID(b, fluidOnly)
	i, j := 0, 0
	for i < len(x) && j < len(y) {
		p, q := x[i], y[j]
		switch {
		case a.ID[p] < b.ID[q]:
			d.OnlyA++
			i++
			continue
		case a.ID[p] > b.ID[q]:
			d.OnlyB++
			j++
			continue
		}
		d.Both++
		for k := range all {
			diffs[k].add(&all[k], a, b, p, q)
		}
		i, j = i+1, j+1
	}
	d.OnlyA, d.OnlyB = d.OnlyA+len(x)-i, d.OnlyB+len(y)-j
	for k, f := range diffs {
		if f.Particles > 0 {
			f.Name, f.Unit = all[k].name, all[k].unit
			d.Fields = append(d.Fields, f)
		}
	}
}

// add compares a particle. The difference of a vector is its length.
func (f *fieldDiff) add(of *field, a, b *sph.Snapshot, p, q int) {
	equal, sum := true, 0.0
	for k := range of.components {
		x, y := of.of(a, p, k), of.of(b, q, k)
		if math.Float32bits(x) != math.Float32bits(y) {
			equal = false
			by := off(float64(x), float64(y))
			sum += by * by
		}
	}
	if equal {
		return
	}
	if f.Particles++; math.Sqrt(sum) > float64(f.Greatest) || f.Particles == 1 {
		f.Greatest, f.ID = number(math.Sqrt(sum)), a.ID[p]
	}
}

// byID are the places of the particles, or of those of fluid, in the order of their ids.
func byID(s *sph.Snapshot, fluidOnly bool) (at []int) {
	for i := range s.ID {
		if !fluidOnly || s.Type[i] == sph.Fluid {
			at = append(at, i)
		}
	}
	sort.SliceStable(at, func(i, j int) bool { return s.ID[at[i]] < s.ID[at[j]] })
	return at
}

// checkpoints are those of two runs of the same steps.
type checkpoints struct {
	Compared int             `json:"compared"`
	A        int             `json:"of_a"`
	B        int             `json:"of_b"`
	First    *checkpointDiff `json:"first,omitempty"`
}

// checkpointDiff is in what two checkpoints differ.
type checkpointDiff struct {
	Time   float64        `json:"t"` // [s]
	Step   int            `json:"step"`
	File   string         `json:"file"`
	Fields []differsField `json:"fields"`
}

type differsField struct {
	Name string `json:"name"`
	// whose bytes differ; -1 where the two do not have as many particles
	Particles int `json:"particles"`
}

// compareCheckpoints compares those of the same steps, byte for byte.
func (f *File) compareCheckpoints(ctx context.Context, a, b *stored.Run) error {
	x, err := output.Checkpoints(a.Dir)
	if err != nil {
		return cli.UsageError(err)
	}
	y, err := output.Checkpoints(b.Dir)
	if err != nil {
		return cli.UsageError(err)
	}
	s := &checkpoints{A: len(x), B: len(y)}
	f.Checkpoints = s
	for _, path := range x {
		name := filepath.Base(path)
		i := slices.IndexFunc(y, func(other string) bool { return filepath.Base(other) == name })
		if i < 0 || s.First != nil {
			continue
		}
		if ctx.Err() != nil {
			return cli.ErrInterrupted
		}
		d, err := diffCheckpoints(path, y[i])
		if err != nil {
			f.Remarks = append(f.Remarks, fmt.Sprintf("Checkpoints are not compared: %v.", err))
			continue
		}
		if s.Compared++; d != nil {
			s.First = d
			f.differs(place{d.Time, d.Step, "checkpoints"})
		}
	}
	return nil
}

// diffCheckpoints compares two; nil are the same. Particles are in one order, whatever the devices.
func diffCheckpoints(pathA, pathB string) (*checkpointDiff, error) {
	a, err := output.ReadCheckpoint(pathA)
	if err != nil {
		return nil, err
	}
	b, err := output.ReadCheckpoint(pathB)
	if err != nil {
		return nil, err
	}
	d := &checkpointDiff{Time: a.State.Time, Step: a.State.Step, File: filepath.Base(pathA)}
	for _, x := range a.State.Fields {
		i := slices.IndexFunc(b.State.Fields,
			func(y sph.CheckpointField) bool { return x.Name == y.Name && x.Bytes == y.Bytes })
		switch {
		case i < 0 || len(b.State.Fields[i].Data) != len(x.Data):
			d.Fields = append(d.Fields, differsField{x.Name, -1})
		case !bytes.Equal(x.Data, b.State.Fields[i].Data):
			n := 0
			for k := 0; k+x.Bytes <= len(x.Data); k += x.Bytes {
				if !bytes.Equal(x.Data[k:k+x.Bytes], b.State.Fields[i].Data[k:k+x.Bytes]) {
					n++
				}
			}
			d.Fields = append(d.Fields, differsField{x.Name, n})
		}
	}
	if a.State.Time != b.State.Time {
		d.Fields = append(d.Fields, differsField{"time", -1})
	}
	if len(d.Fields) == 0 {
		return nil, nil
	}
	return d, nil
}

// isVTK reports whether a snapshot is of the format vtk, in one file or in pieces.
func isVTK(at output.Instant) bool { return strings.HasSuffix(at.File, "vtp") }
