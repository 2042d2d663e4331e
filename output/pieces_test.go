package output

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpusph/sph"
)

// Snapshots in pieces are what VTK's own reader of pieces finds, whether the first process has all
// particles or its own only. One piece is empty. What a run that goes on has beyond its checkpoint
// is removed.
func TestPieces(t *testing.T) {
	t.Parallel()
	run := &Run{Dir: t.TempDir(), Case: testCase(), Keep: Selection{}}
	whole := testSnapshot(3000, 0.5)
	for i := range whole.Device {
		whole.Device[i] %= 3 // and none is on device 3, of process 2
	}
	firsts := []int{0, 1, 3, 4}
	of := func(rank int) *sph.Snapshot {
		return some(whole, func(i int) bool {
			return int(whole.Device[i]) >= firsts[rank] &&
				int(whole.Device[i]) < firsts[rank+1]
		})
	}
	told := 0
	run.Pieces = &Pieces{Firsts: firsts, Others: func(s *sph.Snapshot, base string) error {
		told++
		for rank := 1; rank < 3; rank++ {
			its := of(rank)
			its.Time, its.Step = s.Time, s.Step
			if err := WritePiece(base, rank, &run.Keep, its); err != nil {
				return err
			}
		}
		return nil
	}}
	writer, err := newVTK(run)
	if err != nil {
		t.Fatal(err)
	}
	part := of(0)
	part.Part, part.Time, part.Step = true, 0.75, whole.Step+5
	again := *whole
	again.Step = part.Step // at the end of a run, whole, where the parts are there
	for _, s := range []*sph.Snapshot{whole, part, &again} {
		if err := writer.Snapshot(s); err != nil {
			t.Fatal(err)
		}
	}
	if told != 1 {
		t.Errorf("others were told of %d snapshots", told)
	}
	expected := moving(of(0))
	for rank := 1; rank < 3; rank++ {
		join(expected, moving(of(rank)))
	}
	all := columns(expected)
	found := readVTK(t, run.Dir, "particles.pvd")
	if len(found) != 2 || found[0].File != "data/part_00000.pvtp" || found[1].Timestep != 0.75 {
		t.Fatalf("there are %+v", found)
	}
	for k := range found {
		f := &found[k]
		if f.Points != expected.Len() || f.Scalars != "Pressure [Pa]" || f.Vectors != "Velocity [m/s]" {
			t.Errorf("%s has %d points, the scalars %s and the vectors %s, but %d particles were written",
				f.File, f.Points, f.Scalars, f.Vectors, expected.Len())
		}
		for _, c := range all {
			if got := values(t, run.Dir, f.File, c.name); !slices.Equal(got, c.write(nil, 0, expected.Len())) {
				t.Errorf("%s: %s has other values than were written", f.File, c.name)
			}
		}
	}
	// This program reads the same.
	s, err := FindSnapshot(run.Dir, 0.75)
	if err != nil {
		t.Fatal(err)
	}
	if s.Time != 0.75 || s.Len() != whole.Len() || !slices.Equal(s.ID[:expected.Len()], expected.ID) ||
		!slices.Equal(s.Velocity[:expected.Len()], expected.Velocity) {
		t.Errorf("%d particles at %g s are read, of %d", s.Len(), s.Time, whole.Len())
	}

	// It continues from before the second, with another number of processes. A piece without its
	// index is there, too.
	state := run.Series()[inPieces]
	state.Snapshots = state.Snapshots[:1]
	stray := filepath.Join(run.Dir, "data", "part_00002_1.vtp")
	if err := os.WriteFile(stray, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	next := &Run{Dir: run.Dir, Case: run.Case, Pieces: &Pieces{Firsts: []int{0, 4}},
		From: &Checkpoint{Files: FileStates{inPieces: state}}}
	if writer, err = newVTK(next); err != nil {
		t.Fatal(err)
	}
	left, _ := filepath.Glob(filepath.Join(run.Dir, "data", "part_*.*vtp"))
	if len(left) != 4 {
		t.Errorf("these are left: %v", left)
	}
	if err := writer.Snapshot(&again); err != nil {
		t.Fatal(err)
	}
	if s, err := FindSnapshot(run.Dir, 1); err != nil || s.Len() != whole.Len() {
		t.Errorf("a run that goes on has written %v, %v", s, err)
	}
	next.Pieces = nil
	if _, err := newVTK(next); err == nil || !strings.Contains(err.Error(), "use --pieces=true") {
		t.Errorf("going on without pieces: %v", err)
	}
}

// An index that is damaged, lists what is elsewhere, or a piece that is not there, is refused.
func TestDamagedPieces(t *testing.T) {
	dir := t.TempDir()
	s := testSnapshot(10, 0)
	if err := WritePiece(filepath.Join(dir, "a"), 0, &Selection{}, s); err != nil {
		t.Fatal(err)
	}
	index := filepath.Join(dir, "a.pvtp")
	for pieces, want := range map[string]string{
		`<Piece Source="a_0.vtp"/>`:                          "",
		`<Piece Source="a_0.vtp"/><Piece Source="a_1.vtp"/>`: "a_1.vtp",
		`<Piece Source="../a_0.vtp"/>`:                       "not a .vtp file in its directory",
		`<Piece Source="a.pvtp"/>`:                           "not a .vtp file in its directory",
		``:                                                   "no pieces",
		`<Piece Source="a_0.vtp"/`:                           "XML syntax error",
	} {
		if err := os.WriteFile(index, fmt.Appendf(nil, "<VTKFile><PPolyData>%s</PPolyData></VTKFile>",
			pieces), 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := readVTP(index)
		if want == "" && (err != nil || got.Len() != 5) {
			t.Errorf("%s: %v", pieces, err)
		}
		if want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %s", pieces, err, want)
		}
	}
}
