package app

import (
	"gpusph/commands/compare"
	"gpusph/commands/gridrun"
	"gpusph/commands/kinds"
	"gpusph/commands/measure"
	"gpusph/commands/picture"
	"gpusph/commands/report"
	"gpusph/commands/view"
)

// particles is how commands read runs of particles, and what lacks all that makes a run.
var particles = kinds.Kind{View: view.OfParticles, Report: report.OfParticles,
	Compare: compare.OfParticles, Measure: measure.OfParticles, Draw: picture.OfParticles}

func init() { kinds.Register(Commands, &gridrun.Kind, &particles) }
