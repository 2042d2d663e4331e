package unsupported

import (
	"slices"
	"strings"
)

// Name is a feature that this program has under another name than people or other programs do.
type Name struct {
	Words []string // others' names, in lower case
	Is    []string // options, and keys of case files, that may be meant here
	How   string   // what to write here, a clause, where it takes more than another name
}

// NameOf is the row of a word. It ignores what Lookup does.
func NameOf(word string) (Name, bool) {
	key := plain(word)
	for _, n := range names {
		if key != "" && slices.ContainsFunc(n.Words, func(w string) bool { return plain(w) == key }) {
			return n, true
		}
	}
	return Name{}, false
}

// Advice is the end of a sentence about a word that is none of some options or keys: the one that
// is meant with it, how that is written here, or why it is not there. Names begin with prefix,
// "--" for options. It is empty where the table does not have the word.
func Advice(word string, known []string, prefix string) string {
	n, named := NameOf(word)
	for _, is := range n.Is {
		if n.How == "" && slices.Contains(known, is) {
			return "; did you mean " + prefix + is + "?"
		}
	}
	words := n.How
	if e, ok := Lookup(word); ok && words == "" {
		words, named = e.String(), true
	}
	if !named || words == "" {
		return ""
	}
	if prefix == "" {
		words = strings.ReplaceAll(words, "--", "")
	}
	return "; " + words
}

const (
	slope = "it is a [[wall]] with a shape, as a prism along y whose outline has corners [x, z]"
	gate  = "it is a [[wall]], and motion = { times = […], displacements = […] } moves it"
)

