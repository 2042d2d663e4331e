package live

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gpusph/sph"
)

// The page of a run that computes lists the files again when the run has reported a snapshot; that
// of the files of one that has not ended lists them once a second.
func TestStoredTimes(t *testing.T) {
	dir := t.TempDir()
	list := func(times ...string) {
		text := `<VTKFile type="Collection"><Collection>`
		for _, at := range times {
			text += `<DataSet timestep="` + at + `" file="data/part_` + at + `.vtp"/>`
		}
		text += `</Collection></VTKFile>`
		if err := os.WriteFile(filepath.Join(dir, "particles.pvd"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	check := func(p *Page, want int) {
		t.Helper()
		times := p.storedTimes()
		if len(times) != want || want > 0 && times[want-1] != 0.5*float64(want-1) {
			t.Errorf("the times are %v, not %d", times, want)
		}
	}
	p := New(About{Case: &sph.Case{End: 1}, Dir: dir}, func(int) float64 { return 0 })
	defer p.Close()
	list("0")
	check(p, 0)
	p.Snapshot(nil)
	check(p, 1)
	list("0", "0.5")
	check(p, 1)
	p.Snapshot(nil)
	check(p, 2)

	files := newPage(About{Case: &sph.Case{End: 1}, Dir: dir})
	files.live, files.stored.grows = false, true
	check(files, 2)
	list("0", "0.5", "1")
	check(files, 2)
	files.stored.listed = time.Now().Add(-2 * listEvery)
	check(files, 3)
	if _, err := files.storedFrame(3, 100); err == nil {
		t.Error("there is a frame of a snapshot that is absent")
	}
}

// Frames of snapshots are forgotten, from the oldest, when they are too large together.
func TestKeptFrames(t *testing.T) {
	var s snapshotFiles
	for k := range 5 {
		s.keep(frameKey{number: k}, &frame{message: make([]byte, mostFrameBytes/3)})
	}
	if len(s.frames) != 3 || len(s.kept) != 3 || s.frames[frameKey{number: 1}] != nil ||
		s.frames[frameKey{number: 4}] == nil || s.bytes > mostFrameBytes {
		t.Errorf("%d frames with %d bytes are kept: %v", len(s.frames), s.bytes, s.kept)
	}
	s.keep(frameKey{number: 9}, &frame{message: make([]byte, 2*mostFrameBytes)})
	if len(s.frames) != 1 || s.frames[frameKey{number: 9}] == nil {
		t.Errorf("a frame that is too large alone is not kept: %v", s.kept)
	}
}

// A frame of a snapshot has the further fields of the run, in its order; what the files do not
// have is 0.
func TestFrameHasFieldsOfRun(t *testing.T) {
	field := func(name string) *sph.Field { return &sph.Field{Name: name, Columns: []string{name}} }
	bending := &sph.Field{Name: "C", Columns: []string{"stress", "strain"}, Units: []string{"Pa", ""}}
	s := &sph.Snapshot{ID: []uint32{0}, Type: []sph.Type{sph.Fluid}, Body: []uint8{0},
		Position: [][3]float32{{}}, Velocity: make([][3]float32, 1), Density: make([]float32, 1),
		Pressure: make([]float32, 1), Device: make([]uint8, 1),
		Extra: []sph.Values{{Field: field("B"), Of: []float32{2}}, {Field: field("A"), Of: []float32{1}},
			{Field: bending, Of: []float32{3, 4}}}}
	p := &sph.Params{Max: [3]float64{1, 1, 1}}
	further := sph.Quantities([]*sph.Field{field("A"), field("none"), field("B"), bending})
	f := frameOfSnapshot(p, s, nil, further, 10)
	for k, want := range []float32{1, 0, 2, 3, 4} {
		at := f.at.density + 4*(1+k)*f.places
		if got := math.Float32frombits(binary.LittleEndian.Uint32(f.message[at:])); got != want {
			t.Errorf("field %d is %v, not %v", k, got, want)
		}
	}
}
