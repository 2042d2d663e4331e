package tests

// exceptions are the things that are larger than their kind may be, with their present sizes.
// Make them smaller, and their numbers with them. Add none.
var exceptions = map[kind]sizes{
	structs: {
		"neighbor.List": 29,
		"sph.Params":    27,
	},
	functions: {
		"sph.Case.Check":            68,
		"sph.Case.checkOverlaps":    72,
		"sph.Params.Check":          85,
		"sph/engine.Simulation.cut": 72,
		"sph/engine.domain.load":    61,
	},
	sources: {
		"sph/motion.go": 471,
	},
	packages: {
		"output":     39,
		"problems":   51,
		"sph":        31,
		"sph/engine": 43,
	},
}
