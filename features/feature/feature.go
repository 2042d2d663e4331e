// Package feature is what a folder of package features gives: its parts for the packages that know
// no feature.
package feature

import (
	"gpusph/internal/casefile"
	"gpusph/problems/reading"
	"gpusph/sph"
)

// Feature is a capability of flows, without devices. What is nil it does not have.
type Feature struct {
	Flow    *sph.Feature
	Table   *casefile.Feature
	Reading *reading.Feature
}

// Install puts its parts into the tables of other packages.
func (f *Feature) Install() {
	sph.Install(f.Flow)
	if f.Table != nil {
		casefile.Install(f.Table)
	}
	if f.Reading != nil {
		f.Reading.Name = f.Flow.Name
		reading.Install(f.Reading)
	}
}
