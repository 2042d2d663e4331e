package output

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vmihailenco/msgpack/v5"

	"gpusph/sph"
)

// manyParticles have fields of more than a piece.
const manyParticles = pieceBytes/16 + 1000

func testCheckpoint(n int) *Checkpoint {
	state := &sph.Checkpoint{
		Slabs: sph.Slabs{
			Time: 0.5, Step: 1234, Bounds: []int{2, 7, 9}, Starts: []int{0, 10, n},
			Fields: []sph.CheckpointField{{Name: "Id", Bytes: 4, Data: make([]byte, 4*n)},
				{Name: "Position", Bytes: 16, Data: make([]byte, 16*n)}},
		},
		ListState: sph.ListState{Planned: 17, Timed: true, Capacity: 88, LeftDomain: 3,
			Before: &sph.Sample{Time: 0.49, Energy: []float64{1, 2, 3}, Pressure: []float64{1, 2}}},
	}
	state.Motion.Bins[3] = 5
	state.SetGlobal("clock", (&sph.Clock{Time: 0.5, Length: [2]float32{0, 1e-4}}).Bytes())
	random := uint32(1)
	for k := range state.Fields {
		for i := range state.Fields[k].Data {
			random = random*1664525 + 1013904223 // hardly to be packed, as numbers of particles are
			state.Fields[k].Data[i] = byte(random >> 24)
		}
	}
	c := NewCheckpoint(testCase(), state)
	c.Params.Further.XSPH = 0.25
	c.Words, c.Devices, c.Flow = []string{"--problem=Test"}, []string{"host:0"}, "abc"
	c.Files = map[string]FileState{"energies.csv": {Size: 77},
		"data/part_#.vtp": {Snapshots: []Instant{{0.25, 600, "data/part_00000.vtp"}}}}
	c.Watch = WatchState{Energy: 3, Begun: true, Good: 8, Said: []string{"dt"}}
	return c
}

func bytesOf(t testing.TB, c *Checkpoint) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := c.write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func readBack(data []byte) (*Checkpoint, error) {
	return readCheckpoint(bytes.NewReader(data), int64(len(data)))
}

// Files up to version 4 have the clock under a name of its own.
func TestClockOfVersion4(t *testing.T) {
	c := testCheckpoint(100)
	clock := sph.Clock{Time: 0.5, Step: 1234, Dt: 1e-4}
	c.State.Clock, c.State.Globals = &clock, nil
	back, err := readBack(bytesOf(t, c))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := back.State.Global("clock", 88); err != nil || !bytes.Equal(got, clock.Bytes()) ||
		back.State.Clock != nil {
		t.Errorf("the clock is %x and %v (%v), want %x", got, back.State.Clock, err, clock.Bytes())
	}
	if _, err := back.State.Global("clock", 92); err == nil {
		t.Error("a clock of another size is taken")
	}
}

// A small checkpoint that says that it has many particles is refused before room is made for them,
// also where it has that many zeros.
func TestForgedCheckpoint(t *testing.T) {
	for _, n := range []int{1 << 24, sph.MaxParticles} {
		c := testCheckpoint(100)
		c.State.Starts[2] = n
		c.State.Fields[1].Data = make([]byte, 1<<25)
		data := bytesOf(t, c)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := readBack(data)
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(),
			fmt.Sprintf("%d particles follow, which %d bytes cannot hold", n, len(data))) {
			t.Errorf("of %d particles in %d bytes it says %v", n, len(data), err)
		}
		if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 64 {
			t.Errorf("it took %d MiB", took)
		}
	}
}

// Reading takes the memory of the particles once, and some pieces.
func TestCheckpointIsNotDoubled(t *testing.T) {
	c := testCheckpoint(4 * manyParticles)
	size, data := 20*4*manyParticles, bytesOf(t, c)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := readBack(data); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	// Each piece is there packed, unpacked and in its field.
	if took := int(after.TotalAlloc - before.TotalAlloc); took > 3*size+6*pieceBytes {
		t.Errorf("it took %d MiB for %d MiB of particles", took>>20, size>>20)
	}
}

func TestCheckpointIsReadBack(t *testing.T) {
	c := testCheckpoint(manyParticles)
	got, err := readBack(bytesOf(t, c))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got.State, c.State) || !reflect.DeepEqual(got.Params, c.Params) {
		t.Error("the flow is another")
	}
	if !reflect.DeepEqual(got.Files, c.Files) || !reflect.DeepEqual(got.Watch, c.Watch) ||
		!slices.Equal(got.Words, c.Words) || got.Flow != c.Flow {
		t.Errorf("%+v, %+v, %q, %s", got.Files, got.Watch, got.Words, got.Flow)
	}
}

