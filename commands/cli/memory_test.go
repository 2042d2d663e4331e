package cli

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/engine"
)

// parsed is the config of a command line.
func parsed(t *testing.T, line string) *Config {
	t.Helper()
	c, err := parse(Line{Words: strings.Fields(line)}, RunSyntax())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// dam is a flow whose numbers the tests know.
const dam = "DamBreak3D --preset classic "

// A flow that does not fit is refused, with a spacing at which it just does.
func TestMemoryIsEstimated(t *testing.T) {
	const group = "the process's control group"
	host := func(gib float64) gpu.HostMemory {
		return gpu.HostMemory{Free: int64(gib * (1 << 30)),
			Of: group}
	}
	gpus := []gpu.Info{{Name: "cuda:0", Free: 10 << 30, Memory: 80 << 30},
		{Name: "cuda:1", Memory: 8 << 30}}
	for _, test := range []struct {
		line  string
		host  gpu.HostMemory
		names string
		want  string // nothing if it fits
	}{
		{dam + "--deltap 0.0015", host(6), "host",
			"about 38.8 million particles (31.9 million fluid, 6.97 million boundary), which take 36.3 " +
				"GiB of the host's memory, but the process's control group has 5.9 GiB left"},
		{dam + "--deltap 0.003", host(2), "host",
			"but the process's control group has 1.9 GiB left"},
		{dam + "--deltap 0.005", host(2), "host", ""},
		{dam + "--boundary dummy --deltap 0.0042", host(2), "host", ""}, // measured: 1.6 GiB
		{dam + "--deltap 0.004", host(2), "host,host", "of the host's memory"},
		{dam + "--deltap 0.0042 --skin 2", host(2), "host", "of the host's memory"}, // longer lists
		{dam + "--deltap 0.000215", host(512), "host",
			"about 11.1 billion particles (10.8 billion fluid"},
		{dam + "--boundary dummy --deltap 0.0042", gpu.HostMemory{}, "host", ""}, // unknown
		{dam + "--boundary dummy --deltap 0.0042", host(1), "cuda:0", ""},
		{dam + "--boundary dummy --deltap 0.0042", host(0.5), "cuda:0", "of the host's memory"},
		{dam + "--deltap 0.0015", host(100), "cuda:0",
			"GiB of cuda:0's memory, but it has 10 GiB left"},
		{dam + "--deltap 0.0023", host(100), "cuda:0,cuda:1", ""},
		{dam + "--deltap 0.00168", host(100), "cuda:0,cuda:1",
			"GiB of cuda:1's memory, but it has 8 GiB left"},
		{"Spheric2 --deltap 0.002", host(4), "host", "of the host's memory"},
		{"BoreInABox --preset classic --deltap 0.002", host(4), "host", "of the host's memory"},
		{"Hydrostatic --deltap 0.001 --widths 3", host(4), "host", "of the host's memory"},
	} {
		c := parsed(t, "--problem "+test.line)
		check := func() error { return c.checkMemory(test.host, strings.Split(test.names, ","), gpus) }
		err := check()
		if test.want == "" {
			if err != nil {
				t.Errorf("%s on %s: %v", test.line, test.names, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s on %s: %v, want %q", test.line, test.names, err, test.want)
			continue
		}
		would := regexp.MustCompile(`use a deltap of (\S+) m$`).FindStringSubmatch(err.Error())
		if would == nil {
			t.Errorf("%s: no spacing is said to fit: %v", test.line, err)
			continue
		}
		c.DeltaP, _ = strconv.ParseFloat(would[1], 64)
		if err := check(); err != nil {
			t.Errorf("%s: what would fit does not: %v", test.line, err)
		}
		if c.DeltaP *= 0.98; check() == nil {
			t.Errorf("%s: %g m suffices, too", test.line, c.DeltaP)
		}
	}
	c := parsed(t, "--problem DamBreak3D")
	if err := c.checkMemory(host(0.101), []string{"host"}, nil); err == nil || !strings.HasSuffix(err.Error(), "no spacing fits") {
		t.Errorf("in no memory at all: %v", err)
	}
}

// Snapshots so close that devices have no room for their copies are refused, with an interval that
// suffices.
func TestCopiesAreEstimated(t *testing.T) {
	gpus := []gpu.Info{{Name: "cuda:0", Free: 10 << 30}}
	refused := func(host float64, names, line string) string {
		err := parsed(t, line).checkMemory(gpu.HostMemory{Free: int64(host * (1 << 30)), Of: "it"},
			strings.Split(names, ","), gpus)
		if err == nil {
			return ""
		}
		return err.Error()
	}
	const flow = "--problem " + dam + "--deltap 0.0022 --tend 1 "
	for _, names := range []string{"cuda:0", "cuda:0,cuda:0"} {
		for _, fine := range []string{"", "--output-interval 0.1", "--nosave"} {
			if refused(100, names, flow+fine) != "" {
				t.Errorf("%s %s: %s", names, fine, refused(100, names, flow+fine))
			}
		}
		without := parsed(t, flow+"--output-interval 1e-6")
		without.formats = "none"
		if err := without.checkMemory(gpu.HostMemory{Free: 100 << 30}, strings.Split(names, ","), gpus); err != nil {
			t.Errorf("%s, without snapshots: %v", names, err)
		}
		got := refused(100, names, flow+"--output-interval 1e-6")
		would := regexp.MustCompile(`^an --output-interval of 1e-6 s .* of cuda:0's memory, but it has 10 GiB left; use --output-interval (\S+) or --nosave$`).FindStringSubmatch(got)
		if would == nil {
			t.Errorf("%s: %q", names, got)
			continue
		}
		at, _ := strconv.ParseFloat(would[1], 64)
		if got := refused(100, names, fmt.Sprint(flow, "--output-interval ", at)); got != "" {
			t.Errorf("the interval proposed is refused: %s", got)
		}
		if refused(100, names, fmt.Sprint(flow, "--output-interval ", 0.9*at)) == "" {
			t.Errorf("%g s suffices, too", 0.9*at)
		}
	}
	const small = "--problem " + dam + "--boundary dummy --deltap 0.0042 --output-interval 1e-6"
	if got := refused(3.7, "cuda:0", small); got != "" {
		t.Errorf("with enough memory on the host: %s", got)
	}
	if got := refused(1.5, "cuda:0", small); !strings.Contains(got, "of the host's memory, but it has") {
		t.Errorf("with little memory on the host: %q", got)
	}
	if got := refused(100, "cuda:0", "--problem "+dam+"--deltap 0.001 --output-interval 1e-6"); !strings.HasPrefix(got, "--deltap") {
		t.Errorf("a flow that has no room itself: %q", got)
	}
}

// What an outline makes of options is what the flow has.
func TestOutlineHasTheOptions(t *testing.T) {
	c := parsed(t, "--problem "+dam+"--deltap 0.04 --skin 0.7 --h-factor 1.5")
	o, err := c.outline(c.DeltaP)
	if err != nil {
		t.Fatal(err)
	}
	flow, err := c.Setup()
	if err != nil {
		t.Fatal(err)
	}
	n, fluid := float64(flow.Particles.Len()), float64(flow.Particles.Count(sph.Fluid))
	if got, want := engine.DeviceBytes(&o.Params, n, fluid),
		engine.DeviceBytes(&flow.Params, n, fluid); got != want {
		t.Errorf("the particles take %g bytes by the outline, %g of the flow", got, want)
	}
}

func TestLarge(t *testing.T) {
	for n, want := range map[float64]string{999999: "999,999", 1.234e6: "1.23 million",
		5e9: "5 billion", 2e12: "2,000 billion", 3.21e20: "3.2e+20"} {
		if got := large(n); got != want {
			t.Errorf("%g is %q, want %q", n, got, want)
		}
	}
	if got := gibibytes(math.Ldexp(5.899, 30)) + fmt.Sprint(" ", gibibytes(1e30)); got != "5.9 GiB 9.3e+20 GiB" {
		t.Error(got)
	}
}

// TestMemoryOfCase holds that a case file that does not fit a device is refused at its spacing,
// unless the command line has another.
func TestMemoryOfCase(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sea.toml")
	if err := os.WriteFile(file, []byte(`name = "Sea"
spacing = 0.01
end = 1
domain = { min = [0, 0, 0], max = [10, 10, 2], open = ["zmax"] }
[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [10, 10, 1] }
[physics]
preset = "classic"
`), 0o666); err != nil {
		t.Fatal(err)
	}
	gpus := []gpu.Info{{Name: "cuda:0", Free: 10 << 30}}
	for line, want := range map[string]string{
		"": file + ", line 2, column 1: a spacing of 0.01 m makes about 105 million " +
			"particles (100 million fluid, 5.44 million boundary), which take 65.6 GiB of cuda:0's " +
			"memory, but it has 10 GiB left; use spacing = 0.0191; the line reads: spacing = 0.01",
		" --deltap 0.011":  "--deltap 0.011 makes about 79.7 million particles",
		" --deltap 0.0194": "",
	} {
		err := parsed(t, "--case "+file+line).checkMemory(gpu.HostMemory{Free: 1 << 40},
			[]string{"cuda:0"}, gpus)
		if words := fmt.Sprint(err); !strings.HasPrefix(words, want) || (err == nil) != (want == "") {
			t.Errorf("%q: %s, not %s", line, words, want)
		}
	}
}
