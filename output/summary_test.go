package output

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/vmihailenco/msgpack/v5"

	"gpusph/sph"
)

func testSummary() *Summary {
	c := testCase()
	for i := range 1000 {
		c.Particles.Add([3]float64{}, sph.Type(i%4/3), 0)
	}
	s := NewSummary(c)
	s.Program, s.Version = "gpusph", "1.2.3"
	s.CommandLine = []string{"gpusph", "--problem", "Test <&>"}
	s.Status, s.Error = Failed, "it broke"
	s.Started, s.Ended, s.Host = "2026-11-21T15:04:05Z", "2026-11-21T15:04:07Z", "a host"
	s.Options = map[string]string{"tend": "1.5", "alpha": "0.1"}
	s.Devices = []DeviceSummary{{Name: "cuda:0", Model: "NVIDIA H100"},
		{Name: "cuda:1", Model: "NVIDIA A10"}}
	for _, p := range testProgress() {
		s.Add(&p)
	}
	s.Elapsed = 2.25
	s.SetEnergy(1234.5)
	s.StateSHA256 = "0123abcd"
	return s
}

func TestSummaryAdd(t *testing.T) {
	s := testSummary()
	if s.Steps != 30 || s.Time != 0.03 || s.Runtime != 1.5 || s.Moved != 3 || s.Iterations != 29800 {
		t.Errorf("it tells %+v", s)
	}
	if s.Particles != (Counts{Total: 1000, Fluid: 750, Wall: 250, Lost: 10}) {
		t.Errorf("it counts %+v", s.Particles)
	}
	if math.Abs(s.Kips-29.8/1.5) > 1e-12 || math.Abs(s.Mips-0.0298/1.5) > 1e-12 {
		t.Errorf("%g kips, %g mips", s.Kips, s.Mips)
	}
	if s.ActiveIter != 20000 || math.Abs(s.ActiveMips-0.02/1.5) > 1e-12 {
		t.Errorf("%d iterations of active particles, %g mips", s.ActiveIter, s.ActiveMips)
	}
	if math.Abs(s.PerParticle-1234.5e6/29800) > 1e-6 {
		t.Errorf("%g µJ", s.PerParticle)
	}
	sum := 0.0
	for _, d := range s.Devices {
		sum += d.Mips
	}
	if math.Abs(sum-s.Mips) > 1e-12 {
		t.Errorf("the devices' parts add up to %g of %g mips", sum, s.Mips)
	}
	d := s.Devices[1]
	if want := (DeviceSummary{
		Name: "cuda:1", Model: "NVIDIA A10", Iterations: 15400, Kips: d.Kips, Mips: d.Mips,
		Seconds: PhaseSeconds{0.1875, 0.375, 0.75},
		Before:  Share{20, 500}, After: Share{21, 520},
	}); d != want {
		t.Errorf("%+v, want %+v", d, want)
	}
}

// TestUnnamedDevices holds that a summary has the devices of a run whose caller has named none.
func TestUnnamedDevices(t *testing.T) {
	s := NewSummary(testCase())
	for _, p := range testProgress() {
		s.Add(&p)
	}
	if len(s.Devices) != 2 || s.Devices[1].Name != "cuda:1" || s.Devices[1].After.Slices != 21 {
		t.Errorf("the devices are %+v", s.Devices)
	}
}