// The bytes of a checkpoint are the same however many processors compress it.
func TestCheckpointHasTheSameBytes(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	c := testCheckpoint(5 * pieceBytes / 16 / 2) // pieces of several fields, and parts of some
	random := rand.New(rand.NewPCG(1, 1))
	for _, f := range c.State.Fields {
		for i := 0; i < len(f.Data); i += 1 + random.IntN(64) {
			f.Data[i] = byte(random.Uint32())
		}
	}
	for k := range 8 {
		c.Files[fmt.Sprint("table", k)] = FileState{Size: int64(k)}
	}
	var first []byte
	for _, processors := range []int{1, 4, 32, 4} {
		runtime.GOMAXPROCS(processors)
		switch data := bytesOf(t, c); {
		case first == nil:
			first = data
		case !bytes.Equal(data, first):
			t.Errorf("%d processors write other bytes than one", processors)
		}
	}
	if back, err := readBack(first); err != nil || !reflect.DeepEqual(back.State, c.State) {
		t.Errorf("the flow that is read back is another: %v", err)
	}
}

// No byte of a checkpoint may be another, and none may be missing.
func TestDamagedCheckpoint(t *testing.T) {
	c := testCheckpoint(50)
	good := bytesOf(t, c)
	for i := range good {
		bad := slices.Clone(good)
		bad[i] ^= 0x10
		if got, err := readBack(bad); err == nil && !reflect.DeepEqual(got.State, c.State) {
			t.Fatalf("byte %d of %d is another, and nothing is said", i, len(good))
		}
		if _, err := readBack(good[:i]); err == nil {
			t.Fatalf("%d of %d bytes are there, and nothing is said", i, len(good))
		}
	}
}

// A field of a checkpoint that is another than was written is refused, also where the file is sound
// otherwise.
func TestAlteredField(t *testing.T) {
	c := testCheckpoint(50)
	d := msgpack.NewDecoder(bytes.NewReader(bytesOf(t, c)))
	var beginning []byte
	for range 2 {
		part, err := d.DecodeRaw()
		if err != nil {
			t.Fatal(err)
		}
		beginning = append(beginning, part...)
	}
	file := func(change func(fields [][]byte)) []byte {
		var fields [][]byte
		for _, f := range c.State.Fields {
			fields = append(fields, slices.Clone(f.Data))
		}
		change(fields)
		b := bytes.NewBuffer(slices.Clone(beginning))
		if err := writePacked(encoder(b), fields); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	if got, err := readBack(file(func([][]byte) {})); err != nil ||
		!reflect.DeepEqual(got.State, c.State) {
		t.Errorf("without a change: %v", err)
	}
	for k, f := range c.State.Fields {
		_, err := readBack(file(func(fields [][]byte) { fields[k] = append(fields[k], 0) }))
		if want := fmt.Sprintf("its %s has more than the %d bytes of 50 particles", f.Name, len(f.Data)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("with a byte more of %s: %v; want %q", f.Name, err, want)
		}
		for _, at := range []int{0, len(f.Data) - 1} {
			_, err := readBack(file(func(fields [][]byte) { fields[k][at] ^= 1 }))
			if want := "its " + f.Name + " has another checksum"; err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("with another byte %d of %s: %v; want %q", at, f.Name, err, want)
			}
		}
	}
}

func last(dir string) (*Checkpoint, []string, error) {
	return LastOf(ParticleCheckpoints, dir, ReadCheckpoint)
}

// Of the checkpoints of a run the last two are kept. Where the last is damaged the one before is
// read, and it is said.
func TestLastCheckpoint(t *testing.T) {
	dir := t.TempDir()
	c := testCheckpoint(50)
	c.Watch = WatchState{}
	if _, _, err := last(dir); err == nil ||
		!strings.Contains(err.Error(), "has no checkpoint") {
		t.Error(err)
	}
	for _, step := range []int{5, 40, 1000000000} {
		c.State.Step = step
		if err := WriteCheckpoint(dir, c); err != nil {
			t.Fatal(err)
		}
	}
	all, err := Checkpoints(dir)
	if err != nil || len(all) != 2 || !strings.HasSuffix(all[1], "checkpoint_1000000000.msgpack") {
		t.Fatal(all, err)
	}
	if err := os.Truncate(all[1], 1000); err != nil {
		t.Fatal(err)
	}
	bad := t.TempDir()
	c.Watch = WatchState{Good: 12, Said: []string{"density"}}
	for _, step := range []int{5, 11, 20, 30, 40} {
		c.State.Step = step
		if err := WriteCheckpoint(bad, c); err != nil {
			t.Fatal(err)
		}
	}
	if left, _ := Checkpoints(bad); len(left) != 3 ||
		!strings.HasSuffix(left[0], "_000000011.msgpack") {
		t.Errorf("when something is wrong there are left %q", left)
	}
	// a clock that was set back, and files that were copied, tell nothing of which is the last
	old := time.Now().Add(-time.Hour)
	if err := errors.Join(os.Chtimes(all[1], old, old), os.Chtimes(all[0], time.Now(), time.Now())); err != nil {
		t.Fatal(err)
	}
	got, remarks, err := last(dir)
	if err != nil || got.State.Step != 40 || len(remarks) != 1 ||
		!strings.Contains(remarks[0], all[1]) {
		t.Error(remarks, err)
	}
	os.WriteFile(all[0], nil, 0o666)
	if _, remarks, err := last(dir); err == nil || len(remarks) != 2 {
		t.Error(remarks, err)
	}
}

