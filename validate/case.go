// Package validate has flows that are compared with exact solutions, with experiments and with
// themselves at finer spacings: one file each. What is found out are rows of a table, and figures.
package validate

import (
	"fmt"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
	"gpusph/problems"
	"gpusph/sph"
)

// Case is a flow and what it is compared with. It is computed with the defaults of its problem, but
// for Options.
type Case struct {
	Name    string
	What    string // is compared with what, in a line
	How     string // what the norms mean
	Source  string // of what it is compared with
	Problem string
	Options []string // of the problem, as on a command line: its geometry, or what the physics needs
	Why     string   // these are needed; "" without any
	Text    string   // of a case file, in place of Problem; its name is that of the case
	Given   *Given   // a file that Text names and the user has; nil is none
	// velocity of the fluid at first at a place [m/s], besides that of the flow; nil is none
	Begin  func(x [3]float64) (velocity [3]float64)
	Filter string // what is done to both sides before they are compared; "" is nothing

	Levels [levels]Plan

	Samples   float64                       // simulated time between samples [s]; 0 takes none
	Snapshots float64                       // the same of what Look sees; 0 is none
	Look      func(*sph.Snapshot) []float64 // what is kept of a snapshot

	Grid *Grid // that the same flow is computed on; nil is none

	Norms   []Norm
	Figures []Figure
}

// Plan is what a level runs of a case. A level leaves out a case whose plan has no spacings.
type Plan struct {
	End      float64   // simulated time [s]
	Spacings []float64 // particle spacings, falling [m]
}

// Level is how much is run.
type Level int

// The levels: some minutes on two cores, more than an hour on them, and on a GPU.
const (
	Short Level = iota
	Nightly
	GPU
	levels
)

// Levels are the names of the levels.
var Levels = []string{"short", "nightly", "gpu"}

// Cases are all, in the order of the table. A further one is a file like theirs, and a name here.
var Cases = []*Case{hydrostatic, damBreak3D, spheric2, sloshing, taylorGreen, poiseuille, poiseuilleSlow, couette, couetteSlow, lidDrivenCavity, lidDrivenCavity1000, shearWave3D, shearWave3DDrift, damBreakColumn, damBreakImpact, standingWave, wedge, oscillatingDrop, rotatingSquare, movingSquare,
	poiseuille1, poiseuille100, impactImpulse, gateForce2D, gateForce3D,
	submergedBox, submergedCylinder, submergedCube, submergedSphere,
	stillBeach30, stillBeach10, stillBeach5, stillBeach3, stillBeachNarrow,
	waveTrain, waveTrain3D, relaxedWaves, solitaryTravel, standingWaveInviscid,
	floatingBox, floatingBoxLight, floatingBoxHeavy, droppedBox, heaveDecay, rollDecay,
	openPoiseuille, openLayers, openFilm, openWeir, openJump2, openJump3, openJump4,
	openLevel, openPulse, openLongWave, openCylinder, zonedTank, zonedPulse,
	damBreakAir, damBreakNoAir, spheric2Air, spheric2NoAir,
	twoLayerTank, lockExchange, rayleighTaylorGrowth, rayleighTaylor, rayleighTaylorMixing,
	risingBubble, staticDrop, dropOscillation, contactAngle60, contactAngle120,
	heatSlab, twoMaterialContact, conjugateBlock, surfaceCooling,
	heatedCavity1e3, heatedCavity1e4, heatedCavity1e5,
	heatedCavity1e6, heatedCavityPr7,
	viscousChannel, powerLawChannel, thickeningChannel, binghamChannel,
	herschelBulkleyChannel, binghamSlump, huppertCurrent, lavaBalance,
	porousColumn, porousDam, porousStorage, porousStorageLow,
	coastingDisc, sinkingDisc, benard1300, benard2500, benard5000, internalWave,
	runUp, runUp05, runUp09, runUp28, runUp42, pillarForce,
	tetheredSphere, boxInWaves,
	cantileverCase, turekHronCSM3, hydrostaticPlate, struckThin, struckThicker, turekHronFSI2,
	wetBed, solitaryWall, solitaryWallLow, fallingCylinder, barWaves,
	pileWaves02, pileWaves03, pileWaves06, overtoppedWall, overtoppedSlope, islandB, islandC, monai}

// problem makes the problem that the case runs, with the options that the case names.
func (c *Case) problem() (problems.Problem, error) {
	p, err := c.bare()
	if err != nil {
		return nil, err
	}
	return p, parse(p, c.Options)
}

// bare is the same without the options.
func (c *Case) bare() (problems.Problem, error) {
	if c.Text == "" {
		return problems.Find(c.Problem)
	}
	text, err := c.text()
	if err != nil {
		return nil, err
	}
	file, err := casefile.Parse([]byte(text), c.Name+".toml")
	if err != nil {
		return nil, err
	}
	return problems.FromCase(file)
}

// Flow is the name of the problem that the case runs.
func (c *Case) Flow() string {
	if c.Text != "" {
		return c.Name
	}
	return c.Problem
}

// Find is the cases of some names, in capitals or not, in the order of the table; without names
// all. An error may mean one of other names, too.
func Find(names, others []string) ([]*Case, error) {
	if len(names) == 0 {
		return Cases, nil
	}
	var all []string
	for _, c := range Cases {
		all = append(all, c.Name)
	}
	asked := map[string]bool{}
	for _, name := range names {
		found := false
		for _, there := range all {
			if strings.EqualFold(name, there) {
				asked[there], found = true, true
			}
		}
		if !found {
			all = append(all, others...)
			would := text.Meant(name, all)
			if would == "" {
				would = "; there are " + text.And(all)
			}
			return nil, fmt.Errorf("there is no case %q to validate%s", name, would)
		}
	}
	var found []*Case
	for _, c := range Cases {
		if asked[c.Name] {
			found = append(found, c)
		}
	}
	return found, nil
}