var names = []Name{
	{
		Words: []string{
			"dp", "dx", "dr", "particle-spacing", "particle-distance", "spacing",
			"resolution", "deltap",
		},
		Is: []string{"deltap", "spacing"},
	},
	{
		Words: []string{
			"tmax", "timemax", "time-max", "end", "t-end", "time", "duration", "end-time",
			"stop-time", "simulation-time", "sim-time", "final-time", "tfinal", "t-stop",
			"total-time", "tend",
		},
		Is: []string{"tend", "end"},
	},
	{
		Words: []string{
			"tout", "timeout", "time-out", "out-interval", "output-time", "dt-out", "dtout",
			"write-interval", "save-interval", "dump-interval", "snapshot-interval",
			"interval", "every", "output-every", "writer-freq",
		},
		Is: []string{"output-interval"},
	},
	{
		Words: []string{
			"out", "output", "output-dir", "outdir", "dirout", "dir-out", "directory",
			"folder", "rundir", "run-dir",
		},
		Is: []string{"dir"},
	},
	{
		Words: []string{"format", "output-format", "svres", "writer", "writers"},
		Is:    []string{"formats"},
	},
	{
		Words: []string{"sv"},
		How:   "--formats vtk, msgpack or csv says what snapshots are written as",
	},
	{Words: []string{"dtfixed", "dt-fixed", "timestep", "time-step", "step-size"}, Is: []string{"dt"}},
	{
		Words: []string{"dtini", "dt-ini", "dtmin", "dt-min", "coefdtmin"},
		How:   "the time step follows from --cfl, and has no least value; --dt fixes it",
	},
	{
		Words: []string{
			"courant", "cflnumber", "cfl-number", "dt-factor", "dtadaptfactor", "dtadapt",
		},
		Is: []string{"cfl"},
	},
	{
		Words: []string{
			"max-steps", "nsteps", "steps", "iterations", "iter", "max-iter", "maxsteps",
		},
		Is: []string{"maxiter"},
	},
	{
		Words: []string{"viscosity", "visc", "viscotreatment", "visco", "visco-treatment"},
		Is:    []string{"nu", "alpha"},
		How: "--nu is the kinematic viscosity [m²/s], 1e-6 for water, and --alpha the " +
			"artificial viscosity of Monaghan",
	},
	{Words: []string{"temperature", "heat", "thermal", "buoyancy", "boussinesq", "conductivity"},
		How: "[heat] of a case file gives the fluid a temperature"},
	{
		Words: []string{"mu", "dynamic-viscosity", "eta"},
		How:   "--nu is the kinematic viscosity [m²/s]: the dynamic one divided by the density",
	},
	{
		Words: []string{"kinematic-viscosity", "kinvisc", "laminar-viscosity"},
		Is:    []string{"nu"},
	},
	{
		Words: []string{
			"artificial", "artificial-viscosity", "art-visc", "artvisc", "viscoart",
			"visco-art", "artvisccoeff",
		},
		Is: []string{"alpha"},
	},
	{
		Words: []string{"viscolam", "viscolamsps", "laminar-sps"},
		How: "--nu is the laminar viscosity [m²/s], and --smagorinsky 0.12 adds " +
			"sub-particle turbulence",
	},
	{
		Words: []string{"viscoboundfactor", "viscobound"},
		How:   "--slip takes the viscosity at walls away; there is no factor of it",
	},
	{
		Words: []string{"turbulence", "les", "sps", "smagorinsky-constant", "turbulence-model"},
		Is:    []string{"smagorinsky"},
	},
	{
		Words: []string{
			"wendland", "cubic", "quintic", "cubic-spline", "cubicspline", "kernel-type",
		},
		Is:  []string{"kernel"},
		How: "--kernel is wendland, cubic or quintic",
	},
	{
		Words: []string{
			"smoothing-length", "coefh", "hdx", "h-dx", "hdp", "smoothing", "sfactor",
			"kernel-radius", "h",
		},
		Is: []string{"h-factor"},
	},
	{
		Words: []string{
			"sound-speed", "soundspeed", "speed-of-sound", "speedsound", "cs", "sspeed",
			"coefsound", "speedsystem",
		},
		Is: []string{"c0"},
	},
	{
		Words: []string{"gamma", "polytropic", "tait"},
		How:   "the exponent of the equation of state is 7",
	},
	{
		Words: []string{
			"ddt", "densitydt", "density-diffusion", "delta-sph", "deltasph", "ferrari",
			"densitydiffusion", "rhodiffusion",
		},
		Is: []string{"diffusion"},
	},
	{
		Words: []string{"ddtvalue", "ddt-value", "densitydtvalue", "diffusion-coefficient"},
		Is:    []string{"xi"},
	},
	{
		Words: []string{"shift", "shiftcoef", "particle-shifting", "shifting-mode"},
		Is:    []string{"shifting"},
	},
	{
		Words: []string{"shifttfs", "shift-tfs"},
		How:   "--shifting finds the free surface itself",
	},
	{
		Words: []string{
			"dbc", "mdbc", "wall-type", "walltype", "boundary-type", "boundarytype", "bc",
			"wall-model",
		},
		Is:  []string{"boundary"},
		How: "--boundary is mdbc, dummy, dynamic (DBC) or lennard-jones",
	},
	{
		Words: []string{"no-slip", "noslip", "free-slip", "freeslip", "slipmode", "slip-mode"},
		Is:    []string{"slip"},
		How:   "--slip makes walls slip; without it the fluid sticks to them where nu is above 0",
	},
	{
		Words: []string{
			"symplectic", "verlet", "stepalgorithm", "verletsteps", "integrator",
			"step-algorithm", "time-integration",
		},
		How: "a step is a predictor and a corrector (symplectic), or --scheme verlet",
	},
	{
		Words: []string{"posdouble", "saveposdouble", "double", "precision"},
		How:   "positions are integers of equal precision everywhere, so no option asks for it",
	},
	{
		Words: []string{"stable", "deterministic", "reproducible", "repeatable"},
		How: "results are the same bits on any number of devices; --strict makes GPUs and " +
			"the processor agree, too",
	},
	{
		Words: []string{"partbegin", "part-begin", "restart", "continue", "restore", "hotfile"},
		Is:    []string{"resume"},
	},
	{
		Words: []string{
			"checkpoint-frequency", "checkpoint-freq", "checkpoint", "checkpoints",
			"hotfile-interval", "save-checkpoint",
		},
		Is: []string{"checkpoint-interval", "checkpoint-every"},
	},
	{
		Words: []string{"gpu", "ngpu", "n-gpus", "num-gpus", "cuda"},
		Is:    []string{"gpus"},
		How:   "--gpus 1 takes one GPU, and --devices cuda:0 a certain one",
	},
	{
		Words: []string{
			"cpu", "threads", "ompthreads", "omp-threads", "cores", "nproc", "np",
			"num-threads", "jobs",
		},
		Is:  []string{"devices"},
		How: "--devices host runs on all cores of the processor",
	},
	{
		Words: []string{"num-hosts", "hosts", "nodes", "byslot-scheduling", "asyncmpi"},
		How:   "mpirun starts a process on each machine: mpirun -n 2 gpusph …",
	},
	{Words: []string{"striping"}, How: "stripes are always on; --stripe is their size"},
	{
		Words: []string{"gpudirect"},
		How:   "GPUs of a machine write into each other's memory; --no-peer goes through the host",
	},
	{
		Words: []string{"name", "runname", "run-name", "title", "case-name"},
		Is:    []string{"name"},
		How:   "a case file has its name, and --dir is the directory of the run",
	},
	{
		Words: []string{"file", "input", "casefile", "case-file", "config", "xml"},
		Is:    []string{"case", "file"},
		How: "gpusph FILE.toml runs a case file, and gpusph convert makes one of an XML " +
			"definition",
	},
	{Words: []string{"silent"}, Is: []string{"quiet"}},
	{
		Words: []string{"verbose", "debug"},
		Is:    []string{"log-level"},
		How:   "--log-level debug tells more in run.log",
	},
	{
		Words: []string{"overwrite", "createdirs"},
		How: "a directory that --dir names is made; one with files needs another option, " +
			"see gpusph help run",
	},
	{
		Words: []string{
			"neibs-max", "buildneibsfreq", "neibsfreq", "neib-list-freq", "rebuild", "nl-freq",
		},
		Is: []string{"rebuild-every"},
	},
	{
		Words: []string{"cellmode", "cell-mode", "cell-size"},
		How: "cells have one size; --skin and --rebuild-every are what may be set of " +
			"neighbour lists",
	},
	{
		Words: []string{"rhopout", "rhopoutmin", "rhopoutmax", "partsoutmax"},
		How: "particles are not removed for their density; --fluid-left ends a run that " +
			"loses fluid",
	},
	{
		Words: []string{
			"xperiodicincx", "yperiodicincy", "zperiodicincz", "xperiodic", "periodicity",
			"periodic",
		},
		Is:  []string{"periodic"},
		How: `periodic = ["x"] in [domain] of a case file makes a flow periodic`,
	},
	{
		Words: []string{
			"object", "obstacle", "solid", "pillar", "column", "boundary-box", "structure", "paddle",
		},
		Is: []string{"wall"},
	},
	{Words: []string{"floating", "bodies", "rigid-body", "rigid"}, How: "it is a [[body]]"},
	{Words: []string{"gate", "sluice", "door"}, How: gate},
	{
		Words: []string{
			"weir", "dam", "sill", "ramp", "slope", "beach", "bed", "bathymetry", "terrain",
			"dike", "breakwater", "wedge", "ground",
		},
		How: slope,
	},
	{
		Words: []string{"polygon", "extrude", "extrusion", "triangle", "profile", "polyline"},
		Is:    []string{"prism", "revolved"},
	},
	{
		Words: []string{"block", "cube", "cuboid", "rectangle", "rect", "square"},
		Is:    []string{"box"},
	},
	{Words: []string{"ball"}, Is: []string{"sphere"}},
	{Words: []string{"circle", "disc", "disk"}, How: "a circle in a plane is a cylinder along y"},
	{
		Words: []string{"mesh", "geometry", "ply", "obj", "vtk"},
		How:   "meshes are read from STL files: stl = { file = \"body.stl\" }",
	},
	{Words: []string{"water", "liquid", "fluidbox"}, Is: []string{"fluid"}},
	{Words: []string{"tank", "bounds", "bounding-box"}, Is: []string{"domain"}},
	{
		Words: []string{"floor", "bottom", "sides"},
		How:   "sides of the [domain] are walls unless open has them; others are a [[wall]]",
	},
	{Words: []string{"sensor", "pressure-sensor", "measure"}, Is: []string{"probe"}},
	{
		Words: []string{"wavegauge", "wave-gauge", "waterlevel", "level-gauge", "wg"},
		Is:    []string{"gauge"},
	},
	{Words: []string{"inflow", "inout", "inoutzone", "open-boundary"}, Is: []string{"inlet"}},
	{Words: []string{"outflow", "outfall"}, Is: []string{"outlet"}},
	{
		Words: []string{"dampingzone", "dampingbox", "sponge", "sponge-layer", "absorber", "absorption"},
		Is:    []string{"damping"},
	},
	{
		Words: []string{"dim", "dimensions", "ndim", "2d", "two-d", "simulation2d"},
		Is:    []string{"dim", "dimension"},
	},
	{Words: []string{"density", "rho", "rhop0", "rhop"}, Is: []string{"rho0"}},
	{Words: []string{"g"}, Is: []string{"gravity"}},
	{Words: []string{"position", "point", "location"}, Is: []string{"at", "outline"}},
	{Words: []string{"corners", "vertices", "coordinates"}, Is: []string{"outline"}},
	{Words: []string{"size", "length", "upper", "high"}, Is: []string{"max", "size"}},
	{Words: []string{"from", "lower", "low"}, Is: []string{"min"}},
	{Words: []string{"to"}, Is: []string{"max"}},
	{Words: []string{"velocity", "speed", "stroke"}, Is: []string{"displacements"}},
	{Words: []string{"height"}, Is: []string{"to"}},
	{Words: []string{"filename", "path"}, Is: []string{"file"}},
	{Words: []string{"diameter", "r"}, Is: []string{"radius"}},
	{Words: []string{"shift-by", "offset"}, Is: []string{"translate"}},
	{
		Words: []string{"move", "moved", "moves"},
		How: "translate shifts a shape, and motion = { times = […], displacements = […] } " +
			"moves a wall in time",
	},
	{Words: []string{"turn", "rotation", "tilt", "inclination"}, Is: []string{"rotate"}},
	{
		Words: []string{"moving", "movement", "trajectory", "displacement"},
		Is:    []string{"motion", "displacements"},
	},
	{Words: []string{"center"}, Is: []string{"centre"}},
	{
		Words: []string{"relaxationzones", "relaxation-zone", "rzwaves"}, Is: []string{"relaxation"},
	},
	{Words: []string{"hswl", "swl", "still-water-level"}, Is: []string{"surface", "depth"}},
}
