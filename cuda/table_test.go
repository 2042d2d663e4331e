package cuda_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"gpusph/cuda"
)

// sizes are those of the argument structs in Go.
var sizes = map[string]uintptr{
	"HashArgs":            unsafe.Sizeof(cuda.HashArgs{}),
	"ScatterArgs":         unsafe.Sizeof(cuda.ScatterArgs{}),
	"RankArgs":            unsafe.Sizeof(cuda.RankArgs{}),
	"ReorderArgs":         unsafe.Sizeof(cuda.ReorderArgs{}),
	"SlicesArgs":          unsafe.Sizeof(cuda.SlicesArgs{}),
	"BlocksArgs":          unsafe.Sizeof(cuda.BlocksArgs{}),
	"SkinsArgs":           unsafe.Sizeof(cuda.SkinsArgs{}),
	"SkinCheckArgs":       unsafe.Sizeof(cuda.SkinCheckArgs{}),
	"ActiveArgs":          unsafe.Sizeof(cuda.ActiveArgs{}),
	"NeibsArgs":           unsafe.Sizeof(cuda.NeibsArgs{}),
	"ForcesArgs":          unsafe.Sizeof(cuda.ForcesArgs{}),
	"PublishMaximaArgs":   unsafe.Sizeof(cuda.PublishMaximaArgs{}),
	"MinimumScanArgs":     unsafe.Sizeof(cuda.MinimumScanArgs{}),
	"PublishClockArgs":    unsafe.Sizeof(cuda.PublishClockArgs{}),
	"PublishListsArgs":    unsafe.Sizeof(cuda.PublishListsArgs{}),
	"RestoreArgs":         unsafe.Sizeof(cuda.RestoreArgs{}),
	"SpreadArgs":          unsafe.Sizeof(cuda.SpreadArgs{}),
	"TurnArgs":            unsafe.Sizeof(cuda.TurnArgs{}),
	"DampArgs":            unsafe.Sizeof(cuda.DampArgs{}),
	"RelaxArgs":           unsafe.Sizeof(cuda.RelaxArgs{}),
	"HeatArgs":            unsafe.Sizeof(cuda.HeatArgs{}),
	"PorousArgs":          unsafe.Sizeof(cuda.PorousArgs{}),
	"ReorderFieldArgs":    unsafe.Sizeof(cuda.ReorderFieldArgs{}),
	"PassArgs":            unsafe.Sizeof(cuda.PassArgs{}),
	"RestoreFieldArgs":    unsafe.Sizeof(cuda.RestoreFieldArgs{}),
	"GiveFieldArgs":       unsafe.Sizeof(cuda.GiveFieldArgs{}),
	"ExchangeArgs":        unsafe.Sizeof(cuda.ExchangeArgs{}),
	"MomentArgs":          unsafe.Sizeof(cuda.MomentArgs{}),
	"CopyArgs":            unsafe.Sizeof(cuda.CopyArgs{}),
	"PreviewArgs":         unsafe.Sizeof(cuda.PreviewArgs{}),
	"CopyImagesArgs":      unsafe.Sizeof(cuda.CopyImagesArgs{}),
	"WrapArgs":            unsafe.Sizeof(cuda.WrapArgs{}),
	"PlaceImagesArgs":     unsafe.Sizeof(cuda.PlaceImagesArgs{}),
	"PublishMomentsArgs":  unsafe.Sizeof(cuda.PublishMomentsArgs{}),
	"GridPredictArgs":     unsafe.Sizeof(cuda.GridPredictArgs{}),
	"GridTemperatureArgs": unsafe.Sizeof(cuda.GridTemperatureArgs{}),
	"GridDivergenceArgs":  unsafe.Sizeof(cuda.GridDivergenceArgs{}),
	"GridProjectArgs":     unsafe.Sizeof(cuda.GridProjectArgs{}),
	"GridSumArgs":         unsafe.Sizeof(cuda.GridSumArgs{}),
	"GridIterationArgs":   unsafe.Sizeof(cuda.GridIterationArgs{}),
	"GridLevelArgs":       unsafe.Sizeof(cuda.GridLevelArgs{}),
	"GridCoarsestArgs":    unsafe.Sizeof(cuda.GridCoarsestArgs{}),
	"GridCollectArgs":     unsafe.Sizeof(cuda.GridCollectArgs{}),
	"GridScalarArgs":      unsafe.Sizeof(cuda.GridScalarArgs{}),
	"AirSweepArgs":        unsafe.Sizeof(cuda.AirSweepArgs{}),
	"AirClockArgs":        unsafe.Sizeof(cuda.AirClockArgs{}),
	"AirSumArgs":          unsafe.Sizeof(cuda.AirSumArgs{}),
	"AirFieldsArgs":       unsafe.Sizeof(cuda.AirFieldsArgs{}),
	"LatticeArgs":         unsafe.Sizeof(cuda.LatticeArgs{}),
	"LatticeWallsArgs":    unsafe.Sizeof(cuda.LatticeWallsArgs{}),
	"LatticeFieldsArgs":   unsafe.Sizeof(cuda.LatticeFieldsArgs{}),
	"CombineArgs":         unsafe.Sizeof(cuda.CombineArgs{}),
	"LoopArgs":            unsafe.Sizeof(cuda.LoopArgs{}),
	"EnergyArgs":          unsafe.Sizeof(cuda.EnergyArgs{}),
	"FieldSumArgs":        unsafe.Sizeof(cuda.FieldSumArgs{}),
	"ProbeArgs":           unsafe.Sizeof(cuda.ProbeArgs{}),
	"BodyArgs":            unsafe.Sizeof(cuda.BodyArgs{}),
	"WorkArgs":            unsafe.Sizeof(cuda.WorkArgs{}),
	"AbsorbArgs":          unsafe.Sizeof(cuda.AbsorbArgs{}),
	"AbsorbedArgs":        unsafe.Sizeof(cuda.AbsorbedArgs{}),
	"MeasureOpeningsArgs": unsafe.Sizeof(cuda.MeasureOpeningsArgs{}),
	"AdvanceOpeningsArgs": unsafe.Sizeof(cuda.AdvanceOpeningsArgs{}),
	"OpeningArgs":         unsafe.Sizeof(cuda.OpeningArgs{}),
	"CrossArgs":           unsafe.Sizeof(cuda.CrossArgs{}),
	"PublishOpeningsArgs": unsafe.Sizeof(cuda.PublishOpeningsArgs{}),
	"OpenedArgs":          unsafe.Sizeof(cuda.OpenedArgs{}),
	"MeasureZonesArgs":    unsafe.Sizeof(cuda.MeasureZonesArgs{}),
	"AdvanceZonesArgs":    unsafe.Sizeof(cuda.AdvanceZonesArgs{}),
	"InZoneArgs":          unsafe.Sizeof(cuda.InZoneArgs{}),
	"CrossZonesArgs":      unsafe.Sizeof(cuda.CrossZonesArgs{}),
	"PublishZonesArgs":    unsafe.Sizeof(cuda.PublishZonesArgs{}),
	"LinesArgs":           unsafe.Sizeof(cuda.LinesArgs{}),
	"LineFluidArgs":       unsafe.Sizeof(cuda.LineFluidArgs{}),
	"LinePullArgs":        unsafe.Sizeof(cuda.LinePullArgs{}),
	"LinedArgs":           unsafe.Sizeof(cuda.LinedArgs{}),
	"FlexArgs":            unsafe.Sizeof(cuda.FlexArgs{}),
	"FlexPushArgs":        unsafe.Sizeof(cuda.FlexPushArgs{}),
	"FlexWallsArgs":       unsafe.Sizeof(cuda.FlexWallsArgs{}),
	"FlexPullArgs":        unsafe.Sizeof(cuda.FlexPullArgs{}),
	"FlexedArgs":          unsafe.Sizeof(cuda.FlexedArgs{}),
	"CarryArgs":           unsafe.Sizeof(cuda.CarryArgs{}),
	"FreeBodiesArgs":      unsafe.Sizeof(cuda.FreeBodiesArgs{}),
	"RecordBodiesArgs":    unsafe.Sizeof(cuda.RecordBodiesArgs{}),
	"ContactArgs":         unsafe.Sizeof(cuda.ContactArgs{}),
	"JointsArgs":          unsafe.Sizeof(cuda.JointsArgs{}),
	"PartJointsArgs":      unsafe.Sizeof(cuda.PartJointsArgs{}),
	"RestoreJointsArgs":   unsafe.Sizeof(cuda.RestoreJointsArgs{}),
	"TotalsArgs":          unsafe.Sizeof(cuda.TotalsArgs{}),
	"CommitTotalsArgs":    unsafe.Sizeof(cuda.CommitTotalsArgs{}),
	"TurnedArgs":          unsafe.Sizeof(cuda.TurnedArgs{}),
}

