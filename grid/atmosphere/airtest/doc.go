// Package airtest has the oracle of package atmosphere for tests: a flow as plain arrays, whose
// bits kernels have to have.
package airtest
