package tests

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// module is the name of ours, root its folder as the tests see it.
const module, root = "gpusph", ".."

// mayImport is which packages of ours each one imports: what is below it. A new
// package needs a line here.
var mayImport = map[string][]string{
	"": {"commands/app"},
	"commands/app": {"commands/gridrun", "commands/kinds", "commands/cli", "commands/balance",
		"commands/begin",
		"commands/bench", "commands/check", "commands/compare",
		"commands/completion", "commands/converge",
		"commands/convert", "commands/edit", "commands/gallery",
		"commands/list",
		"commands/man", "commands/measure",
		"commands/picture", "commands/report", "commands/run",
		"commands/scaling", "commands/selftest", "commands/surface",
		"commands/sweep", "commands/timeline",
		"commands/validate", "commands/view"},
	"commands/balance": {"commands/running", "sph/engine", "internal/measure", "internal/plot",
		"commands/cli", "internal/option", "output", "output/picture", "sph", "balance", "gpu",
		"internal/text"},
	"commands/begin": {"cases", "commands/cli", "internal/input", "internal/option",
		"internal/text", "output", "problems"},
	"commands/bench": {"internal/measure", "commands/cli",
		"internal/option",
		"output"},
	"commands/check": {"sph/engine", "internal/plot", "commands/cli",
		"internal/option", "output", "output/picture", "sph", "gpu", "internal/text"},
	"commands/compare": {"commands/kinds", "internal/stored", "commands/cli",
		"internal/option",
		"output", "sph", "internal/text"},
	"commands/completion": {"cases", "validate/gridvalidate",
		"validate", "commands/cli",
		"internal/option", "internal/text"},
	"commands/gallery": {"cases", "commands/cli", "internal/option", "internal/text"},
	"commands/man": {"grid/flows", "internal/text", "commands/cli",
		"internal/option", "problems"},
	"commands/converge": {"internal/study", "internal/page", "internal/converge",
		"internal/plot", "internal/stored", "commands/cli", "internal/option", "output",
		"internal/text"},
	"commands/sweep": {"internal/jobs", "internal/study", "internal/page", "internal/plot",
		"internal/stored", "commands/cli", "internal/option", "internal/casefile",
		"internal/input", "output", "problems", "gpu", "internal/text"},
	"commands/convert": {"features/flexible", "internal/input", "internal/casefile",
		"internal/convert", "internal/convert/raster", "commands/cli", "internal/option", "output",
		"problems", "problems/scene", "sph", "internal/text"},
	"commands/edit": {"commands/cli", "commands/edit/editor", "internal/live", "internal/option"},
	"commands/list": {"grid/flows", "commands/cli", "internal/mpi",
		"internal/text", "output",
		"problems", "gpu", "sph/exchange"},
	"commands/kinds": {"commands/cli", "internal/live", "output", "output/picture"},
	"commands/measure": {"commands/kinds",
		"internal/statistics", "internal/stored", "internal/waves", "commands/cli",
		"internal/option", "output", "sph", "internal/text"},
	"commands/picture": {"commands/kinds", "internal/movie",
		"internal/stored", "internal/surface", "commands/cli", "internal/option", "output",
		"output/picture", "sph", "internal/text"},
	"commands/report": {"commands/kinds", "internal/page",
		"validate", "internal/statistics", "internal/stored", "internal/waves",
		"internal/plot", "commands/cli",
		"internal/option", "problems", "output", "sph", "internal/text"},
	"commands/running": {"commands/cli", "internal/live", "internal/mpi", "internal/text",
		"output"},
	"commands/running/clocktest": {},
	"commands/run": {"commands/running", "sph/exchange", "sph/engine", "sph/measure",
		"internal/stored", "commands/cli", "internal/mpi", "internal/live", "output",
		"sph", "balance", "gpu", "internal/text", "internal/control", "sph/launch"},
	"commands/scaling": {"sph/engine", "internal/measure",
		"internal/plot",
		"commands/cli", "internal/option", "problems", "output", "sph", "balance", "gpu",
		"internal/text"},
	"commands/selftest": {"sph/engine", "internal/measure", "commands/cli",
		"internal/option", "output", "sph", "gpu", "internal/text"},
	"commands/surface": {"commands/kinds", "internal/stored", "internal/surface", "commands/cli",
		"internal/option", "output", "output/picture", "sph", "internal/text"},
	"commands/timeline": {"grid", "sph/engine", "internal/plot", "commands/cli",
		"internal/mpi", "internal/option", "output", "sph", "balance", "gpu", "internal/text"},
	"commands/timeline/tracetest": {"output"},
	"commands/validate": {"validate/gridvalidate", "sph/engine", "internal/input",
		"internal/jobs", "validate",
		"commands/cli", "internal/option", "output", "sph", "gpu", "internal/text"},
	"commands/view": {"commands/kinds", "commands/running", "commands/cli", "internal/live",
		"internal/option"},
	"commands/edit/editor": {"cases", "internal/casefile", "commands/cli", "internal/geometry",
		"internal/input", "internal/live", "internal/live/libraries", "internal/measure", "output",
		"problems", "sph", "sph/engine"},
	"grid": {"grid/atmosphere", "grid/lattice", "sph/exchange", "sph",
		"gpu", "cuda"},
	"grid/atmosphere":         {},
	"grid/atmosphere/airtest": {"grid/atmosphere"},
	"grid/gridcase": {"features/heat", "grid", "grid/atmosphere", "grid/lattice",
		"internal/casefile", "internal/option", "internal/text"},
	"grid/flows": {"grid", "grid/atmosphere", "grid/lattice",
		"internal/option"},
	"grid/lattice":             {},
	"grid/lattice/latticetest": {"grid/lattice"},
	"grid/gridpage": {"grid", "internal/live", "internal/input", "output",
		"output/picture"},
	"commands/gridrun": {"commands/kinds", "commands/running", "grid", "grid/gridfile",
		"grid/gridpage",
		"internal/live",
		"grid/gridmeasure", "grid/gridpicture", "commands/cli", "output/picture",
		"internal/measure", "internal/mpi", "internal/page", "internal/stored", "internal/plot",
		"internal/casefile", "internal/input", "internal/option", "output", "sph", "sph/exchange", "gpu",
		"internal/text"},
	"validate/gridvalidate": {"grid", "grid/flows",
		"grid/gridmeasure", "grid/lattice", "internal/jobs", "validate",
		"gpu"},
	"grid/gridfile":    {"grid", "internal/input", "output"},
	"grid/gridmeasure": {"grid", "internal/input", "internal/text", "output"},
	"grid/gridpicture": {"grid", "grid/gridmeasure", "internal/plot",
		"internal/text", "output", "output/picture"},
	"internal/study": {"grid", "grid/gridcase", "grid/gridfile",
		"internal/jobs", "internal/plot", "internal/stored", "commands/cli",
		"internal/option", "internal/input", "output", "sph", "internal/text"},
	"internal/control": {"internal/input"},
	"internal/points":  {},
	"features/particles": {"features/feature", "internal/casefile", "internal/points",
		"internal/text", "problems/reading", "problems/scene", "sph"},
	"internal/start": {"cuda", "internal/parallel", "internal/stored", "internal/text", "neighbor",
		"output", "sph"},
	"internal/converge":       {},
	"internal/live/libraries": {},
	"internal/live": {"internal/live/libraries", "sph/measure",
		"internal/input", "internal/stored", "output", "sph"},
	"internal/stored":     {"internal/input", "internal/statistics", "output", "internal/text", "sph"},
	"internal/statistics": {},
	"validate": {"sph/engine", "grid/lattice", "internal/casefile", "internal/jobs",
		"internal/option", "internal/stored", "output", "internal/plot", "problems", "sph", "gpu",
		"features/flexible", "features/heat", "features/openings", "internal/text",
		"internal/input", "internal/waves", "validate/references"},
	"validate/references": {},
	"internal/measure": {"sph/engine", "internal/input", "output", "sph",
		"balance", "gpu", "internal/text"},
	"internal/mpi": {"sph/exchange", "internal/text"},
	"commands/cli": {"grid/flows", "grid/gridcase",
		"grid/gridfile", "grid", "sph/exchange", "sph/engine",
		"cases", "internal/input", "internal/jobs",
		"internal/mpi", "internal/casefile", "problems", "output", "sph", "balance", "gpu",
		"internal/option", "internal/text", "internal/unsupported", "internal/control",
		"internal/start"},
	"internal/plot":          {"internal/text"},
	"internal/page":          {"internal/input", "internal/live/libraries", "internal/plot"},
	"internal/plot/plottest": {"internal/plot"},
	"internal/unsupported":   {},
	"internal/waves":         {"sph/wavemaker"},

	"cases": {},
	"features": {"features/absorption", "features/bodies", "features/damping", "features/feature",
		"features/flexible", "features/heat", "features/joints", "features/lines",
		"features/fluids", "features/openings", "features/particles", "features/porous",
		"features/relaxation", "features/roughness",
		"features/tension", "features/thick", "features/zones"},
	"features/devices": {"features", "features/absorption", "features/absorption/device",
		"features/bodies", "features/bodies/device",
		"features/damping", "features/damping/device", "features/flexible",
		"features/flexible/device", "features/heat", "features/heat/device",
		"features/joints", "features/joints/device", "features/lines", "features/lines/device",
		"features/openings", "features/openings/device", "features/porous", "features/porous/device",
		"features/relaxation", "features/relaxation/device",
		"features/roughness", "features/roughness/device", "features/fluids",
		"features/fluids/device", "features/tension", "features/tension/device", "features/thick",
		"features/thick/device", "features/zones", "features/zones/device", "sph/launch"},
	"features/absorption": {"features/feature", "internal/text", "sph", "sph/motion",
		"sph/wavemaker"},
	"features/absorption/device": {"features/absorption", "sph", "sph/launch", "cuda", "gpu"},
	"internal/cells":             {},
	"features/bodies": {"features/feature", "internal/casefile", "internal/cells", "internal/geometry",
		"internal/text", "problems/reading", "problems/scene", "sph", "sph/scheme"},
	"features/bodies/device": {"features/bodies", "internal/text", "sph", "sph/launch",
		"sph/scheme", "cuda", "gpu", "neighbor"},
	"features/joints": {"features/bodies", "features/feature", "internal/casefile", "internal/text",
		"problems/reading", "sph", "sph/motion"},
	"features/joints/device": {"features/bodies/device", "features/joints", "sph", "sph/launch",
		"sph/motion",
		"sph/scheme", "cuda", "gpu", "neighbor"},
	"features/feature": {"internal/casefile", "problems/reading", "sph"},
	"features/damping": {"features/feature", "internal/casefile", "internal/text",
		"problems/reading", "problems/scene", "sph", "sph/scheme"},
	"features/damping/device": {"features/damping", "sph/launch", "cuda", "gpu", "neighbor"},
	"features/relaxation": {"features/feature", "internal/casefile", "internal/text",
		"problems/reading", "problems/scene", "sph", "sph/scheme", "sph/wavemaker", "sph/wavetheory"},
	"features/relaxation/device": {"features/relaxation", "sph", "sph/launch", "cuda", "gpu",
		"neighbor"},
	"features/flexible": {"features/bodies", "features/feature", "internal/casefile",
		"internal/geometry", "internal/text", "problems/reading", "problems/scene", "sph", "sph/scheme"},
	"features/flexible/device": {"features/flexible", "sph", "sph/launch", "sph/scheme", "cuda",
		"gpu"},
	"features/lines": {"features/bodies", "features/feature", "internal/casefile",
		"internal/geometry", "internal/text", "problems/reading", "problems/scene", "sph"},
	"features/lines/device": {"features/lines", "sph", "sph/launch", "sph/scheme", "cuda", "gpu"},
	"features/openings": {"features/feature", "internal/casefile", "internal/geometry",
		"internal/parallel", "internal/text", "problems/reading", "problems/scene", "sph",
		"sph/scheme", "sph/timeseries"},
	"features/openings/device": {"features/openings", "sph", "sph/launch", "sph/timeseries", "cuda",
		"gpu", "neighbor"},
	"features/zones": {"features/feature", "features/openings", "internal/casefile", "internal/text",
		"problems/reading", "problems/scene", "sph", "sph/motion", "sph/scheme"},
	"features/zones/device": {"features/zones", "internal/cells", "sph", "sph/launch",
		"cuda", "gpu", "neighbor"},
	"features/heat": {"features/feature", "features/openings", "internal/casefile",
		"internal/text", "problems/reading", "problems/scene", "sph", "sph/scheme", "sph/timeseries"},
	"features/heat/device": {"features/heat", "sph", "sph/launch", "sph/timeseries", "cuda", "gpu",
		"neighbor"},
	"features/porous": {"features/feature", "features/heat", "internal/casefile",
		"internal/geometry", "internal/text", "problems/reading", "problems/scene", "sph", "sph/scheme"},
	"features/porous/device":    {"features/porous", "sph", "sph/launch", "cuda", "gpu", "neighbor"},
	"features/roughness":        {"features/feature", "sph", "sph/scheme"},
	"features/roughness/device": {"sph/launch", "cuda", "gpu"},
	"features/fluids": {"features/feature", "features/roughness", "internal/casefile",
		"internal/text", "problems/reading", "sph"},
	"features/fluids/device": {"features/fluids", "sph", "sph/launch", "cuda"},
	"features/tension": {"features/feature", "internal/casefile", "internal/text",
		"problems/reading", "problems/scene", "sph", "sph/scheme"},
	"features/tension/device": {"features/tension", "sph", "sph/launch", "cuda"},
	"features/thick": {"features/feature", "features/porous", "features/roughness",
		"internal/casefile", "internal/text", "problems/reading", "problems/scene", "sph", "sph/scheme"},
	"features/thick/device": {"features/heat", "features/thick", "sph", "sph/launch", "cuda", "gpu",
		"neighbor"},
	"problems/reading": {"internal/casefile", "internal/geometry", "problems/scene", "sph",
		"sph/motion"},
	"problems": {"features", "features/absorption", "features/bodies", "problems/reading",
		"sph/motion", "sph/wavemaker",
		"internal/input", "internal/casefile",
		"internal/geometry", "problems/scene", "sph",
		"sph/timeseries", "internal/option", "internal/text"},
	"problems/scene": {"internal/geometry", "internal/parallel", "sph", "sph/motion",
		"internal/text"},
	"output": {"internal/input", "output/picture", "internal/surface", "sph",
		"internal/text"},
	"output/outputtest": {},
	"output/picture": {"features", "internal/parallel", "internal/surface", "sph",
		"internal/text"},
	"internal/option":            {"internal/text", "internal/unsupported"},
	"internal/geometry":          {"internal/text"},
	"internal/casefile":          {"internal/input", "internal/text", "internal/unsupported"},
	"internal/casefile/casetest": {"internal/casefile"},
	"internal/convert": {"features", "features/damping", "features/flexible", "features/joints",
		"features/lines", "features/openings", "features/relaxation",
		"features/thick", "features/zones", "internal/casefile", "internal/geometry",
		"internal/text", "internal/unsupported"},
	"internal/movie":    {"internal/text"},
	"internal/surface":  {"sph"},
	"internal/text":     {},
	"internal/input":    {},
	"internal/jobs":     {},
	"internal/parallel": {},
	"sph": {"sph/motion", "sph/scheme", "internal/parallel",
		"internal/text"},
	"internal/convert/raster": {},
	"sph/launch":              {"cuda", "gpu", "neighbor", "sph", "sph/motion", "sph/scheme"},
	"sph/engine": {"features/devices", "sph/launch", "sph/motion",
		"sph/measure", "sph/exchange", "sph",
		"sph/scheme",
		"neighbor", "gpu", "cuda", "balance", "internal/parallel", "internal/text"},
	"sph/measure":               {"sph/motion", "sph/exchange", "sph", "neighbor", "gpu", "cuda"},
	"sph/exchange":              {"gpu", "cuda", "internal/text"},
	"sph/exchange/exchangetest": {"sph/exchange"},
	"sph/motion":                {"internal/text"},
	"sph/timeseries":            {},
	"sph/wavemaker":             {"sph/motion", "internal/text"},
	"sph/wavetheory":            {"internal/text"},
	"sph/scheme":                {},
	"neighbor":                  {"gpu", "cuda"},
	"gpu":                       {"cuda", "internal/text"},
	"gpu/gputest":               {"gpu", "cuda"},
	"cuda":                      {},
	"balance":                   {},
	"tests":                     {},
	"tests/program":             {},
}