// variants are the kernels that exist for Wendland's smoothing kernel, with and without laminar viscosity, and for any,
// and for each boundary, by their names in C.
func variants() map[string]string {
	all := make(map[string]string)
	for _, boundary := range []string{"lennard_jones", "dynamic", "dummy", "moving"} {
		all["forces_wendland_laminar_"+boundary], all["forces_any_"+boundary], all["body_"+boundary] = "ForcesArgs", "ForcesArgs", "BodyArgs"
		all["work_"+boundary] = "WorkArgs"
		all["carry_"+boundary] = "CarryArgs"
		if boundary != "moving" {
			all["forces_wendland_"+boundary] = "ForcesArgs"
		}
	}
	all["arithmetic_dynamic"], all["arithmetic_dummy"] = "ForcesArgs", "ForcesArgs"
	all["forces_wendland_limited_dynamic"], all["forces_wendland_limited_dummy"] = "ForcesArgs", "ForcesArgs"
	maps.Copy(all, ofMaterials())
	return all
}

// limitedTerms are the variants with a limiter of artificial viscosity and with terms.
func limitedTerms() map[string]string {
	all := make(map[string]string)
	for _, boundary := range []string{"lennard_jones", "dynamic", "dummy", "moving"} {
		all["forces_any_limited_"+boundary] = "ForcesArgs"
	}
	for _, boundary := range []string{"dummy", "moving"} {
		all["forces_wendland_residual_"+boundary] = "ForcesArgs"
		all["forces_wendland_fit_"+boundary] = "ForcesArgs"
		all["forces_wendland_fit_laminar_"+boundary] = "ForcesArgs"
	}
	all["forces_wendland_two_fit_dummy"] = "ForcesArgs"
	all["forces_wendland_stress_limited_dynamic"], all["forces_wendland_stress_limited_dummy"] = "ForcesArgs", "ForcesArgs"
	return all
}

