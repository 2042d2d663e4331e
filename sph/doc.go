// Package sph is what a flow is: its parameters, its particles with their fields, its bodies,
// motions and gravity, the smoothing kernels, the equation of state, the limits of the time step,
// and the step itself as a list of operations, which package scheme turns into a schedule.
// It knows no device: package engine moves a flow in time.
//
// A Case is what a problem hands over: parameters, initial particles and what to measure. A
// Snapshot, a Sample, a Progress and a Checkpoint are what a flow in motion tells of itself.
package sph
