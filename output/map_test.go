package output

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"gpusph/internal/surface"
	"gpusph/sph"
)

// farAway is a snapshot of a flow that lies far from the origin of the map.
func farAway(n int) *sph.Snapshot {
	s := testSnapshot(n, 0.5)
	c := *s.Case
	c.Params.Origin = [3]float64{512345.6, 4212345.4, -123.4}
	c.Params.Min, c.Params.Max = [3]float64{-0.1, 0, -0.05}, [3]float64{1.7, 0.6, 0.7}
	s.Case = &c
	return s
}

// near reports whether points come back to half a nanometre, which float64 leaves at 4,000 km.
func near(a, b [3]float32) bool {
	for k := range 3 {
		if d := math.Abs(float64(a[k]) - float64(b[k])); d > 1e-9 && d > 1e-7*math.Abs(float64(b[k])) {
			return false
		}
	}
	return true
}

// Snapshots far away come back as they were, from files that have places of the map.
func TestFilesFarAway(t *testing.T) {
	s := farAway(1000)
	dir := t.TempDir()
	for name, write := range map[string]func(*bytes.Buffer) error{
		"a.vtp":     func(b *bytes.Buffer) error { return WriteVTP(b, s) },
		"a.msgpack": func(b *bytes.Buffer) error { return writeSnapshot(b, s, columns(s)) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		read := readVTP
		if name == "a.msgpack" {
			read = ReadSnapshot
		}
		got, err := read(path)
		if err != nil {
			t.Fatal(err)
		}
		p, want := &got.Case.Params, &s.Case.Params
		if p.Origin != want.Origin || p.Min != want.Min || p.Max != want.Max {
			t.Errorf("%s: the domain at %v is from %v to %v", name, p.Origin, p.Min, p.Max)
		}
		if !reflect.DeepEqual(got.Velocity, s.Velocity) || got.Len() != s.Len() {
			t.Errorf("%s: velocities do not come back", name)
		}
		for i := range s.Position {
			if !near(got.Position[i], s.Position[i]) {
				t.Fatalf("%s: %v comes back as %v", name, s.Position[i], got.Position[i])
			}
		}
	}
}

// VTK sees the places of the map.
func TestVTKFarAway(t *testing.T) {
	s, dir := farAway(100), t.TempDir()
	var b bytes.Buffer
	if err := WriteVTP(&b, s); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.vtp"), b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	found := readVTK(t, dir, "a.vtp")[0]
	found.check(t, dir, s.Len(), columns(s))
	if got := found.Arrays["Position [m]"]; got[0] != "double" {
		t.Errorf("its points are %v", got)
	}
}

// Tables have as many places as there are particles.
func TestCSVFarAway(t *testing.T) {
	s := farAway(768)
	for i := range s.Position { // a hundredth of a millimetre apart
		s.Position[i] = [3]float32{float32(i) * 1e-5, 0.3, 0.1}
	}
	var b bytes.Buffer
	if err := writeParticles(&b, s, columns(s)); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	places := map[string]bool{}
	for i, row := range rows[1:] {
		places[strings.Join(row[1:4], " ")] = true
		x, err := strconv.ParseFloat(row[1], 64)
		if want := 512345.6 + float64(s.Position[i][0]); err != nil || math.Abs(x-want) > 1e-9 {
			t.Errorf("row %d is at %s, want %.10f", i, row[1], want)
		}
	}
	if len(places) != s.Len() {
		t.Errorf("%d particles are at %d places", s.Len(), len(places))
	}
}

// Surfaces, sensors and regions are on the map, too.
func TestPlacesOnMap(t *testing.T) {
	s := farAway(10)
	m := &surface.Mesh{Points: [][3]float32{{0.5, 0.25, 0.125}, {1, 0, 0}, {0, 0.5, 0}},
		Normals: make([][3]float32, 3), Triangles: [][3]int32{{0, 1, 2}}}
	const want = "512346.1 4212345.65 -123.275"
	var b bytes.Buffer
	if err := WriteSurface(&b, "obj", s, m, "", ""); err != nil ||
		!strings.Contains(b.String(), "v "+want+"\n") {
		t.Errorf("an OBJ file has\n%s%v", b.String(), err)
	}
	b.Reset()
	if err := WriteSurface(&b, "ply", s, m, "", ""); err != nil ||
		!strings.Contains(b.String(), "property double x\n") {
		t.Errorf("a PLY file has\n%.300q %v", b.String(), err)
	}
	s.Case.Probes = []sph.Probe{{Name: "P", Position: [3]float64{0.5, 0.25, 0.125}}}
	s.Case.Gauges = []sph.Gauge{{Name: "H", X: 0.5, Y: 0.25, Ground: 0.125, Ceiling: math.Inf(1)}}
	b.Reset()
	if err := writeSensors(&b, s.Case); err != nil ||
		strings.Count(b.String(), strings.ReplaceAll(want, " ", ",")) != 2 {
		t.Errorf("sensors.csv has\n%s%v", b.String(), err)
	}
	b.Reset()
	if err := WriteProbes(&b, s.Case); err != nil || !strings.Contains(b.String(), want) {
		t.Errorf("probes.vtp has no probe at %s: %v", want, err)
	}
	if text, err := json.Marshal(place(onMap(&s.Case.Params,
		[3]float32{0.1, 0.2, float32(math.NaN())}))); err != nil ||
		string(text) != "[512345.7,4212345.6,null]" {
		t.Errorf("a place in JSON is %s (%v)", text, err)
	}
	s.Position[4] = [3]float32{0.5, 0.25, 0.125}
	low, high := s.Case.Params.PointOnMap([3]float64{0.4999, 0.2499, 0.1249}),
		s.Case.Params.PointOnMap([3]float64{0.5001, 0.2501, 0.1251})
	keep := Selection{Regions: []Region{{low, high}}}
	if some := keep.of(s); some.Len() != 1 || some.ID[0] != s.ID[4] {
		t.Errorf("a region has %d particles", some.Len())
	}
	if !keep.Regions[0].Meets(&s.Case.Params) ||
		(&Region{[3]float64{0, 0, 0}, [3]float64{1, 1, 1}}).Meets(&s.Case.Params) {
		t.Error("a region meets the domain where it does not, or the other way")
	}
}
