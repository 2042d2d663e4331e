// Package gridrun is flows on grids, as commands know them: what run, check, bench and scaling do
// with one, and what report, compare, view, measure and picture read of its run. A run advances a
// grid.Simulator and writes tables, snapshots, checkpoints and a report.
package gridrun
