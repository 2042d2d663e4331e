// Package engine moves a flow in time. It cuts a case over devices and does the paper's phases
// (BuildNeibs, Forces with Euler, MinimumScan; Rustico et al., IEEE TPDS 25(1), 2014) on each of
// them, driven by one goroutine per device.
//
// New cuts a sph.Case over devices, Advance moves it in time, Snapshot copies it to the host.
package engine
