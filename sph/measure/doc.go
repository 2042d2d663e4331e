// Package measure takes from a flow what is wanted of it: samples of energies, probes, gauges and forces on bodies,
// copies of all particles, and previews of some. None of it changes a bit of the flow, and no step waits for the host.
//
// It knows the model, where particles lie in the memory of devices, and how these combine sums. It does not know how a
// step is done, or when: package engine tells it of each. A period is the steps between two neighbour lists.
//
// A Plan says what is measured, and at which times. A Recorder does it on one device. Moments are what the devices have
// measured in some steps; Series, Copies and Previews are its forms on the host.
package measure
