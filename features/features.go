// Package features is the table of the capabilities that have a folder of their own. Who imports it
// has them all.
package features

import (
	"gpusph/features/absorption"
	"gpusph/features/bodies"
	"gpusph/features/damping"
	"gpusph/features/feature"
	"gpusph/features/flexible"
	"gpusph/features/fluids"
	"gpusph/features/heat"
	"gpusph/features/joints"
	"gpusph/features/lines"
	"gpusph/features/openings"
	"gpusph/features/particles"
	"gpusph/features/porous"
	"gpusph/features/relaxation"
	"gpusph/features/roughness"
	"gpusph/features/tension"
	"gpusph/features/thick"
	"gpusph/features/zones"
)

// all is the table. Passes, tables of case files and columns have its order.
var all = []*feature.Feature{
	&roughness.Feature,
	&damping.Feature,
	&relaxation.Feature,
	&heat.Feature,
	&porous.Feature,
	&absorption.Feature,
	&thick.Feature,
	&tension.Feature,
	&fluids.Feature,
	&openings.Feature,
	&zones.Feature,
	&bodies.Feature,
	&bodies.Ties,
	&joints.Feature,
	&lines.Feature,
	&flexible.Feature,
	&particles.Feature,
}

func init() {
	for _, f := range all {
		f.Install()
	}
}