// ofMaterials are the variants of flows with more than one material, with heat, and with porous
// layers.
func ofMaterials() map[string]string {
	all := make(map[string]string)
	for _, boundary := range []string{"lennard_jones", "dynamic", "dummy", "moving"} {
		all["forces_any_materials_"+boundary] = "ForcesArgs"
	}
	for _, boundary := range []string{"lennard_jones", "dynamic", "dummy", "moving"} {
		all["forces_any_porous_"+boundary] = "ForcesArgs"
	}
	for _, kind := range []string{
		"porous", "heat", "heat_laminar", "two", "two_laminar", "two_heat_laminar",
	} {
		for _, walls := range []string{"_dynamic", "_dummy"} {
			all["forces_wendland_"+kind+walls] = "ForcesArgs"
		}
	}
	return all
}

// passes are the kernels that the passes of steps name, and the variants of Forces that go on from them, by
// what the pass is called there.
func passes(t *testing.T) (named map[string]string, variants map[string][]string) {
	t.Helper()
	var text []byte
	files, _ := filepath.Glob("../sph/*.go")
	ofFeatures, _ := filepath.Glob("../features/*/*.go")
	files = append(files, ofFeatures...)
	for _, file := range files {
		rows, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, rows...)
	}
	named, variants = make(map[string]string), make(map[string][]string)
	own := launched(t)
	for _, match := range regexp.MustCompile(`Kernel: +"([a-z_]+)"(,\s+(?:Anchor: sph.\w+,\s+)?Volumes: true)?`).FindAllStringSubmatch(string(text), -1) {
		if slices.Contains(own, match[1]) {
			continue
		}
		named[match[1]] = "PassArgs"
		if match[2] != "" {
			named[string(cuda.PassOfMaterials(match[1]))] = "PassArgs"
		}
	}
	// The residual and the fit have kernels of their own: limitedTerms.
	terms := []string{"gradient", "stress"}
	if len(terms)+2 != cuda.Terms {
		t.Errorf("Forces takes %d terms, but there are %v, the residual and the fit", cuda.Terms, terms)
	}
	for _, some := range [][]string{terms[:1], {"strain"}, terms[1:], terms} {
		for _, kernel := range kernels[:2] { // Wendland's, and another
			for _, boundary := range []string{"lennard-jones", "dynamic", "dummy", cuda.Moving} {
				for _, laminar := range []bool{false, true} {
					name := string(cuda.ForcesWith(some, kernel, laminar, boundary))
					if named[name] != "" {
						continue // all that are not of their own have one with all terms
					}
					named[name] = "ForcesArgs"
					of := "ALL_TERMS"
					if term, is := strings.CutPrefix(name, "forces_wendland_"); is {
						of, _, _ = strings.Cut(term, "_")
					}
					variants[of] = append(variants[of], name)
				}
			}
		}
	}
	return named, variants
}