// A run that goes on has each row and each snapshot once, and nothing that was written behind the
// checkpoint.
func TestFilesGoOn(t *testing.T) {
	dir := t.TempDir()
	tell := func(r *Run, steps ...int) {
		t.Helper()
		all, err := Begin(r, slices.Concat(Always, Formats))
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range steps {
			m, s := testSample(), testSnapshot(50, float64(step))
			m.Step, s.Step = step, step
			if err := all.Sample(m); err != nil {
				t.Fatal(err)
			}
			if err := all.Snapshot(s); err != nil {
				t.Fatal(err)
			}
			if step == 2 {
				c := &Checkpoint{Devices: r.Devices, Files: r.Rows()}
				for name, state := range r.Series() {
					c.Files[name] = state
				}
				defer func() { r.From = c }()
			}
		}
		if err := all.End(nil); err != nil {
			t.Fatal(err)
		}
	}
	contents := func() map[string]string {
		all := map[string]string{}
		filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if !d.IsDir() {
				data, _ := os.ReadFile(path)
				all[path] = string(data)
			}
			return err
		})
		return all
	}
	r := &Run{Dir: dir, Case: testCase(), Devices: []string{"host:0"}}
	tell(r, 1, 2, 3, 4)
	want := contents()
	again := *r
	again.rows, again.series = nil, nil
	tell(&again, 3, 4)
	if got := contents(); !reflect.DeepEqual(got, want) {
		for name := range want {
			if got[name] != want[name] {
				t.Errorf("%s is another", name)
			}
		}
	}
	fewer := *r
	fewer.rows, fewer.series = nil, nil
	tell(&fewer)
	if _, err := os.Stat(filepath.Join(dir, "data", "part_00002.vtp")); err == nil {
		t.Error("a snapshot later than the checkpoint is there")
	}
	if pvd, _ := os.ReadFile(filepath.Join(dir, "particles.pvd")); strings.Count(string(pvd), "<DataSet") != 2 {
		t.Errorf("particles.pvd has %s", pvd)
	}
	other := *r
	other.rows, other.series, other.Devices = nil, nil, []string{"host:0", "host:1"}
	tell(&other)
	if _, err := os.Stat(filepath.Join(dir, "throughput_2.csv")); err != nil {
		t.Error(err)
	}
}

func TestDifferences(t *testing.T) {
	a, b := sph.Defaults(0.02), sph.Defaults(0.02)
	a.Alpha, b.Alpha, b.Kernel, b.Gravity[2], b.Further.XSPH = 0.1, 0.25, sph.CubicSpline, -1, 0.5
	b.RebuildEvery = 10
	got := Differences(&a, &b)
	slices.Sort(got)
	want := []string{"Alpha was 0.1 and is 0.25", "Further.XSPH was 0 and is 0.5",
		"Gravity was [0 0 -9.81] and is [0 0 -1]", "Kernel was wendland and is cubic",
		"RebuildEvery was 20 and is 10"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

// FuzzCheckpoint reads anything: it is refused, or it is a checkpoint.
func FuzzCheckpoint(f *testing.F) {
	c := testCheckpoint(20)
	f.Add(bytesOf(f, c))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := readBack(data)
		if err == nil && (c.State == nil || len(c.State.Fields) != len(c.Sums)) {
			t.Error("it is no checkpoint")
		}
	})
}

// BenchmarkWriteCheckpoint compresses and checks four million particles of a usual flow, without a
// disk.
func BenchmarkWriteCheckpoint(b *testing.B) {
	const n = 4 << 20
	c := testCheckpoint(n)
	for _, f := range []sph.CheckpointField{{Name: "Velocity", Bytes: 16},
		{Name: "Remainder", Bytes: 8}} {
		f.Data = make([]byte, n*f.Bytes)
		c.State.Fields = append(c.State.Fields, f)
	}
	random := rand.New(rand.NewPCG(1, 1))
	bytes := 0
	for k := range c.State.Fields {
		for i := 0; i+4 <= len(c.State.Fields[k].Data); i += 4 {
			binary.LittleEndian.PutUint32(c.State.Fields[k].Data[i:],
				math.Float32bits(float32(i)+random.Float32()))
		}
		bytes += len(c.State.Fields[k].Data)
	}
	b.SetBytes(int64(bytes))
	for b.Loop() {
		if err := c.write(io.Discard); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mparticles/s")
}

// Checkpoints before the table of energies have a name for each.
func TestCheckpointWithNamedEnergies(t *testing.T) {
	type sample struct{ Time, Kinetic, Potential, Internal float64 }
	type state struct{ Before *sample }
	data, err := msgpack.Marshal(struct{ State state }{state{&sample{0.5, 1, 2, 4}}})
	if err != nil {
		t.Fatal(err)
	}
	var in inside
	if err := msgpack.Unmarshal(data, &in); err != nil {
		t.Fatal(err)
	}
	if err := takeNamedEnergies(in.State, data); err != nil {
		t.Fatal(err)
	}
	if got := in.State.Before; got.Time != 0.5 || !slices.Equal(got.Energy, []float64{1, 2, 4}) {
		t.Errorf("the last sample is %+v", got)
	}
}
