// Package gridrun runs flows on grids: what the commands run, check, bench, scaling, report and
// compare do with one. A run advances a grid.Simulator and writes tables, snapshots, checkpoints
// and a report.
package gridrun
