// Package cases has case files to begin with. The others of its directory name further files.
package cases

import (
	"embed"
	"strings"
)

//go:embed blank.toml flume2d.toml weir.toml gate.toml spillway.toml piers.toml fishpass.toml
//go:embed pillars.toml waveflume.toml flume-waves.toml solitary-slope.toml flume-absorb.toml
//go:embed overtopping.toml
//go:embed floating-box.toml moored-buoy.toml rolling-ship.toml owc.toml box-dambreak.toml
//go:embed ramp-sphere.toml broad-crested-weir.toml sharp-crested-weir.toml hydraulic-jump.toml
//go:embed sluice-inflow.toml culvert.toml cylinder2d.toml pipe-tee.toml
//go:embed dam-break-air.toml brine-discharge.toml
var files embed.FS

// Blank is the case that is the least to begin with.
const Blank = "blank"

// Names are those of the cases that need no other file.
func Names() []string {
	return []string{Blank, "flume2d", "weir", "gate", "spillway", "piers", "fishpass", "pillars",
		"waveflume",
		"flume-waves", "solitary-slope", "flume-absorb", "overtopping", "floating-box", "moored-buoy",
		"rolling-ship", "owc", "box-dambreak", "ramp-sphere", "broad-crested-weir",
		"sharp-crested-weir", "hydraulic-jump", "sluice-inflow", "culvert", "cylinder2d", "pipe-tee",
		"dam-break-air", "brine-discharge"}
}

// Text is a case file, by its name.
func Text(name string) ([]byte, bool) {
	data, err := files.ReadFile(strings.ToLower(name) + ".toml")
	return data, err == nil
}