// layer is packages of which none imports another. All that they import is in layers below.
type layer struct {
	about    string
	packages []string // commands/* are all of that folder
}

// layers are from top to bottom. A new package needs a place here.
var layers = []layer{
	{"tests and their helpers, which no package imports", []string{"tests", "tests/program",
		"commands/timeline/tracetest", "internal/plot/plottest", "output/outputtest",
		"gpu/gputest", "grid/lattice/latticetest", "sph/exchange/exchangetest",
		"grid/atmosphere/airtest", "commands/running/clocktest", "internal/casefile/casetest"}},
	{"main", []string{""}},
	{"the table of commands", []string{"commands/app"}},
	{"commands", []string{"commands/*"}},
	{"runs of grids, and studies of several runs", []string{"commands/gridrun",
		"validate/gridvalidate", "internal/study"}},
	{"pages, and what all runs share", []string{"commands/running", "commands/kinds",
		"commands/edit/editor", "grid/gridpage", "internal/page"}},
	{"what commands are made of", []string{"commands/cli", "internal/live", "validate",
		"internal/measure"}},
	{"what a flow begins with", []string{"internal/start"}},
	{"pictures of grids", []string{"grid/gridpicture"}},
	{"from one form to another", []string{"grid/gridfile", "grid/gridmeasure",
		"internal/stored", "internal/plot", "internal/movie", "internal/waves",
		"internal/convert", "validate/references", "internal/live/libraries"}},
	{"flows, files and processes",
		[]string{"problems", "grid/flows", "grid/gridcase", "output", "internal/mpi"}},
	{"flows in motion, and pictures of flows", []string{"sph/engine", "output/picture"}},
	{"what features give devices", []string{"features/devices"}},
	{"the table of features", []string{"features"}},
	{"kernels of features that build on others", []string{"features/joints/device"}},
	{"kernels of features", []string{"features/absorption/device", "features/bodies/device",
		"features/damping/device", "features/flexible/device",
		"features/heat/device", "features/lines/device", "features/openings/device",
		"features/porous/device", "features/relaxation/device",
		"features/roughness/device", "features/fluids/device", "features/tension/device",
		"features/thick/device", "features/zones/device"}},
	{"features", []string{"features/absorption", "features/damping", "features/flexible",
		"features/fluids", "features/joints", "features/lines", "features/particles",
		"features/relaxation", "features/tension", "features/thick", "features/zones"}},
	{"features that others know", []string{"features/bodies", "features/porous",
		"features/roughness"}},
	{"features that these know, too", []string{"features/heat"}},
	{"what comes in and leaves, with which others go", []string{"features/openings"}},
	{"what a feature gives", []string{"features/feature"}},
	{"what features take from case files", []string{"problems/reading"}},
	{"particles in scenes", []string{"problems/scene"}},
	{"surfaces, and flows on grids", []string{"internal/surface", "grid"}},
	{"what is measured of flows, and what kernels are launched with",
		[]string{"sph/measure", "sph/launch"}},
	{"what a flow is; what case files and options are without it", []string{"sph", "sph/wavemaker",
		"sph/wavetheory", "internal/casefile", "internal/geometry", "internal/option",
		"internal/convert/raster", "internal/control"}},
	{"lists, motions, schemes, bounds and exchange",
		[]string{"neighbor", "sph/motion", "sph/scheme", "sph/timeseries", "balance",
			"sph/exchange"}},
	{"devices", []string{"gpu"}},
	{"kernels", []string{"cuda"}},
	{"words, files, loops and mathematics", []string{"internal/text", "internal/cells",
		"internal/unsupported",
		"internal/jobs", "internal/parallel",
		"internal/converge", "internal/input", "grid/atmosphere",
		"grid/lattice", "internal/statistics", "internal/points", "cases"}},
}