// TestSummaryFiles holds that both files have the same content, every parameter,
// and give the summary back.
func TestSummaryFiles(t *testing.T) {
	dir := t.TempDir()
	s := testSummary()
	if err := s.Write(dir); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "summary.json"))
	if err != nil {
		t.Fatal(err)
	}
	packed, err := os.ReadFile(filepath.Join(dir, "summary.msgpack"))
	if err != nil {
		t.Fatal(err)
	}
	var a, b any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&a); err != nil {
		t.Fatal(err)
	}
	if err := msgpack.Unmarshal(packed, &b); err != nil {
		t.Fatal(err)
	}
	one, two := map[string]string{}, map[string]string{}
	flatten(one, "", a)
	flatten(two, "", b)
	if !reflect.DeepEqual(one, two) {
		t.Errorf("summary.json has\n%v\nsummary.msgpack\n%v", one, two)
	}

	p := reflect.ValueOf(s.Parameters.Params)
	for _, field := range reflect.VisibleFields(p.Type()) {
		name, value := field.Name, p.FieldByIndex(field.Index)
		if field.Anonymous || field.Tag.Get("json") == "-" {
			continue // its members come by themselves, or it is among the options
		}
		want := fmt.Sprint(value.Interface())
		if value.Kind() == reflect.Float64 {
			want = number(value.Float())
		}
		if value.Kind() == reflect.Array {
			first := value.Index(0)
			name, want = name+"/0", fmt.Sprint(first.Interface())
			if first.Kind() == reflect.Float64 {
				want = number(first.Float())
			}
		}
		if got := one["/parameters/"+name]; got != want {
			t.Errorf("parameter %s is %q, want %q", name, got, want)
		}
	}
	for key, want := range map[string]string{
		"/particles/lost": "10", "/devices/1/model": "NVIDIA A10", "/devices/0/seconds/Forces": "0.75",
		"/command_line/2": "Test <&>", "/status": "failed", "/error": "it broke",
		"/ended": "2026-11-21T15:04:07Z", "/options/alpha": "0.1",
		"/devices/1/after_balancing/slices": "21", "/gpu_energy_J": "1234.5",
	} {
		if one[key] != want {
			t.Errorf("%s is %q, want %q", key, one[key], want)
		}
	}

	var back Summary
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if back.Parameters.Params, err = back.Parameters.Flow(); err != nil {
		t.Fatal(err)
	}
	back.Limits = s.Limits // which files do not have
	back.Parameters.Further = s.Parameters.Further
	if !reflect.DeepEqual(&back, s) {
		t.Errorf("summary.json gives back\n%+v, not\n%+v", back, *s)
	}
	if order := strings.Index(string(text), "program"); order < 0 || order > strings.Index(string(text), "devices") {
		t.Error("summary.json does not begin with the program")
	}
}

// flatten lists the leaves of what a file holds by their paths. Numbers become the
// text that number gives.
func flatten(to map[string]string, path string, v any) {
	switch v := v.(type) {
	case map[string]any:
		for k, w := range v {
			flatten(to, path+"/"+k, w)
		}
	case []any:
		for i, w := range v {
			flatten(to, fmt.Sprintf("%s/%d", path, i), w)
		}
	case json.Number:
		x, _ := v.Float64()
		to[path] = number(x)
	case string:
		to[path] = v
	case float64:
		to[path] = number(v)
	default:
		to[path] = fmt.Sprint(v)
	}
}

func TestNoEnergy(t *testing.T) {
	var b bytes.Buffer
	if err := WriteJSON(&b, NewSummary(testCase())); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "energy") {
		t.Error("an unknown energy is in the summary")
	}
}

func TestKarpFlatt(t *testing.T) {
	for _, c := range []struct{ speedup, n, want float64 }{
		{6, 6, 0}, {1, 6, 1}, {4.5, 6, (1/4.5 - 1.0/6) / (5.0 / 6)},
		// A program with a tenth of serial code, by Amdahl's law.
		{1 / (0.1 + 0.9/8), 8, 0.1},
	} {
		if got := KarpFlatt(c.speedup, c.n); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("speedup %g on %g: %g, want %g", c.speedup, c.n, got, c.want)
		}
	}
	if !math.IsNaN(KarpFlatt(1, 1)) {
		t.Error("one device tells something")
	}
}

// The parts of the steps that something limits are of steps, not of list periods.
func TestLimits(t *testing.T) {
	var l Limits
	if got := l.String(); got != "" {
		t.Errorf("without steps there is %q", got)
	}
	l.add(15, sph.BySound)
	l.add(4, sph.ByForces)
	l.add(1, sph.ByForces)
	if got, want := l.String(), "sound 75.0 %, forces 25.0 %"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Materials are counted by their numbers, also where particles of several weigh the same; a
// snapshot with a part of the flow, or from a file, leaves the counts as they are.
func TestCountMaterials(t *testing.T) {
	s := &Summary{}
	s.Materials = []MaterialCount{{Name: "low", Mass: 2, Last: 7}, {Name: "high", Mass: 2, Last: 8}}
	for _, test := range []struct {
		last *sph.Snapshot
		want [2]int
	}{
		{&sph.Snapshot{}, [2]int{7, 8}},
		{&sph.Snapshot{Part: true, OfMaterials: []int{1, 2}}, [2]int{7, 8}},
		{&sph.Snapshot{OfMaterials: []int{5, 3}}, [2]int{5, 3}},
	} {
		s.CountMaterials(test.last)
		if got := [2]int{s.Materials[0].Last, s.Materials[1].Last}; got != test.want {
			t.Errorf("%v of the materials, not %v", got, test.want)
		}
	}
}