// launched are the passes that the engine and features have launchers for. Their kernels are in
// kernels.go, unless launchers take those of the pass.
func launched(t *testing.T) (names []string) {
	t.Helper()
	text, err := os.ReadFile("../sph/engine/launch.go")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(text), "var launchers = ")
	table, _, ends := strings.Cut(table, "\n}\n")
	devices, _ := filepath.Glob("../features/*/device/*.go")
	for _, file := range devices {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "w.Kernel()") {
			continue
		}
		if _, kernels, has := strings.Cut(string(text), "map[string]launch.Launcher{"); has {
			kernels, _, _ = strings.Cut(kernels, "}")
			table += kernels
		}
	}
	for _, match := range regexp.MustCompile(`"(\w+)":`).FindAllStringSubmatch(table, -1) {
		names = append(names, match[1])
	}
	if !found || !ends || len(names) < 5 {
		t.Fatalf("the launchers are %v: the test has not found them", names)
	}
	return names
}

// stretched are the kernels of grids that have a form for stretched ones.
var stretched = map[string]bool{
	string(cuda.GridPredict): true, string(cuda.GridTemperature): true,
	string(cuda.GridDivergence): true, string(cuda.GridProject): true,
	string(cuda.GridEnergies): true, string(cuda.GridHeats): true, string(cuda.GridResidual): true,
	string(cuda.GridDirection): true, string(cuda.GridUpdate): true, string(cuda.GridJacobi): true,
	string(cuda.GridRelax): true, string(cuda.GridRestrict): true, string(cuda.GridProlong): true,
	string(cuda.GridCoarsest): true,
}

// constants are the kernels that kernels.go, lattice.go and grid.go name, with their arguments.
// Those of grid.go are there for each precision, and those of iterations for solids.
func constants(t *testing.T) map[string]string {
	t.Helper()
	all := constantsOf(t, "kernels.go")
	maps.Copy(all, constantsOf(t, "lattice.go"))
	for name, args := range constantsOf(t, "grid.go") {
		all[name] = args
		if args == "GridCollectArgs" || args == "GridScalarArgs" || args == "AirClockArgs" {
			continue
		}
		all[name+"_single"] = args
		if stretched[name] {
			all[name+"_stretched"], all[name+"_stretched_single"] = args, args
		}
		if slices.Contains([]cuda.GridIteration{cuda.GridResidual, cuda.GridDirection,
			cuda.GridUpdate}, cuda.GridIteration(name)) {
			for _, of := range []string{"_pressure", "_faces"} {
				all[name+of], all[name+of+"_single"] = args, args
			}
			if name != string(cuda.GridResidual) {
				all[name+"_walls"], all[name+"_walls_single"] = args, args
			}
		}
	}
	return all
}

