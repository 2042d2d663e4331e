package output

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"gpusph/sph"
)

func TestMsgpack(t *testing.T) {
	dir, written := write(t, "msgpack")
	names := files(t, dir)
	if len(names) != len(written) {
		t.Fatalf("there are %v", names)
	}
	for i, s := range written {
		got, err := ReadSnapshot(filepath.Join(dir, names[i]))
		if err != nil {
			t.Fatal(err)
		}
		// Of the case there is only what ReadSnapshot promises.
		want := *s
		want.Case = &sph.Case{Name: s.Case.Name, Params: s.Case.Params, End: s.Case.End,
			Bodies: s.Case.Bodies}
		want.Case.Params.Further = sph.ExtraParams{} // files have them among the options
		if s.Len() == 0 {
			want.ID, want.Position, want.Velocity = []uint32{}, [][3]float32{}, [][3]float32{}
			want.Density, want.Pressure = []float32{}, []float32{}
			want.Type, want.Body, want.Device = []sph.Type{}, []uint8{}, []uint8{}
		}
		if !reflect.DeepEqual(got, &want) {
			t.Errorf("%d particles do not come back as they were", s.Len())
		}
	}
}

// TestReadSnapshotErrors holds that damaged files are refused.
func TestReadSnapshotErrors(t *testing.T) {
	var whole bytes.Buffer
	if err := writeSnapshot(&whole, testSnapshot(7, 1), columns(testSnapshot(7, 1))); err != nil {
		t.Fatal(err)
	}
	short := testSnapshot(7, 1)
	short.Pressure = short.Pressure[:3]
	var fewer bytes.Buffer
	if err := writeSnapshot(&fewer, short, columns(short)); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"cut":     whole.Bytes()[:whole.Len()/2],
		"empty":   nil,
		"fewer":   fewer.Bytes(),
		"other":   bytes.Replace(whole.Bytes(), []byte("gpusph snapshot"), []byte("another program"), 1),
		"later":   bytes.Replace(whole.Bytes(), []byte("version\x04"), []byte("version\x05"), 1),
		"kernel":  bytes.Replace(whole.Bytes(), []byte("cubic"), []byte("qubic"), 1),
		"laminar": bytes.Replace(whole.Bytes(), []byte("gingold"), []byte("gingolt"), 1),
		"dtype":   bytes.Replace(whole.Bytes(), []byte("<u4"), []byte(">u4"), 1),
		"missing": bytes.Replace(whole.Bytes(), []byte("Density"), []byte("density"), 1),
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadSnapshot(path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}

// TestReadOldSnapshot holds that a snapshot whose format tells the version is read, and that its
// laminar viscosity is Morris's.
func TestReadOldSnapshot(t *testing.T) {
	var b bytes.Buffer
	if err := writeSnapshot(&b, testSnapshot(7, 1), columns(testSnapshot(7, 1))); err != nil {
		t.Fatal(err)
	}
	old := bytes.Replace(b.Bytes(), []byte("\xafgpusph snapshot\xa7version\x04"),
		[]byte("\xb1gpusph snapshot 1\xa7version\x00"), 1)
	old = bytes.ReplaceAll(old, []byte("\xa5crc32"), []byte("\xa5crc00")) // which it did not have
	old = bytes.Replace(old, []byte("Laminar"), []byte("Nothing"), 1)
	path := filepath.Join(t.TempDir(), "old.msgpack")
	if err := os.WriteFile(path, old, 0o666); err != nil {
		t.Fatal(err)
	}
	if s, err := ReadSnapshot(path); err != nil || s.Len() != 7 ||
		s.Case.Params.Laminar != sph.Morris {
		t.Errorf("%v", err)
	}
}

func TestCSV(t *testing.T) {
	dir, written := write(t, "csv")
	list := rows(t, filepath.Join(dir, "particles.csv"))
	if want := [][]string{{"part", "t[s]", "step"}, {"0", "0", "1234567"}, {"1", "0.1", "1234567"}}; !reflect.DeepEqual(list[:3], want) {
		t.Errorf("particles.csv begins with %v", list[:3])
	}
	s := written[2]
	got := rows(t, filepath.Join(dir, "data/part_00002.csv"))
	if len(got) != 1+s.Len() || strings.Join(got[0], " ") != "id x[m] y[m] z[m] vx[m/s] vy[m/s] "+
		"vz[m/s] rho[kg/m3] p[Pa] type body device" {
		t.Fatalf("%d lines under %v", len(got), got[0])
	}
	for i, row := range got[1:] {
		x, v := s.Position[i], s.Velocity[i]
		want := []float32{float32(s.ID[i]), x[0], x[1], x[2], v[0], v[1], v[2], s.Density[i],
			s.Pressure[i], float32(s.Type[i]), float32(s.Body[i]), float32(s.Device[i])}
		for k := range want {
			if x, err := strconv.ParseFloat(row[k], 32); err != nil || float32(x) != want[k] {
				t.Errorf("particle %d: %s is %s, want %g", i, got[0][k], row[k], want[k])
			}
		}
	}
}

// rows reads a CSV file, whose lines must have as many values each.
func rows(t *testing.T, path string) [][]string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	all, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestFullDisk holds that a file that does not fit is no file, also where that is
// noticed only when its end is written.
func TestFullDisk(t *testing.T) {
	if !alone(t) {
		return
	}
	for _, size := range []int{1, 1 << 20} {
		path := filepath.Join(t.TempDir(), "file")
		free := full(t, uint64(size/2))
		err := WriteFile(path, func(w io.Writer) error {
			_, err := w.Write(make([]byte, size))
			return err
		})
		free()
		if !errors.Is(err, syscall.EFBIG) {
			t.Errorf("%d bytes on a full disk: the error is %v", size, err)
		}
		if _, err := os.Lstat(path); err == nil {
			t.Errorf("%d bytes are on a full disk", size)
		}
	}
}

// TestMsgpackSize holds that an array of 4 GiB, more than MessagePack can tell, is
// refused, and one of a particle less is not.
func TestMsgpackSize(t *testing.T) {
	for count, fits := range map[int]bool{1<<30 - 1: true, 1 << 30: false} {
		a := arrays{{"Density", "", float32Kind, []string{"rho"}, nil, count,
			func(to []byte, from, until int) []byte { return to }}}
		if err := a.EncodeMsgpack(encoder(io.Discard)); (err == nil) != fits || !fits &&
			!strings.Contains(err.Error(), "use --formats vtk") {
			t.Errorf("%d particles: the error is %v", count, err)
		}
	}
}

// TestNoHalfFiles holds that a file that cannot be completed leaves the older one.
func TestNoHalfFiles(t *testing.T) {
	dir := t.TempDir()
	w, err := newVTK(&Run{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Snapshot(testSnapshot(7, 0)); err != nil {
		t.Fatal(err)
	}
	before := files(t, dir)
	// A directory in the place of the next file stops it.
	if err := os.Mkdir(filepath.Join(dir, "data/part_00001.vtp"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := w.Snapshot(testSnapshot(7, 1)); err == nil ||
		!strings.Contains(err.Error(), "part_00001.vtp") {
		t.Errorf("the error is %v", err)
	}
	if after := files(t, dir); !slices.Equal(before, after) {
		t.Errorf("there are %v", after)
	}
	if data, _ := os.ReadFile(filepath.Join(dir, "particles.pvd")); strings.Contains(string(data), "part_00001") {
		t.Error("particles.pvd lists a snapshot that is not there")
	}
}
