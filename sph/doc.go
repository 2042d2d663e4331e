// Package sph is the flow: its parameters, its particles, the domains it is
// cut into, and the time step as the paper's phases (BuildNeibs, Forces with
// Euler, MinimumScan; Rustico et al., IEEE TPDS 25(1), 2014), driven by one
// goroutine per device.
//
// A Case is what a problem hands over: parameters, initial particles and what
// to measure. New cuts it over devices, Advance moves it in time, Snapshot
// copies it to the host.
package sph