func constantsOf(t *testing.T, name string) map[string]string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[string]string)
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		index, ok := spec.Type.(*ast.IndexExpr)
		if !ok || fmt.Sprint(index.X) != "KernelOf" {
			return true
		}
		name, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = fmt.Sprint(index.Index)
		return true
	})
	return all
}

// The kernels that Go names and those compiled for the host are the same, and
// agree on the size of their arguments. A name that is mistyped, or a struct
// changed in C and not generated again, would show only when a phase first runs.
func TestKernelTable(t *testing.T) {
	named := constants(t)
	maps.Copy(named, variants())
	maps.Copy(named, limitedTerms())
	named[string(cuda.WallHeatOfMaterials)] = "HeatArgs"
	ofPasses, _ := passes(t)
	maps.Copy(named, ofPasses)
	compiled := cuda.HostKernels(cuda.HostLanes())
	for name, args := range named {
		size, ok := sizes[args]
		kernel, has := compiled[cuda.Kernel(name)]
		switch {
		case !ok:
			t.Errorf("%s takes %s, whose size this test does not know", name, args)
		case !has:
			t.Errorf("%s is named in Go, but not compiled", name)
		case kernel.Size != size:
			t.Errorf("%s takes %d bytes in Go and %d in C", name, size, kernel.Size)
		}
	}
	for name := range compiled {
		if _, ok := named[string(name)]; !ok {
			t.Errorf("%s is compiled, but not named in Go", name)
		}
	}
	if len(named) < 13+30 {
		t.Errorf("only %d kernels are named: the test has not found them", len(named))
	}
}