// layerOf is the index of the layer of a package, or -1.
func layerOf(name string) int {
	for _, whole := range []bool{true, false} { // a name goes before the folder that it is in
		for i, l := range layers {
			for _, p := range l.packages {
				folder, is := strings.CutSuffix(p, "*")
				if whole && p == name || !whole && is && strings.HasPrefix(name, folder) {
					return i
				}
			}
		}
	}
	return -1
}

// drivers are the bindings to GPUs, which only package gpu imports.
var drivers = []string{"gorgonia.org/cu", "github.com/NVIDIA/go-nvml"}

// listed is what go list tells of a package.
type listed struct {
	ImportPath string
	Dir        string
	Imports    []string
	Error      *struct{ Err string }
}

// needs skips a test of the tree where a command is missing, as on a machine that only runs tests
// on its GPUs.
func needs(t *testing.T, command string) {
	t.Helper()
	if _, err := exec.LookPath(command); err != nil {
		t.Skip(err)
	}
}

// list runs go list, which tells imports of a build with the given tags.
func list(t *testing.T, tags string) []listed {
	t.Helper()
	needs(t, "go")
	command := exec.Command("go", "list", "-e", "-json=ImportPath,Dir,Imports,Error", "-tags", tags,
		"./...")
	command.Dir = root
	var said bytes.Buffer
	command.Stderr = &said
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", command, err, &said)
	}
	var all []listed
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := decoder.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if len(all) < 7 {
		t.Fatalf("go list finds only %d packages", len(all))
	}
	return all
}

