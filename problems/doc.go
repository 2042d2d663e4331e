// Package problems holds the named flows that the program can simulate, each
// in a file that opens with the experiment or the paper it reproduces: a case
// file, as users have, or Go where a flow has options or formulas of its own.
//
// A problem describes a scene (a tank, water at rest in boxes, solid boxes that
// may be turned about the vertical) and what to measure in it; package scene fills
// it with particles for whatever spacing and kind of boundary the user asks
// for. To add a problem, write one file like spheric2.toml or hydrostatic.go and
// add one line to All.
package problems