// Forces, Body and Arithmetic name the variants by the options' names.
func TestVariants(t *testing.T) {
	want := variants()
	maps.Copy(want, limitedTerms())
	for _, kernel := range kernels {
		for _, laminar := range []bool{false, true} {
			for _, boundary := range []string{"lennard-jones", "dynamic", "dummy", cuda.Moving} {
				delete(want, string(cuda.Forces(kernel, laminar, boundary)))
				delete(want, string(cuda.Body(boundary)))
				delete(want, string(cuda.Work(boundary)))
				delete(want, string(cuda.Carry(boundary)))
				delete(want, string(cuda.ForcesOfPorous(kernel, boundary)))
				for _, terms := range [][]string{{"residual"}, {"fit"}} {
					delete(want, string(cuda.ForcesOnResidual(terms, kernel, laminar, boundary)))
				}
				for _, of := range []string{
					cuda.WithHeat, cuda.OfTwo, cuda.OfTwoWithHeat, cuda.OfTwoFitted,
					cuda.OfAllMaterials,
				} {
					delete(want, string(cuda.ForcesOfMaterials(of, laminar, boundary)))
				}
				delete(want, string(cuda.Arithmetic(boundary)))
				for _, terms := range [][]string{nil, {"stress"}, {"gradient"}, {"gradient", "stress"}} {
					delete(want, string(cuda.ForcesLimited(terms, kernel, boundary)))
				}
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("nothing names %v", want)
	}
	if n := len(variants()); n != 47 {
		t.Errorf("%d variants, want 13 of Forces, 14 of several materials and heat, 6 of porous "+
			"layers, 4 of Body, Work and Carry each, and 2 of Arithmetic", n)
	}
}

// ofGrids are the kernels that a header of grids defines by its own macros.
func ofGrids(text string) (defined []string) {
	macros := regexp.MustCompile(`(?m)^(\w+_OF_BOTH|\w+_OF_ALL|ITERATIONS|HALVES|TALLY_AT|TALLY_OF|` +
		`LATTICE_STEP)\(((?:grid|air|lattice)_\w+),`)
	for _, match := range macros.FindAllStringSubmatch(text, -1) {
		name := match[2]
		defined = append(defined, name)
		switch match[1] {
		case "HALVES", "TALLY_AT", "TALLY_OF", "LATTICE_STEP":
			continue
		case "ITERATIONS":
			for _, of := range []string{"_pressure", "_faces"} {
				defined = append(defined, name+of, name+of+"_single")
			}
		}
		defined = append(defined, name+"_single")
		if strings.HasSuffix(match[1], "_OF_ALL") {
			defined = append(defined, name+"_stretched", name+"_stretched_single")
		}
	}
	return defined
}

// Every kernel that a header defines is in the table, once: one that is not
// would be text that no test and no device runs.
func TestHeadersAndTable(t *testing.T) {
	headers, err := filepath.Glob("*.h")
	if err != nil {
		t.Fatal(err)
	}
	inFolders, err := filepath.Glob("*/*.h")
	if err != nil {
		t.Fatal(err)
	}
	headers = append(headers, inFolders...)
	defines := regexp.MustCompile(`(?m)^(?:KERNEL|MEETING_KERNEL|WALK_KERNEL)\((\w+), |^(?:VARIANTS|SMOOTHED|WALLED|MOVED|USUAL_WALLS)\(\w+, (\w+), |^TERM_VARIANTS\(\w+, (\w+)\)|^(ALL_TERMS|LIMITED_TERMS)\(|^VOLUME_KERNELS\(\w+, (\w+)`)
	_, more := passes(t)
	var defined []string
	for _, header := range headers {
		text, err := os.ReadFile(header)
		if err != nil {
			t.Fatal(err)
		}
		defined = append(defined, ofGrids(string(text))...)
		for _, match := range defines.FindAllStringSubmatch(string(text), -1) {
			if match[1] != "" {
				defined = append(defined, match[1])
				continue
			}
			if name := match[5]; name != "" {
				defined = append(defined, name, string(cuda.PassOfMaterials(name)))
				continue
			}
			if match[2] == "forces_wendland_stress_limited" || match[4] == "LIMITED_TERMS" {
				for name := range limitedTerms() {
					if strings.HasPrefix(name, "forces_wendland") == (match[4] == "") {
						defined = append(defined, name)
					}
				}
				continue
			}
			if of := match[3] + match[4]; of != "" {
				defined = append(defined, more[of]...)
				continue
			}
			for name := range variants() {
				_, materials := ofMaterials()[name]
				own := materials || strings.Contains(name, "_limited") // defined apart from the others
				rest, is := strings.CutPrefix(name, match[2]+"_")
				another := materials &&
					(strings.Contains(rest, "laminar") || strings.Contains(rest, "heat"))
				if is && !another && (!own || match[2] != "forces") {
					defined = append(defined, name)
				}
			}
		}
	}
	var compiled []string
	for name := range cuda.HostKernels(1) {
		compiled = append(compiled, string(name))
	}
	slices.Sort(defined)
	slices.Sort(compiled)
	if !slices.Equal(defined, compiled) {
		t.Errorf("the headers define\n%v, the table has\n%v", defined, compiled)
	}
}

// args_gen.go is what go generate makes of args.h: not only sizes, but each
// field's place.
func TestGenerated(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("there is no gcc")
	}
	command := exec.Command("go", "tool", "cgo", "-objdir", t.TempDir(), "-godefs", "godefs.go")
	text, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %v", command, err)
	}
	format := exec.Command("gofmt")
	format.Stdin = bytes.NewReader(text)
	want, err := format.Output()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("args_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	// The line with the command has the path of the temporary folder.
	body := func(b []byte) string {
		_, after, _ := strings.Cut(string(b), "\npackage ")
		return after
	}
	if body(got) != body(want) {
		t.Error("args_gen.go is not what args.h makes it; go generate ./cuda would mend it")
	}
}

// HostScan is the sum of what comes before, in place or not, and the total.
func TestHostScan(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{0, 1, 2, 31, 1000} {
		for _, inPlace := range []bool{false, true} {
			d := open(t, strict)
			src, want := make([]uint32, n), make([]uint32, n+1)
			for i := range src {
				src[i] = random.Uint32N(1 << 20)
				want[i+1] = want[i] + src[i]
			}
			from := d.upload(append(src, 7))
			to := from
			if !inPlace {
				to = d.alloc(4 * (n + 1))
			}
			d.stream.Scan(to, from, n)
			got := make([]uint32, n+1)
			d.download(got, to)
			if !slices.Equal(got, want) {
				t.Errorf("%d numbers, in place %v: %v, want %v", n, inPlace, got, want)
			}
		}
	}
}