// Imports point down, and only package gpu knows the driver, with CUDA and
// without.
func TestImports(t *testing.T) {
	used := make(map[[2]string]bool)
	for _, tags := range []string{"", "cuda"} {
		for _, p := range list(t, tags) {
			name := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
			allowed, ok := mayImport[name]
			if !ok {
				t.Errorf("package %s is not in the table of what may import what", p.ImportPath)
			}
			for _, path := range p.Imports {
				if ours, is := strings.CutPrefix(path, module+"/"); is {
					used[[2]string{name, ours}] = true
					if !slices.Contains(allowed, ours) {
						t.Errorf("%s imports %s, but may only import %v", p.ImportPath, path,
							allowed)
					}
				}
				for _, d := range drivers {
					if (path == d || strings.HasPrefix(path, d+"/")) && name != "gpu" {
						t.Errorf("%s imports %s, but only package gpu may", p.ImportPath, path)
					}
				}
			}
		}
	}
	for name, allowed := range mayImport {
		for _, other := range allowed {
			if !used[[2]string{name, other}] {
				t.Errorf("%s may import %s, but does not; the table has one too many", name, other)
			}
		}
	}
}

// All that a package may import is in a layer below its own.
func TestImportTable(t *testing.T) {
	for name, allowed := range mayImport {
		above := layerOf(name)
		if above < 0 {
			t.Errorf("package %q is in no layer", name)
			continue
		}
		for _, other := range allowed {
			below := layerOf(other)
			if _, ok := mayImport[other]; !ok || below < 0 {
				t.Errorf("%s may import %s, which is not in the table or in no layer", name, other)
			} else if below <= above {
				t.Errorf("%s (%s) may import %s (%s), which is not in a layer below", name,
					layers[above].about, other, layers[below].about)
			}
		}
	}
	for _, l := range layers {
		for _, name := range l.packages {
			if _, ok := mayImport[name]; !ok && !strings.HasSuffix(name, "/*") {
				t.Errorf("the layer of %s has %s, which is not in the table", l.about, name)
			}
		}
	}
}

// Packages that need no compiler of C build without one.
func TestWithoutCgo(t *testing.T) {
	needs(t, "go")
	command := exec.Command("go", "build", "./cases", "./balance", "./sph", "./sph/motion",
		"./sph/scheme",
		"./problems", "./output", "./internal/surface", "./internal/casefile", "./internal/convert",
		"./internal/geometry", "./internal/option",
		"./internal/movie", "./internal/plot", "./internal/text", "./validate/references")
	command.Dir = root
	command.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v: %v\n%s", command, err, out)
	}
}

// What a flow is, its problems and its files know no device.
func TestNoDevices(t *testing.T) {
	var reach func(name string, path []string)
	reach = func(name string, path []string) {
		path = append(path, name)
		switch name {
		case "cuda", "gpu", "neighbor", "sph/engine", "sph/measure", "internal/mpi":
			t.Errorf("%v", path)
		}
		for _, below := range mayImport[name] {
			reach(below, path)
		}
	}
	for _, name := range []string{"sph", "problems", "output", "internal/plot",
		"internal/casefile"} {
		reach(name, nil)
	}
}
